package web

import (
	"encoding/base64"
	"encoding/json"
)

// Cursor writes the place at which a page ended, for the call that asks for the next one. Callers do not read it.
func Cursor(place any) string {
	b, err := json.Marshal(place)
	if err != nil {
		panic(err) // places are structs of texts, ids and numbers
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// ReadCursor reads a place that Cursor wrote. It returns ErrPage for any other text.
func ReadCursor(cursor string, place any) error {
	b, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return ErrPage
	}
	var v any
	if json.Unmarshal(b, &v) != nil || !storableValue(v) || json.Unmarshal(b, place) != nil {
		return ErrPage
	}
	return nil
}
