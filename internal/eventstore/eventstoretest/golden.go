package eventstoretest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/internal/eventstore/codec"
)

// Golden checks that old events stay readable (BY-007): every version of every registered event
// still decodes from the form in which it was once written. dir has a file <type>.v<n>.json for
// each. A current version must also encode to the same JSON again. Otherwise the data has changed
// its shape and needs a new version with an upcaster. A file of a type that is not registered is an
// error too, because the log may contain such events. With update, Golden writes the missing files
// of current versions. It never changes a file.
func Golden(t *testing.T, dir string, reg *codec.Registry, update bool) {
	t.Helper()
	known := map[string]bool{}
	for _, name := range reg.Types() {
		for v := 1; v <= reg.Version(name); v++ {
			file := fmt.Sprintf("%s.v%d.json", name, v)
			known[file] = true
			t.Run(file, func(t *testing.T) { golden(t, filepath.Join(dir, file), reg, name, v, update) })
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[filepath.Base(file)] {
			t.Errorf("%s: this event is not registered, though the log may hold it", file)
		}
	}
}

func golden(t *testing.T, file string, reg *codec.Registry, name eh.EventType, version int, update bool) {
	raw, err := os.ReadFile(file)
	current := version == reg.Version(name)
	if errors.Is(err, os.ErrNotExist) && update && current {
		raw, err = write(file, reg, name)
	}
	if err != nil {
		t.Fatalf("%v: write the file of a new version with -update", err)
	}
	data, err := reg.Decode(name, version, raw)
	if err != nil {
		t.Fatal(err)
	}
	if data == nil || !current {
		return
	}
	again, _, err := reg.Encode(name, data)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(generic(t, raw), generic(t, again)); diff != "" {
		t.Errorf(
			"the shape of version %d changed: raise the version and add an upcaster (-file +code):\n%s", version, diff,
		)
	}
}

func generic(t *testing.T, raw []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// write writes a golden file of a sample with a value in every field.
func write(file string, reg *codec.Registry, name eh.EventType) ([]byte, error) {
	data, err := reg.New(name)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if data == nil {
		out.WriteString("null")
	} else {
		fill(reflect.ValueOf(data).Elem(), "")
		raw, _, err := reg.Encode(name, data)
		if err != nil {
			return nil, err
		}
		if err := json.Indent(&out, raw, "", "  "); err != nil {
			return nil, err
		}
	}
	out.WriteByte('\n')
	return out.Bytes(), os.WriteFile(file, out.Bytes(), 0o644)
}

// Fill sets every exported field of the struct that v points to, to a value that is not zero.
func Fill(v any) { fill(reflect.ValueOf(v).Elem(), "") }

// fill sets every exported field to a value that is not zero. name is the name of the field.
func fill(v reflect.Value, name string) {
	switch v.Interface().(type) {
	case uuid.UUID:
		v.Set(reflect.ValueOf(uuid.NewSHA1(uuid.NameSpaceOID, []byte(name))))
		return
	case time.Time:
		v.Set(reflect.ValueOf(epoch))
		return
	case json.RawMessage:
		v.SetBytes([]byte(`{"text":"sample"}`))
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(strings.ToLower(name) + " sample")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(7)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(0.5)
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0), name)
	case reflect.Array:
		for i := range v.Len() {
			fill(v.Index(i), name)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		fill(key, name)
		fill(value, name)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() {
				fill(v.Field(i), f.Name)
			}
		}
	}
}
