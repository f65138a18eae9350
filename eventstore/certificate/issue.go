package certificate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/eventstore/translog"
)

// Errors that a person who asks for a certificate can cause.
var (
	ErrNoApproval = &domain.Error{Code: domain.NotFound, Reason: "certificate.no_approval", Message: "This version was not approved, so there is nothing to certify."}
	ErrWithdrawn  = &domain.Error{Code: domain.NotFound, Reason: "certificate.approval_withdrawn", Message: "The approval of this version was taken back, so it is not certified."}
	ErrNotYet     = &domain.Error{Code: domain.Unavailable, Reason: "certificate.not_covered_yet", Message: "The audit log does not cover this approval yet. Please try again in a moment."}
)

const patience = 2 * time.Second // until the tree covers a decision

// Log is what is needed of the event store.
type Log interface {
	LoadStreams(ctx context.Context, streams []uuid.UUID, maxPosition int64) ([]domain.Event, error)
}

// Issuer issues certificates with the log's current key.
type Issuer struct {
	Log  Log
	Tree *translog.Tree
	Keys *translog.Keys
}

// Request says what to certify.
type Request struct {
	Order, Attachment, Version uuid.UUID
	Streams                    []uuid.UUID // where the version's topics are among; others do no harm
	Internal                   bool        // list the annotations of the internal tab too
}

// Issue certifies the last approval of a version, with file and annotations as they were then, and says what changed since:
// another file does not undo what was decided. Errors: domain.ErrNotFound, ErrNoApproval, ErrWithdrawn, ErrNotYet.
func (i *Issuer) Issue(ctx context.Context, r Request) (*Certificate, error) {
	decision, p, err := i.decision(ctx, r)
	if err != nil {
		return nil, err
	}
	v, err := p.Find(r.Version)
	if err != nil {
		return nil, err
	}
	c := &Certificate{
		Product: product, Kind: kind, Format: format, Order: p.Order, Attachment: r.Attachment,
		Version:  Version{v.ID, int64(v.Number)},
		File:     File{v.File.Name, v.File.Size, v.File.SHA256},
		Decision: Decision{string(decision.Type), decision.Meta.Actor, string(decision.Meta.Role), decision.OccurredAt.UTC().Format(timeLayout)},
		Tabs:     publicTab,
	}
	if r.Internal {
		c.Tabs = allTabs
	}
	if c.Annotations, err = i.annotations(ctx, r, decision.Position); err != nil {
		return nil, err
	}
	if c.Since, err = i.since(ctx, r, decision.Position); err != nil {
		return nil, err
	}
	if c.Proof, err = i.Tree.CertifyByFirst(ctx, decision.Position, patience); errors.Is(err, translog.ErrNotCovered) {
		return nil, ErrNotYet
	} else if err != nil {
		return nil, err
	}
	return c, c.Sign(i.Keys.Signers[0])
}

// decision is the approval that counts, and the proof as it was right after it.
func (i *Issuer) decision(ctx context.Context, r Request) (decision domain.Event, at *proof.Proof, err error) {
	events, err := i.Log.LoadStreams(ctx, []uuid.UUID{r.Attachment}, math.MaxInt64)
	if err != nil {
		return decision, nil, err
	}
	last, refused := -1, ErrNoApproval
	for n, e := range events {
		switch d := e.Data.(type) {
		case *proof.VersionApproved:
			if d.Version == r.Version {
				last = n
			}
		case *proof.VersionRevised:
			if d.Version == r.Version {
				last, refused = -1, ErrWithdrawn
			}
		}
	}
	if last < 0 {
		return decision, nil, refused
	}
	at = proof.New(r.Attachment)
	for _, e := range events[:last+1] {
		if err := at.Apply(e); err != nil {
			return decision, nil, err
		}
	}
	if at.Order != r.Order {
		return decision, nil, domain.ErrNotFound
	}
	return events[last], at, nil
}

// annotations are the topics of the version up to a position, in the order they were opened.
func (i *Issuer) annotations(ctx context.Context, r Request, position int64) ([]Annotation, error) {
	events, err := i.Log.LoadStreams(ctx, r.Streams, position)
	if err != nil {
		return nil, err
	}
	type thread struct {
		*topic.Topic
		mark string
		page int
	}
	threads := map[uuid.UUID]*thread{}
	var order []*thread
	for _, e := range events {
		if e.StreamType != topic.AggregateType {
			continue
		}
		t := threads[e.Stream]
		switch d := e.Data.(type) {
		case *topic.Opened:
			if d.Proof != r.Attachment || d.Version != r.Version || !d.Public && !r.Internal {
				continue
			}
			t = &thread{topic.New(e.Stream), d.Annotation, d.Page}
			threads[e.Stream], order = t, append(order, t)
		case *topic.AnnotationUpdated:
			if t != nil {
				t.mark, t.page = d.Annotation, d.Page
			}
		}
		if t == nil {
			continue
		}
		if err := t.Apply(e); err != nil {
			return nil, err
		}
	}
	out := []Annotation{}
	for _, t := range order {
		if t.State == topic.Gone {
			continue
		}
		a := Annotation{ID: t.ID, Tab: "internal", Page: int64(t.page), State: string(t.State), Comments: int64(len(t.Comments))}
		if t.Public {
			a.Tab = "public"
		}
		if t.mark != "" {
			sum := sha256.Sum256([]byte(t.mark))
			a.Mark = hex.EncodeToString(sum[:])
		}
		out = append(out, a)
	}
	return out, nil
}

// since counts what made the approval stale: another file, and changes of the annotations on the tabs that the certificate lists.
func (i *Issuer) since(ctx context.Context, r Request, position int64) ([]Change, error) {
	events, err := i.Log.LoadStreams(ctx, append([]uuid.UUID{r.Attachment}, r.Streams...), math.MaxInt64)
	if err != nil {
		return nil, err
	}
	count, of := map[string]int64{}, map[uuid.UUID]bool{}
	for _, e := range events {
		if d, ok := e.Data.(*topic.Opened); ok && d.Proof == r.Attachment && d.Version == r.Version && (d.Public || r.Internal) {
			of[e.Stream] = true
		}
		if e.Position <= position {
			continue
		}
		if d, ok := e.Data.(*proof.FileReplaced); ok && d.Version == r.Version {
			count["replaced"]++
		}
		if what := topic.Restates[e.Type]; what != "" && of[e.Stream] {
			count[what]++
		}
	}
	var out []Change
	for _, w := range changeWords {
		if n := count[w.what]; n > 0 {
			out = append(out, Change{w.what, n})
		}
	}
	return out, nil
}
