package codec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

const maxDepth = 64 // nesting of stored JSON

// Registry knows every event type, its current schema version and how older versions become the
// current one. Fill it before opening a store; it is read-only afterwards.
type Registry struct {
	types map[eh.EventType]*Type
}

// Type is a registered type of events.
type Type struct {
	name    eh.EventType
	version int
	new     func() any   // a pointer to a zero value; nil for an event without data
	ptr     reflect.Type // of that pointer
	upcasts map[int]Upcaster
}

// Upcaster turns the data of one schema version into that of the next.
type Upcaster func(json.RawMessage) (json.RawMessage, error)

// Unknown is the data of an event whose type or newer schema version this build does not know.
// Projections ignore it. Folding it into an aggregate is an error.
type Unknown struct {
	Type    eh.EventType
	Version int
	Raw     json.RawMessage
}

// Undecodable is the data of a stored event that cannot be decoded, for readers that continue
// without it.
type Undecodable struct {
	Version int
	Raw     json.RawMessage
	Err     error
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry { return &Registry{types: map[eh.EventType]*Type{}} }

// Add registers events as an aggregate describes them. It panics if a type is registered twice, or
// if the data is not a pointer to a struct, because that is a fault of the program.
func (r *Registry) Add(types ...domain.EventType) {
	for _, t := range types {
		if t.Type == "" || t.Version < 1 || strings.ContainsRune(string(t.Type), 0) {
			panic(fmt.Sprintf("eventstore: bad registration of %q version %d", t.Type, t.Version))
		}
		if _, ok := r.types[t.Type]; ok {
			panic(fmt.Sprintf("eventstore: %q registered twice", t.Type))
		}
		e := &Type{name: t.Type, version: t.Version, new: t.New, upcasts: map[int]Upcaster{}}
		if t.New != nil {
			e.ptr = reflect.TypeOf(t.New())
			if e.ptr.Kind() != reflect.Pointer || e.ptr.Elem().Kind() != reflect.Struct {
				panic(fmt.Sprintf("eventstore: the data of %q is %v, no pointer to a struct", t.Type, e.ptr))
			}
		}
		r.types[t.Type] = e
	}
}

// Register registers one event whose data is a T.
func Register[T any](r *Registry, name eh.EventType, version int) {
	r.Add(domain.EventType{Type: name, Version: version, New: func() any { return new(T) }})
}

// Upcast registers how data of schema version from becomes version from+1. The event must be
// registered before.
func (r *Registry) Upcast(name eh.EventType, from int, up Upcaster) {
	t, ok := r.types[name]
	if !ok || from < 1 || from >= t.version || up == nil || t.upcasts[from] != nil {
		panic(fmt.Sprintf("eventstore: bad upcaster of %q from version %d", name, from))
	}
	t.upcasts[from] = up
}

// Check returns an error that names missing upcasters.
func (r *Registry) Check() error {
	for _, name := range r.Types() {
		t := r.types[name]
		for v := 1; v < t.version; v++ {
			if t.upcasts[v] == nil {
				return fmt.Errorf("eventstore: %q has no upcaster from version %d", name, v)
			}
		}
	}
	return nil
}

// Types lists the registered types in order.
func (r *Registry) Types() []eh.EventType {
	names := make([]eh.EventType, 0, len(r.types))
	for n := range r.types {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// Version returns the current schema version of a type, 0 if it is not registered.
func (r *Registry) Version(name eh.EventType) int {
	if t := r.types[name]; t != nil {
		return t.version
	}
	return 0
}

// New returns a pointer to a zero value of the type's data, nil for an event without data.
func (r *Registry) New(name eh.EventType) (any, error) {
	t, ok := r.types[name]
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrUnregistered, name)
	}
	if t.new == nil {
		return nil, nil
	}
	return t.new(), nil
}

// Encode returns data in its stored form and its schema version; nil for an event without data.
func (r *Registry) Encode(name eh.EventType, data any) (raw []byte, version int, err error) {
	t, ok := r.types[name]
	if !ok {
		return nil, 0, fmt.Errorf("%w: %q", ErrUnregistered, name)
	}
	if reflect.TypeOf(data) != t.ptr {
		return nil, 0, fmt.Errorf("event store: data of %q is %T, want %v", name, data, t.ptr)
	}
	if t.ptr == nil {
		return nil, t.version, nil
	}
	if reflect.ValueOf(data).IsNil() {
		return nil, 0, fmt.Errorf("event store: data of %q is a nil pointer", name)
	}
	if raw, err = json.Marshal(data); err != nil {
		return nil, 0, fmt.Errorf("event store: encoding %q: %w", name, err)
	}
	return raw, t.version, checkJSON(raw)
}

// Name returns the name of the type.
func (t *Type) Name() eh.EventType { return t.name }

// Find returns the type of a stored event; nil for a type or a schema version that this build does
// not know.
func (r *Registry) Find(name []byte, schema int) *Type {
	t, known := r.types[eh.EventType(name)]
	if !known || schema > t.version {
		return nil
	}
	return t
}

// Decode returns the data of a stored event: a pointer to the registered type, *Unknown if this
// build does not know the type or the version, nil for an event without data.
func (r *Registry) Decode(name eh.EventType, version int, raw []byte) (any, error) {
	t, ok := r.types[name]
	if !ok || version > t.version {
		return &Unknown{Type: name, Version: version, Raw: bytes.Clone(raw)}, nil
	}
	return t.Decode(version, raw)
}

func (t *Type) Decode(version int, raw []byte) (any, error) {
	fail := func(err error) (any, error) {
		return nil, fmt.Errorf("%w: %s version %d: %w", ErrUndecodable, t.name, version, err)
	}
	if version < 1 {
		return fail(fmt.Errorf("no such version"))
	}
	if t.new == nil {
		return nil, nil
	}
	if err := checkJSON(raw); err != nil {
		return fail(err)
	}
	for v := version; v < t.version; v++ {
		up, ok := t.upcasts[v]
		if !ok {
			return fail(fmt.Errorf("no upcaster from version %d", v))
		}
		var err error
		if raw, err = up(raw); err != nil {
			return fail(err)
		}
	}
	data := t.new()
	if err := json.Unmarshal(raw, data); err != nil {
		return fail(err)
	}
	return data, nil
}

// checkJSON bounds size and nesting, so that rejecting hostile data is cheap.
func checkJSON(raw []byte) error {
	if len(raw) > MaxEventSize {
		return ErrEventTooLarge.Saying("This is too large to be stored: %d bytes, at most %d.", len(raw), MaxEventSize)
	}
	if bytes.Count(raw, []byte{'{'})+bytes.Count(raw, []byte{'['}) <= maxDepth {
		return nil // JSON cannot be nested deeper than it has brackets
	}
	depth, inString := 0, false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return ErrEventTooLarge.Saying("This is nested too deeply to be stored.")
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return nil
}
