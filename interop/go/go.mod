module example.invalid/varvel/interop/go

go 1.23

require (
	example.invalid/varvel/bindings/go v0.0.0
	github.com/google/flatbuffers v25.12.19+incompatible
)

replace example.invalid/varvel/bindings/go => ../../bindings/go
