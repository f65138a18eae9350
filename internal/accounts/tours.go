package accounts

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Tours lists the guided tours by their keys (D-62).
var Tours = []string{
	"dashboard", "userMenu", "manageProfile", "manageInvoice", "teamMember", "generalSettings", "createNewOrder",
	"createTeamMember", "managePayment", "addNewPaymentMethod", "deleteAccount", "selectService",
}

// AllTours stands for every tour.
const AllTours = "all"

// Offers reports whether a guided tour is still offered to the person.
func (u User) Offers(tour string) bool { return !slices.Contains(u.ToursDone, tour) }

// SaveTour says whether a guided tour, or every tour, is still offered to a person. Skipping all
// tours does not hide the list of first steps, but offering all tours again shows it again.
func (s *Store) SaveTour(ctx context.Context, person uuid.UUID, tour string, offered bool) error {
	tours := []string{tour}
	switch {
	case tour == AllTours && offered:
		tours = append(slices.Clone(Tours), GettingStarted)
	case tour == AllTours:
		tours = Tours
	case tour == GettingStarted:
	case !slices.Contains(Tours, tour):
		return domain.ErrNotFound
	}
	change := "union"
	if offered {
		change = "except"
	}
	_, err := s.pool.Exec(
		ctx,
		"update people set tours_done = array(select unnest(tours_done) "+change+" select unnest($2::text[])) where id = $1",
		person,
		tours,
	)
	s.Forget()
	return dberror.Of("person", err)
}
