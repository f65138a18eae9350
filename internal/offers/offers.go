// Package offers stores what customers can order: services in categories, and packages.
package offers

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Category groups services.
type Category struct {
	ID      uuid.UUID
	Name    string
	Place   int // position in the catalogue, from 0
	Retired bool
}

// Service is a service that customers can order, with its terms.
type Service struct {
	ID         uuid.UUID
	CategoryID uuid.UUID
	Name       string
	order.Terms
	Place   int
	Retired bool
}

// Package is a subscription of customers. A limit below 0 means unlimited.
type Package struct {
	ID              uuid.UUID
	Name            string
	Allocated       int64 // working time in seconds per cycle
	MaxActiveOrders int
	Place           int
	Retired         bool
	Customers       int      // number of subscribers; set only if retired entries were requested
	CustomerNames   []string // names of the first subscribers
}

// namedCustomers is the largest number of names in Package.CustomerNames.
const namedCustomers = 5

// Store reads and writes the catalogue.
type Store struct {
	pool    *pgxpool.Pool
	renamed func()
}

// New returns a store. renamed is called when a package may have another name, which its subscribers have too.
func New(pool *pgxpool.Pool, renamed func()) *Store { return &Store{pool, renamed} }

// Entries lists what can be ordered, in the order of display.
type Entries struct {
	Categories []Category
	Services   []Service
	Packages   []Package
}

// Errors of the catalogue.
var (
	ErrNameTaken = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "catalogue.name_taken",
		Message: "There is a package of this name already.",
	}
	ErrNameLength = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "catalogue.name_invalid",
		Message: "Give it a name of 1 to 100 characters.",
	}
	ErrTermsInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "catalogue.terms_invalid",
		Message: "Hours are between 0 and 8,760.",
	}
	ErrNoCategory = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "catalogue.category_unknown",
		Message: "Choose a category that exists.",
	}
)

const (
	maxEntries = 1000
	maxSeconds = 8760 * 3600
)

// Entries returns the catalogue. If retired is set, it includes retired entries, for
// administrators.
func (s *Store) Entries(ctx context.Context, retired bool) (c Entries, err error) {
	b := &pgx.Batch{}
	where := " where $1 or not retired order by place, name, id limit $2"
	b.Queue("select id, name, place, retired from service_categories"+where, retired, maxEntries)
	b.Queue(
		`select s.id, s.category_id, s.name, s.promised_start, s.allocated, s.place, s.retired from services s join service_categories c on c.id = s.category_id
		where $1 or not (s.retired or c.retired) order by c.place, c.name, s.place, s.name, s.id limit $2`,
		retired,
		maxEntries,
	)
	b.Queue("select id, name, allocated, max_active_orders, place, retired from packages"+where, retired, maxEntries)
	if retired {
		b.Queue(
			`select a.package, count(*), (array_agg(c.name order by c.name))[:$1] from account_customers a
			join companies c on c.id = a.id where a.package <> '' and a.state <> $2 group by a.package`,
			namedCustomers, customer.Deleted,
		)
	}
	r := s.pool.SendBatch(ctx, b)
	defer func() { err = errors.Join(err, dberror.Of("catalogue", r.Close())) }()
	if c.Categories, err = collect(r, func(row pgx.CollectableRow) (v Category, err error) {
		return v, row.Scan(&v.ID, &v.Name, &v.Place, &v.Retired)
	}); err != nil {
		return c, err
	}
	if c.Services, err = collect(r, scanService); err != nil {
		return c, err
	}
	if c.Packages, err = collect(r, func(row pgx.CollectableRow) (v Package, err error) {
		return v, row.Scan(&v.ID, &v.Name, &v.Allocated, &v.MaxActiveOrders, &v.Place, &v.Retired)
	}); err != nil || !retired {
		return c, err
	}
	having, err := collect(r, func(row pgx.CollectableRow) (v Package, err error) {
		return v, row.Scan(&v.Name, &v.Customers, &v.CustomerNames)
	})
	for _, h := range having {
		if i := slices.IndexFunc(
			c.Packages,
			func(p Package) bool { return p.ID.String() == h.Name || p.Name == h.Name },
		); i >= 0 {
			c.Packages[i].Customers, c.Packages[i].CustomerNames = h.Customers, h.CustomerNames
		}
	}
	return c, err
}

func collect[T any](r pgx.BatchResults, scan pgx.RowToFunc[T]) ([]T, error) {
	rows, err := r.Query()
	if err != nil {
		return nil, dberror.Of("catalogue", err)
	}
	all, err := pgx.CollectRows(rows, scan)
	return all, dberror.Of("catalogue", err)
}

