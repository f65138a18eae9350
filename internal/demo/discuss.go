package demo

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
)

// conversation is a comment topic with its replies.
type conversation struct {
	talk
	public        bool
	on, version   uuid.UUID
	drawing       *drawing
	asks, answers string
	resolved      bool
	reopened      bool
	edited        bool
	moved         bool // the mark was moved
	slip          bool // a reply was deleted
}

// insideTalk adds the studio's internal comments on the newest version.
func (t *tale) insideTalk(round int) {
	list := internalTalks[t.kind]
	n := 1 + (t.no+round)%2
	for i := range min(n, len(list)) {
		tk := list[(t.no+round+i)%len(list)]
		if i == 0 && t.no%2 == 0 {
			tk.ask = mention(t.designer) + " " + tk.ask
		}
		t.discuss(conversation{
			talk:     tk,
			on:       t.proof,
			version:  t.last,
			drawing:  t.shown,
			asks:     []string{creative, production, manager}[(t.no+i)%3],
			answers:  t.designer,
			resolved: tk.answer != "" && t.no%4 != 3,
		})
	}
}

// outsideTalk adds the customer's comments in review. Some comments of the final round stay open.
func (t *tale) outsideTalk(round int, final bool) {
	team := []string{brightBoss, brightDesk}
	if t.customer == acme {
		team = []string{acmeOwner, acmeStaff, acmeStaff2, acmeStaff3}
	}
	list := publicTalks[t.kind]
	n := min(2+(t.no+round)%2, len(list))
	open := final && (t.ends == "in-review" || t.ends == "gr-revision")
	for i := range n {
		tk := list[(t.no+2*round+i)%len(list)]
		if t.customer == lumen && tk.spot == "nutrition" && t.kind == label {
			tk = talk{
				"directions",
				rect,
				"yellow",
				"Could the directions come in the singular? We always speak to one person.",
				"They do now.",
				"Thank you.",
			}
		}
		c := conversation{
			talk:    tk,
			public:  true,
			on:      t.proof,
			version: t.last,
			drawing: t.shown,
			asks:    team[(t.no+round+i)%len(team)],
			answers: []string{t.designer, manager}[i%2],
		}
		if i == 1 {
			c.ask += " " + mention(team[(t.no+round+i+1)%len(team)]) + ", do you agree?"
		}
		if open && i == n-1 {
			c.answer = ""
		}
		c.resolved = c.answer != "" && (!open || i == 0)
		c.reopened = c.resolved && open && t.no%2 == 0
		c.edited, c.moved, c.slip = (t.no+i)%5 == 0, (t.no+i)%6 == 2, (t.no+i)%7 == 4 && c.answer != ""
		t.discuss(c)
	}
}

// discuss adds the steps of a conversation. The mark is placed after the file is drawn.
func (t *tale) discuss(c conversation) {
	path := commands.TopicPath{
		Order:      t.id,
		Attachment: c.on,
		Version:    c.version,
		Topic:      uuid.NewSHA1(t.id, fmt.Appendf(nil, "topic %d", t.topics)),
	}
	t.topics++
	mark := func(s shape, dx float64) string { return c.drawing.mark(path.Topic, c.spot, s, c.colour, dx) }
	public := c.public
	first := 0.0
	if c.moved {
		first = 46
	}
	t.add(.5, c.asks, "opens a topic on "+c.spot, "", "", func() commands.Command {
		return &commands.OpenTopic{
			TopicPath:  path,
			Public:     &public,
			Message:    message(c.ask),
			Annotation: mark(c.shape, first),
		}
	})
	if c.moved {
		t.add(.1, c.asks, "moves the mark", "", "", func() commands.Command {
			return &commands.UpdateAnnotation{TopicPath: path, Annotation: mark(c.shape, 0)}
		})
	}
	if c.edited {
		t.do(.1, c.asks, "edits the topic", "", "", &commands.EditTopicMessage{
			TopicPath: path,
			Message:   message(c.ask + "\n*Edited:* for the printed version, not for the screen."),
		})
	}
	reply := func(gap float64, who, text string) uuid.UUID {
		id := uuid.NewSHA1(path.Topic, fmt.Appendf(nil, "reply %d", len(t.steps)))
		t.do(gap, who, "replies", "", "", &commands.AddComment{TopicPath: path, Comment: id, Message: message(text)})
		return id
	}
	if c.slip {
		id := reply(.1, c.answers, "On it.")
		t.do(.1, c.answers, "takes a reply back", "", "", &commands.DeleteComment{TopicPath: path, Comment: id})
	}
	if c.answer != "" {
		id := reply(.6, c.answers, mention(c.asks)+" "+c.answer)
		if c.edited {
			t.do(.1, c.answers, "edits a reply", "", "", &commands.EditComment{
				TopicPath: path,
				Comment:   id,
				Message:   message(mention(c.asks) + " " + c.answer + " Sorry for the typo."),
			})
		}
		if c.thanks != "" {
			reply(.4, c.asks, c.thanks)
		}
	}
	if c.resolved {
		t.do(.2, c.asks, "resolves the topic", "", "", &commands.ResolveTopic{TopicPath: path, Resolved: true})
	}
	if c.reopened {
		t.do(.3, c.asks, "reopens the topic", "", "", &commands.ResolveTopic{TopicPath: path})
	}
}

// mark returns an annotation at a named place of the drawing. It returns none if the drawing has no
// such place.
func (d *drawing) mark(id uuid.UUID, spot string, s shape, colour string, dx float64) string {
	place, ok := d.file.Spots[spot]
	if !ok {
		return ""
	}
	size := d.file.Pages[place.Page-1]
	r := place.Rect
	return annotation(id, s, colour, place.Page, box{min(r.X+dx, size.W-r.W), r.Y, r.W, r.H}, size.W, size.H)
}
