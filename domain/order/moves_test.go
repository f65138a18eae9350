package order_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/domaintest"
	"github.com/proofboard/proofboard/domain/order"
)

// The tables below are copied by hand from the sections 4.2, 4.3, 4.4 and 6 that docs/spec/README.md
// lists, and from the decisions D-02..D-05. They share nothing with the product's.

var everyStatus = strings.Fields(
	"draft queue ready-to-go in-progress gr-revision in-review on-hold approved completed cancelled",
)

// everyTarget is all a client can send as moveto, some of it nonsense.
var everyTarget = append(slices.Clone(everyStatus), "active", "new-order", "frozen", "", "nonsense")

// rowNames are the from-rows of 4.2, by D-01 and D-04.
var rowNames = map[string]string{
	"draft":       "new order",
	"queue":       "new order",
	"ready-to-go": "new order",
	"in-progress": "in progress",
	"in-review":   "in review",
	"on-hold":     "on hold",
	"approved":    "approved",
	"gr-revision": "any other",
	"completed":   "any other",
	"cancelled":   "any other",
}

// roleGroups are the row heads of 4.2 and 4.3; 'managers' includes admin (D-04, D-26).
var roleGroups = map[domain.Role]string{
	domain.Owner:             "owner and staff",
	domain.Staff:             "owner and staff",
	domain.Operator:          "operator",
	domain.Manager:           "managers",
	domain.CreativeManager:   "managers",
	domain.ProductionManager: "managers",
	domain.Admin:             "managers",
	domain.CSO:               "none",
	domain.Guest:             "none",
}

// table42 is section 4.2: role group, from-row -> where a card may be dropped (BD-054..BD-070).
var table42 = map[string]map[string]string{
	"owner and staff": {
		"new order":   "active queue",                          // BD-054
		"in progress": "in-review",                             // BD-055
		"in review":   "in-review approved",                    // BD-056
		"on hold":     "active in-progress in-review on-hold",  // BD-057
		"approved":    "in-review",                             // BD-058
		"any other":   "active in-progress in-review on-hold"}, // BD-059
	"operator": {
		"new order":   "",                           // BD-060
		"in progress": "active in-progress",         // BD-061
		"in review":   "in-progress",                // BD-062
		"on hold":     "active in-progress on-hold", // BD-063
		"approved":    "",                           // BD-064
		"any other":   ""},                          // D-04
	"managers": {
		"new order":   "",                                      // BD-065
		"in progress": "active in-review",                      // BD-066
		"in review":   "in-progress approved",                  // BD-067
		"on hold":     "active in-progress in-review",          // BD-068
		"approved":    "in-review",                             // BD-069
		"any other":   "active in-progress in-review on-hold"}, // BD-070
	"none": {}, // D-04: cso, guest and client-view users drop nothing
}

// table43 is section 4.3 (BD-028..BD-038): from -> role -> where the status control may send an
// order.
var table43 = map[string]map[string]string{
	"draft":       {"operator": "in-progress", "managers": "in-progress"},
	"queue":       {"operator": "in-progress", "managers": "in-progress"},
	"ready-to-go": {"operator": "in-progress", "managers": "in-progress"},
	"in-progress": {"operator": "in-review", "managers": "in-review"},
	"gr-revision": {"managers": "in-review", "owner": "in-review"},
	"in-review": {
		"managers": "in-progress approved",
		"owner":    "in-progress approved",
		"staff":    "in-progress approved",
		"operator": "",
	},
	"approved": {
		"operator": "completed",
		"managers": "in-review completed",
		"owner":    "in-review completed",
		"staff":    "in-review",
	},
	"completed": {"managers": "approved", "owner": "approved"},
	"on-hold":   {},
	"cancelled": {},
}

func dropsOf(r domain.Role, from string) []string {
	return strings.Fields(table42[roleGroups[r]][rowNames[from]])
}

func changesOf(r domain.Role, isApprover bool, from string) []string {
	who := string(r)
	if roleGroups[r] == "managers" {
		who = "managers"
	}
	if r == domain.Staff && isApprover && (from == "approved" || from == "completed") {
		who = "owner" // BD-039, D-05
	}
	return strings.Fields(table43[from][who])
}

// statusOf is what a drop into a target makes of an order (D-04).
func statusOf(target string) string {
	if target == "active" {
		return "ready-to-go"
	}
	return target
}

func statusesOf(targets []string) []string {
	var s []string
	for _, t := range targets {
		s = append(s, statusOf(t))
	}
	return s
}

