package commands_test

import (
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/domain/order"
)

// senders are the people who send commands on accounts, by name.
var senders = func() map[string]domain.Actor {
	watcher := belonging("watcher", domain.Owner, "customer", acme)
	watcher.ViewOnly = true
	return map[string]domain.Actor{
		"owner": owner, "staff": staff, "watcher": watcher, "rival": rivalOwner, "house": houseOwner,
		"reseller": reseller, "resellerStaff": belonging("reseller staff", domain.Staff, "brightside", uuid.Nil),
		"operator": operator, "manager": manager, "creative": creative, "production": production, "cso": cso,
		"admin": admin, "guest": aGuest, "nobody": {}, "system": system,
	}
}()

// company is a world with the accounts of all senders, and in each of them a team member.
type company struct{ *world }

func placeOf(a domain.Actor) member.Place {
	return member.Place{Person: a.ID, Client: a.ClientID, Customer: a.CustomerID, Role: a.Role}
}

// colleagues are the people on whom the commands of the matrix act, by account.
var colleagues = map[string]domain.Actor{
	"acme":     belonging("colleague at acme", domain.Staff, "customer", acme),
	"rival":    belonging("colleague at rival", domain.Staff, "customer", rival),
	"house":    belonging("colleague at house", domain.Staff, "brightside", house),
	"reseller": belonging("colleague at the reseller", domain.Staff, "brightside", uuid.Nil),
	"provider": belonging("colleague at the provider", domain.Operator, "admin", uuid.Nil),
}

func newCompany(t *testing.T) *company {
	t.Helper()
	c := &company{newWorld(t)}
	c.must(&commands.CreateClient{Client: domain.ProviderClient, Kind: client.Provider}, system)
	c.must(&commands.CreateClient{Client: domain.DirectClient, Kind: client.Direct}, system)
	c.must(&commands.CreateClient{Client: "brightside", Kind: client.Reseller}, system)
	for id, of := range map[uuid.UUID]string{acme: "customer", rival: "customer", house: "brightside"} {
		c.must(&commands.CreateCustomer{Customer: id, Client: of, Terms: customer.Terms{}}, system)
	}
	for _, a := range senders {
		if a.ID != uuid.Nil && a.Role != domain.Guest {
			c.must(&commands.RegisterMember{Place: placeOf(a), Origin: member.Imported}, system)
		}
	}
	for _, a := range colleagues {
		c.must(&commands.RegisterMember{Place: placeOf(a), Origin: member.Imported}, system)
	}
	return c
}

// mayManage says for each account which senders may manage its people, and which only see it (D-45).
// Those who only see it get 'forbidden', and everybody else gets 'not found'.
var mayManage = map[string]struct{ may, see string }{
	"acme":     {"owner admin", "staff watcher"},
	"rival":    {"rival admin", ""},
	"house":    {"house reseller admin", "resellerStaff"},
	"reseller": {"reseller admin", "resellerStaff"},
	"provider": {"admin", "operator manager creative production cso"},
}

