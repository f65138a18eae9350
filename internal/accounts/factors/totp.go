package factors

import (
	"bytes"
	"context"
	"image/png"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/dberror"
)

const (
	period     = 30 // seconds that a code is shown
	skew       = 1  // periods that a phone's clock may be ahead or behind
	codeLength = 6  // digits
	imageSide  = 240
)

// NewApp is what an authenticator app needs to know. It is shown once.
type NewApp struct {
	ID     uuid.UUID
	Secret string // to type
	URI    string // to open on the phone
	Image  []byte // the URI as a QR code, a PNG
}

// BeginApp makes a secret for an authenticator app. It counts once ConfirmApp has seen a code of it.
func (s *Store) BeginApp(ctx context.Context, u accounts.User, issuer string) (NewApp, error) {
	key, err := totp.Generate(totp.GenerateOpts{
		Issuer: issuer, AccountName: u.Email, Period: period, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1,
	})
	if err != nil {
		return NewApp{}, err
	}
	picture, err := key.Image(imageSide, imageSide)
	if err != nil {
		return NewApp{}, err
	}
	var image bytes.Buffer
	if err := png.Encode(&image, picture); err != nil {
		return NewApp{}, err
	}
	sealed, err := s.texts.Seal(ctx, u.ID, key.Secret())
	if err != nil {
		return NewApp{}, err
	}
	id, err := s.begin(ctx, u.ID, member.TOTP, sealed, nil)
	return NewApp{id, key.Secret(), key.URL(), image.Bytes()}, err
}

// ConfirmApp makes an authenticator app count, if the code is one of it.
func (s *Store) ConfirmApp(
	ctx context.Context,
	person, factor uuid.UUID,
	code, name string,
	from throttle.Origin,
) error {
	name, err := checkName(name)
	if err != nil {
		return err
	}
	if code, err = digits(code); err != nil {
		return err
	}
	return s.guess.Guess(
		ctx,
		throttle.Subject{Name: "new factor:" + person.String()},
		from,
		ErrCode,
		func(tx pgx.Tx) (bool, error) {
			var secret string
			var none []byte
			if err := s.pending(ctx, tx, person, factor, member.TOTP, &secret, &none); err != nil {
				return false, err
			}
			if err := s.texts.Open(ctx, &secret); err != nil {
				return false, err
			}
			step := matching(code, secret, s.clock(), 0)
			if step == 0 {
				return false, nil
			}
			_, err := tx.Exec(
				ctx,
				"update account_factors set confirmed = true, name = $2, step = $3 where id = $1",
				factor,
				name,
				step,
			)
			return true, dberror.Of("second factors", err)
		},
	)
}

// digits returns a code without the spaces and dashes that people type between its digits, or ErrNoCode.
func digits(code string) (string, error) {
	code = strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(code)
	if len(code) != codeLength || strings.Trim(code, "0123456789") != "" {
		return "", ErrNoCode
	}
	return code, nil
}

// matching returns the time step of a code, or 0 if it is wrong or not newer than a step that was
// used before.
func matching(code, secret string, now time.Time, used int64) int64 {
	options := totp.ValidateOpts{Period: period, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}
	found := int64(0)
	for n := -skew; n <= skew; n++ { // always all of them, so that the time says nothing
		at := now.Add(time.Duration(n*period) * time.Second)
		right, err := totp.ValidateCustom(code, secret, at, options)
		if step := at.Unix() / period; err == nil && right && step > used && found == 0 {
			found = step
		}
	}
	return found
}

// checkCode checks a code of any authenticator app of whoever signs in as a person. A code works once.
func (s *Store) checkCode(ctx context.Context, tx pgx.Tx, person uuid.UUID, code string) (bool, error) {
	type app struct {
		id     uuid.UUID
		secret string
		step   int64
	}
	rows, err := tx.Query(
		ctx,
		"select id, secret, step from account_factors where person in "+accounts.OfLogin+" and kind = $2 and confirmed for update",
		person,
		member.TOTP,
	)
	if err != nil {
		return false, dberror.Of("second factors", err)
	}
	apps, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (a app, err error) {
		return a, row.Scan(&a.id, &a.secret, &a.step)
	})
	if err != nil {
		return false, dberror.Of("second factors", err)
	}
	for _, a := range apps {
		if err := s.texts.Open(ctx, &a.secret); err != nil {
			return false, err
		}
		if step := matching(code, a.secret, s.clock(), a.step); step > 0 {
			_, err := tx.Exec(
				ctx, "update account_factors set step = $2, used_at = $3 where id = $1", a.id, step, s.clock(),
			)
			return true, dberror.Of("second factors", err)
		}
	}
	return false, nil
}
