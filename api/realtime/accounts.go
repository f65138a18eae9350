package realtime

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/member"
)

// accounts tells browsers to load their profile again if their person, customer or client has changed. It also closes
// the sockets of sessions that ended with the change: somebody lost their role, the deletion of their account was
// announced, or the admin who acts as them is no longer one (D-66).
func (h *Hub) accounts(ctx context.Context, sockets []*socket, c Change) {
	h.People.Forget()
	changed := make(map[uuid.UUID]bool, len(c.Events))
	for _, e := range c.Events {
		changed[e.Stream] = true
	}
	if c.Many || slices.ContainsFunc(c.Events, func(e Event) bool { return e.Type == string(client.HoursSetType) }) {
		for _, event := range []string{web.ReloadHours, web.ReloadOfficeHours} {
			h.broadcast(sockets, encode(Message{Event: event, Position: c.Position}))
		}
	}
	var concerned []*socket
	for _, s := range sockets {
		of := s.actor()
		if c.Many || changed[member.StreamOf(of.ID)] || changed[member.StreamOf(of.Impersonator)] ||
			changed[of.CustomerID] || changed[client.StreamOf(of.ClientID)] {
			concerned = append(concerned, s)
			h.tell(s, encode(Message{Event: web.ReloadProfile, Position: c.Position}))
		}
	}
	if len(concerned) > 0 {
		go h.check(ctx, concerned)
	}
}
