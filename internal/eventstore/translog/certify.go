package translog

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"time"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// EventProof proves that the log contains an event. To check it you need only the public key of the
// log.
type EventProof struct {
	Position int64            `json:"position"`
	Record   []byte           `json:"record"` // eventlog.EachRecord
	Path     tlog.RecordProof `json:"path"`   // hashes from the record to the head's
	Head     string           `json:"head"`   // signed
}

// Certify signs a head and proves that it covers the event at a position.
func (t *Tree) Certify(ctx context.Context, position int64) (EventProof, error) {
	head, err := t.store.Head(ctx)
	if err != nil {
		return EventProof{}, err
	}
	if position < 1 || position > head {
		return EventProof{}, ErrNotCovered.Saying("There is no event at position %d: the log has the positions 1 to %d.", position, head).
			From(eventlog.ErrNotFound)
	}
	if err := t.wait(ctx, position, patience); err != nil {
		return EventProof{}, err
	}
	signed, err := t.SignHead(ctx)
	if err != nil {
		return EventProof{}, err
	}
	return t.proof(ctx, position, signed)
}

// CertifyByFirst proves that the first head signed after an event covers it. So the proof stays the
// same, however often it is requested, as long as the key does. It waits until the tree covers the
// event, or returns ErrNotCovered.
func (t *Tree) CertifyByFirst(ctx context.Context, position int64, patience time.Duration) (EventProof, error) {
	if t.keys == nil {
		return EventProof{}, errNoKey
	}
	if err := t.wait(ctx, position, patience); err != nil {
		return EventProof{}, err
	}
	rows, err := t.db.Query(
		ctx, "select signed from tree_heads where size >= $1 order by size limit $2", position, headsTried,
	)
	if err != nil {
		return EventProof{}, fmt.Errorf("transparency log: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var signed string
		if err := rows.Scan(&signed); err != nil {
			return EventProof{}, fmt.Errorf("transparency log: %w", err)
		}
		if t.keys.signed(signed) {
			rows.Close()
			return t.proof(ctx, position, signed)
		}
	}
	if err := rows.Err(); err != nil {
		return EventProof{}, fmt.Errorf("transparency log: %w", err)
	}
	signed, err := t.SignHead(ctx)
	if err != nil {
		return EventProof{}, err
	}
	return t.proof(ctx, position, signed)
}

// proof returns the proof that a head covers the event at a position. It checks the proof before it
// returns it.
func (t *Tree) proof(ctx context.Context, position int64, signed string) (p EventProof, err error) {
	verifiers, err := parseVerifiers(t.keys.Verifiers)
	if err != nil {
		return EventProof{}, err
	}
	covers, err := OpenHead(signed, verifiers...)
	if err != nil {
		return EventProof{}, err
	}
	err = t.mended(ctx, func() error {
		record, path, err := t.ProveEvent(ctx, position, covers.Size)
		if err != nil {
			return err
		}
		if path == nil {
			path = tlog.RecordProof{} // of a tree with one leaf
		}
		p = EventProof{Position: position, Record: record, Path: path, Head: signed}
		if _, err := p.Check(t.keys.Verifiers...); err != nil {
			return fmt.Errorf(
				"%w: event %d does not lead to the signed head of %d events", ErrBrokenTree, position, covers.Size,
			)
		}
		return nil
	})
	return p, err
}

var errWritten = fmt.Errorf("%w: the file is not as it was written", ErrHead)

// Text returns the proof as a file.
func (p EventProof) Text() ([]byte, error) {
	text, err := json.Marshal(p)
	return append(text, '\n'), err
}

// ReadProof reads the result of Text. It refuses every other form.
func ReadProof(text []byte) (p EventProof, err error) {
	if err := json.Unmarshal(text, &p); err != nil {
		return EventProof{}, fmt.Errorf("%w: %w", ErrHead, err)
	}
	if again, err := p.Text(); err != nil || !bytes.Equal(text, again) {
		return EventProof{}, errWritten
	}
	return p, nil
}

// Check checks the proof with the public keys of the log.
func (p EventProof) Check(keys ...string) (Head, error) {
	verifiers, err := parseVerifiers(keys)
	if err != nil {
		return Head{}, err
	}
	head, err := OpenHead(p.Head, verifiers...)
	if err != nil {
		return Head{}, err
	}
	// The position is in the record, after the version and its own length.
	if len(p.Record) < 13 || int64(binary.BigEndian.Uint64(p.Record[5:])) != p.Position {
		return Head{}, fmt.Errorf("%w: the record is not of position %d", ErrHead, p.Position)
	}
	if p.Position < 1 || p.Position > head.Size {
		return Head{}, fmt.Errorf("%w: it covers %d events", ErrHead, head.Size)
	}
	if err := tlog.CheckRecord(p.Path, head.Size, head.Hash, p.Position-1, tlog.RecordHash(p.Record)); err != nil {
		return Head{}, fmt.Errorf("%w: %w", ErrHead, err)
	}
	return head, nil
}

func parseVerifiers(keys []string) ([]note.Verifier, error) {
	out := make([]note.Verifier, len(keys))
	for i, key := range keys {
		v, err := note.NewVerifier(key)
		if err != nil {
			return nil, fmt.Errorf(
				"%q is no public key of a log, as proofboard audit key prints it (name+number+key): %w", key, err,
			)
		}
		out[i] = v
	}
	return out, nil
}
