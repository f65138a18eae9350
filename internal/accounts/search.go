package accounts

import (
	"context"
	"strings"
)

// Search returns the people whose name or e-mail contains text, ignoring case, sorted by name.
func (s *Store) Search(ctx context.Context, text string, limit int) ([]User, error) {
	return s.users(
		ctx,
		`position(lower($1) in lower(p.firstname || ' ' || p.lastname)) > 0 or position(lower($1) in lower(p.email)) > 0
		order by p.firstname, p.lastname, p.id limit $2`,
		strings.TrimSpace(text),
		limit,
	)
}
