package policy_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

const (
	// managers includes admin, who has every ability of the production manager (D-26).
	managers = "manager creative_manager production_manager admin"
	provider = "operator " + managers
	everyone = "owner staff cso " + provider
)

// table lists which roles may do what, written by hand from SH-097..SH-107, D-05, D-12 and D-26.
// Nobody may do anything else.
var table = map[string]string{
	"create create-order":          "owner staff admin",
	"read create-order":            "owner staff admin",
	"update create-order":          "owner",
	"delete create-order":          "owner",
	"visit create-order":           "owner",
	"visit create-order-page":      "owner staff admin",
	"read order-details":           "owner " + managers,
	"update order-details":         "owner " + managers,
	"update change-status":         "owner staff " + provider,
	"read assigned-operator":       managers,
	"update assigned-operator":     managers,
	"update archive-order":         "owner " + managers,
	"read order-list-company-name": "cso " + provider,
	"read attachments":             everyone,
	"update attachments":           managers,
	"delete attachments":           "owner " + managers,
	"read customer-review-file":    everyone,
	"create customer-review-file":  "cso " + provider,
	"delete customer-review-file":  provider,
	"read internal-review-file":    provider,
	"create internal-review-file":  provider,
	"read supplied-file":           everyone,
	"create supplied-file":         "owner staff " + provider,
	"read version":                 everyone,
	"create version":               "owner staff " + provider,
	"read cm-approve":              provider,
	"update cm-approve":            "creative_manager production_manager admin",
	"create request-cm-review":     provider,
	"read public-comment":          "owner staff guest " + provider,
	"create public-comment":        "owner staff guest " + provider,
	"read internal-comment":        provider,
	"create internal-comment":      provider,
	"create invite-guest-reviewer": "owner " + provider,
	"read invite-guest-reviewer":   "owner",
	"update invite-guest-reviewer": "owner",
	"delete invite-guest-reviewer": "owner",
	"read working-time":            provider,
	"update working-time":          provider,
	"read collaborators":           "owner " + managers,
	"update collaborators":         "owner " + managers,
	"read filter-client":           "cso " + provider,
	"read filter-customer":         "cso " + provider, // SH-106
	"read filter-creator":          everyone,
	"read filter-manager":          everyone,
	"read filter-operator":         everyone,
	"read filter-preset":           everyone,
	"create filter-preset":         everyone,
	"update filter-preset":         everyone,
	"delete filter-preset":         everyone,
	"visit filter-preset":          everyone, // SH-252
	"read company-information":     "owner",
	"update company-information":   "owner",
	"read manage-allocated-hours":  "owner staff",
	"read manage-membership":       "owner staff",
	"read manage-storage":          "owner staff",
	"read manage-service":          "owner staff",
	"read manage-active-order":     "owner staff",
	"read subscription-leave":      "owner",
	"update subscription-leave":    "owner",
	"create delete-account":        "owner",
	"read tour-guide":              "owner staff admin",
	"read payg-cart":               "owner",
	"update payg-cart":             "owner",
	"read image-search":            "owner staff cso",
	"read job-title":               provider,
	"read payg-time":               provider,
	"read nav-manage-profile":      everyone,
	"read nav-customer-reporting":  "owner staff",
	"read nav-user-reporting":      managers,
	"read nav-payg-customer-info":  provider, // SH-107
	"read nav-customer-images":     "owner staff",
	"read nav-manage-membership":   "owner",
	"read nav-payment":             "owner",
	"read nav-team-member":         "owner",
	"visit page-workflow-editor":   "owner",
	"read manage-watermark":        "owner " + managers,
	"update manage-watermark":      "owner " + managers,
}

// whole returns table with the abilities added for which every action has the same roles.
func whole() map[string]string {
	all := map[string]string{}
	maps.Copy(all, table)
	// Only the owner manages the account.
	for a := range strings.FieldsSeq("create update delete visit") {
		for what := range strings.FieldsSeq("manage-allocated-hours manage-active-order manage-membership manage-storage manage-service") {
			all[a+" "+what] = "owner"
		}
	}
	for a := range strings.FieldsSeq("read create update delete visit") {
		all[a+" billing-info"] = "owner"
		all[a+" manage-team"] = "owner" // D-45
		for what := range strings.FieldsSeq("operations audit manage-users manage-clients manage-announcements manage-business-hours manage-plans impersonation") {
			all[a+" "+what] = "admin" // D-26
		}
	}
	return all
}

