package domain

import (
	"errors"

	"sigs.k8s.io/json"
)

// errStrict rejects JSON that two readers could understand differently.
var errStrict = errors.New("a name is unknown, differs in case or is given twice")

// Decode reads JSON from outside. Names must match exactly and occur once, and names that v does
// not have are rejected. The standard decoder ignores case and takes the last of two equal names,
// so a check could see another value than the one that is stored.
func Decode(raw []byte, v any) error {
	return decode(raw, v, json.DisallowDuplicateFields, json.DisallowUnknownFields)
}

// DecodeLoose is Decode for documents of editors and canvases: names that v does not have are
// dropped.
func DecodeLoose(raw []byte, v any) error { return decode(raw, v, json.DisallowDuplicateFields) }

func decode(raw []byte, v any, rules ...json.StrictOption) error {
	strict, err := json.UnmarshalStrict(raw, v, rules...)
	if err == nil && len(strict) > 0 {
		return errStrict // the decoder's own errors would repeat what was sent
	}
	return err
}
