package record

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

var leaf = Leaf{
	Position:   7,
	Stream:     uuid.MustParse("0b5a2f7c-8f0e-4d7e-9a53-6f1d3d0a4c11"),
	Version:    2,
	StreamType: "order",
	Type:       "order.moved",
	Data:       []byte(`{"to":"in-review"}`),
	OccurredAt: time.Date(2026, 3, 2, 9, 0, 0, 123_000, time.UTC),
}

func TestARecordIsReadAsItWasWritten(t *testing.T) { // BY-021
	for name, command := range map[string]uuid.UUID{"first of its append": uuid.New(), "a later one": uuid.Nil} {
		got, err := Read(Append(nil, leaf.Columns(command)))
		if diff := cmp.Diff(leaf, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-written +read):\n%s", name, err, diff)
		}
	}
}

func TestOtherBytesAreNoRecord(t *testing.T) { // BY-021
	good := Append(nil, leaf.Columns(uuid.Nil))
	for name, b := range map[string][]byte{
		"nothing":          nil,
		"another layout":   append([]byte{2}, good[1:]...),
		"a byte more":      append(bytes.Clone(good), 0),
		"a byte less":      good[:len(good)-1],
		"a field too long": append(append([]byte{}, good[:1]...), 0, 0, 0, 200),
		"a short position": append([]byte{1, 0, 0, 0, 4, 0, 0, 0, 7}, good[13:]...),
	} {
		if _, err := Read(b); !errors.Is(err, ErrRecord) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(Append(nil, leaf.Columns(uuid.Nil)))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		l, err := Read(b)
		if err == nil && len(l.StreamType)+len(l.Type)+len(l.Data)+len(l.Meta) > len(b) {
			t.Error("the fields are longer than the record")
		}
	})
}