func strs[T ~string](in []T) []string {
	var out []string
	for _, s := range in {
		out = append(out, string(s))
	}
	return out
}

func TestTheTablesCoverEveryRoleAndStatus(t *testing.T) { // BD-026
	if got := strs(order.Statuses); !slices.Equal(got, everyStatus) { // D-01
		t.Errorf("statuses: %v", got)
	}
	for _, r := range domain.Roles {
		if roleGroups[r] == "" {
			t.Errorf("role %s stands in no row", r)
		}
	}
}

// Every role x from x to on the board: what a card offers and what a drop comes to follow 4.2 to
// the letter.
func TestDropsFollowTable42ForEveryRoleAndStatus(t *testing.T) { // BD-054..BD-070
	for _, r := range domain.Roles {
		for _, from := range everyStatus {
			want := dropsOf(r, from)
			offered := strs(orderIn(t, order.Status(from)).Drops(actor(r)))
			if !slices.Equal(offered, want) {
				t.Errorf("%s: a card in %s offers %v, want %v", r, from, offered, want)
			}
			for _, to := range everyTarget {
				tryMove(t, order.Board, actor(r), from, to, statusesOf(want), rolesIn42(from, to))
			}
		}
	}
}

func rolesIn42(from, to string) []string {
	var roles []string
	for _, r := range domain.Roles {
		if slices.Contains(statusesOf(dropsOf(r, from)), to) {
			roles = append(roles, string(r))
		}
	}
	return roles
}

// Every role x from x to with the status control: 4.3 to the letter, approvers included.
func TestTheStatusControlFollowsTable43ForEveryRoleAndStatus(t *testing.T) { // BD-028..BD-039
	for _, r := range domain.Roles {
		for _, isApprover := range []bool{false, true} {
			by := actor(r)
			by.IsApprover = isApprover
			for _, from := range everyStatus {
				want := changesOf(r, isApprover, from)
				if offered := strs(orderIn(t, order.Status(from)).StatusTargets(by)); !slices.Equal(offered, want) {
					t.Errorf(
						"%s (approver %t): the control offers %v for %s, want %v", r, isApprover, offered, from, want,
					)
				}
				if isApprover && r != domain.Staff {
					continue // the flag changes nothing for them, as the offer shows
				}
				for _, to := range everyTarget {
					var roles []string
					for _, other := range domain.Roles {
						if slices.Contains(changesOf(other, false, from), to) {
							roles = append(roles, string(other))
						}
					}
					tryMove(t, order.StatusControl, by, from, to, want, roles)
				}
			}
		}
	}
}

// tryMove moves and holds the outcome to what the test's tables allow.
func tryMove(t *testing.T, via order.Via, by domain.Actor, from, to string, allowed, roles []string) {
	t.Helper()
	name := fmt.Sprintf("%s by %s (approver %t) from %s to %q", via, by.Role, by.IsApprover, from, to)
	s := given(t, order.Status(from))
	o := s.When(move(order.Status(to), via, by))
	switch {
	case !slices.Contains(everyStatus, to), to == "draft", to == "cancelled": // nowhere to move to on any surface
		if !errors.Is(o.Err(), order.ErrTargetUnknown) {
			t.Errorf("%s: got %v, want it unknown", name, o.Err())
		}
	case slices.Contains(allowed, to) && from == to: // a re-ordering that names no place changes nothing
		if o.Err() != nil || len(o.Recorded()) != 0 {
			t.Errorf("%s: got %v, %v, want nothing", name, o.Err(), o.Recorded())
		}
	case slices.Contains(allowed, to):
		if o.Err() != nil {
			t.Errorf("%s: refused: %v", name, o.Err())
			return
		}
		o.Then(moved(from, to))
		if got := o.State().Status; string(got) != to {
			t.Errorf("%s: arrived in %s", name, got)
		}
	case by.Role == domain.CSO || by.Role == domain.Guest: // they act on no order
		refusal(t, name, o.ThenRefused(order.ErrNotYours), domain.Forbidden, from, to, by, nil, roles)
	default:
		refusal(t, name, o.ThenRefused(order.ErrMoveNotAllowed), domain.Conflict, from, to, by, allowed, roles)
	}
}

// moved is the event that says this move's intent.
func moved(from, to string) any {
	c := order.Change{From: order.Status(from), To: order.Status(to), Rank: endRank}
	switch {
	case to == "on-hold":
		return &order.Held{Change: c, Reason: "a reason"}
	case from == "draft" && (to == "queue" || to == "ready-to-go"):
		return &order.Published{Change: c} // D-04
	}
	return &order.Moved{Change: c}
}

