package capsule

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
)

func types() []domain.EventType {
	return slices.Concat(order.Streams.Events, proof.Streams.Events, topic.Streams.Events)
}

func registry() *codec.Registry {
	reg := codec.NewRegistry()
	reg.Add(types()...)
	return reg
}

// secrets fills a value with ids and texts that must not be seen again.
func secrets(v reflect.Value, field string) (all []string) {
	switch v.Type() {
	case idType:
		id := uuid.New()
		v.Set(reflect.ValueOf(id))
		return []string{id.String()}
	case timeType:
		return nil
	case textType:
		if kept[field] {
			return nil
		}
		s := "Olga Ordway " + uuid.NewString()
		v.SetString(s)
		return []string{s}
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return secrets(v.Elem(), field)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range v.Len() {
			all = append(all, secrets(v.Index(i), field)...)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
			all = append(all, secrets(v.Field(i), name)...)
		}
	}
	return all
}

func TestNoEventKeepsWhatNamesSomebody(t *testing.T) { // BY-026
	replaced := 0
	for _, et := range types() {
		p := pseudonyms{key: []byte("a key"), texts: map[string]int{}}
		data := et.New()
		hidden := secrets(reflect.ValueOf(data).Elem(), "")
		replaced += len(hidden)
		clean, err := p.data(data)
		if err != nil {
			t.Errorf("%s: %v", et.Type, err)
			continue
		}
		raw, err := json.Marshal(clean)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range hidden {
			if bytes.Contains(raw, []byte(s)) {
				t.Errorf("%s keeps %q: %s", et.Type, s, raw)
			}
		}
	}
	if replaced < 30 {
		t.Errorf("only %d values were to be replaced: the test proves little", replaced)
	}
}

// history is an order with a proof that is approved and a thread on it.
func history() (uuid.UUID, []domain.Event) {
	o, p, th, version, person := uuid.New(), uuid.New(), uuid.New(), uuid.New(), uuid.New()
	at := time.Date(2026, 5, 4, 9, 0, 0, 0, time.UTC)
	versions := map[uuid.UUID]int{}
	var events []domain.Event
	add := func(stream uuid.UUID, of domain.Event, data any) {
		versions[stream]++
		of.Position, of.Stream, of.Version, of.Data, of.OccurredAt = int64(10*len(events)+7), stream,
			versions[stream], data, at.Add(time.Duration(len(events))*time.Hour)
		of.Meta = domain.Meta{
			Actor:       person,
			Role:        domain.Owner,
			Via:         "board",
			Request:     "req-of-olga",
			Fingerprint: "print",
		}
		events = append(events, of)
	}
	inOrder := func(e domain.Event) domain.Event { e.StreamType = order.AggregateType; return e }
	inProof := func(e domain.Event) domain.Event { e.StreamType = proof.AggregateType; return e }
	add(o, inOrder(domain.Event{Type: order.DraftedType}), &order.Drafted{
		Client:   "Northlight",
		Customer: uuid.New(),
		Creator:  person,
		Details:  order.Details{Headline: order.Headline{Name: "Jam label"}, Brief: "For Olga"},
		Rank:     "m",
	})
	add(
		o, inOrder(domain.Event{Type: order.PublishedType}),
		&order.Published{Change: order.Change{From: order.Draft, To: order.ReadyToGo, Rank: "n"}},
	)
	file := proof.File{
		Name:        "olga.png",
		ContentType: "image/png",
		Key:         "k/olga",
		Size:        5,
		SHA256:      strings.Repeat("ab", 32),
	}
	add(
		p, inProof(domain.Event{Type: proof.AttachmentAddedType}),
		&proof.AttachmentAdded{Order: o, Kind: "proof", Name: "olga.png", StartingTab: "public"},
	)
	add(
		p, inProof(domain.Event{Type: proof.VersionAddedType}),
		&proof.VersionAdded{Version: version, Number: 1, File: file},
	)
	add(th, domain.Event{StreamType: topic.AggregateType, Type: topic.OpenedType}, &topic.Opened{
		Order:    o,
		Proof:    p,
		Version:  version,
		Public:   true,
		Message:  "sealed words of Olga",
		Mentions: []uuid.UUID{person},
	})
	add(
		p, inProof(domain.Event{Type: proof.VersionApprovedType}),
		&proof.VersionApproved{Version: version, SHA256: file.SHA256},
	)
	return o, events
}

