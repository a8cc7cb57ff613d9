package frozen

import (
	"reflect"
	"sync"
)

// codecs has the encoder or decoder, a function F, of each type that was asked for.
type codecs[F any] struct {
	known sync.Map // of reflect.Type to F
}

// of returns the codec of a type, and makes it where nobody did before. Types that
// contain themselves find that of the outer type by a function that waits for it:
// forward returns that function, which calls get.
func (c *codecs[F]) of(t reflect.Type, build func(reflect.Type) F, forward func(get func() F) F) F {
	if found, ok := c.known.Load(t); ok {
		return found.(F)
	}
	var made F
	var ready sync.WaitGroup
	ready.Add(1)
	waiting := forward(func() F {
		ready.Wait()
		return made
	})
	if found, loaded := c.known.LoadOrStore(t, waiting); loaded {
		return found.(F)
	}
	made = build(t)
	ready.Done()
	c.known.Store(t, made)
	return made
}
