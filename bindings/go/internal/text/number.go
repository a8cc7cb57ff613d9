package text

// skipDigits returns the place of the first byte from at on that is no digit.
func skipDigits[T string | []byte](s T, at int) int {
	for at < len(s) && IsDigit(s[at]) {
		at++
	}
	return at
}

// NumberLen returns the length of the number of JSON that s begins with, or 0
// if there is none. A number with a leading zero is none.
func NumberLen[T string | []byte](s T) int {
	start := 0
	if len(s) != 0 && s[0] == '-' {
		start = 1
	}
	end := skipDigits(s, start)
	if end == start || s[start] == '0' && end-start > 1 {
		return 0
	}
	if end < len(s) && s[end] == '.' {
		start = end + 1
		if end = skipDigits(s, start); end == start {
			return 0
		}
	}
	if end < len(s) && s[end]|0x20 == 'e' {
		start = end + 1
		if start < len(s) && (s[start] == '+' || s[start] == '-') {
			start++
		}
		if end = skipDigits(s, start); end == start {
			return 0
		}
	}
	return end
}

// NumberFault returns the place of the digit that is missing where s begins with
// a sign or a digit and with no number of JSON; zero says that there is a digit
// too many, behind a leading zero.
func NumberFault[T string | []byte](s T) (at int, zero bool) {
	if len(s) != 0 && s[0] == '-' {
		at = 1
	}
	end := skipDigits(s, at)
	if end == at || s[at] == '0' && end-at > 1 {
		return at, end > at
	}
	if end < len(s) && s[end] == '.' {
		at = end + 1
		if end = skipDigits(s, at); end == at {
			return at, false
		}
	}
	// Only the exponent is left.
	at = end + 1
	if at < len(s) && (s[at] == '+' || s[at] == '-') {
		at++
	}
	return at, false
}

// IsNumber reports whether s is a number of JSON.
func IsNumber[T string | []byte](s T) bool {
	return len(s) != 0 && NumberLen(s) == len(s)
}

// IsBig reports whether s is an integer beyond 64 bits.
func IsBig(s []byte) bool {
	most := "18446744073709551615"
	if len(s) != 0 && s[0] == '-' {
		most = "9223372036854775808"
		s = s[1:]
	}
	if len(s) < len(most) || s[0] == '0' || skipDigits(s, 0) != len(s) {
		return false
	}
	return len(s) > len(most) || string(s) > most
}

// IsInteger reports whether a number of JSON has no fraction and no exponent.
func IsInteger[T string | []byte](number T) bool {
	for at := range len(number) {
		if c := number[at]; c == '.' || c|0x20 == 'e' {
			return false
		}
	}
	return true
}
