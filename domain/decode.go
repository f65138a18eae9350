package domain

import (
	"errors"

	"sigs.k8s.io/json"
)

// errStrict is for JSON whose meaning depends on who reads it.
var errStrict = errors.New("a name is unknown, differs in case or is given twice")

// Decode reads JSON that came from outside. A name has to match exactly: the standard decoder ignores case and takes the last of two names, so
// what a check has seen and what is stored could differ. Names that v does not have are refused.
func Decode(raw []byte, v any) error {
	return decode(raw, v, json.DisallowDuplicateFields, json.DisallowUnknownFields)
}

// DecodeLoose is Decode for documents of editors and canvases: names that v does not have are dropped.
func DecodeLoose(raw []byte, v any) error { return decode(raw, v, json.DisallowDuplicateFields) }

func decode(raw []byte, v any, rules ...json.StrictOption) error {
	strict, err := json.UnmarshalStrict(raw, v, rules...)
	if err == nil && len(strict) > 0 {
		return errStrict // not the errors themselves, they repeat what was sent
	}
	return err
}
