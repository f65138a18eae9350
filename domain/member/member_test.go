package member_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/member"
)

var members = domaintest.Of(member.Streams)

var (
	now      = domaintest.Now
	person   = domaintest.ID("person")
	acme     = domaintest.ID("acme")
	ofOwner  = member.Place{Person: person, Client: domain.DirectClient, Customer: acme, Role: domain.Owner}
	ofStaff  = member.Place{Person: person, Client: domain.DirectClient, Customer: acme, Role: domain.Staff}
	ofAdmin  = member.Place{Person: person, Client: domain.ProviderClient, Role: domain.Admin}
	invited  = &member.Asked{Place: ofStaff}
	owner    = &member.Registered{Place: ofOwner, Origin: member.Created}
	staff    = &member.Registered{Place: ofStaff, Origin: member.Created}
	admin    = &member.Registered{Place: ofAdmin, Origin: member.SetUp}
	joined   = &member.Joined{}
	inactive = &member.WasDeactivated{}
	deleted  = &member.WasDeleted{}
)

type decision = func(*member.Member) error

func invite(p member.Place) decision { return func(m *member.Member) error { return m.Invite(p, now) } }
func register(p member.Place) decision {
	return func(m *member.Member) error { return m.Register(p, member.Created, now) }
}
func join(m *member.Member) error       { return m.Join(now) }
func renew(m *member.Member) error      { return m.RenewInvitation(false, now) }
func copied(m *member.Member) error     { return m.RenewInvitation(true, now) }
func reactivate(m *member.Member) error { return m.Reactivate(now) }
func deactivate(last bool) decision {
	return func(m *member.Member) error { return m.Deactivate(last, now) }
}
func remove(last bool) decision { return func(m *member.Member) error { return m.Remove(last, now) } }
func role(r domain.Role, last bool) decision {
	return func(m *member.Member) error { return m.ChangeRole(r, last, now) }
}
func approver(is bool) decision {
	return func(m *member.Member) error { return m.SetApprover(is, now) }
}

func TestAMembershipBeginsOnce(t *testing.T) {
	members.Given(t).When(invite(ofStaff)).Then(invited)
	members.Given(t).When(register(ofOwner)).Then(owner)
	for name, history := range map[string][]any{
		"invited": {invited}, "registered": {owner}, "deleted": {owner, deleted},
	} {
		t.Run(name, func(t *testing.T) {
			members.Given(t, history...).When(invite(ofStaff)).ThenRefused(member.ErrExists)
			members.Given(t, history...).When(register(ofStaff)).ThenRefused(member.ErrExists)
		})
	}
}

// The provider's roles exist at the provider only, owner and staff at customers and resellers only
// (D-25). A direct customer's people belong to a customer.
func TestARoleFitsItsAccount(t *testing.T) {
	for _, r := range append([]domain.Role{domain.System, "", "boss"}, domain.Roles...) {
		for _, c := range map[string]struct {
			place member.Place
			fits  bool
		}{
			"provider":                       {member.Place{Client: domain.ProviderClient}, r.IsProvider()},
			"provider with a customer":       {member.Place{Client: domain.ProviderClient, Customer: acme}, false},
			"direct customer":                {member.Place{Client: domain.DirectClient, Customer: acme}, r.IsCustomer()},
			"direct client without customer": {member.Place{Client: domain.DirectClient}, false},
			"reseller":                       {member.Place{Client: "brightside"}, r.IsCustomer()},
			"reseller's customer":            {member.Place{Client: "brightside", Customer: acme}, r.IsCustomer()},
		} {
			c.place.Person, c.place.Role = person, r
			out := members.Given(t).When(invite(c.place))
			if c.fits {
				out.Then(&member.Asked{Place: c.place})
			} else {
				out.ThenRefused(member.ErrRole)
			}
		}
	}
	members.Given(t, staff).When(role(domain.Admin, false)).ThenRefused(member.ErrRole)
	members.Given(t, admin).When(role(domain.Owner, false)).ThenRefused(member.ErrRole)
}

