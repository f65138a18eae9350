package engine

import (
	"fmt"
	"reflect"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/projections/engine/rowset"
)

// Fold keeps a table with a row for each stream of an aggregate. What an event changes in the row is found with the
// aggregate's own Apply: two states that have no value in common are folded on with the event, and what they agree on
// afterwards is what the event says, so no row is read, but for a column that counts on. An event that says nothing
// writes nothing. This needs an Apply whose result for a column depends on no state that the two have in common.
type Fold[T any, P State[T]] struct {
	Of      *domain.Streams[P]
	Table   *rowset.Table // its key is the stream's id
	Columns []Column[T]
	// Beside returns what an event says about columns that the aggregate does not know: all of them for the first event
	// of a stream, nil for none.
	Beside func(e domain.Event) rowset.Set
	// Begun tells whether the first event of a stream has made a row; nil if it always does.
	Begun func(*T) bool
	// Changed is the column of the time of the last change; it may be empty.
	Changed string

	one, other T
}

// State is an aggregate, which is a pointer to a T.
type State[T any] interface {
	*T
	domain.Aggregate
}

// Column is a column with what it shows of an aggregate.
type Column[T any] struct {
	Name string
	Of   func(*T) any
	By   func(*T) any // what decides about it, if several values of that are shown as one; nil for Of
	Into func(*T) any // what the stored value is read into, if the next one depends on it; nil otherwise
}

func (c Column[T]) equal(a, b *T) bool {
	of := c.Of
	if c.By != nil {
		of = c.By
	}
	return reflect.DeepEqual(of(a), of(b))
}

// Add adds a reducer for each type of event of the aggregate. It panics if a column cannot tell two states apart. The
// reducers have a fold of their own, because a read model is described more than once.
func (f Fold[T, P]) Add(to Reducers) {
	for n, s := range []*T{&f.one, &f.other} {
		*s = *f.Of.New(uuid.Nil)
		apart(reflect.ValueOf(s).Elem(), n+1)
	}
	for _, c := range f.Columns {
		if c.equal(&f.one, &f.other) {
			panic(fmt.Sprintf("projections: %s of %s is the same for all", c.Name, f.Table.Name))
		}
	}
	for _, t := range f.Of.Events {
		to[t.Type] = f.apply
	}
}

func (f *Fold[T, P]) apply(b *rowset.Batch, e domain.Event) error {
	row := f.Beside(e)
	if row == nil {
		row = rowset.Set{}
	}
	if e.Version == 1 {
		first := f.Of.New(e.Stream)
		if err := first.Apply(e); err != nil {
			return err
		}
		if f.Begun != nil && !f.Begun(first) {
			return nil
		}
		for _, c := range f.Columns {
			row[c.Name] = c.Of(first)
		}
		b.Upsert(f.Table, e.Stream, f.stamped(row, e))
		return nil
	}
	one, err := f.folded(f.one, e)
	if err != nil {
		return err
	}
	other, err := f.folded(f.other, e)
	if err != nil {
		return err
	}
	for _, c := range f.Columns {
		switch {
		case c.equal(&one, &other):
			row[c.Name] = c.Of(&one)
		case !c.equal(&one, &f.one):
			if row[c.Name], err = f.next(b, e, c); err != nil {
				return err
			}
		}
	}
	if len(row) > 0 {
		b.Change(f.Table, e.Stream, f.stamped(row, e))
	}
	return nil
}

// next returns the value of a column that depends on the one before, or the one that it has if the event is applied
// already.
func (f *Fold[T, P]) next(b *rowset.Batch, e domain.Event, c Column[T]) (any, error) {
	if c.Into == nil {
		return nil, fmt.Errorf("%s: %s depends on what was before", e.Type, c.Name)
	}
	var version int
	before := f.one
	_, err := b.Get(f.Table, e.Stream, []string{c.Name, "version"}, c.Into(&before), &version)
	if err != nil || version >= e.Version {
		return c.Of(&before), err
	}
	after, err := f.folded(before, e)
	return c.Of(&after), err
}

// stamped adds to a row which event changed it.
func (f *Fold[T, P]) stamped(row rowset.Set, e domain.Event) rowset.Set {
	row["version"], row["position"] = e.Version, e.Position
	if f.Changed != "" {
		row[f.Changed] = e.OccurredAt
	}
	return row
}

// folded returns a state with an event applied.
func (f *Fold[T, P]) folded(s T, e domain.Event) (T, error) {
	*P(&s).Root() = domain.Base{ID: e.Stream, Version: e.Version - 1}
	return s, P(&s).Apply(e)
}

// apart gives a value what no event has, and something else for another n.
func apart(v reflect.Value, n int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("\x00%d", n))
	case reflect.Bool:
		v.SetBool(n == 1)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(-100 * n))
	case reflect.Uint8:
		v.SetUint(uint64(n))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		apart(v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	case reflect.Array:
		apart(v.Index(0), n)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(int64(-n), 0)))
			return
		}
		for _, field := range v.Fields() {
			if field.CanSet() {
				apart(field, n)
			}
		}
	}
}
