package bfbs

import (
	"fmt"
	"math"

	"example.invalid/varvel/bindings/go/flatbuffers"
)

// mostNested is the number of structs that may be inside of each other.
const mostNested = 64

// layStructsOut checks the layout of all structs: each after those inside of it.
func (r *reader) layStructsOut() fault {
	for number := range r.objects {
		if r.objects[number].said.IsStruct() {
			if err := r.layOut(number, 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// layOut checks the layout of a struct inside of so many others and itself.
func (r *reader) layOut(number, outside int) fault {
	of := &r.objects[number]
	switch {
	case of.isOpen:
		return inObject(refused("a struct that is not inside of itself", of.said.Name()), number)
	case max(of.depth, 1)+outside-1 > mostNested:
		err := refused(fmt.Sprintf("at most %d structs inside of each other", mostNested), "more")
		err.Kind = flatbuffers.DepthLimit
		return inObject(err, number)
	case of.depth != 0:
		return nil
	case len(of.fields) == 0:
		return inObject(refused("a struct with fields", of.said.Name()), number)
	}
	of.isOpen = true
	deepest := 0
	for id := range of.fields {
		f := &of.fields[id]
		if err := checkHeld(f); err != nil {
			return inObject(inField(err, f.said), number)
		}
		if f.typed.kind == flatbuffers.KindStruct {
			if err := r.layOut(f.typed.index, outside+1); err != nil {
				return err
			}
			deepest = max(deepest, r.objects[f.typed.index].depth)
		}
	}
	of.isOpen, of.depth = false, deepest+1
	if err := r.place(number); err != nil {
		return inObject(err, number)
	}
	return nil
}

// checkHeld checks that a struct can hold a field.
func checkHeld(f *field) fault {
	switch {
	case !f.typed.isScalar() && f.typed.kind != flatbuffers.KindStruct, f.typed.isVector():
		return refused("a scalar, a struct, or an array of these in a struct", f.said.Name())
	case f.typed.several == array && f.typed.length == 0:
		return refused("an array of 1 to 65535 items", 0)
	}
	return nil
}

// place checks the offsets of a struct's fields, and its size.
func (r *reader) place(number int) fault {
	of := &r.objects[number]
	end, greatest := uint64(0), uint32(1)
	for id := range of.fields {
		f := &of.fields[id]
		size, align := r.size(f.typed.element)
		greatest = max(greatest, align)
		end = upTo(end, align)
		if end != uint64(f.said.Offset()) {
			return inField(refused(fmt.Sprintf("the offset %d", end), f.said.Offset()), f.said)
		}
		if f.typed.several == array {
			end += uint64(size) * (uint64(f.typed.length) - 1)
		}
		end += uint64(size)
	}
	align, asked, err := of.attributes.align(greatest)
	if err != nil {
		return err
	}
	said, saidSize := int64(of.said.Minalign()), int64(of.said.Bytesize())
	// Without its attribute a larger alignment is still one.
	if !asked && int64(align) < said && said <= mostAlign && said&(said-1) == 0 {
		align = uint32(said)
	}
	end = upTo(end, align)
	if end > math.MaxInt32 || int64(end) != saidSize || int64(align) != said {
		return refused(fmt.Sprintf("%d bytes, aligned to %d", end, align), fmt.Sprintf("%d, aligned to %d", saidSize, said))
	}
	made := &r.schema.Objects[number]
	made.Size, made.Align = uint32(end), uint16(align)
	return nil
}

// upTo returns the next multiple of an alignment.
func upTo(end uint64, align uint32) uint64 {
	return (end + uint64(align) - 1) &^ (uint64(align) - 1)
}
