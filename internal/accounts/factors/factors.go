// Package factors keeps people's second factors: authenticator apps (TOTP, RFC 6238), passkeys
// (WebAuthn), and recovery codes. Events say that a factor was added or removed. The secrets are
// stored only here.
package factors

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Errors of second factors.
var (
	ErrCode = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "second_factor.wrong",
		Message: "This code is not right. Check the clock of your phone, and use each code once.",
	}
	// ErrNoCode is for a text that no authenticator app shows. It is no guess.
	ErrNoCode = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "second_factor.no_code",
		Message: "A code has 6 digits. Enter the one that your app shows now.",
	}
	ErrRecoveryCode = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "second_factor.recovery_wrong",
		Message: "This recovery code is not right, or it was used already. Enter one as it was shown; each works once.",
	}
	ErrPasskey = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "second_factor.passkey_refused",
		Message: "The passkey was not accepted. Try again, or use another way.",
	}
	ErrStepExpired = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "second_factor.expired",
		Message: "This sign-in took too long. Enter your password again.",
	}
	ErrNoHost = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "second_factor.no_host",
		Message: "Passkeys belong to a host name. Open the product under its name instead of a number.",
	}
	ErrNameInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "second_factor.name_invalid",
		Message: "The name of a second factor has at most 100 characters.",
	}
)

const (
	stepLife    = 5 * time.Minute  // of a sign-in that waits for its second factor
	addLife     = 15 * time.Minute // of a factor that is not confirmed
	codes       = 10               // recovery codes of a person
	codeBytes   = 10               // of a recovery code
	maxNameRune = 100
	maxShown    = 100 // factors in a list
)

// Texts seals and opens secrets with the key of a person.
type Texts interface {
	Seal(ctx context.Context, person uuid.UUID, text string) (string, error)
	Open(ctx context.Context, texts ...*string) error
}

// Store keeps the second factors in PostgreSQL.
type Store struct {
	pool  *pgxpool.Pool
	texts Texts
	clock func() time.Time
	guess Guesses
}

// Guesses delays tries after failures, see throttle.Throttle.
type Guesses interface {
	Guess(
		ctx context.Context, of throttle.Subject, from throttle.Origin, wrong error, right func(pgx.Tx) (bool, error),
	) error
}

// New returns a store on a migrated database.
func New(pool *pgxpool.Pool, texts Texts, guess Guesses, clock func() time.Time) *Store {
	return &Store{pool, texts, clock, guess}
}

// Factor is a confirmed second factor.
type Factor struct {
	ID        uuid.UUID
	Person    uuid.UUID // who added it
	Kind      member.FactorKind
	Name      string
	CreatedAt time.Time
	UsedAt    *time.Time
}

// Of returns the second factors of a person, the oldest first, and the number of recovery codes that are
// left. A factor that was added in one account protects every account of the same login (D-82).
func (s *Store) Of(ctx context.Context, person uuid.UUID) (all []Factor, recovery int, err error) {
	rows, err := s.pool.Query(
		ctx,
		`select id, person, kind, name, created_at, used_at from account_factors where person in `+accounts.OfLogin+` and confirmed
		order by created_at, id limit $2`,
		person,
		maxShown,
	)
	if err != nil {
		return nil, 0, dberror.Of("second factors", err)
	}
	all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (f Factor, err error) {
		return f, row.Scan(&f.ID, &f.Person, &f.Kind, &f.Name, &f.CreatedAt, &f.UsedAt)
	})
	if err == nil {
		err = s.pool.QueryRow(
			ctx, "select count(*) from recovery_codes where person in "+accounts.OfLogin, person,
		).Scan(&recovery)
	}
	return all, recovery, dberror.Of("second factors", err)
}

// Remove removes a factor of a person. The recovery codes go with the last one.
func (s *Store) Remove(ctx context.Context, person, factor uuid.UUID) error {
	return s.remove(ctx, person, "id = $2", factor)
}

// RemoveAll removes every factor and every recovery code of a person.
func (s *Store) RemoveAll(ctx context.Context, person uuid.UUID) error {
	return s.remove(ctx, person, "$2::uuid is not null", person)
}

