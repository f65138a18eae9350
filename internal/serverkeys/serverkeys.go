// Package serverkeys stores the secret keys that all processes share.
package serverkeys

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/internal/dberror"
)

// Store reads and writes keys in PostgreSQL.
type Store struct{ pool *pgxpool.Pool }

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool) *Store { return &Store{pool} }

// Key returns a secret key that all processes share. It creates the key on first use.
func (s *Store) Key(ctx context.Context, name string) ([]byte, error) {
	fresh := make([]byte, 32)
	if _, err := rand.Read(fresh); err != nil {
		return nil, err
	}
	if _, err := s.pool.Exec(
		ctx, "insert into server_keys (name, key) values ($1, $2) on conflict (name) do nothing", name, fresh,
	); err != nil {
		return nil, dberror.Of("key", err)
	}
	var key []byte
	err := s.pool.QueryRow(ctx, "select key from server_keys where name = $1", name).Scan(&key)
	return key, dberror.Of("key", err)
}

// ErrOtherMaster means that a master key file is valid but belongs to another installation.
var ErrOtherMaster = errors.New(
	"master key: the file holds none of the keys that this installation's texts are sealed under: put the right file back",
)

// CheckMaster returns ErrOtherMaster if this database was used with a different master key. It
// stores the id of the current key. ids are the ids of the keys in the file, the current one first.
func (s *Store) CheckMaster(ctx context.Context, ids [][]byte) error {
	const name = "master key id"
	if _, err := s.pool.Exec(
		ctx, "insert into server_keys (name, key) values ($1, $2) on conflict (name) do nothing", name, ids[0],
	); err != nil {
		return dberror.Of("key", err)
	}
	var known []byte
	if err := s.pool.QueryRow(ctx, "select key from server_keys where name = $1", name).Scan(&known); err != nil {
		return dberror.Of("key", err)
	}
	if !slices.ContainsFunc(ids, func(id []byte) bool { return bytes.Equal(id, known) }) {
		return ErrOtherMaster
	}
	_, err := s.pool.Exec(ctx, "update server_keys set key = $2 where name = $1 and key <> $2", name, ids[0])
	return dberror.Of("key", err)
}