// Checks every role, action and ability: the policy must grant what the table lists, and nothing
// else.
func TestAbilitiesByRole(t *testing.T) { // SH-093..SH-107
	want := whole()
	abilities := map[string]bool{}
	for check := range want {
		abilities[strings.Fields(check)[1]] = true
	}
	for _, r := range append(slices.Clone(domain.Roles), domain.System) {
		for ability := range policy.Of(r) {
			abilities[string(ability)] = true
		}
	}
	for _, r := range append(slices.Clone(domain.Roles), domain.System) {
		for ability := range abilities {
			for action := range strings.FieldsSeq("read create update delete visit") {
				check := action + " " + ability
				if got, want := policy.Can(r, policy.Action(action), policy.Ability(ability)),
					slices.Contains(strings.Fields(want[check]), string(r)); got != want {
					t.Errorf("%s may %s: %t, want %t", r, check, got, want)
				}
			}
		}
	}
}

// The permissions that the shell asks for have the names of the documents, and D-52 says who holds
// them.
func TestWhoHoldsTheShellsPermissions(t *testing.T) { // BD-002 BD-012 BD-013 D-52 D-63
	for _, c := range []struct {
		action  policy.Action
		ability policy.Ability
		held    string
	}{
		{policy.Read, policy.CreateOrder, "owner staff admin"}, // guests create no orders
		{policy.Read, policy.CompanyName, "cso " + provider},
		{policy.Read, policy.PAYGCart, "owner"},
		{policy.Read, policy.Membership, "owner staff"},
		{policy.Read, policy.AllocatedHours, "owner staff"},
		{policy.Read, policy.ActiveOrders, "owner staff"},
		{policy.Read, policy.Storage, "owner staff"},
		{policy.Update, policy.AllocatedHours, "owner"},
		{policy.Update, policy.ActiveOrders, "owner"},
		{policy.Update, policy.Membership, "owner"},
		{policy.Update, policy.Storage, "owner"},
		{policy.Read, policy.NavMembership, "owner"},
		{policy.Read, policy.TourGuide, "owner staff admin"},
		{policy.Update, policy.SubscriptionLeave, "owner"},
	} {
		for _, r := range domain.Roles {
			if got := policy.Can(r, c.action, c.ability); got != slices.Contains(strings.Fields(c.held), string(r)) {
				t.Errorf("%s may %s %s: %t", r, c.action, c.ability, got)
			}
		}
	}
}

func TestWhoHasTheChat(t *testing.T) { // BD-011
	for _, r := range domain.Roles {
		without := slices.Contains(strings.Fields("creative_manager manager production_manager operator"), string(r))
		if policy.HasChat(r) == without {
			t.Errorf("%s has the chat: %t", r, !without)
		}
	}
}

// Role 'customer' is an owner of a direct account, and 'client' an owner of a reseller (D-26).
func TestTheRolesAreThoseOfTheDocuments(t *testing.T) { // BD-005 D-26
	want := strings.Fields("owner staff operator manager creative_manager production_manager cso guest admin")
	var got []string
	for _, r := range domain.Roles {
		got = append(got, string(r))
	}
	if !slices.Equal(got, want) {
		t.Errorf("the roles are %v", got)
	}
}

