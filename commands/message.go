package commands

import (
	"context"
	"fmt"
	"reflect"
	"sync"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain/catalogue"
)

// Command is a requested state change. The bus either refuses it or stores it as events of one stream. A command is a
// pointer to a struct with exported fields; the tag `stream:"order"` stands at the field that says which stream of
// that type it is about. A command's stored name is that of its type. Its JSON form is stored as a hash, so fields keep
// their names and their order.
type Command interface {
	handle(ctx context.Context, w *work) error
}

// Message is a command with its sender on the way through eventhorizon's handlers, and then its result.
type Message struct {
	Command
	Request Request
	Result  Result
}

var _ eh.Command = (*Message)(nil)

// CommandType returns the stored name of the command.
func (m *Message) CommandType() eh.CommandType { return TypeOf(m.Command) }

// AggregateType returns the type of the stream that the command is about.
func (m *Message) AggregateType() eh.AggregateType { return targetOf(m.Command).of }

// AggregateID returns the id of the stream that the command is about.
func (m *Message) AggregateID() uuid.UUID { return StreamOf(m.Command) }

// TypeOf returns the stored name of a command.
func TypeOf(c Command) eh.CommandType {
	return eh.CommandType(reflect.TypeOf(c).Elem().Name())
}

// StreamOf returns the id of the stream that a command is about.
func StreamOf(c Command) uuid.UUID {
	t := targetOf(c)
	return t.id(reflect.ValueOf(c).Elem().FieldByIndex(t.field).Interface())
}

// target says where a type of command has the stream that it is about.
type target struct {
	of    eh.AggregateType
	field []int
	id    func(key any) uuid.UUID
}

var targets sync.Map // of reflect.Type to target

func targetOf(c Command) target {
	t := reflect.TypeOf(c).Elem()
	if known, ok := targets.Load(t); ok {
		return known.(target)
	}
	for _, f := range reflect.VisibleFields(t) {
		name, ok := f.Tag.Lookup("stream")
		if !ok {
			continue
		}
		for _, s := range catalogue.Streams() {
			if string(s.Type) == name {
				found := target{s.Type, f.Index, s.ID}
				targets.Store(t, found)
				return found
			}
		}
	}
	panic(fmt.Sprintf("commands: no field of %s says which stream it is about", t)) // a test makes each command
}
