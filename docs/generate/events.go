package main

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/catalogue"
)

// events lists every event type with its fields.
func events() string {
	var b strings.Builder
	b.WriteString(
		"# Events\n\n`make generate` writes this page from the lists of events in the domain. Every event also has a\n" +
			"position, a version in its stream, a time and metadata (see `domain.Event` and `domain.Meta`). An\n" +
			"optional field is left out if it has no value.\n",
	)
	shapes := map[reflect.Type]bool{}
	for _, a := range catalogue.Streams() {
		fmt.Fprintf(&b, "\n## Streams of type `%s`\n\n%s\n", a.Type, a.Says)
		for _, e := range a.Events {
			fmt.Fprintf(&b, "\n### `%s`, version %d\n\n%s\n", e.Type, e.Version, e.Says)
			b.WriteString(fields(reflect.TypeOf(e.New()).Elem(), shapes))
		}
	}
	b.WriteString("\n## Shapes\n")
	for _, t := range slices.SortedFunc(mapKeys(shapes), func(a, b reflect.Type) int { return strings.Compare(a.String(), b.String()) }) {
		fmt.Fprintf(&b, "\n### %s\n%s", t.Name(), fields(t, shapes))
	}
	return b.String()
}

func mapKeys(m map[reflect.Type]bool) func(func(reflect.Type) bool) {
	return func(yield func(reflect.Type) bool) {
		for t := range m {
			if !yield(t) {
				return
			}
		}
	}
}

// fields returns a table of the fields that a struct has in JSON. It adds the structs in them to shapes.
func fields(t reflect.Type, shapes map[reflect.Type]bool) string {
	rows := rows(t, shapes)
	if len(rows) == 0 {
		return "\nNo fields.\n"
	}
	return "\n| field | type | |\n|---|---|---|\n" + strings.Join(rows, "")
}

func rows(t reflect.Type, shapes map[reflect.Type]bool) []string {
	var out []string
	for f := range t.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "":
			out = append(out, rows(f.Type, shapes)...)
			continue
		case !f.IsExported(), name == "-":
			continue
		case name == "":
			name = f.Name
		}
		optional := ""
		if strings.Contains(options, "omit") {
			optional = "optional"
		}
		out = append(out, fmt.Sprintf("| `%s` | %s | %s |\n", name, typeName(f.Type, shapes), optional))
	}
	return out
}

// typeName returns the name of the form that a type has in JSON.
func typeName(t reflect.Type, shapes map[reflect.Type]bool) string {
	switch {
	case t == reflect.TypeFor[uuid.UUID]():
		return "UUID"
	case t == reflect.TypeFor[time.Time]():
		return "date and time (RFC 3339)"
	}
	switch t.Kind() {
	case reflect.Pointer:
		return typeName(t.Elem(), shapes)
	case reflect.Slice:
		return "list of " + typeName(t.Elem(), shapes)
	case reflect.Struct:
		if !shapes[t] {
			shapes[t] = true
			rows(t, shapes) // and the shapes inside
		}
		return t.Name()
	case reflect.String:
		if t.Name() != "string" {
			return "string (" + t.Name() + ")"
		}
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int64:
		return "integer"
	case reflect.Float64:
		return "number"
	default:
		panic("docs: no word for " + t.String())
	}
}