// refusal holds a no to D-08: the rule, from, to, role, what this role can do now, who could do it,
// and words.
func refusal(
	t *testing.T,
	name string,
	got domaintest.Refused,
	code domain.Code,
	from, to string,
	by domain.Actor,
	allowed, roles []string,
) {
	t.Helper()
	w := got.Why
	if w == nil {
		t.Errorf("%s: the refusal does not say why", name)
		return
	}
	if got.Code != code || w.Rule == "" || w.From != from || w.To != to || w.Role != string(by.Role) {
		t.Errorf("%s: %s %+v", name, got.Code, *w)
	}
	if w.Allowed == nil || w.AllowedRoles == nil {
		t.Errorf("%s: a list of the refusal is null in JSON: %+v", name, *w)
	}
	if !slices.Equal(w.Allowed, orEmpty(allowed)) {
		t.Errorf("%s: allowed %v, want %v", name, w.Allowed, allowed)
	}
	if !slices.Equal(w.AllowedRoles, orEmpty(roles)) {
		t.Errorf("%s: allowed roles %v, want %v", name, w.AllowedRoles, roles)
	}
	if strings.Contains(got.Message, "  ") || !strings.HasSuffix(got.Message, ".") || len(got.Message) < 15 {
		t.Errorf("%s: says %q", name, got.Message)
	}
}

