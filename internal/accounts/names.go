package accounts

import (
	"context"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/names"
)

// ErrBrandTaken refuses the name of a client that people could take for another one (D-83).
var ErrBrandTaken = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "client.name_taken",
	Message: "Another brand has this name, or one that looks like it. Choose another one.",
}

// freeBrand returns ErrBrandTaken if the name looks like that of another client. It locks the names until
// the transaction ends. The provider and its direct customers have one name.
func freeBrand(ctx context.Context, tx pgx.Tx, client, name string) error {
	own := func(id string) bool { return id == domain.ProviderClient || id == domain.DirectClient }
	if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended('names of brands', 0))"); err != nil {
		return err
	}
	rows, err := tx.Query(ctx, "select id, name from tenants where id <> $1", client)
	if err != nil {
		return err
	}
	var id, other string
	taken := false
	_, err = pgx.ForEachRow(rows, []any{&id, &other}, func() error {
		taken = taken || names.Looks(other) == names.Looks(name) && (!own(id) || !own(client))
		return nil
	})
	if err == nil && taken {
		err = ErrBrandTaken
	}
	return err
}
