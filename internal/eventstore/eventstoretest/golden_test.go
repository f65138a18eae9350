package eventstoretest_test

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain/catalogue"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventstoretest"
)

var update = flag.Bool("update", false, "write the golden files of new event versions")

func product() *codec.Registry {
	reg := codec.NewRegistry()
	reg.Add(catalogue.Events()...)
	return reg
}

func TestEveryEventVersionEverWrittenStillDecodes(t *testing.T) { // BY-007
	eventstoretest.Golden(t, "testdata", product(), *update)
}

// scribble changes everything that a value leads to.
func scribble(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			scribble(v.Elem())
		}
	case reflect.Struct:
		for _, field := range v.Fields() {
			scribble(field)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			scribble(v.Index(i))
		}
	case reflect.Map:
		if v.CanInterface() {
			v.Clear()
		}
	}
	if v.CanSet() {
		v.SetZero()
	}
}

func TestNoReaderOfAnEventCanChangeWhatAnotherReads(t *testing.T) {
	reg := product()
	for _, name := range reg.Types() {
		raw, err := os.ReadFile(filepath.Join("testdata", fmt.Sprintf("%s.v%d.json", name, reg.Version(name))))
		if err != nil {
			t.Fatal(err)
		}
		typ := reg.Find([]byte(name), reg.Version(name))
		for _, raw := range [][]byte{raw, []byte("{}")} {
			want, err := typ.Decode(reg.Version(name), raw)
			if err != nil {
				t.Fatal(err)
			}
			var shared codec.Shared
			for range 3 {
				got, err := shared.Decode(typ, reg.Version(name), raw)
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: after another reader changed all it got: %+v, want %+v, %v", name, got, want, err)
				}
				if got != nil {
					scribble(reflect.ValueOf(got))
				}
			}
		}
	}
}

func TestTheShapeOfEverySnapshotBelongsToItsSchemaNumber(t *testing.T) { // BY-007
	eventstoretest.GoldenSnapshots(t, filepath.Join("testdata", "snapshots"), catalogue.Streams(), *update)
}

// changing is an aggregate whose state changed: a field that JSON leaves out while it is empty was
// added.
type changing struct {
	Name  string `json:"name"`
	Added []struct {
		Deep map[string]*int `json:"deep,omitempty"`
	} `json:"added,omitempty"`
	unseen int
}

func TestTheShapeOfASnapshotNamesEveryFieldHoweverDeep(t *testing.T) { // BY-007
	c := changing{unseen: 1}
	if got := eventstoretest.Shape(&c); c.unseen != 1 || got != ".name string\n.added[].deep[string] int\n" {
		t.Errorf("%q", got)
	}
}

type before struct {
	Name string `json:"name"`
}

type after struct {
	Title string `json:"title"`
}

// TestGoldenFaults runs this binary again, once for each fault that the golden files exist to find.
func TestTheGoldenFilesFindEveryKindOfBreak(t *testing.T) {
	cases := map[string]struct {
		files   map[string]string
		version int
		says    string
	}{
		"a field was renamed":    {map[string]string{"test.a.v1.json": `{"name":"x"}`}, 1, "raise the version"},
		"a file is missing":      {map[string]string{}, 1, "-update"},
		"an old file is missing": {map[string]string{"test.a.v2.json": `{"title":"x"}`}, 2, "test.a.v1.json"},
		"a type is gone": {
			map[string]string{"test.a.v1.json": `{"title":"x"}`, "test.b.v1.json": `{}`},
			1,
			"not registered",
		},
		"a file does not decode": {map[string]string{"test.a.v1.json": `[]`}, 1, "cannot be decoded"},
		"an upcaster is missing": {
			map[string]string{"test.a.v1.json": `{"name":"x"}`, "test.a.v2.json": `{"title":"x"}`},
			2,
			"no upcaster",
		},
		"": {map[string]string{"test.a.v1.json": `{"title":"x"}`}, 1, "PASS"},
	}
	if name, ok := os.LookupEnv("PROOFBOARD_GOLDEN_CASE"); ok {
		c, dir := cases[name], t.TempDir()
		for file, content := range c.files {
			if err := os.WriteFile(filepath.Join(dir, file), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		reg := codec.NewRegistry()
		codec.Register[after](reg, "test.a", c.version)
		eventstoretest.Golden(t, dir, reg, false)
		return
	}
	for name, c := range cases {
		cmd := exec.Command(os.Args[0], "-test.v", "-test.run", "^TestTheGoldenFilesFindEveryKindOfBreak$")
		cmd.Env = append(os.Environ(), "PROOFBOARD_GOLDEN_CASE="+name)
		out, err := cmd.CombinedOutput()
		if (err == nil) != (name == "") || !strings.Contains(string(out), c.says) {
			t.Errorf("%q: %v\n%s", name, err, out)
		}
	}
}

func TestUpdateWritesNewFilesOnly(t *testing.T) {
	dir := t.TempDir()
	reg := codec.NewRegistry()
	codec.Register[before](reg, "test.a", 1)
	eventstoretest.Golden(t, dir, reg, true)
	file := filepath.Join(dir, "test.a.v1.json")
	first, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(first), `"name sample"`) {
		t.Fatalf("%s, %v", first, err)
	}
	if err := os.WriteFile(file, []byte(`{"name":"kept"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	eventstoretest.Golden(t, dir, reg, true)
	if kept, err := os.ReadFile(file); err != nil || string(kept) != `{"name":"kept"}` {
		t.Errorf("%s, %v", kept, err)
	}
}
