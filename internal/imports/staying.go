package imports

import (
	"bytes"
	"encoding/json"

	"github.com/proofboard/proofboard/domain"
)

// NotImported counts what a board has that does not become part of an order (D-263).
type NotImported struct {
	Comments    *int `json:"comments,omitempty"` // nil: the file does not say
	Checklists  int  `json:"checklists"`
	Members     int  `json:"members"`
	Attachments int  `json:"attachments"`
}

// mostCounted bounds each count: files say how many comments a card has, and may say anything.
const mostCounted = 1_000_000

// staying counts what a board has beside its cards. Counting never makes a file unreadable: what has another form
// than expected counts as nothing.
type staying struct {
	comments    int  // as the cards say
	said        bool // whether they do
	written     int  // comments that the file has
	checklists  int
	tasked      map[string]bool // cards with tasks
	members     map[string]bool
	attachments int
}

func newStaying() staying {
	return staying{tasked: map[string]bool{}, members: map[string]bool{}}
}

func (s *staying) counted() *NotImported {
	n := &NotImported{
		Checklists: s.checklists, Members: len(s.members), Attachments: min(s.attachments, mostCounted),
	}
	if n.Checklists == 0 { // Planka 1 has one for each card
		n.Checklists = len(s.tasked)
	}
	if s.said || s.written > 0 {
		comments := min(max(s.comments, s.written), mostCounted)
		n.Comments = &comments
	}
	return n
}

// add adds a number that a file says.
func add(to *int, n int) {
	if n > 0 {
		*to = min(*to+min(n, mostCounted), mostCounted)
	}
}

// loosely calls do with each element of an array. What is none is skipped.
func loosely(d *json.Decoder, do func(one json.RawMessage)) error {
	var all json.RawMessage
	if err := d.Decode(&all); err != nil {
		return err
	}
	_ = each(json.NewDecoder(bytes.NewReader(all)), func(one json.RawMessage, _ int64) error {
		do(one)
		return nil
	})
	return nil
}

func (s *staying) trelloCard(one json.RawMessage) {
	var c struct {
		Badges struct {
			Comments    *int `json:"comments"`
			Attachments int  `json:"attachments"`
		} `json:"badges"`
		Attachments []struct{} `json:"attachments"`
		IDMembers   []string   `json:"idMembers"`
	}
	if domain.DecodeLoose(one, &c) != nil {
		return
	}
	if c.Badges.Comments != nil {
		s.said = true
		add(&s.comments, *c.Badges.Comments)
	}
	add(&s.attachments, max(c.Badges.Attachments, len(c.Attachments)))
	for _, m := range c.IDMembers {
		s.someone(m)
	}
}

func (s *staying) trelloAction(one json.RawMessage) {
	var a struct {
		Type string `json:"type"`
	}
	if domain.DecodeLoose(one, &a) == nil && a.Type == "commentCard" {
		s.written++
	}
}

func (s *staying) plankaCard(one json.RawMessage) {
	var c struct {
		Comments *int `json:"commentsTotal"` // since version 2
	}
	if domain.DecodeLoose(one, &c) == nil && c.Comments != nil {
		s.said = true
		add(&s.comments, *c.Comments)
	}
}

func (s *staying) plankaTask(one json.RawMessage) {
	var t struct {
		CardID string `json:"cardId"` // until version 1
	}
	if domain.DecodeLoose(one, &t) == nil && t.CardID != "" && len(s.tasked) < mostCounted {
		s.tasked[t.CardID] = true
	}
}

func (s *staying) plankaMember(one json.RawMessage) {
	var m struct {
		UserID string `json:"userId"`
	}
	if domain.DecodeLoose(one, &m) == nil {
		s.someone(m.UserID)
	}
}

func (s *staying) member(one json.RawMessage) {
	var m struct {
		ID string `json:"id"`
	}
	if domain.DecodeLoose(one, &m) == nil {
		s.someone(m.ID)
	}
}

func (s *staying) someone(id string) {
	if id != "" && len(s.members) < mostCounted {
		s.members[id] = true
	}
}

func (s *staying) checklist(json.RawMessage) {
	s.checklists = min(s.checklists+1, mostCounted)
}

func (s *staying) attachment(json.RawMessage) {
	add(&s.attachments, 1)
}