func TestAnInvitationIsFollowedOnceAndRenewedUntilThen(t *testing.T) {
	members.Given(t, invited).When(join).Then(joined)
	members.Given(t, invited, joined).When(join).ThenNothing()
	members.Given(t, invited).When(renew).Then(&member.InvitationRenewed{})
	members.Given(t, invited).When(copied).Then(&member.InvitationRenewed{Copied: true}) // D-284
	members.Given(t, invited, joined).When(renew).ThenRefused(member.ErrNotInvited)
	members.Given(t, invited, deleted).When(join).ThenRefused(member.ErrStateForbids)
	members.Given(t, invited).When(remove(true)).Then(deleted)
	members.Given(t).When(join).ThenRefused(domain.ErrNotFound)
}

// Each state takes exactly the transitions that docs/states/member.md lists.
func TestTheLifeOfAMembership(t *testing.T) {
	histories := map[member.State][]any{
		member.Invited:     {invited},
		member.Active:      {invited, joined},
		member.Deactivated: {invited, joined, inactive},
		member.Deleted:     {invited, joined, deleted},
	}
	steps := map[string]struct {
		do   decision
		from []member.State
		none []member.State // the state is reached already
	}{
		"join":       {join, []member.State{member.Invited}, []member.State{member.Active}},
		"deactivate": {deactivate(false), []member.State{member.Active}, []member.State{member.Deactivated}},
		"reactivate": {reactivate, []member.State{member.Deactivated}, []member.State{member.Active}},
		"remove": {
			remove(false), []member.State{member.Invited, member.Active, member.Deactivated},
			[]member.State{member.Deleted},
		},
	}
	for state, history := range histories {
		for name, s := range steps {
			t.Run(fmt.Sprint(name, " ", state), func(t *testing.T) {
				out := members.Given(t, history...).When(s.do)
				switch {
				case slices.Contains(s.from, state):
					if out.Err() != nil {
						t.Errorf("refused: %v", out.Err())
					}
				case slices.Contains(s.none, state):
					out.ThenNothing()
				default:
					out.ThenRefused(member.ErrStateForbids)
				}
			})
		}
	}
}

func TestTheLastOwnerAndTheLastAdminStay(t *testing.T) {
	for name, c := range map[string]struct {
		who     any
		other   domain.Role
		refusal error
	}{
		"owner": {owner, domain.Staff, member.ErrLastOwner},
		"admin": {admin, domain.Manager, member.ErrLastAdmin},
		"staff": {staff, domain.Owner, nil},
	} {
		for way, do := range map[string]func(last bool) decision{
			"deactivate":  deactivate,
			"remove":      remove,
			"change role": func(last bool) decision { return role(c.other, last) },
		} {
			t.Run(name+" "+way, func(t *testing.T) {
				if out := members.Given(t, c.who).When(do(true)); c.refusal != nil {
					out.ThenRefused(c.refusal)
				} else if out.Err() != nil {
					t.Error(out.Err())
				}
				if out := members.Given(t, c.who).When(do(false)); out.Err() != nil {
					t.Errorf("there is another one: %v", out.Err())
				}
			})
		}
	}
	members.Given(t, owner, inactive).When(remove(true)).Then(deleted) // leads nobody while deactivated
}

func TestARoleChangeEndsTheRightToApprove(t *testing.T) {
	members.Given(t, staff).When(approver(true)).Then(&member.ApproverChanged{Approver: true})
	members.Given(t, staff).When(approver(false)).ThenNothing()
	members.Given(t, owner).When(approver(true)).ThenRefused(member.ErrApprover)
	members.Given(t, staff, deleted).When(approver(true)).ThenRefused(domain.ErrNotFound)
	members.Given(t, staff).When(role(domain.Staff, false)).ThenNothing()
	m := members.Fold(t, staff, &member.ApproverChanged{Approver: true}, &member.RoleChanged{Role: domain.Owner},
		&member.RoleChanged{Role: domain.Staff})
	if m.Approver {
		t.Error("a team member who was an owner in between is an approver again")
	}
	approving := ofOwner
	approving.Approver = true
	members.Given(t).When(invite(approving)).ThenRefused(member.ErrApprover)
}

