package core

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/internal/accounts/vault"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// keyFiles has the keys that lie outside the database.
type keyFiles struct {
	events *keyring.Keyring
	master *vault.Master
	audit  *translog.Keys
}

// openKeys reads the key files. A new installation makes them; one that has used a key before never
// makes that key anew, because a fresh key would hide that the old one is missing.
func (p *Core) openKeys(ctx context.Context) (k keyFiles, err error) {
	pool, err := eventlog.NewPool(ctx, p.DSN, 1)
	if err != nil {
		return k, err
	}
	defer pool.Close()
	for _, f := range []struct {
		kind config.KeyFile
		file string
		used string // reports whether the database knows that there was a key
		open func(file string) error
	}{
		{
			config.EventKeys, p.Config.EventKeyFile(), "select exists (select from events where auth is not null)",
			func(file string) (err error) { k.events, err = keyring.Open(file); return err },
		},
		{
			config.MasterKey, p.Config.MasterKeyFile(), "select exists (select from server_keys where name = 'master key id')",
			func(file string) (err error) { k.master, err = vault.OpenMaster(file); return err },
		},
		{
			config.AuditKeys, p.Config.AuditKeyFile(), "select exists (select from tree_heads)",
			func(file string) (err error) { k.audit, err = translog.OpenKeys(file); return err },
		},
	} {
		if _, err := os.Stat(f.file); errors.Is(err, fs.ErrNotExist) {
			var used bool
			if err := pool.QueryRow(ctx, f.used).Scan(&used); err != nil {
				return k, fmt.Errorf("database: %w", err)
			}
			if used {
				return k, fmt.Errorf(
					"%s: %s is not there, and this installation has used one before: put the file back, it is not made anew",
					f.kind,
					f.file,
				)
			}
		}
		if err := config.Swapped(f.file, f.kind, f.open(f.file)); err != nil {
			return k, err
		}
	}
	if err := k.audit.Check(ctx, pool); err != nil {
		return k, fmt.Errorf("%s: %w", p.Config.AuditKeyFile(), err)
	}
	return k, nil
}
