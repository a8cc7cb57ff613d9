package text

// PlainLen returns how many bytes s begins with that a string of JSON can have
// as they are.
func PlainLen(s []byte) int {
	i := 0
	for i+8 <= len(s) && !anyNeedsEscape(s[i:i+8]) {
		i += 8
	}
	for i < len(s) && !needsEscape[s[i]] {
		i++
	}
	return i
}
