package accounts

import (
	"context"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/text/language"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/names"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Errors of profiles and companies.
var (
	ErrPhoneInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "person.phone_invalid",
		Message: "A phone number has 11 digits besides dashes, underscores and spaces.",
	}
	ErrInternationalPhoneInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "person.phone_invalid",
		Message: "A phone number has 11 digits, or + and 7 to 15 digits, besides dashes, underscores and spaces.",
	}
	ErrCompanyInvalid = &domain.Error{
		Code:   domain.Invalid,
		Reason: "company.invalid",
		Message: "A company needs a name of at most 100 characters. Its address has at most 500 characters, " +
			"its contact 200, and its country is one of the list.",
	}
)

// Details are what people tell about themselves.
type Details struct{ Firstname, Lastname, Phone, JobTitle, TimeZone string }

// Phone numbers besides dashes, underscores and spaces: of 11 digits (SH-334), or where an installation takes
// international ones also with + and 7 to 15 digits (D-89).
var (
	localPhone         = regexp.MustCompile(`^[0-9]{11}$`)
	internationalPhone = regexp.MustCompile(`^\+[0-9]{7,15}$`)
)

// ValidPhone reports whether a text is a phone number.
func ValidPhone(phone string, international bool) bool {
	digits := strings.NewReplacer("-", "", "_", "", " ", "").Replace(phone)
	return localPhone.MatchString(digits) || international && internationalPhone.MatchString(digits)
}

func (d *Details) check(internationalPhones bool) error {
	for _, text := range []*string{&d.Firstname, &d.Lastname, &d.JobTitle, &d.Phone} {
		*text = strings.Join(strings.Fields(*text), " ")
	}
	if err := legible(d.Firstname, d.Lastname, d.JobTitle); err != nil {
		return err
	}
	switch {
	case d.Phone != "" && !ValidPhone(d.Phone, internationalPhones):
		if internationalPhones {
			return ErrInternationalPhoneInvalid
		}
		return ErrPhoneInvalid
	case !validName(d.Firstname), !validName(d.Lastname), d.JobTitle != "" && !validName(d.JobTitle):
		return ErrPersonInvalid
	case names.Links(d.Firstname), names.Links(d.Lastname), names.Links(d.JobTitle):
		return names.ErrLinks
	}
	return domain.CheckZone(d.TimeZone)
}

// Complete reports whether a person's profile is complete (D-50). It needs no phone (D-89).
func (u User) Complete() bool { return u.Firstname != "" && u.Lastname != "" && u.TimeZone != "" }

// SaveDetails replaces what a person told about themselves.
func (s *Store) SaveDetails(ctx context.Context, person uuid.UUID, d Details) error {
	international, err := s.InternationalPhones(ctx)
	if err == nil {
		err = d.check(international)
	}
	if err != nil {
		return err
	}
	_, err = s.pool.Exec(
		ctx,
		"update people set firstname = $2, lastname = $3, phone = $4, job_title = $5, time_zone = $6 where id = $1",
		person, d.Firstname, d.Lastname, d.Phone, d.JobTitle, d.TimeZone,
	)
	s.Forget()
	return dberror.Of("person", err)
}

// InternationalPhones reports whether the installation takes international phone numbers.
func (s *Store) InternationalPhones(ctx context.Context) (take bool, err error) {
	err = s.pool.QueryRow(
		ctx, "select exists (select from tenants where id = $1 and international_phones)", domain.ProviderClient,
	).Scan(&take)
	return take, dberror.Of("phones", err)
}

// TakeInternationalPhones says whether the installation takes international phone numbers.
func (s *Store) TakeInternationalPhones(ctx context.Context, take bool) error {
	_, err := s.pool.Exec(
		ctx, "update tenants set international_phones = $2 where id = $1", domain.ProviderClient, take,
	)
	return dberror.Of("phones", err)
}

// Contacts say where a company is and who to ask for there.
type Contacts struct{ Address, Country, Contact string }

// Company is what an account tells about its company.
type Company struct {
	Name string
	Contacts
}

// Complete reports whether the company's profile is complete (D-50).
func (c Company) Complete() bool {
	return c.Name != "" && c.Address != "" && c.Country != "" && c.Contact != ""
}

