package imports

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/topic"
)

// Limits of boards.
const (
	maxNesting = 64
	maxLists   = 200
	maxLabels  = 10_000
	maxID      = 64 // characters
)

// errBoard is why a file is not a board.
var errBoard = errors.New("not a board")

// card is a card of a board.
type card struct {
	line              int
	id, list          string
	name, description string
	due               *time.Time
	away              bool // put away
	place             float64
	labels            []string
	address           string
}

// list is a list of a board.
type list struct {
	id, name string
	away     bool
	place    float64
}

// board is what a file has of a board, in the order of the file.
type board struct {
	content  []byte
	newlines int   // up to counted
	counted  int64 // bytes
	id       string
	lists    []list
	cards    []card
	labels   map[string]string   // names by id
	labelsOf map[string][]string // ids of labels, by the id of a card
	stays    staying
	file     *File
}

// line returns the line of the file at a position. Positions must not fall.
func (b *board) line(at int64) int {
	b.newlines += bytes.Count(b.content[b.counted:at], []byte("\n"))
	b.counted = at
	return b.newlines + 1
}

// shallow reports whether the nesting of a JSON text stays within a limit.
func shallow(text []byte, limit int) bool {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{' || c == '[':
			if depth++; depth > limit {
				return false
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return true
}

// fields reads an object, and calls read for each of its fields that has one. Other fields are skipped. No
// name may come twice.
func fields(d *json.Decoder, read map[string]func() error) error {
	if err := begins(d, '{'); err != nil {
		return err
	}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		if do := read[name]; do != nil {
			if seen[name] {
				return errBoard
			}
			seen[name] = true
			err = do()
		} else {
			var skipped json.RawMessage
			err = d.Decode(&skipped)
		}
		if err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// each reads an array, and calls do with each of its elements and the position behind it.
func each(d *json.Decoder, do func(one json.RawMessage, at int64) error) error {
	if err := begins(d, '['); err != nil {
		return err
	}
	for d.More() {
		var one json.RawMessage
		if err := d.Decode(&one); err != nil {
			return err
		}
		if err := do(one, d.InputOffset()); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

func begins(d *json.Decoder, with json.Delim) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	if t != with {
		return errBoard
	}
	return nil
}

// text reads a text that a board is known by.
func text(d *json.Decoder, into *string) error {
	if err := d.Decode(into); err != nil {
		return err
	}
	if !validID(*into) {
		return errBoard
	}
	return nil
}

func validID(id string) bool {
	return id != "" && utf8.RuneCountInString(id) <= maxID && domain.Storable(id)
}

// errTooMany stops reading a board with too many cards.
var errTooMany = errors.New("too many cards")

// read reads a board with a function that reads its outermost object.
func (f *File) read(content []byte, product string, outermost func(*board, *json.Decoder) error) {
	b := &board{
		content: content, file: f, labels: map[string]string{}, labelsOf: map[string][]string{}, stays: newStaying(),
	}
	err := errBoard
	if utf8.Valid(content) && shallow(content, maxNesting) {
		d := json.NewDecoder(bytes.NewReader(content))
		if err = outermost(b, d); err == nil && (d.More() || b.id == "" || b.lists == nil || b.cards == nil) {
			err = errBoard
		}
	}
	switch {
	case errors.Is(err, errTooMany):
		f.tooMany(Trello)
	case err != nil:
		*f = File{}
		f.Problems.Add(Problem{
			Reason: "import.not_a_board",
			Text:   fmt.Sprintf("The file is not a board that %s exported as JSON.", product),
		})
	default:
		f.Stays = b.stays.counted()
		b.orders()
	}
}

// addList adds a list from the file.
func (b *board) addList(l list) error {
	if !validID(l.id) || l.id == Archived || len(b.lists) == maxLists {
		return errBoard
	}
	b.lists = append(b.lists, l)
	return nil
}

// addCard adds a card from the file, or the problem that it cannot be read.
func (b *board) addCard(c card, readable bool, at int64) error {
	if b.file.Rows++; b.file.Rows > MaxRows {
		return errTooMany
	}
	if c.line = b.line(at); !readable || !validID(c.id) {
		b.file.Problems.Add(Problem{
			Line: c.line, Reason: "import.card_unreadable", Text: "This card cannot be read: " + cut(c.name),
		})
		return nil
	}
	b.cards = append(b.cards, c)
	return nil
}

// orders makes orders of the cards, in the order in which the board shows them.
func (b *board) orders() {
	slices.SortStableFunc(b.lists, func(x, y list) int { return cmp.Compare(x.place, y.place) })
	at := map[string]int{}
	away := List{ID: Archived, Name: "Archived cards"}
	for i, l := range b.lists {
		at[l.id] = i
		b.file.Lists = append(b.file.Lists, List{ID: l.id, Name: cut(l.name), Guess: guess(l.name)})
	}
	slices.SortStableFunc(b.cards, func(x, y card) int {
		return cmp.Or(cmp.Compare(at[x.list], at[y.list]), cmp.Compare(x.place, y.place))
	})
	seen := map[string]bool{}
	for _, c := range b.cards {
		i, known := at[c.list]
		problem := Problem{Line: c.line, Text: "The card: " + cut(c.name)}
		if known {
			problem.Column = cut(b.lists[i].name)
		}
		switch {
		case !known:
			problem.Reason, problem.Text = "import.list_unknown", "This card has no list on the board: "+cut(c.name)
			b.file.Problems.Add(problem)
			continue
		case seen[c.id]:
			problem.Reason, problem.Text = "import.row_twice", "The board has this card twice: "+cut(c.name)
			b.file.Problems.Add(problem)
			continue
		}
		seen[c.id] = true
		o := NewOrder{Line: c.line, Key: b.id + "\x00" + c.id, List: c.list, Details: b.details(c)}
		if err := b.describe(&o, c); err != nil {
			problem.Reason = err.Reason
			problem.Text = err.Message + " The card: " + cut(c.name)
			b.file.Problems.Add(problem)
			continue
		}
		if c.away || b.lists[i].away {
			o.List = Archived
			away.Cards++
		} else {
			b.file.Lists[i].Cards++
		}
		b.file.Orders = append(b.file.Orders, o)
	}
	b.file.Lists = slices.DeleteFunc(b.file.Lists, func(l List) bool { return b.lists[at[l.ID]].away })
	if away.Cards > 0 {
		b.file.Lists = append(b.file.Lists, away)
	}
}

// details returns the details of a card, without its description.
func (b *board) details(c card) order.Details {
	d := order.Details{Headline: order.Headline{Name: domain.Shorten(strings.TrimSpace(c.name), maxOrderName-1)}}
	if c.due != nil && c.due.Year() >= 2000 && c.due.Year() < 2100 {
		due := c.due.UTC().Truncate(time.Microsecond)
		d.Due = &due
	}
	if u, err := url.Parse(c.address); err == nil && u.Scheme == "https" && u.Host != "" {
		d.References = []string{c.address}
	}
	for _, l := range b.labelNames(c) {
		switch strings.ToLower(l) {
		case "urgent":
			d.Priority = order.Urgent
		case "high", "high priority", "important":
			if d.Priority == "" {
				d.Priority = order.High
			}
		}
	}
	return d
}

func (b *board) labelNames(c card) []string {
	names := slices.Clone(c.labels)
	for _, id := range b.labelsOf[c.id] {
		names = append(names, b.labels[id])
	}
	names = slices.DeleteFunc(names, func(n string) bool { return strings.TrimSpace(n) == "" })
	return names[:min(len(names), 50)]
}

// describe adds the description of a card, with what an order has no field for: a long name, and labels.
func (b *board) describe(o *NewOrder, c card) *domain.Error {
	var parts []string
	if o.Details.Name != strings.TrimSpace(c.name) {
		parts = append(parts, strings.TrimSpace(c.name))
	}
	parts = append(parts, c.description)
	if names := b.labelNames(c); len(names) > 0 {
		parts = append(parts, "Labels: "+strings.Join(names, ", "))
	}
	brief, err := topic.FromText(strings.Join(parts, "\n"))
	if err == nil {
		o.Details.Brief, err = brief, o.Details.Check()
	}
	e, _ := errors.AsType[*domain.Error](err)
	return e
}

// trelloList and trelloCard are parts of a board as Trello exports it.
type (
	trelloList struct {
		ID     string  `json:"id"`
		Name   string  `json:"name"`
		Closed bool    `json:"closed"`
		Pos    float64 `json:"pos"`
	}
	trelloCard struct {
		ID         string     `json:"id"`
		Name       string     `json:"name"`
		Desc       string     `json:"desc"`
		Due        *time.Time `json:"due"`
		IDList     string     `json:"idList"`
		Closed     bool       `json:"closed"`
		IsTemplate bool       `json:"isTemplate"`
		Pos        float64    `json:"pos"`
		ShortURL   string     `json:"shortUrl"`
		Labels     []struct {
			Name string `json:"name"`
		} `json:"labels"`
	}
)

// trello reads a board as Trello exports it: one object with the arrays 'lists' and 'cards'.
func (f *File) trello(content []byte) {
	f.read(content, "Trello", func(b *board, d *json.Decoder) error {
		return fields(d, map[string]func() error{
			"id": func() error { return text(d, &b.id) },
			"lists": func() error {
				b.lists = []list{}
				return each(d, func(one json.RawMessage, _ int64) error {
					var l trelloList
					if err := domain.DecodeLoose(one, &l); err != nil {
						return err
					}
					return b.addList(list{l.ID, l.Name, l.Closed, l.Pos})
				})
			},
			"cards": func() error {
				b.cards = []card{}
				return each(d, func(one json.RawMessage, at int64) error {
					var t trelloCard
					readable := domain.DecodeLoose(one, &t) == nil
					c := card{
						id: t.ID, list: t.IDList, name: t.Name, description: t.Desc, due: t.Due,
						away: t.Closed || t.IsTemplate, place: t.Pos, address: t.ShortURL,
					}
					for _, l := range t.Labels {
						c.labels = append(c.labels, l.Name)
					}
					b.stays.trelloCard(one)
					return b.addCard(c, readable, at)
				})
			},
			"actions":    func() error { return loosely(d, b.stays.trelloAction) },
			"checklists": func() error { return loosely(d, b.stays.checklist) },
			"members":    func() error { return loosely(d, b.stays.member) },
		})
	})
}

// plankaList and the types below are parts of a board as Planka's API answers it.
type (
	plankaList struct {
		ID       string   `json:"id"`
		Name     *string  `json:"name"`
		Type     string   `json:"type"` // since version 2
		Position *float64 `json:"position"`
	}
	plankaCard struct {
		ID          string     `json:"id"`
		ListID      string     `json:"listId"`
		Name        string     `json:"name"`
		Description *string    `json:"description"`
		DueDate     *time.Time `json:"dueDate"`
		Position    *float64   `json:"position"`
	}
	plankaLabel struct {
		ID   string  `json:"id"`
		Name *string `json:"name"`
	}
	plankaCardLabel struct {
		CardID  string `json:"cardId"`
		LabelID string `json:"labelId"`
	}
)

// planka reads a board as Planka's GET /api/boards/{id} answers it: the board in 'item', and its lists and
// cards in 'included'.
func (f *File) planka(content []byte) {
	f.read(content, "Planka", func(b *board, d *json.Decoder) error {
		return fields(d, map[string]func() error{
			"item": func() error {
				return fields(d, map[string]func() error{"id": func() error { return text(d, &b.id) }})
			},
			"included": func() error { return fields(d, b.included(d)) },
		})
	})
}

func (b *board) included(d *json.Decoder) map[string]func() error {
	return map[string]func() error{
		"lists": func() error {
			b.lists = []list{}
			return each(d, func(one json.RawMessage, _ int64) error {
				var l plankaList
				if err := domain.DecodeLoose(one, &l); err != nil {
					return err
				}
				return b.addList(list{l.ID, value(l.Name), l.Type == "archive" || l.Type == "trash", value(l.Position)})
			})
		},
		"cards": func() error {
			b.cards = []card{}
			return each(d, func(one json.RawMessage, at int64) error {
				var p plankaCard
				readable := domain.DecodeLoose(one, &p) == nil
				b.stays.plankaCard(one)
				return b.addCard(card{
					id: p.ID, list: p.ListID, name: p.Name, description: value(p.Description), due: p.DueDate,
					place: value(p.Position),
				}, readable, at)
			})
		},
		"taskLists":        func() error { return loosely(d, b.stays.checklist) },
		"tasks":            func() error { return loosely(d, b.stays.plankaTask) },
		"attachments":      func() error { return loosely(d, b.stays.attachment) },
		"boardMemberships": func() error { return loosely(d, b.stays.plankaMember) },
		"cardMemberships":  func() error { return loosely(d, b.stays.plankaMember) },
		"labels": func() error {
			return each(d, func(one json.RawMessage, _ int64) error {
				var l plankaLabel
				if err := domain.DecodeLoose(one, &l); err != nil {
					return err
				}
				if b.labels[l.ID] = value(l.Name); len(b.labels) > maxLabels {
					return errBoard
				}
				return nil
			})
		},
		"cardLabels": func() error {
			return each(d, func(one json.RawMessage, _ int64) error {
				var l plankaCardLabel
				if err := domain.DecodeLoose(one, &l); err != nil {
					return err
				}
				b.labelsOf[l.CardID] = append(b.labelsOf[l.CardID], l.LabelID)
				return nil
			})
		},
	}
}

func value[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}
