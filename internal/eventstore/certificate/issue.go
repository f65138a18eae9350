package certificate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// Errors for the person who asks for a certificate.
var (
	ErrNoApproval = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "certificate.no_approval",
		Message: "This version was not approved, so there is nothing to certify.",
	}
	ErrWithdrawn = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "certificate.approval_withdrawn",
		Message: "The approval of this version was taken back, so it is not certified.",
	}
	ErrNotYet = &domain.Error{
		Code:    domain.Unavailable,
		Reason:  "certificate.not_covered_yet",
		Message: "The audit log does not cover this approval yet. Please try again in a moment.",
	}
)

const patience = 2 * time.Second // until the tree covers a decision

// Log is the part of the event store that this package uses.
type Log interface {
	LoadStreams(ctx context.Context, streams []uuid.UUID, maxPosition int64) ([]domain.Event, error)
	Fold(
		ctx context.Context, w eventlog.Streams, do func(domain.Event) error, left func(*eventlog.UnreadableError),
	) error
}

// Issuer issues certificates with the log's current key.
type Issuer struct {
	Log  Log
	Tree *translog.Tree
	Keys *translog.Keys
}

// Request selects the approval to certify.
type Request struct {
	Order, Attachment, Version uuid.UUID
	Streams                    []uuid.UUID // streams that include the version's topics; others are ignored
	Internal                   bool        // list the annotations of the internal tab too
}

// Issue certifies the last approval of a version, with the file and the annotations of that time.
// It also lists what has changed since, because another file does not undo the approval. Errors:
// domain.ErrNotFound, ErrNoApproval, ErrWithdrawn, ErrNotYet.
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
		Product:    product,
		Kind:       kind,
		Format:     format,
		Order:      p.Order,
		Attachment: r.Attachment,
		Version:    Version{v.ID, int64(v.Number)},
		File:       File{v.File.Name, v.File.Size, v.File.SHA256},
		Decision: Decision{
			string(decision.Type),
			decision.Meta.Actor,
			string(decision.Meta.Role),
			decision.OccurredAt.UTC().Format(timeLayout),
		},
		Tabs: publicTab,
	}
	if r.Internal {
		c.Tabs = allTabs
	}
	if c.Annotations, c.Since, err = i.annotations(ctx, r, decision.Position); err != nil {
		return nil, err
	}
	if c.Proof, err = i.Tree.CertifyByFirst(ctx, decision.Position, patience); errors.Is(err, translog.ErrNotCovered) {
		return nil, ErrNotYet
	} else if err != nil {
		return nil, err
	}
	return c, c.Sign(i.Keys.Signers[0])
}

// decision is the last approval, and the proof right after it.
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

// annotations returns the topics of the version up to a position, in the order in which they were
// opened. It also returns what made the approval out of date after that: another file, and changes
// of the annotations on the tabs that the certificate lists. Only one topic is in memory at a time.
func (i *Issuer) annotations(
	ctx context.Context,
	r Request,
	position int64,
) (all []Annotation, since []Change, err error) {
	count := map[string]int64{}
	opened := map[uuid.UUID]int64{} // position, of the topics that are listed
	all = []Annotation{}
	var now *Annotation
	var mark string
	finish := func() {
		if now != nil && now.State != string(topic.Gone) {
			if mark != "" {
				sum := sha256.Sum256([]byte(mark))
				now.Mark = hex.EncodeToString(sum[:])
			}
			all = append(all, *now)
		}
		now = nil
	}
	said := []eh.EventType{
		topic.RepliedType,
		topic.CommentDeletedType,
		topic.MessageEditedType,
		topic.CommentEditedType,
	} // the texts are not needed
	ids := slices.DeleteFunc(slices.Clone(r.Streams), func(id uuid.UUID) bool { return id == r.Attachment })
	streams := eventlog.Streams{IDs: append(ids, r.Attachment), UpTo: math.MaxInt64, Bare: said}
	err = i.Log.Fold(ctx, streams, func(e domain.Event) error {
		if now != nil && now.ID != e.Stream {
			finish()
		}
		after := e.Position > position
		switch d := e.Data.(type) {
		case *proof.FileReplaced:
			if d.Version == r.Version && after {
				count["replaced"]++
			}
			return nil
		case *topic.Opened:
			if d.Proof != r.Attachment || d.Version != r.Version || !d.Public && !r.Internal {
				return nil
			}
			if opened[e.Stream] = e.Position; !after {
				now, mark = &Annotation{
					ID:    e.Stream,
					Tab:   "internal",
					Page:  int64(d.Page),
					State: string(topic.Open),
				}, d.Annotation
				if d.Public {
					now.Tab = "public"
				}
			}
		case *domain.Omitted:
			return nil
		}
		if what := topic.Restates[e.Type]; after && what != "" && opened[e.Stream] > 0 {
			count[what]++
		}
		if after || now == nil {
			return nil
		}
		switch e.Type {
		case topic.AnnotationUpdatedType:
			if d, ok := e.Data.(*topic.AnnotationUpdated); ok {
				mark, now.Page = d.Annotation, int64(d.Page)
			}
		case topic.RepliedType:
			now.Comments++
		case topic.CommentDeletedType:
			now.Comments--
		case topic.ResolvedType:
			now.State = string(topic.Closed)
		case topic.ReopenedType:
			now.State = string(topic.Open)
		case topic.DeletedType:
			now.State = string(topic.Gone)
		}
		return nil
	}, nil)
	if err != nil {
		return nil, nil, err
	}
	finish()
	slices.SortFunc(all, func(a, b Annotation) int { return cmp.Compare(opened[a.ID], opened[b.ID]) })
	for _, w := range changeWords {
		if n := count[w.what]; n > 0 {
			since = append(since, Change{w.what, n})
		}
	}
	return all, since, nil
}
