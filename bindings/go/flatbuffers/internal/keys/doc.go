// Package keys has tables and structs with keys of each kind, for tests.
package keys

//go:generate varvel gen go ../../../../../crates/varvel-codegen/tests/corpus/keys.fbs --package keys --out .
