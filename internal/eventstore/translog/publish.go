package translog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// Place is a place to which signed heads are published.
type Place interface {
	// Keep stores a head. It does not replace a head of the same name.
	Keep(ctx context.Context, name string, head []byte) error
	// Heads returns all heads in the place, by name.
	Heads(ctx context.Context) ([]string, error)
}

// Publish signs a head if the log has grown since the last one, and stores it in each place. If one
// place is unavailable, the others still get the head. Copies elsewhere are necessary to detect
// that the end of the log was removed together with the heads in the database.
func (t *Tree) Publish(ctx context.Context, places ...Place) error {
	head, err := t.store.Head(ctx)
	if err != nil || head == 0 {
		return err
	}
	if err := t.wait(ctx, head, patience); err != nil {
		return err
	}
	n, err := size(ctx, t.db)
	if err != nil {
		return err
	}
	if err := t.notShorter(ctx); err != nil {
		return err
	}
	signed, err := t.headOf(ctx, n)
	var failed []error
	if forged := (*forgedError)(nil); errors.As(err, &forged) {
		failed = append(failed, err)
		if n = forged.position - 1; n == 0 {
			return err
		}
		signed, err = t.headOf(ctx, n)
	}
	if err != nil {
		return err
	}
	for _, p := range places {
		failed = append(failed, p.Keep(ctx, fmt.Sprintf("%016d.head", n), []byte(signed)))
	}
	return errors.Join(failed...)
}

// Folder is a place on the disk.
type Folder string

// Keep implements Place.
func (f Folder) Keep(_ context.Context, name string, head []byte) error {
	file := filepath.Join(string(f), name)
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	if err := os.MkdirAll(string(f), 0o755); err != nil { //nolint:gosec // G301: heads are public
		return fmt.Errorf("audit heads: %w", err)
	}
	if err := os.WriteFile(file+".new", head, 0o644); err != nil { //nolint:gosec // G306: heads are public
		return fmt.Errorf("audit heads: %w", err)
	}
	if err := os.Rename(file+".new", file); err != nil {
		return fmt.Errorf("audit heads: %w", err)
	}
	return nil
}

// Newest returns the newest head of the folder, empty if there is none.
func (f Folder) Newest(context.Context) (string, error) {
	names, err := filepath.Glob(filepath.Join(string(f), "*.head"))
	if err != nil || len(names) == 0 {
		return "", err
	}
	text, err := os.ReadFile(slices.Max(names))
	if err != nil {
		return "", fmt.Errorf("audit heads: %w", err)
	}
	return string(text), nil
}

// Heads implements Place. A missing folder has no heads.
func (f Folder) Heads(context.Context) ([]string, error) {
	names, err := filepath.Glob(filepath.Join(string(f), "*.head"))
	if err != nil {
		return nil, fmt.Errorf("audit heads: %w", err)
	}
	slices.Sort(names)
	heads := make([]string, len(names))
	for i, name := range names {
		text, err := os.ReadFile(name) //nolint:gosec // G304: the operator's folder
		if err != nil {
			return nil, fmt.Errorf("audit heads: %w", err)
		}
		heads[i] = string(text)
	}
	return heads, nil
}
