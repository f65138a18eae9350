package translog

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/internal/eventstore/keyring"
)

// settleBoundary decides once from which event on authenticators are required: after the last event
// without one. During an upgrade, processes of an older build may still append events without
// authenticators. So that event must have been the last one for a while (Tree.SettleAfter). The
// root over the events up to it is stored too, so that they are protected as well.
func (t *Tree) settleBoundary(ctx context.Context, db database) error {
	keys := t.store.Keys()
	if keys == nil || keys.Boundary() != nil {
		return nil
	}
	var last int64
	err := db.QueryRow(ctx, "select position from events where auth is null order by position desc limit 1").Scan(&last)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("transparency log: %w", err)
	}
	if now := t.clock(); t.unsealedAt.IsZero() || t.unsealed != last {
		t.unsealed, t.unsealedAt = last, now
	}
	if t.clock().Sub(t.unsealedAt) < t.SettleAfter {
		return nil
	}
	boundary := keyring.Boundary{Position: last}
	if last > 0 {
		signed, err := t.headOf(ctx, last)
		if err != nil {
			return err
		}
		verifiers, err := parseVerifiers(t.keys.Verifiers)
		if err != nil {
			return err
		}
		head, err := OpenHead(signed, verifiers...)
		if err != nil {
			return err
		}
		boundary.Root = head.Hash
	}
	if err := keys.Settle(boundary); err != nil {
		return err
	}
	t.logger().Info("transparency log: from now on every event needs an authenticator", "after", last)
	return nil
}

// trySettle calls settleBoundary when it is due. It logs a failure at most once a minute and tries
// again.
func (t *Tree) trySettle(ctx context.Context, db database) {
	const look, again = 10 * time.Second, time.Minute
	if t.clock().Before(t.settleNext) {
		return
	}
	t.settleNext = t.clock().Add(look)
	if err := t.settleBoundary(ctx, db); err != nil && ctx.Err() == nil {
		t.settleNext = t.clock().Add(again)
		t.logger().
			Error("transparency log: the first event that needs an authenticator is not settled yet", "error", err)
	}
}
