package frozen

// skipDigits returns the place of the first byte from i on that is no digit.
func skipDigits(text []byte, i int) int {
	for i < len(text) && text[i]-'0' <= 9 {
		i++
	}
	return i
}

// isNumber reports whether a text is a number in the grammar of JSON.
func isNumber(text []byte) bool {
	start := 0
	if len(text) != 0 && text[0] == '-' {
		start = 1
	}
	i := skipDigits(text, start)
	if i == start || text[start] == '0' && i-start > 1 {
		return false
	}
	if i < len(text) && text[i] == '.' {
		start = i + 1
		if i = skipDigits(text, start); i == start {
			return false
		}
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		start = i + 1
		if start < len(text) && (text[start] == '+' || text[start] == '-') {
			start++
		}
		if i = skipDigits(text, start); i == start {
			return false
		}
	}
	return i == len(text)
}

// isBig reports whether a text is an integer beyond 64 bits.
func isBig(text []byte) bool {
	most := "18446744073709551615"
	if len(text) != 0 && text[0] == '-' {
		most = "9223372036854775808"
		text = text[1:]
	}
	if len(text) < len(most) || text[0] == '0' || skipDigits(text, 0) != len(text) {
		return false
	}
	return len(text) > len(most) || string(text) > most
}