// Every command on a person, sent by everybody, on a person of every account.
func TestWhoManagesThePeopleOfAnAccount(t *testing.T) { // SH-094 SH-188 D-45
	fresh := func(p domain.Actor) member.Place {
		place := placeOf(p)
		place.Person = id("somebody new")
		return place
	}
	for name, cmd := range map[string]func(domain.Actor) commands.Command{
		"invite": func(p domain.Actor) commands.Command { return &commands.InviteMember{Place: fresh(p)} },
		"register": func(p domain.Actor) commands.Command {
			return &commands.RegisterMember{Place: fresh(p), Origin: member.Created}
		},
		"change role": func(p domain.Actor) commands.Command {
			if p.Role.IsProvider() {
				return &commands.ChangeMemberRole{Person: p.ID, Role: domain.Admin}
			}
			return &commands.ChangeMemberRole{Person: p.ID, Role: domain.Owner}
		},
		"make an approver": func(p domain.Actor) commands.Command {
			return &commands.SetApprover{Person: p.ID, Approver: !p.Role.IsProvider()}
		},
		"deactivate":    func(p domain.Actor) commands.Command { return &commands.DeactivateMember{Person: p.ID} },
		"reactivate":    func(p domain.Actor) commands.Command { return &commands.ReactivateMember{Person: p.ID} },
		"remove":        func(p domain.Actor) commands.Command { return &commands.RemoveMember{Person: p.ID} },
		"reset factors": func(p domain.Actor) commands.Command { return &commands.ResetFactors{Person: p.ID} },
	} {
		for account, person := range colleagues {
			for who, by := range senders {
				t.Run(name+" at "+account+" as "+who, func(t *testing.T) {
					c := newCompany(t)
					_, err := c.bus.Do(t.Context(), cmd(person), commands.Request{Actor: by})
					may, see := strings.Fields(mayManage[account].may), strings.Fields(mayManage[account].see)
					switch {
					case who == "system" || slices.Contains(may, who):
						if err != nil {
							t.Errorf("refused: %v", err)
						}
					case slices.Contains(see, who):
						var e *domain.Error
						if !errors.As(err, &e) || e.Code != domain.Forbidden {
							t.Errorf("got %v, want forbidden", err)
						}
					default:
						if !errors.Is(err, domain.ErrNotFound) {
							t.Errorf("got %v, want not found", err)
						}
					}
				})
			}
		}
	}
}

func TestNobodyRaisesTheirOwnRights(t *testing.T) { // D-45
	c := newCompany(t)
	for _, a := range []domain.Actor{owner, admin, reseller} {
		for _, cmd := range []commands.Command{
			&commands.ChangeMemberRole{Person: a.ID, Role: domain.Staff}, &commands.DeactivateMember{Person: a.ID}, &commands.RemoveMember{Person: a.ID},
			&commands.SetApprover{Person: a.ID, Approver: true},
		} {
			if err := c.refusal(cmd, a); !errors.Is(err, commands.ErrYourself) {
				t.Errorf("%s by %s: %v", commands.TypeOf(cmd), a.Role, err)
			}
		}
	}
	for _, role := range []domain.Role{domain.Admin, domain.Manager, domain.System, domain.Guest} {
		p := placeOf(colleagues["acme"])
		p.Person, p.Role = id("new"), role
		if err := c.refusal(&commands.InviteMember{Place: p}, owner); !errors.Is(err, member.ErrRole) {
			t.Errorf("an owner invites a %s: %v", role, err)
		}
	}
	p := placeOf(colleagues["acme"])
	p.Person = id("new")
	for _, origin := range []member.Origin{member.SetUp, member.SignedUp, member.Imported} {
		if err := c.refusal(
			&commands.RegisterMember{Place: p, Origin: origin},
			admin,
		); !errors.Is(
			err,
			domain.ErrForbidden,
		) {
			t.Errorf("an admin registers somebody as %s: %v", origin, err)
		}
	}
}

func (c *company) refusal(cmd commands.Command, by domain.Actor) error {
	_, err := c.bus.Do(c.t.Context(), cmd, commands.Request{Actor: by})
	return err
}

func TestPeopleChangeOnlyTheirOwnSignIn(t *testing.T) { // SH-114 D-46
	c, person := newCompany(t), colleagues["acme"]
	f := member.Factor{ID: id("factor"), Kind: member.TOTP}
	k := member.Token{ID: id("token"), Scopes: []string{"orders:read"}, Ends: clock().Add(time.Hour)}
	for _, cmd := range []commands.Command{
		&commands.RequestVerification{Person: person.ID}, &commands.VerifyEmail{Person: person.ID},
		&commands.RequestEmailChange{Person: person.ID}, &commands.ChangeEmail{Person: person.ID}, &commands.ClaimAddress{Person: person.ID},
		&commands.RequestPasswordReset{Person: person.ID}, &commands.ChangePassword{Person: person.ID, Way: member.ByProfile},
		&commands.AddFactor{Person: person.ID, Factor: f}, &commands.RemoveFactor{Person: person.ID, Factor: f.ID}, &commands.JoinAccount{Person: person.ID},
		&commands.CreateToken{Person: person.ID, Token: k}, &commands.RevokeToken{Person: person.ID, Token: k.ID},
		&commands.RequestSignInLink{Person: person.ID}, &commands.AddBrowser{Person: person.ID, Session: id("session")}, &commands.UseRecoveryCode{Person: person.ID},
	} {
		for who, by := range senders {
			if err := c.refusal(cmd, by); (err == nil) != (who == "system") {
				t.Errorf("%s of somebody else by %s: %v", commands.TypeOf(cmd), who, err)
			}
		}
		if err := c.refusal(cmd, person); err != nil {
			t.Errorf("%s by oneself: %v", commands.TypeOf(cmd), err)
		}
	}
}

