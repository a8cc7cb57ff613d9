package text

// Writer writes the brackets, commas, colons and lines of JSON around the values
// that its user appends.
type Writer struct {
	// To is the text so far.
	To []byte
	// Indent is what each level is indented by. If it is empty, all is on one line.
	Indent string
	// Spaced says that a space follows each comma and colon on one line, for people.
	Spaced bool
	depth  int
}

// Open begins an object or an array.
func (w *Writer) Open(bracket byte) {
	w.To = append(w.To, bracket)
	w.depth++
}

// Next begins a member or an item: first says that it is the first.
func (w *Writer) Next(first bool) {
	if !first {
		w.To = append(w.To, ',')
		if w.Spaced {
			w.To = append(w.To, ' ')
		}
	}
	if w.Indent != "" {
		w.line()
	}
}

// Colon separates the key of a member from its value.
func (w *Writer) Colon() {
	w.To = append(w.To, ':')
	if w.Spaced || w.Indent != "" {
		w.To = append(w.To, ' ')
	}
}

// Close ends an object or an array.
func (w *Writer) Close(bracket byte, empty bool) {
	w.depth--
	if !empty && w.Indent != "" {
		w.line()
	}
	w.To = append(w.To, bracket)
}

func (w *Writer) line() {
	w.To = append(w.To, '\n')
	for range w.depth {
		w.To = append(w.To, w.Indent...)
	}
}
