package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Sum is the SHA-256 of the rows of one table as text. The rows are sorted first, so the same rows
// give the same sum in every database.
type Sum struct {
	Table  string
	Rows   int64
	SHA256 string
}

// Sums returns the sums of tables, all read in one snapshot.
func Sums(ctx context.Context, dsn string, tables []string) (sums []Sum, err error) {
	conn, err := pgx.Connect(ctx, dsn)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // only read
	err = pgx.BeginTxFunc(
		ctx,
		conn,
		pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly},
		func(tx pgx.Tx) error {
			for _, table := range tables {
				hash := sha256.New()
				name := pgx.Identifier{table}.Sanitize()
				tag, err := tx.Conn().
					PgConn().
					CopyTo(ctx, hash, fmt.Sprintf(`copy (select t::text from %s t order by t::text collate "C") to stdout`, name))
				if err != nil {
					return fmt.Errorf("%s: %w", table, err)
				}
				sums = append(sums, Sum{table, tag.RowsAffected(), hex.EncodeToString(hash.Sum(nil))})
			}
			return nil
		},
	)
	return sums, err
}
