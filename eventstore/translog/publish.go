package translog

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/jackc/pgx/v5"
)

// Publish signs a head if the log has grown since the last one, and puts it into a folder. Copies of that folder elsewhere
// are what shows a log that was cut together with all it holds of itself.
func (t *Tree) Publish(ctx context.Context, folder string) error {
	head, err := t.store.Head(ctx)
	if err != nil || head == 0 {
		return err
	}
	if err := t.wait(ctx, head); err != nil {
		return err
	}
	n, err := size(ctx, t.db)
	if err != nil {
		return err
	}
	var signed string
	err = t.db.QueryRow(ctx, "select signed from tree_heads where size = $1", n).Scan(&signed)
	if errors.Is(err, pgx.ErrNoRows) {
		signed, err = t.SignHead(ctx)
	}
	if err != nil {
		return fmt.Errorf("transparency log: %w", err)
	}
	name := filepath.Join(folder, fmt.Sprintf("%016d.head", n))
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	if err := os.MkdirAll(folder, 0o755); err != nil { //nolint:gosec // G301: heads are public
		return fmt.Errorf("audit heads: %w", err)
	}
	if err := os.WriteFile(name+".new", []byte(signed), 0o644); err != nil { //nolint:gosec // G306: heads are public
		return fmt.Errorf("audit heads: %w", err)
	}
	if err := os.Rename(name+".new", name); err != nil {
		return fmt.Errorf("audit heads: %w", err)
	}
	return nil
}

// Published are the heads of a folder, oldest first; none if there is no such folder.
func Published(folder string) ([]string, error) {
	names, err := filepath.Glob(filepath.Join(folder, "*.head"))
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
