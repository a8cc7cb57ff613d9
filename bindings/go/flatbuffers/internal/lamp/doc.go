// Package lamp is the schema of the README, for the examples of the documentation.
package lamp

//go:generate varvel gen go lamp.fbs --package lamp --out .
