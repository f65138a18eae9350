package accounts

import (
	"context"
	"strings"
)

// Search finds people by a part of their name or address, in any case, by name.
func (s *Store) Search(ctx context.Context, text string, limit int) ([]User, error) {
	return s.users(
		ctx,
		`position(lower($1) in lower(firstname || ' ' || lastname)) > 0 or position(lower($1) in lower(email)) > 0
		order by firstname, lastname, id limit $2`,
		strings.TrimSpace(text),
		limit,
	)
}