func TestOfTwoLeadersWhoRemoveEachOtherOneStays(t *testing.T) {
	for range 50 {
		c := newCompany(t)
		second := belonging("second owner", domain.Owner, "customer", rival)
		c.must(&commands.RegisterMember{Place: placeOf(second), Origin: member.Imported}, system)
		var group sync.WaitGroup
		errs := make([]error, 2)
		for i, pair := range [][2]domain.Actor{{rivalOwner, second}, {second, rivalOwner}} {
			group.Go(func() { errs[i] = c.refusal(&commands.RemoveMember{Person: pair[1].ID}, pair[0]) })
		}
		group.Wait()
		if (errs[0] == nil) == (errs[1] == nil) {
			t.Fatalf("both or neither were removed: %v", errs)
		}
		if err := errors.Join(errs...); !errors.Is(err, member.ErrLastOwner) {
			t.Fatalf("refused as %v", err)
		}
	}
}

func TestTheFirstAdminIsSetUpOnce(t *testing.T) { // D-76
	w := &company{newWorld(t)}
	w.must(&commands.CreateClient{Client: domain.ProviderClient, Kind: client.Provider}, system)
	var group sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		place := member.Place{Person: id(string(rune('a' + i))), Client: domain.ProviderClient, Role: domain.Admin}
		group.Go(func() { errs[i] = w.refusal(&commands.RegisterMember{Place: place, Origin: member.SetUp}, system) })
	}
	group.Wait()
	made := 0
	for _, err := range errs {
		if err == nil {
			made++
		} else if !errors.Is(err, commands.ErrAdminExists) {
			t.Errorf("refused as %v", err)
		}
	}
	if made != 1 {
		t.Errorf("%d admins were set up", made)
	}
}

func TestWhoCreatesCustomersAndSetsTheirTerms(t *testing.T) { // D-25 D-26 D-45
	terms := customer.Terms{MaxActiveOrders: 7}
	announced := announcement.Content{HTML: "<p>We move.</p>", Background: "#000000", Colour: "#ffffff"}
	for name, c := range map[string]struct {
		may, see string
		cmd      commands.Command
	}{
		"a reseller's customer":          {"reseller admin system", "resellerStaff", &commands.CreateCustomer{Customer: id("new"), Client: "brightside", Terms: terms}},
		"a direct customer":              {"admin system", "", &commands.CreateCustomer{Customer: id("new"), Client: domain.DirectClient, Terms: terms}},
		"terms of a reseller's customer": {"reseller admin system", "resellerStaff", &commands.ChangeTerms{Customer: house, Terms: terms}},
		"terms of a direct customer":     {"admin system", "", &commands.ChangeTerms{Customer: acme, Terms: terms}},
		"a client":                       {"admin system", "everybody", &commands.CreateClient{Client: "other", Kind: client.Reseller}},
		"branding of the reseller":       {"reseller admin system", "resellerStaff", &commands.ChangeBranding{Client: "brightside", Branding: client.Branding{Colour: "#000000"}}},
		"branding of the provider":       {"admin system", "", &commands.ChangeBranding{Client: domain.ProviderClient, Branding: client.Branding{Colour: "#000000"}}},
		"host names":                     {"admin system", "everybody", &commands.SetHosts{Client: "brightside", Hosts: []string{"a.example.com"}}},
		"sign-up":                        {"admin system", "", &commands.SwitchSignUp{Client: domain.DirectClient, Open: true}},
		"second factor":                  {"reseller admin system", "resellerStaff", &commands.RequireSecondFactor{Client: "brightside", Required: true}},
		"an announcement":                {"admin", "everybody", &commands.PublishAnnouncement{Announcement: id("new"), Content: announced}},
		"business hours":                 {"admin system", "everybody", &commands.SetHours{Client: domain.ProviderClient, Hours: client.Hours{Zone: "UTC", Days: make([]client.OpenHours, 7)}}},
	} {
		for who, by := range senders {
			t.Run(name+" as "+who, func(t *testing.T) {
				err := newCompany(t).refusal(c.cmd, by)
				var e *domain.Error
				switch {
				case slices.Contains(strings.Fields(c.may), who):
					if err != nil {
						t.Errorf("refused: %v", err)
					}
				case c.see == "everybody" || slices.Contains(strings.Fields(c.see), who):
					if !errors.As(err, &e) || e.Code != domain.Forbidden {
						t.Errorf("got %v, want forbidden", err)
					}
				case !errors.Is(err, domain.ErrNotFound):
					t.Errorf("got %v, want not found", err)
				}
			})
		}
	}
}