func (s *Store) remove(ctx context.Context, person uuid.UUID, which string, arg uuid.UUID) error {
	return dberror.Of("second factors", pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "delete from account_factors where person = $1 and "+which, person, arg); err != nil {
			return err
		}
		_, err := tx.Exec(
			ctx,
			`delete from recovery_codes where person = $1
			and not exists (select from account_factors where person = $1 and confirmed)`, person,
		)
		return err
	}))
}

// begin stores a factor that is not confirmed, in place of an older one of the kind.
func (s *Store) begin(
	ctx context.Context,
	person uuid.UUID,
	kind member.FactorKind,
	secret string,
	ceremony any,
) (uuid.UUID, error) {
	id := uuid.New()
	state, err := json.Marshal(ceremony)
	if err != nil {
		return id, err
	}
	return id, dberror.Of("second factors", pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			ctx, "delete from account_factors where person = $1 and kind = $2 and not confirmed", person, kind,
		); err != nil {
			return err
		}
		_, err := tx.Exec(
			ctx,
			`insert into account_factors (id, person, kind, secret, ceremony, created_at) values ($1, $2, $3, $4, $5, $6)`,
			id,
			person,
			kind,
			secret,
			state,
			s.clock(),
		)
		return err
	}))
}

// pending reads a factor that was begun recently and is not confirmed.
func (s *Store) pending(
	ctx context.Context,
	tx pgx.Tx,
	person, factor uuid.UUID,
	kind member.FactorKind,
	into ...any,
) error {
	err := tx.QueryRow(
		ctx,
		`select secret, ceremony from account_factors
		where id = $1 and person = $2 and kind = $3 and not confirmed and created_at > $4 for update`,
		factor, person, kind, s.clock().Add(-addLife),
	).Scan(into...)
	return dberror.Of("second factors", err)
}

// NewRecoveryCodes replaces a person's recovery codes. They are shown once.
func (s *Store) NewRecoveryCodes(ctx context.Context, person uuid.UUID) ([]string, error) {
	shown := make([]string, codes)
	hashes := make([][]byte, codes)
	for i := range shown {
		raw := make([]byte, codeBytes)
		if _, err := rand.Read(raw); err != nil {
			return nil, err
		}
		text := strings.ToLower(base32.StdEncoding.EncodeToString(raw))
		shown[i] = text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
		hashes[i] = hashCode(shown[i])
	}
	return shown, dberror.Of("second factors", pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "delete from recovery_codes where person = $1", person); err != nil {
			return err
		}
		_, err := tx.Exec(
			ctx, "insert into recovery_codes (person, code_hash) select $1, unnest($2::bytea[])", person, hashes,
		)
		return err
	}))
}

// hashCode hashes a recovery code as people may type it: in any case, with or without dashes. The
// codes are random, so one round is enough.
func hashCode(code string) []byte {
	sum := sha256.Sum256([]byte(strings.ToLower(strings.NewReplacer("-", "", " ", "").Replace(code))))
	return sum[:]
}

// useRecoveryCode uses a code up. It reports whether the person had it.
func useRecoveryCode(ctx context.Context, tx pgx.Tx, person uuid.UUID, code string) (bool, error) {
	tag, err := tx.Exec(
		ctx,
		"delete from recovery_codes where person in "+accounts.OfLogin+" and code_hash = $2",
		person,
		hashCode(code),
	)
	return tag.RowsAffected() > 0, dberror.Of("second factors", err)
}

func checkName(name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if utf8.RuneCountInString(name) > maxNameRune || !domain.Storable(name) {
		return "", ErrNameInvalid
	}
	return name, nil
}

// Way is how somebody can take the second step of a sign-in.
type Way struct {
	Token    string // names the sign-in
	Codes    bool   // by an authenticator app
	Recovery bool   // by a recovery code
	Passkey  []byte // options for the browser in JSON, nil if the person has no passkey for this host
}

