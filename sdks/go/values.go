package sealwright

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// Ptr is a pointer to a value, for fields that may be left out.
func Ptr[T any](value T) *T { return &value }

// Decimal is an exact number as text, such as "1250.50": money and units are never floats.
type Decimal string

// UnmarshalJSON takes a text or a number, digit for digit.
func (d *Decimal) UnmarshalJSON(data []byte) error {
	var text string
	if !startsAs(data, `"`) {
		text = string(data)
	} else if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	*d = Decimal(text)
	return nil
}

// Date is a day without a time, such as "2026-11-27".
type Date string

// DateOf is the day of a time, in the time's own place.
func DateOf(t time.Time) Date { return Date(t.Format(time.DateOnly)) }

// Time is the beginning of the day in UTC.
func (d Date) Time() (time.Time, error) { return time.Parse(time.DateOnly, string(d)) }

// DayOrTime is a day, such as "2026-11-27", or an instant, such as "2026-11-27T09:30:00Z".
type DayOrTime string

// Instant is an exact time where a day would do as well.
func Instant(t time.Time) DayOrTime { return DayOrTime(t.UTC().Format(time.RFC3339Nano)) }

// Time is the instant, or the beginning of the day in UTC.
func (d DayOrTime) Time() (time.Time, error) {
	if len(d) == len(time.DateOnly) {
		return Date(d).Time()
	}
	return time.Parse(time.RFC3339Nano, string(d))
}

// Nullable is a field with three states: left out (its zero value), null, or a value. An update leaves alone what is left out
// and takes back what is null.
type Nullable[T any] struct {
	value T
	state byte
}

// Value of a field that may also be null.
func Value[T any](value T) Nullable[T] { return Nullable[T]{value: value, state: isValue} }

// Null takes back what a field held.
func Null[T any]() Nullable[T] { return Nullable[T]{state: isNull} }

// Get is the value, and whether there is one.
func (n Nullable[T]) Get() (T, bool) { return n.value, n.state == isValue }

// IsNull says whether it is null, and not only left out.
func (n Nullable[T]) IsNull() bool { return n.state == isNull }

// IsZero says whether it is left out.
func (n Nullable[T]) IsZero() bool { return n.state == isAbsent }

// MarshalJSON writes the value or null.
func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	if n.state != isValue {
		return []byte("null"), nil
	}
	return json.Marshal(n.value)
}

// UnmarshalJSON reads a value or null.
func (n *Nullable[T]) UnmarshalJSON(data []byte) error {
	*n = Nullable[T]{state: isNull}
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	n.state = isValue
	return json.Unmarshal(data, &n.value)
}

// Fact is what somebody states: a value, or in so many words that there is none. While it is left out (its zero value) it is
// not known, and a rule that needs it asks for it.
type Fact[T any] struct {
	value T
	state byte
}

// Stated is a fact with a value.
func Stated[T any](value T) Fact[T] { return Fact[T]{value: value, state: isValue} }

// None states that there is none of it.
func None[T any]() Fact[T] { return Fact[T]{state: isNone} }

// Withdrawn takes a stated fact back, where a call allows it.
func Withdrawn[T any]() Fact[T] { return Fact[T]{state: isNull} }

// Get is the value, and whether one was stated.
func (f Fact[T]) Get() (T, bool) { return f.value, f.state == isValue }

// IsNone says whether it was stated that there is none.
func (f Fact[T]) IsNone() bool { return f.state == isNone }

// IsZero says whether nothing was stated.
func (f Fact[T]) IsZero() bool { return f.state == isAbsent }

// MarshalJSON writes the value, "none" or null.
func (f Fact[T]) MarshalJSON() ([]byte, error) {
	switch f.state {
	case isValue:
		return json.Marshal(f.value)
	case isNone:
		return []byte(`"none"`), nil
	}
	return []byte("null"), nil
}

// UnmarshalJSON reads a value, "none" or null.
func (f *Fact[T]) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case "null":
		*f = Fact[T]{state: isNull}
		return nil
	case `"none"`:
		*f = Fact[T]{state: isNone}
		return nil
	}
	*f = Fact[T]{state: isValue}
	return json.Unmarshal(data, &f.value)
}

const (
	isAbsent byte = iota
	isValue
	isNull
	isNone
)

// Empty is a body without fields.
type Empty struct{}

// orEmpty sends an empty object for a body that was left out.
func orEmpty[T any](body *T) any {
	if body == nil {
		return Empty{}
	}
	return body
}

// startsAs says whether a JSON value begins with one of these letters.
func startsAs(data []byte, letters string) bool {
	trimmed := bytes.TrimLeft(data, " \t\r\n")
	return len(trimmed) > 0 && strings.IndexByte(letters, trimmed[0]) >= 0
}

// fits says whether a JSON object has these words and these fields.
func fits(data []byte, words map[string]string, names ...string) bool {
	var object map[string]json.RawMessage
	if json.Unmarshal(data, &object) != nil {
		return false
	}
	for _, name := range names {
		raw, there := object[name]
		if !there {
			return false
		}
		word, fixed := words[name]
		if fixed && string(raw) != fmt.Sprintf("%q", word) {
			return false
		}
	}
	return true
}

var errEmptyID = errors.New("sealwright: an id is empty")
