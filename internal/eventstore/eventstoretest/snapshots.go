package eventstoretest

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// GoldenSnapshots checks that the state of each aggregate has the shape that belongs to its
// snapshot schema. dir has a file <name>.s<schema>.txt with every field of a snapshot, its type and
// its JSON name. A build would read a snapshot of another shape as its own, so a changed state
// needs a new schema number. With update, GoldenSnapshots writes the file of a new schema.
func GoldenSnapshots(t *testing.T, dir string, kinds []*domain.Streams[domain.Aggregate], update bool) {
	t.Helper()
	for _, k := range kinds {
		t.Run(string(k.Type), func(t *testing.T) {
			file := filepath.Join(dir, fmt.Sprintf("%s.s%d.txt", k.Type, k.Snapshot))
			got := Shape(k.New(uuid.Nil))
			want, err := os.ReadFile(file)
			if errors.Is(err, os.ErrNotExist) && update {
				want, err = []byte(got), os.WriteFile(file, []byte(got), 0o600)
			}
			if err != nil {
				t.Fatalf("%v: write the file of a new schema with -update", err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("the state changed: raise Snapshot (-file +code):\n%s", diff)
			}
		})
	}
}

// Shape lists the fields of a value in JSON, one on each line.
func Shape(v any) string {
	var b strings.Builder
	shape(&b, "", reflect.TypeOf(v), map[reflect.Type]bool{})
	return b.String()
}

func shape(b *strings.Builder, path string, t reflect.Type, above map[reflect.Type]bool) {
	switch t.Kind() {
	case reflect.Pointer:
		shape(b, path, t.Elem(), above)
		return
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() != reflect.Uint8 {
			shape(b, path+"[]", t.Elem(), above)
			return
		}
	case reflect.Map:
		shape(b, path+"["+t.Key().String()+"]", t.Elem(), above)
		return
	case reflect.Struct:
		if t.Implements(marshaler) || reflect.PointerTo(t).Implements(marshaler) {
			break
		}
		if above[t] {
			break
		}
		above[t] = true
		defer delete(above, t)
		for f := range t.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if f.PkgPath != "" && !f.Anonymous || name == "-" {
				continue
			}
			if name == "" {
				name = f.Name
			}
			shape(b, path+"."+name, f.Type, above)
		}
		return
	}
	fmt.Fprintf(b, "%s %s\n", path, t)
}

var marshaler = reflect.TypeFor[interface{ MarshalText() ([]byte, error) }]()
