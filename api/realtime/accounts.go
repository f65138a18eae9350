package realtime

import (
	"context"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/member"
)

// ReloadProfile tells a browser that its person, their account or their sessions have changed
// (BD-309).
const ReloadProfile = "reload-profile"

// accounts closes the sockets of people whose role, membership or sessions ended, and has the
// browsers load their profile again whose person, customer or client has changed (D-66).
func (h *Hub) accounts(ctx context.Context, sockets []*socket, c Change) {
	changed := make(map[uuid.UUID]bool, len(c.Events))
	for _, e := range c.Events {
		changed[e.Stream] = true
	}
	var concerned []*socket
	for _, s := range sockets {
		if c.Many || changed[member.StreamOf(s.session.User.ID)] {
			concerned = append(concerned, s)
		}
		if c.Many || changed[member.StreamOf(s.session.User.ID)] || changed[s.session.User.CustomerID] ||
			changed[client.StreamOf(s.session.User.ClientID)] {
			h.tell(s, encode(Message{Event: ReloadProfile, Position: c.Position}))
		}
	}
	if len(concerned) > 0 {
		go h.check(ctx, concerned)
	}
}