func TestARefusedCheckSaysWhoMay(t *testing.T) { // D-08
	err := policy.Check(domain.Actor{Role: domain.Operator}, policy.Update, policy.CMApprove)
	var e *domain.Error
	if !errors.As(err, &e) || !errors.Is(err, domain.ErrForbidden) || e.Refusal == nil {
		t.Fatalf("got %v", err)
	}
	if e.Refusal.Rule != "update cm-approve" || e.Refusal.Role != "operator" ||
		!slices.Equal(e.Refusal.AllowedRoles, strings.Fields("creative_manager production_manager admin")) {
		t.Errorf("explains %+v", *e.Refusal)
	}
	viewer := domain.Actor{Role: domain.Admin, ViewOnly: true}
	if err := policy.Check(viewer, policy.Update, policy.CMApprove); !errors.Is(err, policy.ErrViewOnly) {
		t.Errorf("somebody who only looks: %v", err)
	}
	if err := policy.Check(viewer, policy.Read, policy.CMApprove); err != nil {
		t.Errorf("looking: %v", err)
	}
}

// Checks who may see a file, for every role, kind, uploader and status (BD-017, BD-018, BD-019,
// D-13).
func TestWhoSeesWhichFiles(t *testing.T) { // BD-017, BD-018, BD-019
	shown := []order.Status{order.InReview, order.Approved, order.Completed}
	for _, r := range domain.Roles {
		for _, kind := range proof.Kinds {
			for _, byCustomer := range []bool{true, false} {
				for _, s := range order.Statuses {
					want := byCustomer || slices.Contains(shown, s)
					if kind == proof.InternalReview {
						want = false // in no status (D-13)
					}
					if slices.Contains(strings.Fields(provider), string(r)) {
						want = true
					}
					f := policy.File{ID: domaintest.ID("file"), Kind: kind, ByCustomer: byCustomer}
					invited := &domain.Invited{Attachments: []uuid.UUID{f.ID}}
					if got := policy.SeesFile(domain.Actor{Role: r, Invited: invited}, f, orderIn(t, s)); got != want {
						t.Errorf(
							"%s sees a file for %s (by the customer: %t) in %s: %t, want %t", r, kind, byCustomer, s,
							got, want,
						)
					}
				}
			}
		}
	}
}

// The customer's people can still see the versions that were shown to them in a review that has
// ended. They cannot see later versions, and other people outside the provider can see neither.
func TestWhatAReviewShowedStaysReadable(t *testing.T) { // D-68
	ended := orderIn(
		t, order.InReview, &order.Held{Change: order.Change{From: order.InReview, To: order.OnHold}, Reason: "wait"},
	)
	for _, r := range domain.Roles {
		for _, kind := range proof.Kinds {
			for since, shown := range map[int64]bool{ended.ShownUntil - 1: true, ended.ShownUntil + 1: false} {
				f := policy.File{ID: domaintest.ID("file"), Kind: kind, Since: since}
				who := domain.Actor{Role: r, Invited: &domain.Invited{Attachments: []uuid.UUID{f.ID}}}
				all := slices.Contains(strings.Fields(provider), string(r))
				want := all || shown && r.IsCustomer() && kind != proof.InternalReview
				if got := policy.SeesFile(who, f, ended); got != want {
					t.Errorf("%s sees a file for %s, shown %t: %t, want %t", r, kind, shown, got, want)
				}
				if got := policy.ReviewsFile(who, f, ended.Status); got != all {
					t.Errorf("%s reviews a file for %s, shown %t: %t, want %t", r, kind, shown, got, all)
				}
			}
		}
	}
	if never := orderIn(t, order.InProgress); policy.SeesFile(
		person(domain.Owner), policy.File{Kind: proof.CustomerReview, Since: 1}, never,
	) {
		t.Error("the owner sees what no review showed")
	}
}

