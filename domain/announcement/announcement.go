// Package announcement decides about announcements of the provider: a text with colours that some of
// the people see above every page for a time (D-61).
package announcement

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	eh "github.com/looplab/eventhorizon"

	"github.com/proofboard/proofboard/domain"
)

// AggregateType names the streams of announcements.
const AggregateType eh.AggregateType = "announcement"

// Stored names of the events; they never change.
const (
	PublishedType eh.EventType = "announcement.published"
	ChangedType   eh.EventType = "announcement.changed"
	WithdrawnType eh.EventType = "announcement.withdrawn"
)

// Bounds of an announcement.
const (
	MaxText    = 16_384 // characters, with its tags and what cleaning adds to links
	maxClients = 200
)

// LeastContrast is the contrast that a text needs to be readable (WCAG 2.2, 1.4.3).
const LeastContrast = 4.5

// Errors of announcements.
var (
	ErrText = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "announcement.text_invalid",
		Message: "An announcement has a text, which may not be too long. Write or shorten it.",
	}
	ErrColours = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "announcement.colours_invalid",
		Message: "A colour is written as # and six digits from 0 to f.",
	}
	ErrContrast = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "announcement.contrast_low",
		Message: "This text cannot be read well on this background. Choose colours with a contrast of at least 4.5.",
	}
	ErrTimes = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "announcement.times_invalid",
		Message: "An announcement ends after it starts.",
	}
	ErrAudience = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "announcement.audience_invalid",
		Message: "Choose among the roles and clients of the list.",
	}
	ErrWithdrawn = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "announcement.withdrawn",
		Message: "This announcement was withdrawn. Publish a new one.",
	}
	ErrLasting = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "announcement.lasting",
		Message: "This announcement stays until it ends.",
	}
)

// Content is what an announcement says, to whom, and when.
type Content struct {
	HTML       string        `json:"html"`       // sanitised
	Background string        `json:"background"` // #rrggbb
	Colour     string        `json:"colour"`     // of the text, #rrggbb
	Lasting    bool          `json:"lasting,omitempty"`
	Roles      []domain.Role `json:"roles,omitempty"`   // empty: every role
	Clients    []string      `json:"clients,omitempty"` // empty: all
	Starts     time.Time     `json:"starts"`
	Ends       time.Time     `json:"ends,omitzero"` // zero: when it is withdrawn
}

// Published begins an announcement.
type Published struct{ Content }

// Changed replaces what an announcement says.
type Changed struct{ Content }

// Withdrawn ends an announcement for good.
type Withdrawn struct{}

// Streams describes the streams of announcements.
var Streams = &domain.Streams[*Announcement]{
	Type:     AggregateType,
	Says:     "One stream for each announcement of the provider.",
	New:      New,
	Snapshot: 1,
	Place:    140,
	Events: []domain.EventType{
		domain.Type[Published](PublishedType, "Something was announced to some or all of the people."),
		domain.Type[Changed](ChangedType, "An announcement was changed, and is shown again to those who dismissed it."),
		domain.Type[Withdrawn](WithdrawnType, "An announcement was withdrawn."),
	},
}

var colours = regexp.MustCompile(`^#[0-9a-f]{6}$`)

// Check returns an error unless the content can be shown.
func (c Content) Check() error {
	switch {
	case c.HTML == "" || utf8.RuneCountInString(c.HTML) > MaxText:
		return ErrText
	case !colours.MatchString(c.Background) || !colours.MatchString(c.Colour):
		return ErrColours
	case Contrast(c.Background, c.Colour) < LeastContrast:
		return ErrContrast
	case c.Starts.IsZero() || !c.Ends.IsZero() && !c.Ends.After(c.Starts):
		return ErrTimes
	case len(c.Clients) > maxClients:
		return ErrAudience
	}
	for _, r := range c.Roles {
		if !slices.Contains(domain.Roles, r) {
			return ErrAudience
		}
	}
	return nil
}

