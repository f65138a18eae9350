package capsule

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// pseudonyms replaces everything that could identify somebody. Each capsule uses its own random
// key, which is not stored.
type pseudonyms struct {
	key   []byte
	texts map[string]int
}

func (p *pseudonyms) hash(value string) []byte {
	h := hmac.New(sha256.New, p.key)
	h.Write([]byte(value))
	return h.Sum(nil)
}

func (p *pseudonyms) id(id uuid.UUID) uuid.UUID {
	if id == uuid.Nil {
		return id
	}
	out := uuid.UUID(p.hash(id.String())[:16])
	out[6], out[8] = out[6]&0x0f|0x40, out[8]&0x3f|0x80 // of version 4
	return out
}

// text replaces a text by one of the same length. Equal texts get equal replacements.
func (p *pseudonyms) text(s string) string {
	if s == "" {
		return ""
	}
	n, known := p.texts[s]
	if !known {
		n = len(p.texts) + 1
		p.texts[s] = n
	}
	return fmt.Sprintf("text %d, %d characters", n, utf8.RuneCountInString(s))
}

// kept lists the free texts that identify nobody. All other free texts are replaced. A string with
// a type of its own is no free text: it has one of a few values.
var kept = map[string]bool{"rank": true, "contentType": true}

// data returns a copy of an event's data in which everything that could identify somebody is
// replaced.
func (p *pseudonyms) data(data any) (any, error) {
	raw, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	out := reflect.New(reflect.TypeOf(data).Elem())
	if err := json.Unmarshal(raw, out.Interface()); err != nil {
		return nil, err
	}
	return out.Interface(), p.replace(out.Elem(), "")
}

var (
	idType   = reflect.TypeFor[uuid.UUID]()
	timeType = reflect.TypeFor[time.Time]()
	textType = reflect.TypeFor[string]()
)

func (p *pseudonyms) replace(v reflect.Value, field string) error {
	switch {
	case v.Type() == idType:
		v.Set(reflect.ValueOf(p.id(v.Interface().(uuid.UUID))))
		return nil
	case v.Type() == timeType:
		return nil
	}
	switch v.Kind() {
	case reflect.Bool, reflect.Int, reflect.Int64, reflect.Float64:
		return nil
	case reflect.String:
		switch {
		case v.Type() != textType || kept[field]:
		case field == "sha256":
			v.SetString(hex.EncodeToString(p.hash(v.String())))
		default:
			v.SetString(p.text(v.String()))
		}
		return nil
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return p.replace(v.Elem(), field)
	case reflect.Slice:
		for i := range v.Len() {
			if err := p.replace(v.Index(i), field); err != nil {
				return err
			}
		}
		return nil
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if err := p.replace(v.Field(i), name); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf(
		"the field %q is of type %s, of which is not known how to leave out personal data", field, v.Type(),
	)
}
