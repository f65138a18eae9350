package order

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/proofboard/proofboard/domain"
)

// words has the names of statuses and drop targets as people say them.
var words = map[string]string{
	"draft":       "Draft",
	"queue":       "Queue",
	"ready-to-go": "Ready To Go",
	"active":      "Ready To Go",
	"in-progress": "In Progress",
	"gr-revision": "Guest revision",
	"in-review":   "In Review",
	"on-hold":     "On Hold",
	"approved":    "Approved",
	"completed":   "Completed",
	"cancelled":   "Cancelled",
}

// Words returns the name of a status as people say it.
func (s Status) Words() string { return words[string(s)] }

// roleWords are plurals, for sentences like 'Only managers can ...'.
var roleWords = map[string]string{
	"owner": "account owners", "staff": "team members", "operator": "operators", "manager": "managers",
	"creative_manager": "creative managers", "production_manager": "production managers", "admin": "admins",
}

// closed explains why an order accepts nothing from this person: they may not change it, or it is
// frozen or archived.
func (o *Summary) closed(err error, to string, roles []domain.Role, by domain.Actor) error {
	switch {
	case errors.Is(err, ErrNotYours):
		return o.refuse(ErrNotYours, "acting on an order", to, nil, roles, by)
	case errors.Is(err, ErrFrozen):
		return o.refuse(ErrFrozen, "frozen", to, nil, nil, by)
	case errors.Is(err, ErrArchived):
		return o.refuse(ErrArchived, "archived", to, nil, nil, by)
	}
	return err
}

// refuse adds the explanation to a refusal (D-08): the rule, what this person may do now, and which
// roles could do it.
func (o *Summary) refuse(
	e *domain.Error,
	rule, to string,
	allowed []string,
	roles []domain.Role,
	by domain.Actor,
) error {
	r := domain.Refusal{
		Rule:         rule,
		From:         string(o.Status),
		To:           to,
		Role:         string(by.Role),
		Allowed:      allowed,
		AllowedRoles: texts(roles),
	}
	if r.Allowed == nil {
		r.Allowed = []string{}
	}
	if errors.Is(e, ErrMoveNotAllowed) {
		r.Ways = o.otherWays(Via(rule), Status(to), by)
	}
	if e.Message == "" {
		e = e.Saying("%s", explain(r))
	}
	return e.Because(r)
}

func texts[T ~string](in []T) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = string(s)
	}
	return out
}

// explain returns a sentence that explains a refusal to a person (D-08).
func explain(r domain.Refusal) string {
	what := fmt.Sprintf("move an order from %s to %s", words[r.From], words[r.To])
	if r.Rule == "named actions" {
		what = fmt.Sprintf("use '%s' on an order that is %s", Action(r.To).Label(), words[r.From])
	}
	for _, w := range r.Ways {
		if w.Open {
			return fmt.Sprintf("You cannot %s here. %s", what, instead(w))
		}
	}
	who := RolesInWords(r.AllowedRoles)
	if slices.Contains(r.AllowedRoles, r.Role) { // the role may, but not on this order or not this person
		return fmt.Sprintf("You cannot %s now.", what)
	}
	if who != "" {
		return fmt.Sprintf("Only %s can %s.", who, what)
	}
	for _, w := range r.Ways {
		return fmt.Sprintf("Only %s can %s, %s.", RolesInWords(w.Roles), what, with(w))
	}
	return fmt.Sprintf("Nobody can %s.", what)
}

// instead returns a sentence that says how to use another way.
func instead(w domain.Way) string {
	switch Via(w.Via) {
	case Board:
		return "Drag its card on the board instead."
	case Review:
		return "Use the review actions on its proof instead."
	default:
		return fmt.Sprintf("Use '%s' instead.", w.Label)
	}
}

// with returns how other people use a way.
func with(w domain.Way) string {
	switch Via(w.Via) {
	case Board:
		return "by dragging its card on the board"
	case Review:
		return "with the review actions on its proof"
	default:
		return fmt.Sprintf("with '%s'", w.Label)
	}
}

// RolesInWords lists roles in words: account owners and team members. The managers' roles and admin nearly always occur together, so
// 'managers' stands for all of them.
func RolesInWords(roles []string) string {
	var names []string
	managers := 0
	for _, r := range roles {
		switch domain.Role(r) {
		case domain.Manager, domain.CreativeManager, domain.ProductionManager:
			managers++
		}
	}
	for _, r := range roles {
		if domain.Role(r) == domain.Admin && managers > 0 {
			continue
		}
		if managers == 3 && (domain.Role(r) == domain.CreativeManager || domain.Role(r) == domain.ProductionManager) {
			continue
		}
		if w := roleWords[r]; w != "" {
			names = append(names, w)
		}
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
