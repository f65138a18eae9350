package translog

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/proofboard/proofboard/domain"
)

// ErrSizes says that the log cannot have grown from one size to the other.
var ErrSizes = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "audit.sizes_invalid",
	Message: "Give two sizes of the log, the smaller one first; the smallest is 1.",
}

// GrowthProof proves that the log of a newer head is the log of an older one with more events after
// it. To check it you need only the public key of the log.
type GrowthProof struct {
	Old  string         `json:"old"`  // signed head
	Head string         `json:"head"` // signed head, of as many events or more
	Path tlog.TreeProof `json:"path"` // hashes from the one to the other
}

// CertifyGrowth signs the heads of two sizes, unless they were signed before, and proves that one
// grew from the other. A size of 0 for to means the newest one. Errors: ErrSizes, ErrNotCovered.
func (t *Tree) CertifyGrowth(ctx context.Context, from, to int64) (GrowthProof, error) {
	to, err := t.grown(ctx, from, to)
	if err != nil {
		return GrowthProof{}, err
	}
	old, err := t.headOf(ctx, from)
	if err != nil {
		return GrowthProof{}, err
	}
	return t.growth(ctx, old, from, to)
}

// CertifyGrowthFrom is CertifyGrowth from a head that was kept elsewhere. If the log did not grow
// from that head, the proof is invalid.
func (t *Tree) CertifyGrowthFrom(ctx context.Context, kept string, to int64) (GrowthProof, error) {
	verifiers, err := parseVerifiers(t.keys.Verifiers)
	if err != nil {
		return GrowthProof{}, err
	}
	old, err := OpenHead(kept, verifiers...)
	if err != nil {
		return GrowthProof{}, err
	}
	if to, err = t.grown(ctx, old.Size, to); err != nil {
		return GrowthProof{}, err
	}
	return t.growth(ctx, kept, old.Size, to)
}

// grown checks two sizes and returns the larger one.
func (t *Tree) grown(ctx context.Context, from, to int64) (int64, error) {
	n, err := size(ctx, t.db)
	if err != nil {
		return 0, err
	}
	if to == 0 {
		to = max(n, from)
	}
	switch {
	case from < 1 || from > to:
		return 0, ErrSizes
	case to > n:
		return 0, ErrNotCovered
	}
	return to, nil
}

func (t *Tree) growth(ctx context.Context, old string, from, to int64) (GrowthProof, error) {
	head, err := t.headOf(ctx, to)
	if err != nil {
		return GrowthProof{}, err
	}
	var proof GrowthProof
	prove := func() error {
		path, err := t.ProveGrowth(ctx, from, to)
		if path == nil {
			path = tlog.TreeProof{} // from a size to itself
		}
		proof = GrowthProof{Old: old, Head: head, Path: path}
		return err
	}
	err = t.mended(ctx, prove)
	if err != nil {
		return GrowthProof{}, err
	}
	if _, _, err := proof.Check(t.keys.Verifiers...); err == nil {
		return proof, nil
	}
	// Either the stored tree is damaged, or the log did not grow from the older head. Only the
	// first can be mended.
	own, err := t.headOf(ctx, from)
	if err != nil {
		return GrowthProof{}, err
	}
	mine, err := GrowthProof{Old: own, Head: head, Path: proof.Path}.checked(t.keys.Verifiers)
	if err != nil {
		if err := t.mend(
			ctx, fmt.Errorf("%w: the tree of %d events does not lead to the one of %d", ErrBrokenTree, from, to),
		); err != nil {
			return GrowthProof{}, err
		}
		err := prove()
		return proof, err
	}
	mine.Old = old
	return mine, nil
}

func (p GrowthProof) checked(keys []string) (GrowthProof, error) {
	_, _, err := p.Check(keys...)
	return p, err
}

// Text returns the proof as a file.
func (p GrowthProof) Text() ([]byte, error) {
	text, err := json.Marshal(p)
	return append(text, '\n'), err
}

// ReadGrowth reads the result of Text. It refuses every other form.
func ReadGrowth(text []byte) (p GrowthProof, err error) {
	if err := json.Unmarshal(text, &p); err != nil {
		return GrowthProof{}, fmt.Errorf("%w: %w", ErrHead, err)
	}
	if again, err := p.Text(); err != nil || !bytes.Equal(text, again) {
		return GrowthProof{}, errWritten
	}
	return p, nil
}

// Check checks the proof with the public keys of the log.
func (p GrowthProof) Check(keys ...string) (old, head Head, err error) {
	verifiers, err := parseVerifiers(keys)
	if err != nil {
		return Head{}, Head{}, err
	}
	if old, err = OpenHead(p.Old, verifiers...); err != nil {
		return Head{}, Head{}, fmt.Errorf("the older head: %w", err)
	}
	if head, err = OpenHead(p.Head, verifiers...); err != nil {
		return Head{}, Head{}, fmt.Errorf("the newer head: %w", err)
	}
	if old.Log != head.Log {
		return Head{}, Head{}, fmt.Errorf("%w: the heads are of %s and of %s", ErrHead, old.Log, head.Log)
	}
	if old.Size < 1 || old.Size > head.Size {
		return Head{}, Head{}, fmt.Errorf("%w: %d events do not grow to %d", ErrHead, old.Size, head.Size)
	}
	if err := tlog.CheckTree(p.Path, head.Size, head.Hash, old.Size, old.Hash); err != nil {
		return Head{}, Head{}, fmt.Errorf(
			"%w: the log of %d events did not grow from that of %d: %w", ErrHead, head.Size, old.Size, err,
		)
	}
	return old, head, nil
}