func TestOnlyAnAdminActsAsSomebodyOfACustomer(t *testing.T) { // D-48
	person := colleagues["acme"]
	acting := person
	acting.Impersonator = admin.ID
	for who, by := range senders {
		c := newCompany(t)
		begin := &commands.StartImpersonation{Person: person.ID, Reason: "They asked us."}
		if err := c.refusal(begin, by); (err == nil) != (who == "admin") {
			t.Errorf("begun by %s: %v", who, err)
		}
		if err := c.refusal(&commands.EndImpersonation{Person: person.ID}, by); !errors.Is(err, domain.ErrForbidden) {
			t.Errorf("ended by %s, who is nobody else: %v", who, err)
		}
	}
	c := newCompany(t)
	for _, wrong := range []struct {
		person uuid.UUID
		reason string
		want   error
	}{
		{person.ID, " ", domain.ErrReasonMissing},
		{operator.ID, "Why not.", member.ErrNotImpersonated},
	} {
		if err := c.refusal(
			&commands.StartImpersonation{Person: wrong.person, Reason: wrong.reason},
			admin,
		); !errors.Is(
			err,
			wrong.want,
		) {
			t.Errorf("got %v, want %v", err, wrong.want)
		}
	}
	c.must(&commands.StartImpersonation{Person: person.ID, Reason: "They asked us."}, admin)
	c.must(&commands.EndImpersonation{Person: person.ID}, acting)
	events := c.events(member.StreamOf(person.ID))
	if last := events[len(events)-1].Meta; last.Actor != person.ID || last.Impersonator != admin.ID {
		t.Errorf("the event names %s and %s", last.Actor, last.Impersonator)
	}
	// Both people are named by what is refused, too.
	if err := c.refusal(&commands.RemoveMember{Person: owner.ID}, acting); err == nil {
		t.Error("a team member removed the owner")
	}
	if !slices.ContainsFunc(c.refusals(), func(o commands.Outcome) bool {
		return o.Meta.Command == "RemoveMember" && o.Meta.Actor == person.ID && o.Meta.Impersonator == admin.ID
	}) {
		t.Errorf("the refusal does not name both: %+v", c.refusals())
	}
}

func TestNobodyWorksOnTheOrdersOfAnAccountThatIsLeaving(t *testing.T) { // D-51
	w := newWorld(t)
	o := w.in("in-review", "label")
	w.leaving = map[uuid.UUID]bool{acme: true}
	for _, by := range []domain.Actor{owner, manager, admin} {
		_, err := w.bus.Do(
			t.Context(),
			&commands.ActOnOrder{Order: o, Action: order.Hold, Reason: "Wait."},
			commands.Request{Actor: by},
		)
		if !errors.Is(err, customer.ErrLeaving) {
			t.Errorf("%s: %v", by.Role, err)
		}
	}
	d := order.Details{Headline: order.Headline{Name: "Label"}}
	if _, err := w.bus.Do(
		t.Context(),
		&commands.DraftOrder{Order: id("new"), Details: d},
		commands.Request{Actor: owner},
	); !errors.Is(
		err,
		customer.ErrLeaving,
	) {
		t.Errorf("a new order: %v", err)
	}
}

