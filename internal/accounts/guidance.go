package accounts

import (
	"context"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
)

// What people have seen of the guidance: announcements that they dismissed, tours that are over.

// Tours lists the guided tours by their keys (D-62).
var Tours = []string{
	"dashboard", "userMenu", "manageProfile", "manageInvoice", "teamMember", "generalSettings", "createNewOrder",
	"createTeamMember", "managePayment", "addNewPaymentMethod", "deleteAccount", "selectService",
}

// AllTours stands for every tour.
const AllTours = "all"

// Offers reports whether a guided tour is still offered to the person.
func (u User) Offers(tour string) bool { return !slices.Contains(u.ToursDone, tour) }

// SaveTour says whether a guided tour, or every tour, is still offered to a person.
func (s *Store) SaveTour(ctx context.Context, person uuid.UUID, tour string, offered bool) error {
	tours := []string{tour}
	switch {
	case tour == AllTours:
		tours = Tours
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
	return unavailable("person", err)
}

// DismissAnnouncement records that a person does not want to see a version of an announcement again.
func (s *Store) DismissAnnouncement(ctx context.Context, person, announcement uuid.UUID, version int) error {
	_, err := s.pool.Exec(
		ctx,
		`insert into dismissed_announcements (person, announcement, version) values ($1, $2, $3)
		on conflict (person, announcement) do update set version = greatest(dismissed_announcements.version, excluded.version)`,
		person, announcement, version,
	)
	return unavailable("announcement", err)
}

// Dismissed returns the newest version of each of the announcements that a person has dismissed.
func (s *Store) Dismissed(ctx context.Context, person uuid.UUID, of []uuid.UUID) (map[uuid.UUID]int, error) {
	if len(of) == 0 { // as on most days, and every page asks
		return nil, nil
	}
	return s.counted(
		ctx, "select announcement, version from dismissed_announcements where person = $1 and announcement = any($2)",
		person, of,
	)
}

// Dismissals returns how many people have dismissed each of the announcements, in any version.
func (s *Store) Dismissals(ctx context.Context, of []uuid.UUID) (map[uuid.UUID]int, error) {
	return s.counted(
		ctx, "select announcement, count(*) from dismissed_announcements where announcement = any($1) group by 1", of,
	)
}

func (s *Store) counted(ctx context.Context, sql string, args ...any) (map[uuid.UUID]int, error) {
	rows, err := s.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, unavailable("announcement", err)
	}
	found := map[uuid.UUID]int{}
	var id uuid.UUID
	var n int
	_, err = pgx.ForEachRow(rows, []any{&id, &n}, func() error { found[id] = n; return nil })
	return found, unavailable("announcement", err)
}
