package certificate_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/eventstore/codec"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/lease"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/migrations"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// office issues certificates over a log of its own, whose tree grows when it is told to.
type office struct {
	certificate.Issuer
	store *eventlog.Store
}

func openOffice(t *testing.T) *office {
	t.Helper()
	dsn := embeddedtest.DatabaseFrom(t, "migrated", migrations.Up)
	db, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	reg := codec.NewRegistry()
	reg.Add(proof.Streams.Events...)
	reg.Add(topic.Streams.Events...)
	store, err := eventlog.Open(t.Context(), eventlog.Config{DSN: dsn, Registry: reg})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	keys, err := translog.OpenKeys(filepath.Join(t.TempDir(), "log.key"))
	if err != nil {
		t.Fatal(err)
	}
	return &office{certificate.Issuer{Log: store, Tree: translog.New(store, db, keys, time.Now), Keys: keys}, store}
}

// write appends events to a stream as a creative manager.
func (o *office) write(
	t *testing.T,
	stream uuid.UUID,
	kind eh.AggregateType,
	expected int,
	events ...eventlog.Record,
) {
	t.Helper()
	for i := range events {
		events[i].OccurredAt = decided
	}
	meta := domain.Meta{Actor: id(4), Role: domain.CreativeManager}
	if _, err := o.store.Append(
		t.Context(),
		eventlog.Append{Stream: stream, StreamType: kind, Expected: expected, Events: events, Meta: meta},
	); err != nil {
		t.Fatal(err)
	}
}

