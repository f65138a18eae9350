package audit

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/audit"
)

// AuditAccounts lists what happened to accounts, and what was sold to them (D-43).
func (s *API) AuditAccounts(
	ctx context.Context,
	r contract.AuditAccountsRequest,
) (*contract.AccountEventsAnswer, error) {
	limit := auditPage
	if r.Limit != nil {
		limit = *r.Limit
	}
	f := audit.AccountFilter{Person: web.Value(r.Person), About: web.Value(r.About), Before: web.Value(r.Before)}
	found, err := s.Audit.Accounts(ctx, f, limit+1)
	if err != nil {
		return nil, err
	}
	a := &contract.AccountEventsAnswer{}
	if len(found) > limit {
		found = found[:limit]
		a.Data.Next = &found[limit-1].Position
	}
	var w accounts.Wanted
	reasons := make([]*string, len(found))
	for i, e := range found {
		w.People = append(w.People, e.Actor, e.Impersonator, e.Person)
		w.Customers, w.Clients = append(w.Customers, e.Customer), append(w.Clients, e.Client)
		reasons[i] = &found[i].Reason
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	if err := s.Texts.Open(ctx, reasons...); err != nil {
		return nil, err
	}
	a.Data.Events = make([]contract.AccountEvent, len(found))
	for i, e := range found {
		a.Data.Events[i] = contract.AccountEvent{
			Position:     e.Position,
			At:           e.At,
			Type:         e.Type,
			Words:        present.AccountWords(e.Type),
			Actor:        present.MaybePerson(names, e.Actor),
			Impersonator: present.MaybePerson(names, e.Impersonator),
			Via:          e.Via,
			Detail:       present.AccountDetail(e.Type, e.Detail),
			Reason:       web.Some(e.Reason),
		}
		a.Data.Events[i].Subject, a.Data.Events[i].SubjectId = subject(names, e)
	}
	return a, nil
}

// subject names who or what an event was done to.
func subject(names accounts.Names, e audit.AccountEvent) (name string, id *uuid.UUID) {
	switch {
	case e.Person != uuid.Nil:
		return present.Person(names, e.Person).Name, &e.Person
	case e.Customer != uuid.Nil:
		return names.Customers[e.Customer].Name, &e.Customer
	}
	return names.Clients[e.Client].Name, nil
}
