package codec

import (
	"reflect"
	"sync/atomic"
	"time"
)

// Shared decodes the data of an event that several readers want. Each reader gets a copy of its own,
// so that none can change what another one sees.
type Shared struct {
	decoded atomic.Bool
	value   atomic.Pointer[reflect.Value] // nil until the data was decoded, and if a copy would not be enough
}

// Decode is Type.Decode. Data that can be copied is decoded once.
func (s *Shared) Decode(t *Type, version int, raw []byte) (any, error) {
	if v := s.value.Load(); v != nil {
		return clone(*v), nil
	}
	data, err := t.Decode(version, raw)
	if err != nil || data == nil || s.decoded.Swap(true) {
		return data, err
	}
	if v := reflect.ValueOf(data).Elem(); flat(v) {
		s.value.Store(&v)
		return clone(v), nil
	}
	return data, nil
}

// clone returns a pointer to a copy of a struct.
func clone(v reflect.Value) any {
	c := reflect.New(v.Type())
	c.Elem().Set(v)
	return c.Interface()
}

var typeOfTime = reflect.TypeFor[time.Time]() // nothing changes the zone that it points to

// flat reports whether a copy of a value shares nothing with it that somebody can change.
func flat(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface, reflect.Func, reflect.Chan:
		return v.IsNil()
	case reflect.Array:
		if v.Type().Elem().Kind() < reflect.Array { // numbers, such as those of an id
			return true
		}
		for i := range v.Len() {
			if !flat(v.Index(i)) {
				return false
			}
		}
	case reflect.Struct:
		if v.Type() == typeOfTime {
			return true
		}
		for _, field := range v.Fields() {
			if !flat(field) {
				return false
			}
		}
	case reflect.UnsafePointer:
		return false
	}
	return true
}
