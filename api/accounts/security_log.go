package accounts

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/audit"
)

const securityPage = 20 // events

// SecurityLog lists what could be dangerous: for an owner in their account, for everybody else what was
// done to themselves (BY-071).
func (s *API) SecurityLog(
	ctx context.Context,
	r contract.SecurityLogRequest,
) (*contract.SecurityEventsAnswer, error) {
	by, limit := web.Actor(ctx), securityPage
	if r.Limit != nil {
		limit = *r.Limit
	}
	f := audit.SecurityFilter{
		Client:   by.ClientID,
		Customer: by.CustomerID,
		Person:   web.Value(r.Person),
		Before:   web.Value(r.Before),
	}
	if by.Role != domain.Owner {
		if f.Person != uuid.Nil && f.Person != by.ID {
			return nil, domain.ErrForbidden
		}
		f.Person = by.ID
	}
	found, err := s.Security.Security(ctx, f, limit+1)
	if err != nil {
		return nil, err
	}
	a := &contract.SecurityEventsAnswer{}
	if len(found) > limit {
		found = found[:limit]
		a.Data.Next = &found[limit-1].Position
	}
	var w accounts.Wanted
	for _, e := range found {
		w.People = append(w.People, e.Actor, e.Impersonator, e.Person)
	}
	names, err := s.Accounts.Names(ctx, w)
	a.Data.Events = make([]contract.SecurityEvent, len(found))
	for i, e := range found {
		a.Data.Events[i] = contract.SecurityEvent{
			Position:     e.Position,
			At:           e.At,
			Type:         e.Type,
			Words:        present.AccountWords(e.Type),
			Detail:       present.AccountDetail(e.Type, e.Detail),
			Actor:        present.MaybePerson(names, e.Actor),
			Impersonator: present.MaybePerson(names, e.Impersonator),
			Person:       present.MaybePerson(names, e.Person),
		}
	}
	return a, err
}