// follow runs the tree until it covers the log.
func (o *office) follow(t *testing.T) {
	t.Helper()
	head, err := o.store.Head(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- o.Tree.Run(ctx, lease.New(o.store, nil)) }()
	look := time.NewTicker(5 * time.Millisecond)
	defer look.Stop()
	for deadline := time.Now().Add(30 * time.Second); ; <-look.C {
		n, err := o.Tree.Size(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if n >= head {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("the tree covers %d of %d events", n, head)
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

func sum(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

func TestAnApprovalIsCertifiedOnceTheTreeCoversItAndAsItWasThen(t *testing.T) { // BY-023
	o := openOffice(t)
	file := proof.File{Name: "label.pdf", ContentType: "application/pdf", Key: "k", Size: 12, SHA256: fileHash}
	o.write(
		t,
		id(2),
		proof.AggregateType,
		0,
		eventlog.Record{
			Type: proof.AttachmentAddedType,
			Data: &proof.AttachmentAdded{Order: id(1), Kind: proof.CustomerReview, Name: "label.pdf"},
		},
		eventlog.Record{
			Type: proof.VersionAddedType,
			Data: &proof.VersionAdded{Version: id(3), Number: 1, File: file},
		},
	)
	opened := func(version uuid.UUID, public bool, mark string, page int) eventlog.Record {
		return eventlog.Record{
			Type: topic.OpenedType,
			Data: &topic.Opened{
				Order:      id(1),
				Proof:      id(2),
				Version:    version,
				Public:     public,
				Message:    "secret words",
				Annotation: mark,
				Page:       page,
			},
		}
	}
	o.write(
		t,
		id(10),
		topic.AggregateType,
		0,
		opened(id(3), true, `{"a":1}`, 2),
		eventlog.Record{Type: topic.RepliedType, Data: &topic.Replied{Comment: id(20), Message: "more"}},
		eventlog.Record{Type: topic.RepliedType, Data: &topic.Replied{Comment: id(21), Message: "more"}},
		eventlog.Record{Type: topic.CommentDeletedType, Data: &topic.CommentDeleted{Comment: id(20)}},
		eventlog.Record{
			Type: topic.AnnotationUpdatedType,
			Data: &topic.AnnotationUpdated{Annotation: `{"a":2}`, Page: 3},
		},
	)
	o.write(
		t, id(11), topic.AggregateType, 0, opened(id(3), false, "", 0),
		eventlog.Record{Type: topic.ResolvedType, Data: &topic.Resolved{}},
	)
	o.write(
		t, id(12), topic.AggregateType, 0, opened(id(3), true, "", 0),
		eventlog.Record{Type: topic.DeletedType, Data: &topic.Deleted{}},
	)
	o.write(t, id(13), topic.AggregateType, 0, opened(id(99), true, "", 0)) // on another version
	want := certificate.Request{
		Order:      id(1),
		Attachment: id(2),
		Version:    id(3),
		Streams:    []uuid.UUID{id(2), id(10), id(11), id(12), id(13)},
		Internal:   true,
	}
	if _, err := o.Issue(t.Context(), want); !errors.Is(err, certificate.ErrNoApproval) {
		t.Errorf("before the approval: %v", err)
	}
	o.write(t, id(2), proof.AggregateType, 2, eventlog.Record{
		Type: proof.VersionApprovedType,
		Data: &proof.VersionApproved{Version: id(3), SHA256: fileHash},
	})

	began := time.Now()
	if _, err := o.Issue(t.Context(), want); !errors.Is(err, certificate.ErrNotYet) ||
		time.Since(began) < time.Second ||
		time.Since(began) > 10*time.Second {
		t.Errorf("before the tree covers it: %v after %v, want ErrNotYet after 2 s", err, time.Since(began))
	}
	o.follow(t)
	c, err := o.Issue(t.Context(), want)
	if err != nil {
		t.Fatal(err)
	}
	wanted := []certificate.Annotation{
		{ID: id(10), Tab: "public", Page: 3, State: "open", Mark: sum(`{"a":2}`), Comments: 1},
		{ID: id(11), Tab: "internal", State: "resolved"},
	}
	if len(c.Annotations) != 2 || c.Annotations[0] != wanted[0] || c.Annotations[1] != wanted[1] {
		t.Errorf("annotations %+v, want %+v", c.Annotations, wanted)
	}
	text, err := c.Encode()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := certificate.Check(text, o.Keys.Verifiers...); err != nil {
		t.Error(err)
	}
	// What comes after the decision changes nothing of what is certified; the certificate says that
	// it made the approval stale.
	o.write(t, id(10), topic.AggregateType, 5, eventlog.Record{Type: topic.ResolvedType, Data: &topic.Resolved{}})
	o.write(t, id(2), proof.AggregateType, 3, eventlog.Record{
		Type: proof.FileReplacedType,
		Data: &proof.FileReplaced{
			Version:         id(3),
			File:            proof.File{Name: "other", Key: "k", Size: 1, SHA256: sum("x")},
			ApprovalCleared: true,
		},
	})
	o.follow(t)
	after, err := o.Issue(t.Context(), want)
	if err != nil {
		t.Fatal(err)
	}
	if want := []certificate.Change{{What: "replaced", Count: 1}}; !slices.Equal(after.Since, want) ||
		c.Since != nil { // BY-030
		t.Errorf("changed since: %v, want %v; before that %v", after.Since, want, c.Since)
	}
	if after.Since = nil; after.Sign(o.Keys.Signers[0]) != nil {
		t.Fatal("it cannot be signed")
	}
	if again, err := after.Encode(); err != nil || string(again) != string(text) {
		t.Errorf("%v: afterwards it says %s", err, again)
	}
	for what, r := range map[string]certificate.Request{
		"another order's":   {Order: id(9), Attachment: id(2), Version: id(3)},
		"another version's": {Order: id(1), Attachment: id(2), Version: id(9)},
		"another proof's":   {Order: id(1), Attachment: id(9), Version: id(3)},
	} {
		var e *domain.Error
		if _, err := o.Issue(t.Context(), r); !errors.As(err, &e) || e.Code != domain.NotFound {
			t.Errorf("%s: %v", what, err)
		}
	}
}
