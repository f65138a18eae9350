package accounts

import (
	"context"
	"strings"
)

// Search returns the people whose name or e-mail contains text, ignoring case, sorted by name.
func (s *Store) Search(ctx context.Context, text string, limit int) ([]User, error) {
	return s.users(
		ctx,
		`position(lower($1) in lower(firstname || ' ' || lastname)) > 0 or position(lower($1) in lower(email)) > 0
		order by firstname, lastname, id limit $2`,
		strings.TrimSpace(text),
		limit,
	)
}
