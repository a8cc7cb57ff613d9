module example.invalid/varvel/bindings/go

go 1.23