// Ask begins the second step of a sign-in, if the person has a second factor. It returns nil if they
// have none. session is that in which they are asked again, or Nil for a sign-in.
func (s *Store) Ask(ctx context.Context, u accounts.User, desk bool, session uuid.UUID, host Host) (*Way, error) {
	all, recovery, err := s.Of(ctx, u.ID)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	token, err := secrets.New()
	if err != nil {
		return nil, err
	}
	w := &Way{Token: token, Recovery: recovery > 0}
	for _, f := range all {
		w.Codes = w.Codes || f.Kind == member.TOTP
	}
	var ceremony []byte
	if w.Passkey, ceremony, err = s.askPasskey(ctx, u, host); err != nil {
		return nil, err
	}
	_, err = s.pool.Exec(
		ctx,
		`insert into second_steps (token_hash, person, desk, ceremony, expires_at, session)
		values ($1, $2, $3, $4, $5, nullif($6, '00000000-0000-0000-0000-000000000000'::uuid))`,
		secrets.Digest(w.Token), u.ID, desk, ceremony, s.clock().Add(stepLife), session,
	)
	return w, dberror.Of("second factors", err)
}

// Proof is what somebody offers as their second factor: one of the three.
type Proof struct{ Code, RecoveryCode, Passkey string }

// Take takes the second step of a sign-in, or of a session. It returns the person, and whether they signed
// in at the design desk. Failures delay the next try. from returns where a person's proof comes from.
func (s *Store) Take(
	ctx context.Context,
	token string,
	session uuid.UUID,
	p Proof,
	host Host,
	from func(ctx context.Context, person uuid.UUID) (throttle.Origin, error),
) (person uuid.UUID, desk bool, err error) {
	var ceremony []byte
	var login uuid.UUID
	err = s.pool.QueryRow(
		ctx,
		`select s.person, s.desk, s.ceremony, coalesce(p.login, p.id) from second_steps s join people p on p.id = s.person
		where s.token_hash = $1 and s.expires_at > $2
		and coalesce(s.session, '00000000-0000-0000-0000-000000000000') = $3`,
		secrets.Digest(token),
		s.clock(),
		session,
	).Scan(&person, &desk, &ceremony, &login)
	if errors.Is(err, pgx.ErrNoRows) {
		return uuid.Nil, false, ErrStepExpired
	}
	if err != nil {
		return uuid.Nil, false, dberror.Of("second factors", err)
	}
	origin, err := from(ctx, person)
	if err != nil {
		return uuid.Nil, false, err
	}
	wrong := ErrCode
	switch {
	case p.Code != "":
		if p.Code, err = digits(p.Code); err != nil {
			return uuid.Nil, false, err
		}
	case p.RecoveryCode != "":
		wrong = ErrRecoveryCode
	case p.Passkey != "":
		wrong = ErrPasskey
	}
	err = s.guess.Guess(
		ctx,
		throttle.Subject{Name: "second factor:" + login.String()},
		origin,
		wrong,
		func(tx pgx.Tx) (bool, error) {
			right, err := s.check(ctx, tx, person, p, ceremony, host)
			if err != nil || !right {
				return false, err
			}
			// The step ends with the same commit, so that it works once.
			tag, err := tx.Exec(ctx, "delete from second_steps where token_hash = $1", secrets.Digest(token))
			return tag.RowsAffected() == 1, dberror.Of("second factors", err)
		},
	)
	return person, desk, err
}

func (s *Store) check(
	ctx context.Context,
	tx pgx.Tx,
	person uuid.UUID,
	p Proof,
	ceremony []byte,
	host Host,
) (bool, error) {
	switch {
	case p.Code != "":
		return s.checkCode(ctx, tx, person, p.Code)
	case p.RecoveryCode != "":
		return useRecoveryCode(ctx, tx, person, p.RecoveryCode)
	case p.Passkey != "" && ceremony != nil:
		return s.checkPasskey(ctx, tx, person, p.Passkey, ceremony, host)
	}
	return false, nil
}

// Sweep removes what expired.
func (s *Store) Sweep(ctx context.Context) error {
	now := s.clock()
	if _, err := s.pool.Exec(ctx, "delete from second_steps where expires_at <= $1", now); err != nil {
		return dberror.Of("second factors", err)
	}
	_, err := s.pool.Exec(
		ctx,
		"delete from account_factors where not confirmed and created_at <= $1",
		now.Add(-addLife),
	)
	return dberror.Of("second factors", err)
}