func TestTheMembershipsOfADeletedAccountAreClosed(t *testing.T) { // D-51
	c := newCompany(t)
	closing := &commands.CloseMembership{Person: owner.ID, Customer: acme}
	for who, by := range senders {
		if err := c.refusal(closing, by); !errors.Is(err, domain.ErrForbidden) {
			t.Errorf("of an account that stays, by %s: %v", who, err)
		}
	}
	c.must(&commands.RequestDeletion{Customer: acme, Reason: "We merge."}, owner)
	c.bus.Clock = func() time.Time { return clock().Add(31 * 24 * time.Hour) }
	c.must(&commands.DeleteCustomer{Customer: acme}, system)
	if err := c.refusal(
		&commands.CloseMembership{Person: rivalOwner.ID, Customer: acme},
		system,
	); !errors.Is(
		err,
		domain.ErrForbidden,
	) {
		t.Errorf("of another account: %v", err)
	}
	c.must(closing, system) // although it is the last owner
	c.must(closing, system)
}

func TestOnlyTheOwnerDeletesTheAccount(t *testing.T) { // SH-172 SH-173 BD-020 BD-021 D-51
	for who, by := range senders {
		c := newCompany(t)
		err := c.refusal(&commands.RequestDeletion{Customer: acme, Reason: "We merge."}, by)
		if (err == nil) != (who == "owner") {
			t.Errorf("deletion asked for by %s: %v", who, err)
		}
	}
	c := newCompany(t)
	if err := c.refusal(
		&commands.RequestDeletion{Customer: acme, Reason: " "},
		owner,
	); !errors.Is(
		err,
		domain.ErrReasonMissing,
	) {
		t.Errorf("without a reason: %v", err)
	}
	c.in("ready-to-go", "label")
	if err := c.refusal(
		&commands.RequestDeletion{Customer: acme, Reason: "We merge."},
		owner,
	); !errors.Is(
		err,
		commands.ErrActiveOrders,
	) {
		t.Errorf("with an active order: %v", err)
	}
	for _, by := range []domain.Actor{owner, admin} {
		if err := c.refusal(
			&commands.AbandonSignUp{Customer: acme, Person: owner.ID},
			by,
		); !errors.Is(
			err,
			domain.ErrForbidden,
		) {
			t.Errorf("given up by a person: %v", err)
		}
		if err := c.refusal(&commands.DeleteCustomer{Customer: acme}, by); !errors.Is(err, domain.ErrForbidden) {
			t.Errorf("deleted by a person: %v", err)
		}
	}
}

func TestNobodyJoinsAnAccountThatIsLeavingOrMissing(t *testing.T) {
	c := newCompany(t)
	c.must(&commands.RequestDeletion{Customer: acme, Reason: "We merge."}, owner)
	p := placeOf(colleagues["acme"])
	p.Person = id("new")
	if err := c.refusal(&commands.InviteMember{Place: p}, owner); !errors.Is(err, customer.ErrLeaving) {
		t.Errorf("invited to an account that leaves: %v", err)
	}
	for _, place := range []member.Place{
		{Person: id("new"), Client: "nobody", Role: domain.Owner},
		{Person: id("new"), Client: "customer", Customer: id("no customer"), Role: domain.Owner},
		{Person: id("new"), Client: "customer", Customer: house, Role: domain.Owner},
	} {
		if err := c.refusal(&commands.InviteMember{Place: place}, admin); !errors.Is(err, domain.ErrNotFound) {
			t.Errorf("invited to %s %s: %v", place.Client, place.Customer, err)
		}
	}
	c.must(&commands.TakeBackDeletion{Customer: acme}, owner)
	c.must(&commands.InviteMember{Place: p}, owner)
	if err := c.refusal(&commands.InviteMember{Place: p}, admin); !errors.Is(err, member.ErrExists) {
		t.Errorf("invited twice: %v", err)
	}
}
