package read

import (
	"context"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
)

// Mentionable returns the people whom a comment on an order can mention: the account's team and the
// provider's people who work on orders, or only those who review.
func (s *Reader) Mentionable(ctx context.Context, o *order.Summary, reviewers bool) ([]accounts.User, error) {
	roles := []domain.Role{domain.CreativeManager, domain.ProductionManager}
	if reviewers {
		return s.Accounts.WithRoles(ctx, roles...)
	}
	people, err := s.Accounts.WithRoles(ctx, append(roles, domain.Operator, domain.Manager)...)
	if err != nil {
		return nil, err
	}
	team, err := s.Accounts.Team(ctx, o.Client, o.Customer)
	return append(team, people...), err
}
