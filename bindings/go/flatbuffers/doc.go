// Package flatbuffers reads, verifies and builds FlatBuffers, and turns them
// into JSON and back. Code that varvel gen go makes from a schema uses it.
package flatbuffers