// Concerns reports whether a person is among those who are shown it.
func (c Content) Concerns(who domain.Actor) bool {
	return (len(c.Roles) == 0 || slices.Contains(c.Roles, who.Role)) &&
		(len(c.Clients) == 0 || slices.Contains(c.Clients, who.ClientID))
}

// State says whether people are shown an announcement.
type State string

// States of an announcement.
const (
	Scheduled State = "scheduled"
	Shown     State = "shown"
	Over      State = "over"
	Retracted State = "withdrawn"
)

// StateAt returns the state of content that was not withdrawn.
func (c Content) StateAt(now time.Time) State {
	switch {
	case now.Before(c.Starts):
		return Scheduled
	case !c.Ends.IsZero() && !now.Before(c.Ends):
		return Over
	}
	return Shown
}

// Contrast returns the contrast of two colours, from 1 to 21 (WCAG 2.2). Colours that cannot be read
// have none.
func Contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// luminance returns the relative luminance of a colour, from 0 to 1.
func luminance(colour string) (sum float64) {
	if !colours.MatchString(colour) {
		return 0
	}
	for i, share := range []float64{0.2126, 0.7152, 0.0722} {
		part, _ := strconv.ParseUint(colour[1+2*i:3+2*i], 16, 8)
		v := float64(part) / 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += share * v
	}
	return sum
}

// Announcement is folded from its events.
type Announcement struct {
	domain.Base
	Content
	Withdrawn bool
}

// New returns an announcement that was not published.
func New(id uuid.UUID) *Announcement { return &Announcement{Base: domain.Base{ID: id}} }

// Publish begins the announcement.
func (a *Announcement) Publish(c Content, at time.Time) error {
	if a.Exists() {
		return domain.ErrInvalid
	}
	c, err := c.whole(at)
	if err == nil {
		a.Record(PublishedType, &Published{c}, at)
	}
	return err
}

// Change replaces what the announcement says. The same content has no effect.
func (a *Announcement) Change(c Content, at time.Time) error {
	if err := a.open(); err != nil {
		return err
	}
	if c.Starts.IsZero() {
		c.Starts = a.Starts
	}
	c, err := c.whole(at)
	if err == nil && !c.equal(a.Content) {
		a.Record(ChangedType, &Changed{c}, at)
	}
	return err
}

// Withdraw ends the announcement for good.
func (a *Announcement) Withdraw(at time.Time) error {
	if err := a.open(); err != nil {
		return err
	}
	a.Record(WithdrawnType, &Withdrawn{}, at)
	return nil
}

func (a *Announcement) open() error {
	switch {
	case !a.Exists():
		return domain.ErrNotFound
	case a.Withdrawn:
		return ErrWithdrawn
	}
	return nil
}

// whole returns the content with what was left open, and in one form. It starts now unless it says
// otherwise.
func (c Content) whole(now time.Time) (Content, error) {
	if c.Starts.IsZero() {
		c.Starts = now
	}
	c.Starts, c.Ends = c.Starts.UTC().Truncate(time.Microsecond), c.Ends.UTC().Truncate(time.Microsecond)
	c.Roles, c.Clients = sorted(c.Roles), sorted(c.Clients)
	return c, c.Check()
}

func sorted[T ~string](list []T) []T {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

func (c Content) equal(o Content) bool {
	return c.HTML == o.HTML && c.Background == o.Background && c.Colour == o.Colour && c.Lasting == o.Lasting &&
		slices.Equal(c.Roles, o.Roles) && slices.Equal(c.Clients, o.Clients) &&
		c.Starts.Equal(o.Starts) && c.Ends.Equal(o.Ends)
}

// Apply folds one event.
func (a *Announcement) Apply(e domain.Event) error {
	if err := a.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Published:
		a.Content = d.Content
	case *Changed:
		a.Content = d.Content
	case *Withdrawn:
		a.Withdrawn = true
	default:
		return fmt.Errorf("announcement: unknown event %s", e.Type)
	}
	return nil
}
