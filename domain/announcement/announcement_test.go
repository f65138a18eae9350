package announcement_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/domain/domaintest"
)

var (
	now           = domaintest.Now
	announcements = domaintest.Of(announcement.Streams)
)

func content(change func(*announcement.Content)) announcement.Content {
	c := announcement.Content{HTML: "<p>We move.</p>", Background: "#1e3a8a", Colour: "#ffffff"}
	if change != nil {
		change(&c)
	}
	return c
}

func TestAnAnnouncementIsRefusedWhenItCannotBeShown(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*announcement.Content)
		want   error
	}{
		"without a text":       {func(c *announcement.Content) { c.HTML = "" }, announcement.ErrText},
		"with a long text":     {func(c *announcement.Content) { c.HTML = strings.Repeat("a", announcement.MaxText+1) }, announcement.ErrText},
		"with a named colour":  {func(c *announcement.Content) { c.Colour = "white" }, announcement.ErrColours},
		"that is hard to read": {func(c *announcement.Content) { c.Colour = "#4b6cb7" }, announcement.ErrContrast},
		"that ends before":     {func(c *announcement.Content) { c.Ends = now }, announcement.ErrTimes},
		"for an unknown role":  {func(c *announcement.Content) { c.Roles = []domain.Role{"king"} }, announcement.ErrAudience},
		"for too many clients": {func(c *announcement.Content) { c.Clients = manyClients() }, announcement.ErrAudience},
	} {
		a := announcement.New(uuid.New())
		if err := a.Publish(content(c.change), now); !errors.Is(err, c.want) || a.HasRecorded() {
			t.Errorf("an announcement %s: %v", name, err)
		}
	}
}

func manyClients() []string {
	list := make([]string, 201)
	for i := range list {
		list[i] = uuid.NewString()
	}
	return list
}

func TestAnAnnouncementIsShownFromItsStartToItsEnd(t *testing.T) {
	c := content(func(c *announcement.Content) { c.Starts, c.Ends = now.Add(time.Hour), now.Add(2*time.Hour) })
	for after, want := range map[time.Duration]announcement.State{
		0:                           announcement.Scheduled,
		time.Hour - time.Nanosecond: announcement.Scheduled,
		time.Hour:                   announcement.Shown,
		2 * time.Hour:               announcement.Over,
	} {
		if got := c.StateAt(now.Add(after)); got != want {
			t.Errorf("after %v it is %s, want %s", after, got, want)
		}
	}
	if got := content(nil).StateAt(now.AddDate(10, 0, 0)); got != announcement.Shown {
		t.Errorf("without an end it is %s", got)
	}
}

func TestAnAnnouncementConcernsItsRolesAtItsClients(t *testing.T) {
	owner := domain.Actor{Role: domain.Owner, ClientID: "brightside"}
	for _, c := range []struct {
		roles   []domain.Role
		clients []string
		want    bool
	}{
		{nil, nil, true},
		{[]domain.Role{domain.Owner}, nil, true},
		{[]domain.Role{domain.Staff}, nil, false},
		{nil, []string{"brightside"}, true},
		{nil, []string{"proofboard"}, false},
		{[]domain.Role{domain.Owner}, []string{"proofboard"}, false},
	} {
		got := content(func(a *announcement.Content) { a.Roles, a.Clients = c.roles, c.clients }).Concerns(owner)
		if got != c.want {
			t.Errorf("roles %v, clients %v: %v", c.roles, c.clients, got)
		}
	}
}

func TestAnAnnouncementCanBeChangedUntilItIsWithdrawn(t *testing.T) {
	published := &announcement.Published{Content: content(func(c *announcement.Content) { c.Starts = now })}
	lasting := content(func(c *announcement.Content) { c.Starts, c.Lasting = now, true })
	publish := func(a *announcement.Announcement) error { return a.Publish(content(nil), now) }
	change := func(to announcement.Content) func(*announcement.Announcement) error {
		return func(a *announcement.Announcement) error { return a.Change(to, now) }
	}
	withdraw := func(a *announcement.Announcement) error { return a.Withdraw(now) }
	withdrawn := &announcement.Withdrawn{}

	announcements.Given(t).When(publish).Then(published)
	announcements.Given(t, published).When(publish).ThenRefused(domain.ErrInvalid)
	announcements.Given(t, published).When(change(content(nil))).ThenNothing()
	announcements.Given(t, published).When(change(lasting)).Then(&announcement.Changed{Content: lasting})
	announcements.Given(t, published, &announcement.Changed{Content: lasting}).When(change(lasting)).ThenNothing()
	announcements.Given(t, published).When(withdraw).Then(withdrawn)
	announcements.Given(t, published, withdrawn).When(withdraw).ThenRefused(announcement.ErrWithdrawn)
	announcements.Given(t, published, withdrawn).When(change(lasting)).ThenRefused(announcement.ErrWithdrawn)
	announcements.Given(t).When(withdraw).ThenRefused(domain.ErrNotFound)
}

func TestContrastIsThatOfWCAG(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"#000000", "#ffffff", 21}, {"#ffffff", "#ffffff", 1}, {"#777777", "#ffffff", 4.48}, {"#2563eb", "#ffffff", 5.17},
	} {
		if got := announcement.Contrast(c.a, c.b); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%s on %s: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}