// The address is verified by a link that was sent to it.
func TestAnAddressIsVerifiedByALink(t *testing.T) {
	verify := func(m *member.Member) error { return m.VerifyEmail(now) }
	ask := func(m *member.Member) error { return m.RequestVerification(now) }
	members.Given(t, staff).When(ask).Then(&member.VerificationRequested{})
	members.Given(t, staff).When(verify).Then(&member.EmailVerified{})
	for name, history := range map[string][]any{
		"verified":               {staff, &member.EmailVerified{}},
		"joined by invitation":   {invited, joined},
		"first admin":            {admin},
		"password reset by mail": {staff, &member.PasswordChanged{Way: member.ByReset}},
	} {
		t.Run(name, func(t *testing.T) {
			members.Given(t, history...).When(verify).ThenNothing()
			members.Given(t, history...).When(ask).ThenNothing()
		})
	}
	m := members.Fold(
		t,
		staff,
		&member.PasswordChanged{Way: member.ByProfile},
		&member.PasswordChanged{Way: member.ByOperator},
	)
	if m.Verified {
		t.Error("a password that was changed without a link verifies the address")
	}
}

func TestOnlyActivePeopleChangeHowTheySignIn(t *testing.T) {
	f := member.Factor{ID: domaintest.ID("factor"), Kind: member.TOTP}
	for name, c := range map[string]struct {
		do   decision
		want any
	}{
		"reset":  {func(m *member.Member) error { return m.RequestReset(now) }, &member.ResetRequested{}},
		"change": {func(m *member.Member) error { return m.ChangePassword(member.ByReset, uuid.Nil, now) }, &member.PasswordChanged{Way: member.ByReset}},
		"add":    {func(m *member.Member) error { return m.AddFactor(f, now) }, &member.FactorAdded{Factor: f}},
		"link":   {func(m *member.Member) error { return m.RequestSignInLink(now) }, &member.SignInLinkRequested{}},
		"browser": {
			func(m *member.Member) error { return m.AddBrowser(f.ID, now) }, &member.BrowserAdded{Session: f.ID},
		},
		"recovery": {func(m *member.Member) error { return m.UseRecoveryCode(now) }, &member.RecoveryUsed{}},
	} {
		t.Run(name, func(t *testing.T) {
			members.Given(t, staff).When(c.do).Then(c.want)
			members.Given(t).When(c.do).ThenRefused(domain.ErrNotFound)
			for _, history := range [][]any{{invited}, {staff, inactive}, {staff, deleted}} {
				members.Given(t, history...).When(c.do).ThenRefused(member.ErrNotActive)
			}
		})
	}
}

func TestSecondFactors(t *testing.T) {
	factor := func(name string, k member.FactorKind) member.Factor {
		return member.Factor{ID: domaintest.ID(name), Kind: k}
	}
	add := func(f member.Factor) decision { return func(m *member.Member) error { return m.AddFactor(f, now) } }
	drop := func(id uuid.UUID) decision { return func(m *member.Member) error { return m.RemoveFactor(id, now) } }
	phone, codes, more := factor(
		"phone",
		member.TOTP,
	), factor(
		"codes",
		member.Recovery,
	), factor(
		"more",
		member.Recovery,
	)
	members.Given(t, staff, &member.FactorAdded{Factor: phone}).When(add(phone)).ThenNothing()
	members.Given(t, staff, &member.FactorAdded{Factor: phone}).
		When(drop(phone.ID)).
		Then(&member.FactorRemoved{Factor: phone})
	members.Given(t, staff).When(drop(phone.ID)).ThenNothing()
	m := members.Fold(
		t,
		staff,
		&member.FactorAdded{Factor: codes},
		&member.FactorAdded{Factor: phone},
		&member.FactorAdded{Factor: more},
	)
	if len(m.Factors) != 2 || m.Factors[1] != more {
		t.Errorf("a set of recovery codes replaces the one before: %v", m.Factors)
	}
	// The codes go with the last one.
	members.Given(t, staff, &member.FactorAdded{Factor: phone}, &member.FactorAdded{Factor: codes}).
		When(drop(phone.ID)).
		Then(&member.FactorRemoved{Factor: phone}, &member.FactorRemoved{Factor: codes})
	reset := func(m *member.Member) error { return m.ResetFactors(now) }
	members.Given(t, staff, &member.FactorAdded{Factor: phone}, &member.FactorAdded{Factor: codes}).
		When(reset).
		Then(&member.FactorRemoved{Factor: phone}, &member.FactorRemoved{Factor: codes})
	members.Given(t, staff).When(reset).ThenNothing()
	members.Given(t, staff, deleted).When(reset).ThenRefused(domain.ErrNotFound)
	full := []any{staff}
	for i := range member.MaxFactors {
		full = append(full, &member.FactorAdded{Factor: factor(fmt.Sprint(i), member.Passkey)})
	}
	members.Given(t, full...).When(add(phone)).ThenRefused(member.ErrTooManyFactors)
}

