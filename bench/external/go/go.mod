module bench

go 1.23

require github.com/google/flatbuffers v25.12.19+incompatible