func packed(t testing.TB) (Capsule, []byte) {
	t.Helper()
	id, events := history()
	c, err := Make(id, events, registry(), "v1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := c.Write(&file); err != nil {
		t.Fatal(err)
	}
	return c, file.Bytes()
}

func TestACapsuleReplaysToTheSameState(t *testing.T) { // BY-026
	made, file := packed(t)
	// Pseudonyms are random hex, which has any short word by chance.
	hash := strings.Repeat("ab", 32)
	for _, secret := range []string{"Olga", "olga", "Jam", "Northlight", "k/", hash, "print"} {
		if bytes.Contains(file, []byte(secret)) {
			t.Errorf("the capsule tells %q", secret)
		}
	}
	c, err := Read(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var last Step
	steps := 0
	same, err := c.Replay(registry(), func(s Step) error {
		if !s.Same {
			t.Errorf("position %d differs", s.Position)
		}
		steps, last = steps+1, s
		return nil
	})
	if err != nil || !same || steps != 6 || c.Build != "v1.2.3" || c.State != made.State {
		t.Errorf("replayed %d steps: %v, %v", steps, same, err)
	}
	if last.Position != 57 || !bytes.Contains(last.State, []byte(`"State":"checked"`)) {
		t.Errorf("after the approval at %d: %s", last.Position, last.State)
	}
	if again, _ := packed(t); again.Order == made.Order {
		t.Error("two capsules share pseudonyms")
	}
}

func TestAChangedCapsuleIsNoticed(t *testing.T) { // BY-026
	_, file := packed(t)
	for what, change := range map[string][2]string{
		"another status": {`"to": "ready-to-go"`, `"to": "in-progress"`}, "another place": {`"rank": "n"`, `"rank": "o"`},
		"another time": {"2026-05-04T14:00", "2026-05-04T14:01"}, "another position": {`"position": 57`, `"position": 58`},
	} {
		c, err := Read(bytes.NewReader(bytes.Replace(file, []byte(change[0]), []byte(change[1]), 1)))
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		first := int64(0)
		same, err := c.Replay(registry(), func(s Step) error {
			if !s.Same && first == 0 {
				first = s.Position
			}
			return nil
		})
		if err != nil || same || first == 0 {
			t.Errorf("%s: same %v, first difference at %d, %v", what, same, first, err)
		}
	}
	for what, text := range map[string]string{
		"nothing": "", "no capsule": "{}", "another format": strings.Replace(string(file), Format, "proofboard capsule 9", 1), "cut off": string(file[:len(file)/2]),
	} {
		if _, err := Read(strings.NewReader(text)); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, change := range map[string][2]string{
		"an unknown stream": {`"streamType": "topic"`, `"streamType": "other"`}, "an unknown event": {`"type": "order.published"`, `"type": "order.unheard"`},
		"a missing version": {`"version": 2`, `"version": 3`},
	} {
		changed := bytes.Replace(file, []byte(change[0]), []byte(change[1]), 1)
		if bytes.Equal(changed, file) {
			t.Fatalf("%s: nothing to change in\n%s", what, file)
		}
		c, err := Read(bytes.NewReader(changed))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Replay(registry(), func(Step) error { return nil }); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	_, file := packed(f)
	f.Add(file)
	f.Add([]byte(fmt.Sprintf(`{"format":%q,"events":[{"streamType":"order","version":1}]}`, Format)))
	reg := registry()
	f.Fuzz(func(t *testing.T, raw []byte) {
		c, err := Read(bytes.NewReader(raw))
		if err != nil {
			return
		}
		if _, err := c.Replay(reg, func(Step) error { return nil }); err != nil && !errors.Is(err, ErrInvalid) {
			t.Errorf("%v", err)
		}
	})
}