func scanService(row pgx.CollectableRow) (v Service, err error) {
	return v, row.Scan(&v.ID, &v.CategoryID, &v.Name, &v.PromisedStart, &v.Allocated, &v.Place, &v.Retired)
}

// SaveCategory adds a category, or replaces the one with the same id.
func (s *Store) SaveCategory(ctx context.Context, c Category) error {
	if err := checkName(&c.Name); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `insert into service_categories (id, name, place, retired) values ($1, $2, $3, $4)
		on conflict (id) do update set name = excluded.name, place = excluded.place, retired = excluded.retired`, c.ID, c.Name, c.Place, c.Retired)
	return dberror.Of("category", err)
}

// SaveService adds a service, or replaces the one with the same id. Existing orders retain the
// terms that applied when the service was chosen.
func (s *Store) SaveService(ctx context.Context, v Service) error {
	if err := checkName(&v.Name); err != nil {
		return err
	}
	if v.PromisedStart < 0 || v.PromisedStart > maxSeconds || v.Allocated < 0 || v.Allocated > maxSeconds {
		return ErrTermsInvalid
	}
	_, err := s.pool.Exec(
		ctx, upsertService, v.ID, v.CategoryID, v.Name, v.PromisedStart, v.Allocated, v.Place, v.Retired,
	)
	if dberror.Violates(err, "23503") {
		return ErrNoCategory
	}
	return dberror.Of("service", err)
}

const upsertService = `insert into services (id, category_id, name, promised_start, allocated, place, retired) values ($1, $2, $3, $4, $5, $6, $7)
	on conflict (id) do update set category_id = excluded.category_id, name = excluded.name, promised_start = excluded.promised_start,
	allocated = excluded.allocated, place = excluded.place, retired = excluded.retired`

// SavePackage adds a package, or replaces the one with the same id. A new name also applies to its
// subscribers.
func (s *Store) SavePackage(ctx context.Context, p Package) error {
	if err := checkName(&p.Name); err != nil {
		return err
	}
	if p.Allocated > maxSeconds || p.MaxActiveOrders > maxEntries {
		return ErrTermsInvalid
	}
	_, err := s.pool.Exec(
		ctx,
		`insert into packages (id, name, allocated, max_active_orders, place, retired) values ($1, $2, $3, $4, $5, $6)
		on conflict (id) do update set name = excluded.name, allocated = excluded.allocated, max_active_orders = excluded.max_active_orders,
		place = excluded.place, retired = excluded.retired`,
		p.ID,
		p.Name,
		max(p.Allocated, -1),
		max(p.MaxActiveOrders, -1),
		p.Place,
		p.Retired,
	)
	if dberror.Violates(err, "23505") {
		return ErrNameTaken
	}
	s.renamed()
	return dberror.Of("package", err)
}

func checkName(name *string) error {
	*name = strings.TrimSpace(*name)
	if n := utf8.RuneCountInString(*name); n < 1 || n > 100 {
		return ErrNameLength
	}
	return domain.Legible(*name)
}

// Service implements commands.Services. A retired service cannot be chosen.
func (s *Store) Service(ctx context.Context, id uuid.UUID) (order.Service, error) {
	rows, err := s.pool.Query(
		ctx,
		`select s.id, s.category_id, s.name, s.promised_start, s.allocated, s.place, s.retired from services s
		join service_categories c on c.id = s.category_id where s.id = $1 and not s.retired and not c.retired`,
		id,
	)
	if err != nil {
		return order.Service{}, dberror.Of("service", err)
	}
	v, err := pgx.CollectExactlyOneRow(rows, scanService)
	return order.Service{Name: v.Name, Terms: v.Terms}, dberror.Of("service", err)
}

// Plant adds entries to a batch. It does not change what exists.
func Plant(b *pgx.Batch, c Entries) {
	for _, v := range c.Categories {
		b.Queue(
			"insert into service_categories (id, name, place) values ($1, $2, $3) on conflict do nothing", v.ID,
			v.Name, v.Place,
		)
	}
	for _, v := range c.Services {
		b.Queue(
			"insert into services (id, category_id, name, promised_start, allocated, place) values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
			v.ID,
			v.CategoryID,
			v.Name,
			v.PromisedStart,
			v.Allocated,
			v.Place,
		)
	}
	for _, v := range c.Packages {
		b.Queue(
			"insert into packages (id, name, allocated, max_active_orders, place) values ($1, $2, $3, $4, $5) on conflict do nothing",
			v.ID,
			v.Name,
			v.Allocated,
			v.MaxActiveOrders,
			v.Place,
		)
	}
}