func TestAccessTokens(t *testing.T) { // BY-052
	token := func(name string, life time.Duration, scopes ...string) member.Token {
		return member.Token{ID: domaintest.ID(name), Scopes: scopes, Ends: now.Add(life)}
	}
	create := func(k member.Token) decision { return func(m *member.Member) error { return m.CreateToken(k, now) } }
	revoke := func(id uuid.UUID) decision { return func(m *member.Member) error { return m.RevokeToken(id, now) } }
	robot := token("robot", time.Hour, "events:read", "orders:read")
	members.Given(t, staff).
		When(create(token("robot", time.Hour, "orders:read", "events:read"))).
		Then(&member.TokenCreated{Token: robot})
	members.Given(t, staff).When(create(token("a year", member.MaxTokenLife, "x"))).
		Then(&member.TokenCreated{Token: token("a year", member.MaxTokenLife, "x")})
	for _, life := range []time.Duration{-time.Hour, 0, member.MaxTokenLife + time.Second} {
		members.Given(t, staff).When(create(token("robot", life, "x"))).ThenRefused(member.ErrTokenEnd)
	}
	members.Given(t, staff).When(create(token("robot", time.Hour))).ThenRefused(member.ErrTokenScopes)
	members.Given(t, staff).When(create(token("robot", time.Hour, "x", "y", "x"))).ThenRefused(member.ErrTokenScopes)
	members.Given(t, invited).When(create(robot)).ThenRefused(member.ErrNotActive)
	members.Given(t, staff, inactive).When(create(robot)).ThenRefused(member.ErrNotActive)
	members.Given(t).When(create(robot)).ThenRefused(domain.ErrNotFound)

	created := &member.TokenCreated{Token: robot}
	members.Given(t, staff, created).When(revoke(robot.ID)).Then(&member.TokenRevoked{ID: robot.ID})
	members.Given(t, staff, created, &member.TokenRevoked{ID: robot.ID}).When(revoke(robot.ID)).ThenNothing()
	members.Given(t, staff).When(revoke(robot.ID)).ThenNothing()

	full := []any{staff}
	for i := range member.MaxTokens {
		full = append(full, &member.TokenCreated{Token: token(fmt.Sprint(i), time.Hour, "x")})
	}
	members.Given(t, full...).When(create(robot)).ThenRefused(member.ErrTooManyTokens)
	members.Given(t, append(full, &member.TokenRevoked{ID: domaintest.ID("0")})...).When(create(robot)).Then(created)
	// What ends the sessions of the person ends their tokens, so they do not count any more.
	for _, end := range []any{
		&member.RoleChanged{Role: domain.Owner}, &member.PasswordChanged{Way: member.ByProfile, Kept: uuid.New()},
	} {
		members.Given(t, append(full, end)...).When(create(robot)).Then(created)
		members.Given(t, staff, created, end).When(revoke(robot.ID)).ThenNothing()
	}
	members.Given(t, append(full, inactive, &member.Reactivated{})...).When(create(robot)).Then(created)
	over := []any{staff}
	for i := range member.MaxTokens {
		over = append(over, &member.TokenCreated{Token: token(fmt.Sprint(i), -time.Minute, "x")})
	}
	members.Given(t, over...).When(create(robot)).Then(created)
}

func TestOnlyActivePeopleOfCustomersAreImpersonated(t *testing.T) { // D-48
	begin := func(m *member.Member) error { return m.Impersonate("They asked us.", now) }
	end := func(m *member.Member) error { return m.EndImpersonation(now) }
	members.Given(t, staff).When(begin).Then(&member.Impersonated{Reason: "They asked us."})
	members.Given(t, admin).When(begin).ThenRefused(member.ErrNotImpersonated)
	members.Given(t, invited).When(begin).ThenRefused(member.ErrNotActive)
	members.Given(t, staff, inactive).When(begin).ThenRefused(member.ErrNotActive)
	members.Given(t).When(begin).ThenRefused(domain.ErrNotFound)
	members.Given(t, staff, &member.Impersonated{}).When(end).Then(&member.ImpersonationEnded{})
	members.Given(t).When(end).ThenRefused(domain.ErrNotFound)
}
