// Package keyfiles stores people's wrapped keys in the file store, separately from the database and
// its backups. Restoring a database backup therefore does not restore the key of an erased person.
package keyfiles

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/proofboard/proofboard/internal/accounts/vault"
	"github.com/proofboard/proofboard/internal/files"
)

const (
	prefix = "keys/"
	maxKey = 1 << 10 // bytes of a wrapped key
)

// Keys implements vault.Keys on a file store, which it opens on first use.
type Keys struct {
	open  func(context.Context) (*files.Store, error)
	mu    sync.Mutex
	store *files.Store
}

var _ vault.Keys = (*Keys)(nil)

// New returns the keys in the store that open returns. If open fails, the next call tries again.
func New(open func(context.Context) (*files.Store, error)) *Keys { return &Keys{open: open} }

func (k *Keys) files(ctx context.Context) (*files.Store, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.store == nil {
		s, err := k.open(ctx)
		if err != nil {
			return nil, fmt.Errorf("store of keys: %w", err)
		}
		k.store = s
	}
	return k.store, nil
}

// Get implements vault.Keys.
func (k *Keys) Get(ctx context.Context, id string) ([]byte, error) {
	s, err := k.files(ctx)
	if err != nil {
		return nil, err
	}
	r, _, err := s.Get(ctx, prefix+id)
	if errors.Is(err, files.ErrNotFound) {
		return nil, vault.ErrNoKey
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = r.Close() }()
	return io.ReadAll(io.LimitReader(r, maxKey))
}

// Put implements vault.Keys.
func (k *Keys) Put(ctx context.Context, id string, wrapped []byte) error {
	s, err := k.files(ctx)
	if err != nil {
		return err
	}
	return s.Put(ctx, prefix+id, bytes.NewReader(wrapped), int64(len(wrapped)), "application/octet-stream")
}

// Delete implements vault.Keys.
func (k *Keys) Delete(ctx context.Context, id string) error {
	s, err := k.files(ctx)
	if err != nil {
		return err
	}
	return s.Delete(ctx, prefix+id)
}