// A guest may see the files they are invited to, and nothing else.
func TestAGuestSeesOnlyTheirInvitation(t *testing.T) { // SH-303, D-13
	o, file, other := orderIn(t, order.InReview), policy.File{
		ID:   domaintest.ID("file"),
		Kind: proof.CustomerReview,
	}, policy.File{ID: domaintest.ID("other"), Kind: proof.CustomerReview, ByCustomer: true}
	visitor := domain.Actor{
		ID:      domaintest.ID("visitor"),
		Role:    domain.Guest,
		Invited: &domain.Invited{Order: o.ID, Attachments: []uuid.UUID{file.ID}},
	}
	elsewhere := visitor
	elsewhere.Invited = &domain.Invited{Order: domaintest.ID("another order"), Attachments: []uuid.UUID{file.ID}}
	nowhere := visitor
	nowhere.Invited = nil
	impostor := visitor
	impostor.Role = domain.Staff
	for name, c := range map[string]struct {
		who  domain.Actor
		o    *order.Summary
		part policy.Part
		want bool
	}{
		"the order":               {visitor, o, policy.Part{}, true},
		"the file":                {visitor, o, policy.Part{File: file}, true},
		"a public thread on it":   {visitor, o, policy.Part{File: file, Thread: true}, true},
		"the conversation":        {visitor, o, policy.Part{Thread: true}, false},
		"an internal message":     {visitor, o, policy.Part{Thread: true, Internal: true}, false},
		"an internal thread":      {visitor, o, policy.Part{File: file, Thread: true, Internal: true}, false},
		"another file":            {visitor, o, policy.Part{File: other}, false},
		"another order's guest":   {elsewhere, o, policy.Part{File: file}, false},
		"a guest of nothing":      {nowhere, o, policy.Part{}, false},
		"no guest, though scoped": {impostor, o, policy.Part{}, false},
		"internal review":         {visitor, o, policy.Part{File: policy.File{ID: file.ID, Kind: proof.InternalReview, ByCustomer: true}}, false},
		"a frozen order":          {visitor, orderIn(t, order.InReview, &order.Frozen{}), policy.Part{}, false},
		"an archived order":       {visitor, orderIn(t, order.Approved, &order.Archived{}), policy.Part{}, false},
		"a deleted order":         {visitor, orderIn(t, order.Draft, &order.Deleted{}), policy.Part{}, false},
		"an order back at work":   {visitor, orderIn(t, order.InProgress), policy.Part{File: file}, false},
	} {
		if got := policy.SeesPart(c.who, c.o, c.part); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}

// Who reads a tab of a proof reads that of the conversation. Guests see the files of their invitation
// only.
func TestWhoSeesTheConversation(t *testing.T) { // BY-061
	o := orderIn(t, order.InProgress)
	for _, r := range domain.Roles {
		who := domain.Actor{ID: domaintest.ID("who"), Role: r, ClientID: o.Client, CustomerID: o.Customer}
		who.Invited = &domain.Invited{Order: o.ID}
		for part, want := range map[policy.Part]bool{
			{Thread: true}:                 o.Visible(who) && r != domain.Guest && policy.SeesTab(who, proof.Public),
			{Thread: true, Internal: true}: o.Visible(who) && r != domain.Guest && policy.SeesTab(who, proof.Internal),
			{Internal: true}:               false,
		} {
			if got := policy.SeesPart(who, o, part); got != want {
				t.Errorf("%s sees %+v: %t", r, part, got)
			}
		}
	}
}

func TestWhoInvitesGuests(t *testing.T) { // SH-097, SH-098, SH-099, SH-103
	o := orderIn(t, order.InReview)
	for _, r := range domain.Roles {
		want := r == domain.Owner || slices.Contains(strings.Fields(provider), string(r))
		if err := policy.CheckInvitation(person(r), o); (err == nil) != want {
			t.Errorf("%s: %v", r, err)
		}
	}
	stranger := person(domain.Owner)
	stranger.CustomerID = domaintest.ID("rival")
	if err := policy.CheckInvitation(stranger, o); !errors.Is(err, order.ErrNotYours) {
		t.Errorf("another account's owner: %v", err)
	}
	looker := person(domain.Owner)
	looker.ViewOnly = true
	if err := policy.CheckInvitation(looker, o); !errors.Is(err, policy.ErrViewOnly) {
		t.Errorf("who only looks: %v", err)
	}
}

func TestWhoSeesWhichTab(t *testing.T) { // BD-230, BD-233
	for _, r := range domain.Roles {
		internal := slices.Contains(strings.Fields(provider), string(r))
		if got := policy.SeesTab(domain.Actor{Role: r}, proof.Internal); got != internal {
			t.Errorf("%s sees the internal tab: %t", r, got)
		}
		if !policy.SeesTab(domain.Actor{Role: r}, proof.Public) {
			t.Errorf("%s does not see the public tab", r)
		}
	}
}

var acme, creator = domaintest.ID("acme"), domaintest.ID("carla")

func person(r domain.Role) domain.Actor {
	a := domain.Actor{ID: domaintest.ID(string(r)), Role: r, ClientID: "admin"}
	if r.IsCustomer() {
		a.ClientID, a.CustomerID = "customer", acme
	}
	return a
}

var carla = domain.Actor{ID: creator, Role: domain.Staff, ClientID: "customer", CustomerID: acme}

func orderIn(t *testing.T, s order.Status, flags ...any) *order.Summary {
	t.Helper()
	orders := domaintest.Of(order.Streams)
	drafted := &order.Drafted{
		Client:   "customer",
		Customer: acme,
		Creator:  creator,
		Details:  order.Details{Headline: order.Headline{Name: "Label"}},
	}
	h := append(
		[]any{
			drafted,
			&order.CollaboratorsSet{Users: []uuid.UUID{domaintest.ID("mate")}},
			&order.Moved{Change: order.Change{From: order.Draft, To: s}},
		},
		flags...)
	return &orders.Fold(t, h...).Summary
}

func attachment(t *testing.T, k proof.Kind, byCustomer bool) *proof.Facts {
	t.Helper()
	p := proof.New(domaintest.ID("proof"))
	f := proof.File{Name: "a.png", Key: "k", Size: 1, SHA256: strings.Repeat("a", 64)}
	if err := p.Add(
		proof.AttachmentAdded{Order: domaintest.Stream, Kind: k, ByCustomer: byCustomer}, domaintest.ID("v"), f,
		time.Now(),
	); err != nil {
		t.Fatal(err)
	}
	for i, r := range p.TakeRecorded() {
		if err := p.Apply(domain.Event{Stream: p.ID, Version: i + 1, Type: r.Type, Data: r.Data}); err != nil {
			t.Fatal(err)
		}
	}
	return &p.Facts
}

func TestWhoAddsFilesOfWhichKind(t *testing.T) { // SH-097, SH-099, SH-103
	may := map[proof.Kind]string{
		proof.SuppliedFiles:  "owner " + provider,
		proof.CustomerReview: "cso " + provider,
		proof.InternalReview: provider,
	}
	for kind, roles := range may {
		for _, r := range domain.Roles {
			err := policy.CheckUpload(person(r), orderIn(t, order.InProgress), kind)
			if want := slices.Contains(strings.Fields(roles), string(r)); (err == nil) != want {
				t.Errorf("%s adds a file for %s: %v, want %t", r, kind, err, want)
			}
		}
		if err := policy.CheckUpload(carla, orderIn(t, order.InProgress), kind); (err == nil) != (kind ==
			proof.SuppliedFiles) {
			t.Errorf("staff, on an order of theirs, add a file for %s: %v", kind, err)
		}
	}
	for _, s := range order.Statuses {
		err := policy.CheckUpload(person(domain.Owner), orderIn(t, s), proof.SuppliedFiles)
		if want := s == order.Approved || s == order.Completed ||
			s == order.CancelledOff; errors.Is(
			err,
			policy.ErrTakesNoFiles,
		) != want {
			t.Errorf("a file for an order in %s: %v", s, err)
		}
	}
	if err := policy.CheckUpload(
		person(domain.Owner), orderIn(t, order.InProgress, &order.Frozen{}), proof.SuppliedFiles,
	); !errors.Is(err, order.ErrFrozen) {
		t.Errorf("a file for a frozen order: %v", err)
	}
}

func TestCustomersAddVersionsOnlyToTheirOwnFiles(t *testing.T) {
	o := orderIn(t, order.InReview)
	for _, own := range []bool{true, false} {
		if err := policy.CheckNewVersion(carla, o, attachment(t, proof.SuppliedFiles, own)); (err == nil) != own {
			t.Errorf("a version of a file of theirs (%t): %v", own, err)
		}
	}
	for r := range strings.FieldsSeq(provider) {
		if err := policy.CheckNewVersion(
			person(domain.Role(r)), o, attachment(t, proof.CustomerReview, false),
		); err != nil {
			t.Errorf("%s: %v", r, err)
		}
	}
	for _, r := range []domain.Role{domain.CSO, domain.Guest} {
		if err := policy.CheckNewVersion(person(r), o, attachment(t, proof.CustomerReview, false)); !errors.Is(err,
			domain.ErrForbidden) {
			t.Errorf("%s: %v", r, err)
		}
	}
}

func TestWhoDeletesAttachments(t *testing.T) { // SH-097, SH-099, SH-100
	for _, kind := range proof.Kinds {
		for _, byCustomer := range []bool{true, false} {
			for _, r := range domain.Roles {
				want := slices.Contains(strings.Fields(managers), string(r)) ||
					r == domain.Operator && kind == proof.CustomerReview ||
					r == domain.Owner && byCustomer
				err := policy.CheckAttachmentDeletion(
					person(r), orderIn(t, order.InProgress), attachment(t, kind, byCustomer),
				)
				if (err == nil) != want {
					t.Errorf("%s deletes a file for %s (by the customer: %t): %v", r, kind, byCustomer, err)
				}
			}
		}
	}
}

// Checks which roles may approve, delete versions, change tab settings, request a review and
// comment. On a frozen order nobody may.
func TestWhatRolesMayDoToProofs(t *testing.T) { // BD-166, BD-172
	for name, is := range map[string]struct {
		may   func(domain.Actor, *order.Summary) error
		roles string
	}{
		"approve and revise (D-12)": {policy.CheckDecision, "creative_manager production_manager admin"},
		"delete versions":           {policy.CheckVersionDeletion, managers},
		"switch tabs":               {policy.CheckSettings, managers},
		"request a review (D-12)":   {policy.CheckReviewRequest, provider},
		"write publicly":            {func(a domain.Actor, o *order.Summary) error { return policy.CheckComment(a, o, proof.Public) }, "owner staff guest " + provider},
		"write internally":          {func(a domain.Actor, o *order.Summary) error { return policy.CheckComment(a, o, proof.Internal) }, provider},
	} {
		t.Run(name, func(t *testing.T) {
			for _, r := range domain.Roles {
				want := slices.Contains(strings.Fields(is.roles), string(r))
				if err := is.may(person(r), orderIn(t, order.InProgress)); (err == nil) != want {
					t.Errorf("%s: %v, want %t", r, err, want)
				}
				if err := is.may(person(r), orderIn(t, order.InProgress, &order.Frozen{})); want &&
					!errors.Is(err, order.ErrFrozen) {
					t.Errorf("%s on a frozen order: %v", r, err)
				}
			}
		})
	}
}

func TestWhoEditsDetailsAndTeams(t *testing.T) {
	mate := carla
	mate.ID = domaintest.ID("mate")
	for _, s := range order.Statuses {
		o := orderIn(t, s)
		for _, r := range domain.Roles {
			want := r == domain.Owner || slices.Contains(strings.Fields(managers), string(r))
			if got := policy.EditsDetails(person(r), o); got != want {
				t.Errorf("%s edits details in %s: %t", r, s, got)
			}
			if got := policy.SetsCollaborators(person(r), o); got != want {
				t.Errorf("%s sets the team in %s: %t", r, s, got)
			}
		}
		if got := policy.EditsDetails(carla, o); got != (s == order.Draft) {
			t.Errorf("the creator edits details in %s: %t", s, got)
		}
		if !policy.SetsCollaborators(carla, o) || policy.SetsCollaborators(mate, o) || policy.EditsDetails(mate, o) {
			t.Errorf("the creator sets the team, a collaborator does not, in %s", s)
		}
	}
	viewer := person(domain.Owner)
	viewer.ViewOnly = true
	if o := orderIn(t, order.Draft); policy.EditsDetails(viewer, o) || policy.SetsCollaborators(viewer, o) {
		t.Error("somebody who only looks edits")
	}
}
