// Package reflection has the tables of binary schemas.
package reflection