func orEmpty(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// reviewers are the rows of section 6 on acting on a proof: who -> make changes, put on hold, stay,
// order approved.
var reviewers = map[string]struct {
	who  domain.Actor
	may  string
	rule string
}{
	"owner":                {anOwner, "make-changes put-on-hold stay-in-review order-approved", "BD-293"},
	"creator":              {carla, "make-changes put-on-hold stay-in-review order-approved", "BD-294"},
	"creator who approves": {approving(carla), "make-changes put-on-hold stay-in-review order-approved", "BD-294"},
	"approver and collaborator": {
		approving(mateOf),
		"make-changes put-on-hold stay-in-review order-approved",
		"BD-295",
	},
	"approver only":                {approver, "order-approved", "BD-296"},
	"collaborator only":            {mateOf, "make-changes put-on-hold stay-in-review", "BD-297"},
	"staff who is neither":         {stranger, "", "BD-298"},
	"owner of another account":     {of(anOwner, clientOf, rival), "", "BD-298"},
	"approver of another account":  {of(approver, clientOf, rival), "", "BD-298"},
	"an owner who only looks":      {viewing(anOwner), "", "BD-298"},
	"a creator who only looks":     {viewing(carla), "", "BD-298"},
	"operator":                     {provider(domain.Operator), "", "BD-298"},
	"manager":                      {provider(domain.Manager), "", "BD-298"},
	"creative manager":             {provider(domain.CreativeManager), "", "BD-298"},
	"production manager":           {provider(domain.ProductionManager), "", "BD-298"},
	"admin":                        {provider(domain.Admin), "", "BD-298"},
	"cso":                          {provider(domain.CSO), "", "BD-298"},
	"guest":                        {actor(domain.Guest), "", "BD-298"},
	"guest with the account's ids": {of(actor(domain.Guest), clientOf, acme), "", "BD-298"},
}

// reviewMoves are the moves of 4.4 (BD-287, BD-288, BD-290); 'Stay In Review' moves nothing
// (BD-291).
var reviewMoves = map[string]string{
	"make-changes":   "in-progress",
	"put-on-hold":    "on-hold",
	"order-approved": "approved",
}

// Every person x from x to on the review screen (BD-286..BD-298).
func TestTheReviewScreenFollowsSections44And6(t *testing.T) { // BD-286..BD-298
	for name, is := range reviewers {
		for _, from := range everyStatus {
			may := strings.Fields(is.may)
			if from != "in-review" { // BD-292
				may = nil
			}
			o := orderIn(t, order.Status(from))
			if got := strs(o.ReviewActions(is.who)); !slices.Equal(got, may) {
				t.Errorf("%s (%s): %s offers %v, want %v", name, is.rule, from, got, may)
			}
			var allowed []string
			for _, a := range may {
				if to, ok := reviewMoves[a]; ok {
					allowed = append(allowed, to)
				}
			}
			for _, to := range everyTarget {
				if to == "draft" || to == "cancelled" || !slices.Contains(everyStatus, to) {
					continue // tryMove has them for the other surfaces
				}
				out := given(t, order.Status(from)).When(move(order.Status(to), order.Review, is.who))
				if slices.Contains(allowed, to) {
					out.Then(moved(from, to))
				} else if !errors.Is(out.Err(), order.ErrMoveNotAllowed) && !errors.Is(out.Err(), order.ErrNotYours) {
					t.Errorf("%s (%s): from %s to %s: got %v, want a refusal", name, is.rule, from, to, out.Err())
				}
			}
		}
	}
}

func TestTheReviewScreenOffersNothingOnFrozenArchivedAndDeletedOrders(t *testing.T) { // BD-292
	for _, flag := range []any{&order.Frozen{}, &order.Archived{}, &order.Deleted{}} {
		if got := orderIn(t, order.InReview, flag).ReviewActions(anOwner); len(got) > 0 {
			t.Errorf("%T: offers %v", flag, got)
		}
	}
}

// Frozen, archived, deleted and undrafted orders take no move on any surface and offer none (D-05).
func TestFrozenArchivedAndDeletedOrdersTakeNoMove(t *testing.T) {
	for flag, why := range map[any]error{&order.Frozen{}: order.ErrFrozen, &order.Archived{}: order.ErrArchived, &order.Deleted{}: domain.ErrNotFound} {
		for _, r := range domain.Roles {
			for _, from := range everyStatus {
				o := orderIn(t, order.Status(from), flag)
				if d, s := o.Drops(actor(r)), o.StatusTargets(actor(r)); len(d)+len(s) > 0 {
					t.Errorf("%T in %s offers %s the drops %v and the statuses %v", flag, from, r, d, s)
				}
				for _, via := range []order.Via{order.Board, order.StatusControl, order.Review} {
					if err := move(order.InProgress, via, actor(r))(o); !errors.Is(err, why) &&
						!errors.Is(err, order.ErrNotYours) {
						t.Errorf("%T: %s from %s via %s: %v", flag, r, from, via, err)
					}
				}
			}
		}
	}
	if err := move(order.Queue, order.Board, anOwner)(order.New(orderIn(t, order.Draft).ID)); !errors.Is(err,
		domain.ErrNotFound) {
		t.Errorf("an order that was never drafted: %v", err)
	}
}

func TestAnUnknownSurfaceIsRefusedAndNoneIsTheBoard(t *testing.T) {
	given(t, order.Draft).When(move(order.Queue, "drawer", anOwner)).ThenRefused(order.ErrSurfaceUnknown)
	given(t, order.Draft).When(move(order.Queue, "", anOwner)).Then(moved("draft", "queue")) // D-07
	w := given(t, order.Draft).When(move(order.InReview, "", anOwner)).ThenRefused(order.ErrMoveNotAllowed)
	refusal(t, "via nothing", w, domain.Conflict, "draft", "in-review", anOwner, []string{"ready-to-go", "queue"}, nil)
}

func TestARefusedMoveSaysWhoCouldInWords(t *testing.T) { // D-08
	for want, is := range map[string]struct {
		from, to order.Status
		via      order.Via
		by       domain.Actor
	}{
		"Only account owners and team members can move an order from Draft to Queue.":                          {order.Draft, order.Queue, order.Board, aManager},
		"Only operators can move an order from In Progress to In Progress.":                                    {order.InProgress, order.InProgress, order.Board, aManager},
		"Only operators and managers can move an order from Queue to In Progress.":                             {order.Queue, order.InProgress, order.StatusControl, anOwner},
		"Nobody can move an order from On Hold to Approved.":                                                   {order.OnHold, order.Approved, order.Board, anOwner},
		"Only account owners, team members and managers can move an order from Approved to In Review.":         {order.Approved, order.InReview, order.Board, anOper},
		"You cannot move an order from In Review to On Hold here. Use 'Hold Order' instead.":                   {order.InReview, order.OnHold, order.Review, aManager},
		"You cannot move an order from In Review to Approved here. Drag its card on the board instead.":        {order.InReview, order.Approved, order.Review, mateOf},
		"Only account owners, operators and managers can move an order from Approved to Completed.":            {order.Approved, order.Completed, order.StatusControl, carla},
		"Only the account owner, the order's creator and its collaborators can change this order.":             {order.Draft, order.Queue, order.Board, stranger},
		"Only account owners, team members and managers can move an order from Guest revision to Ready To Go.": {order.GuestRevision, order.ReadyToGo, order.Board, anOper},
		"You cannot move an order from Guest revision to In Review here. Drag its card on the board instead.":  {order.GuestRevision, order.InReview, order.StatusControl, carla},
		"Only account owners, team members and managers can move an order from Cancelled to On Hold.":          {order.CancelledOff, order.OnHold, order.Board, anOper},
	} {
		if got := given(t, is.from).When(move(is.to, is.via, is.by)).
			ThenRefused(refusedAs(is.by)).
			Message; got != want {
			t.Errorf("says %q, want %q", got, want)
		}
	}
}

func refusedAs(by domain.Actor) error {
	if by.ID == stranger.ID {
		return order.ErrNotYours
	}
	return order.ErrMoveNotAllowed
}

func TestTheBoardsColumnsHoldTheirStatuses(t *testing.T) { // BD-027, BD-044, D-02
	for column, statuses := range map[order.Column]string{
		"new-order": "draft queue ready-to-go", "in-progress": "in-progress gr-revision", "in-review": "in-review",
		"on-hold": "on-hold", "approved": "approved completed", "cancelled": "cancelled",
	} {
		for s := range strings.FieldsSeq(statuses) {
			if got := order.Status(s).Column(); got != column {
				t.Errorf("%s stands in %s, want %s", s, got, column)
			}
		}
	}
	if got := strs(order.Columns); !slices.Equal(
		got, strings.Fields("new-order in-progress in-review on-hold approved cancelled"),
	) {
		t.Errorf("columns: %v", got)
	}
}

// What a column accepts is 4.2 read the other way round (BD-047).
func TestAColumnAcceptsWhatTable42DropsIntoIt(t *testing.T) { // BD-047
	columnOf := map[string]string{
		"active":      "new-order",
		"queue":       "new-order",
		"in-progress": "in-progress",
		"in-review":   "in-review",
		"on-hold":     "on-hold",
		"approved":    "approved",
	}
	from := map[string]string{
		"gr-revision": "in-progress",
		"completed":   "approved",
		"draft":       "new-order",
		"queue":       "new-order",
		"ready-to-go": "new-order",
	}
	for _, r := range domain.Roles {
		for _, into := range order.Columns {
			want := map[string]bool{}
			for _, s := range everyStatus {
				for _, target := range dropsOf(r, s) {
					if columnOf[target] == string(into) {
						c := from[s]
						if c == "" {
							c = s
						}
						want[c] = true
					}
				}
			}
			got := order.AcceptedFrom(r, into)
			for _, c := range got {
				if !want[string(c)] {
					t.Errorf("%s: %s accepts %s", r, into, c)
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s: %s accepts %v, want %v", r, into, got, want)
			}
		}
	}
}

func TestActiveOrdersAreTheFourOfD06(t *testing.T) {
	for _, s := range everyStatus {
		want := slices.Contains(strings.Fields("ready-to-go in-progress gr-revision in-review"), s)
		if got := order.Status(s).IsActive(); got != want {
			t.Errorf("%s counts as active: %t, want %t", s, got, want)
		}
		if got, want := order.Status(s).IsNew(), rowNames[s] == "new order"; got != want {
			t.Errorf("%s is a new order: %t, want %t", s, got, want)
		}
		if order.Status(s).Words() == "" {
			t.Errorf("%s has no words", s)
		}
	}
}

func TestFrozenArchivedAndActiveLimitRefusalsExplainThemselves(t *testing.T) { // D-08
	for flag, why := range map[any]error{&order.Frozen{}: order.ErrFrozen, &order.Archived{}: order.ErrArchived} {
		got := given(t, order.InReview, flag).When(move(order.Approved, order.Board, anOwner)).ThenRefused(why)
		refusal(t, fmt.Sprintf("%T", flag), got, domain.Conflict, "in-review", "approved", anOwner, nil, nil)
	}
	full := func(to order.Status) func(*order.Order) error {
		return func(o *order.Order) error {
			return o.Move(order.Move{To: to, Via: order.Board, Reason: "a reason"}, anOwner, now)
		}
	}
	got := given(t, order.Draft).When(full(order.ReadyToGo)).ThenRefused(order.ErrActiveLimit)
	refusal(t, "active limit", got, domain.Conflict, "draft", "ready-to-go", anOwner, []string{"queue"}, nil)
	got = given(t, order.OnHold).When(full(order.ReadyToGo)).ThenRefused(order.ErrActiveLimit)
	refusal(
		t, "active limit", got, domain.Conflict, "on-hold", "ready-to-go", anOwner,
		strings.Fields("in-progress in-review on-hold"), nil,
	)
	given(t, order.Draft).When(full(order.Queue)).Then(moved("draft", "queue"))
	given(t, order.GuestRevision).When(full(order.ReadyToGo)).
		Then(moved("gr-revision", "ready-to-go"))
	// it has its slot already
}
