// Package zoo has one of every construct of the schema language, for tests.
package zoo

//go:generate varvel gen go ../../../../../crates/varvel-codegen/tests/corpus/zoo.fbs --package zoo --out .