func (c *Company) check() error {
	for _, text := range []*string{&c.Name, &c.Contact} {
		*text = strings.Join(strings.Fields(*text), " ")
	}
	c.Address, c.Country = strings.TrimSpace(c.Address), strings.TrimSpace(c.Country)
	if !validName(c.Name) || utf8.RuneCountInString(c.Address) > 500 || utf8.RuneCountInString(c.Contact) > 200 ||
		!domain.Storable(c.Address) || !domain.Storable(c.Contact) || c.Country != "" && !validCountry(c.Country) {
		return ErrCompanyInvalid
	}
	if err := legible(c.Name); err != nil {
		return err
	}
	if names.Links(c.Name) {
		return names.ErrLinks
	}
	return nil
}

// validCountry reports whether a text is the code of a country (ISO 3166, two letters).
func validCountry(code string) bool {
	r, err := language.ParseRegion(code)
	return err == nil && r.IsCountry() && r.String() == code
}

// account is the table and key of an account: a customer, or a client itself.
func account(client string, customer uuid.UUID) (table string, key any) {
	if customer == uuid.Nil {
		return "tenants", client
	}
	return "companies", customer
}

// Company returns the company of an account, or domain.ErrNotFound. customer is Nil for a client.
func (s *Store) Company(ctx context.Context, client string, customer uuid.UUID) (c Company, err error) {
	table, key := account(client, customer)
	err = s.pool.QueryRow(ctx, "select name, address, country, contact from "+table+" where id = $1", key).
		Scan(&c.Name, &c.Address, &c.Country, &c.Contact)
	return c, dberror.Of("company", err)
}

// SaveCompany replaces the company of an account. customer is Nil for a client.
func (s *Store) SaveCompany(ctx context.Context, client string, customer uuid.UUID, c Company) error {
	if err := c.check(); err != nil {
		return err
	}
	table, key := account(client, customer)
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if customer == uuid.Nil {
			if err := freeBrand(ctx, tx, client, c.Name); err != nil {
				return err
			}
		}
		_, err := tx.Exec(
			ctx,
			"insert into "+table+` (id, name, address, country, contact) values ($1, $2, $3, $4, $5)
			on conflict (id) do update set name = excluded.name, address = excluded.address, country = excluded.country,
			contact = excluded.contact`,
			key, c.Name, c.Address, c.Country, c.Contact,
		)
		return err
	})
	s.Forget()
	return dberror.Of("company", err)
}

// AddCompany stores the name of an account before the event that creates it. customer is Nil for a
// client. added is false if a name is stored already.
func (s *Store) AddCompany(
	ctx context.Context,
	client string,
	customer uuid.UUID,
	name string,
) (added bool, err error) {
	c := Company{Name: name}
	if err := c.check(); err != nil {
		return false, err
	}
	table, key := account(client, customer)
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if customer == uuid.Nil {
			if err := freeBrand(ctx, tx, client, c.Name); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(
			ctx, "insert into "+table+" (id, name) values ($1, $2) on conflict (id) do nothing", key, c.Name,
		)
		added = tag.RowsAffected() == 1
		return err
	})
	return added, dberror.Of("company", err)
}

// ForgetCompany removes the company of an account whose creation was refused.
func (s *Store) ForgetCompany(ctx context.Context, client string, customer uuid.UUID) error {
	table, key := account(client, customer)
	_, err := s.pool.Exec(ctx, "delete from "+table+" where id = $1", key)
	return dberror.Of("company", err)
}

// AvatarPath is the path under which the API serves the pictures of people.
const AvatarPath = "/api/avatars/"

// SaveAvatar shows a picture, a JPEG, for a person in place of the one before. A nil picture shows
// their initials again.
func (s *Store) SaveAvatar(ctx context.Context, person uuid.UUID, picture []byte) error {
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "delete from avatars where person = $1", person); err != nil {
			return err
		}
		shown := ""
		if picture != nil {
			id := uuid.New()
			shown = AvatarPath + id.String()
			if _, err := tx.Exec(
				ctx,
				"insert into avatars (id, person, picture, created_at) values ($1, $2, $3, $4)",
				id,
				person,
				picture,
				s.clock(),
			); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, "update people set avatar = $2 where id = $1", person, shown)
		return err
	})
	s.Forget()
	return dberror.Of("avatar", err)
}

// Avatar returns a picture, or domain.ErrNotFound.
func (s *Store) Avatar(ctx context.Context, id uuid.UUID) (picture []byte, err error) {
	err = s.pool.QueryRow(ctx, "select picture from avatars where id = $1", id).Scan(&picture)
	return picture, dberror.Of("avatar", err)
}
