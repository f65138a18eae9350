package factors

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/dberror"
)

// Host is where the browser has the product open: a passkey belongs to a host name.
type Host struct {
	Name    string // without a port
	Origin  string // for instance https://orders.example.com
	Product string // name of the product that the browser shows
}

// relying returns the checks for a host, or ErrNoHost for a numeric address.
func (h Host) relying() (*webauthn.WebAuthn, error) {
	if _, err := netip.ParseAddr(h.Name); err == nil || h.Name == "" {
		return nil, ErrNoHost
	}
	return webauthn.New(&webauthn.Config{
		RPID: h.Name, RPDisplayName: h.Product, RPOrigins: []string{h.Origin},
		Timeouts: webauthn.TimeoutsConfig{
			Login:        webauthn.TimeoutConfig{Enforce: true, Timeout: stepLife, TimeoutUVD: stepLife},
			Registration: webauthn.TimeoutConfig{Enforce: true, Timeout: addLife, TimeoutUVD: addLife},
		},
	})
}

// holder is a person in the form of the library.
type holder struct {
	id   uuid.UUID
	name string
	keys []webauthn.Credential
}

func (h holder) WebAuthnID() []byte                         { return h.id[:] }
func (h holder) WebAuthnName() string                       { return h.name }
func (h holder) WebAuthnDisplayName() string                { return h.name }
func (h holder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

type querier interface {
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
}

// owned is a passkey with the person who made it, whom the browser names with it.
type owned struct {
	person uuid.UUID
	key    webauthn.Credential
}

// passkeys returns the passkeys of whoever signs in as a person.
func (s *Store) passkeys(ctx context.Context, db querier, person uuid.UUID) (all []owned, err error) {
	rows, err := db.Query(
		ctx,
		"select person, credential from account_factors where person in "+accounts.OfLogin+
			" and kind = $2 and confirmed order by created_at limit $3",
		person, member.Passkey, maxShown,
	)
	if err != nil {
		return nil, dberror.Of("second factors", err)
	}
	all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (o owned, err error) {
		var raw []byte
		if err := row.Scan(&o.person, &raw); err != nil {
			return o, err
		}
		return o, json.Unmarshal(raw, &o.key)
	})
	return all, dberror.Of("second factors", err)
}

func keysOf(all []owned) []webauthn.Credential {
	keys := make([]webauthn.Credential, len(all))
	for i, o := range all {
		keys[i] = o.key
	}
	return keys
}

// NewPasskey is what a browser needs to make a passkey.
type NewPasskey struct {
	ID      uuid.UUID
	Options []byte // JSON for navigator.credentials.create
}

// BeginPasskey asks a browser to make a passkey. It counts once ConfirmPasskey has checked it.
func (s *Store) BeginPasskey(ctx context.Context, u accounts.User, host Host) (NewPasskey, error) {
	w, err := host.relying()
	if err != nil {
		return NewPasskey{}, err
	}
	all, err := s.passkeys(ctx, s.pool, u.ID)
	if err != nil {
		return NewPasskey{}, err
	}
	keys := keysOf(all)
	creation, session, err := w.BeginRegistration(
		holder{u.ID, u.Email, keys},
		webauthn.WithExclusions(webauthn.Credentials(keys).CredentialDescriptors()),
		webauthn.WithConveyancePreference(protocol.PreferNoAttestation),
	)
	if err != nil {
		return NewPasskey{}, ErrPasskey.From(err)
	}
	options, err := json.Marshal(creation.Response)
	if err != nil {
		return NewPasskey{}, err
	}
	id, err := s.begin(ctx, u.ID, member.Passkey, "", session)
	return NewPasskey{id, options}, err
}

// ConfirmPasskey makes a passkey count, if the browser's answer is right.
func (s *Store) ConfirmPasskey(
	ctx context.Context,
	u accounts.User,
	factor uuid.UUID,
	answer, name string,
	host Host,
) error {
	name, err := checkName(name)
	if err != nil {
		return err
	}
	w, err := host.relying()
	if err != nil {
		return err
	}
	return dberror.Of("second factors", pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		var none string
		var raw []byte
		if err := s.pending(ctx, tx, u.ID, factor, member.Passkey, &none, &raw); err != nil {
			return err
		}
		var session webauthn.SessionData
		if err := json.Unmarshal(raw, &session); err != nil {
			return err
		}
		parsed, err := protocol.ParseCredentialCreationResponseBytes([]byte(answer))
		if err != nil {
			return ErrPasskey.From(err)
		}
		key, err := w.CreateCredential(holder{u.ID, u.Email, nil}, session, parsed)
		if err != nil {
			return ErrPasskey.From(err)
		}
		stored, err := json.Marshal(key)
		if err != nil {
			return err
		}
		_, err = tx.Exec(
			ctx,
			`update account_factors set confirmed = true, name = $2, credential_id = $3, credential = $4, ceremony = null
			where id = $1`,
			factor,
			name,
			key.ID,
			stored,
		)
		return err
	}))
}

// askPasskey asks a browser to use a passkey. Both results are nil if the person has none, or if the
// host has no name.
func (s *Store) askPasskey(ctx context.Context, u accounts.User, host Host) (options, ceremony []byte, err error) {
	w, err := host.relying()
	if errors.Is(err, ErrNoHost) { // the other ways are still open
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	all, err := s.passkeys(ctx, s.pool, u.ID)
	if err != nil || len(all) == 0 {
		return nil, nil, err
	}
	assertion, session, err := w.BeginLogin(holder{u.ID, u.Email, keysOf(all)})
	if err != nil {
		return nil, nil, ErrPasskey.From(err)
	}
	if options, err = json.Marshal(assertion.Response); err != nil {
		return nil, nil, err
	}
	ceremony, err = json.Marshal(session)
	return options, ceremony, err
}

// proved returns the passkey that a browser's answer proves. It returns nil for a wrong answer, and
// for a passkey that was copied. The browser names the person who made the passkey, which may have been in
// another account than the one that asked.
func proved(w *webauthn.WebAuthn, all []owned, session webauthn.SessionData, answer string) *webauthn.Credential {
	parsed, err := protocol.ParseCredentialRequestResponseBytes([]byte(answer))
	if err != nil {
		return nil
	}
	made := slices.IndexFunc(all, func(o owned) bool { return bytes.Equal(o.key.ID, parsed.RawID) })
	if made < 0 {
		return nil
	}
	session.UserID = all[made].person[:]
	key, err := w.ValidateLogin(holder{all[made].person, "", keysOf(all)}, session, parsed)
	if err != nil || key.Authenticator.CloneWarning {
		return nil
	}
	return key
}

// checkPasskey checks a browser's answer, and stores the passkey's new counter.
func (s *Store) checkPasskey(
	ctx context.Context, tx pgx.Tx, person uuid.UUID, answer string, ceremony []byte, host Host,
) (bool, error) {
	w, err := host.relying()
	if err != nil {
		return false, err
	}
	var session webauthn.SessionData
	if err := json.Unmarshal(ceremony, &session); err != nil {
		return false, err
	}
	all, err := s.passkeys(ctx, tx, person)
	if err != nil {
		return false, err
	}
	key := proved(w, all, session, answer)
	if key == nil {
		return false, nil
	}
	stored, err := json.Marshal(key)
	if err != nil {
		return false, err
	}
	_, err = tx.Exec(
		ctx,
		"update account_factors set credential = $2, used_at = $3 where credential_id = $1",
		key.ID,
		stored,
		s.clock(),
	)
	return true, dberror.Of("second factors", err)
}
