package board

import "github.com/proofboard/proofboard/domain/order"

// Sight is which files and threads of an order a person sees.
type Sight struct {
	AllFiles bool           // everything at all times, as the provider's working roles
	Others   []order.Status // statuses in which files are shown that the customer did not upload (BD-019)
	Earlier  bool           // versions that an earlier review showed (D-68)
	Internal bool           // the internal tab of a file
}

// file returns the SQL condition under which the attachment a of the order c is seen. shown limits
// its versions v, where an earlier review must have shown one.
func (s Sight) file(w *where, shown string) string {
	if s.AllFiles {
		return "true"
	}
	seen := "a.by_customer or c.status = any(" + w.arg(s.Others) + ")"
	if s.Earlier {
		seen += " or exists (select from proof_versions v where " + shown + " and v.since < c.shown_until)"
	}
	return "a.kind <> 'internalReview' and (" + seen + ")"
}
