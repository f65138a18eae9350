package program

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

// keyStore keeps people's wrapped keys in the file store, apart from the database and its backups.
type keyStore struct {
	open  func(context.Context) (*files.Store, error)
	mu    sync.Mutex
	store *files.Store
}

var _ vault.Keys = (*keyStore)(nil)

const (
	keyPrefix = "keys/"
	maxKey    = 1 << 10 // bytes of a wrapped key
)

// files opens the store when it is first needed.
func (k *keyStore) files(ctx context.Context) (*files.Store, error) {
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
func (k *keyStore) Get(ctx context.Context, id string) ([]byte, error) {
	s, err := k.files(ctx)
	if err != nil {
		return nil, err
	}
	r, _, err := s.Get(ctx, keyPrefix+id)
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
func (k *keyStore) Put(ctx context.Context, id string, wrapped []byte) error {
	s, err := k.files(ctx)
	if err != nil {
		return err
	}
	return s.Put(ctx, keyPrefix+id, bytes.NewReader(wrapped), int64(len(wrapped)), "application/octet-stream")
}

// Delete implements vault.Keys.
func (k *keyStore) Delete(ctx context.Context, id string) error {
	s, err := k.files(ctx)
	if err != nil {
		return err
	}
	return s.Delete(ctx, keyPrefix+id)
}
