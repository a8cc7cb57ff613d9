package frozen

import (
	"math"
	"time"
)

// The numbers of tags that come up most; spec/numbers.md of Varvel and IANA's
// registry of CBOR tags have them all.
const (
	TagDateTime = 0    // a string as RFC 3339 has it
	TagURI      = 32   // a string
	TagUUID     = 37   // 16 bytes
	TagDays     = 100  // an integer: days since 1970-01-01
	TagSet      = 258  // an array without equal items
	TagDate     = 1004 // a string: YYYY-MM-DD
)

// UUID returns a UUID: 16 bytes with the tag [TagUUID]. The error has the code
// [ErrKind] if the value is none.
func (n Node) UUID() ([16]byte, error) {
	number, inner, err := n.Tag()
	if err == nil && n.form == formTagged && number == TagUUID {
		if b, err := inner.Bytes(); err == nil && len(b) == 16 {
			return [16]byte(b), nil
		}
	}
	return [16]byte{}, n.wrongKind("a UUID")
}

// Time returns a point in time, in UTC: a timestamp, or a value with the tag
// [TagDateTime], [TagDays] or [TagDate]; that of a date is its midnight. The
// error has the code [ErrKind] if the value is none of these, and
// [ErrOutOfRange] if it is more than some 292 billion years from the year 1,
// which [time.Time] does not hold.
func (n Node) Time() (time.Time, error) {
	switch n.form {
	case formTimestamp:
		seconds, nanoseconds, _ := n.Timestamp()
		return n.timeOf(seconds, nanoseconds)
	case formTagged:
		return n.taggedTime()
	default:
		return time.Time{}, n.wrongKind("a timestamp")
	}
}

// timeOf returns a point in time, if it is in the range of time.Time.
func (n Node) timeOf(seconds int64, nanoseconds uint32) (time.Time, error) {
	t := time.Unix(seconds, int64(nanoseconds)).UTC()
	// time.Time counts seconds from the year 1, and wraps around.
	if seconds > 0 && !t.After(time.Unix(0, 0)) {
		return time.Time{}, n.outOfRange("a point in time that time.Time holds")
	}
	return t, nil
}

// taggedTime returns the point in time that a tag and its value mean.
func (n Node) taggedTime() (time.Time, error) {
	number, inner, _ := n.Tag()
	switch number {
	case TagDateTime, TagDate:
		layout := time.RFC3339Nano
		if number == TagDate {
			layout = time.DateOnly
		}
		if text, err := inner.Str(); err == nil {
			if t, err := time.Parse(layout, text); err == nil {
				return t.UTC(), nil
			}
		}
	case TagDays:
		const day = 24 * 60 * 60
		if days, err := inner.Int64(); err == nil {
			if days > math.MaxInt64/day || days < math.MinInt64/day {
				return time.Time{}, n.outOfRange("a point in time that time.Time holds")
			}
			return n.timeOf(days*day, 0)
		}
	}
	return time.Time{}, n.wrongKind("a point in time")
}
