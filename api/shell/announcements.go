package shell

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/microcosm-cc/bluemonday"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/announcement"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/projections/announcements"
)

// published limits how often one person announces or changes something.
var published = throttle.Rate{Name: "announcements of a person", Most: 60, In: time.Hour}

var errTooMany = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "announcement.too_many",
	Message: "You have published many announcements. Please try again later.",
}

// allowed is what an announcement may have: emphasis, lists and links to other sites, which learn
// nothing about the page that links to them. The web app checks once more.
var allowed = func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "strong", "em", "b", "i", "u", "s", "ul", "ol", "li", "span")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.RequireParseableURLs(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return p
}()

// clean removes everything from html that an announcement may not have. It returns "" if no text is
// left.
func clean(html string) string {
	html = strings.TrimSpace(allowed.Sanitize(html))
	if strings.TrimSpace(bluemonday.StrictPolicy().Sanitize(html)) == "" {
		return ""
	}
	return html
}

// Announcements returns what the caller is shown now.
func (s *API) Announcements(
	ctx context.Context,
	_ contract.AnnouncementsRequest,
) (*contract.AnnouncementsAnswer, error) {
	by, now := web.Actor(ctx), s.Clock()
	open, err := s.Announced.Open(ctx, now)
	if err != nil {
		return nil, err
	}
	dismissed, err := s.Activity.Dismissed(ctx, by.ID, idsOf(open))
	if err != nil {
		return nil, err
	}
	a := &contract.AnnouncementsAnswer{Data: []contract.Announcement{}}
	for _, one := range open {
		if !one.Concerns(by) {
			continue
		}
		if change := nextChange(one, now); change != nil && (a.ChangesAt == nil || change.Before(*a.ChangesAt)) {
			a.ChangesAt = change
		}
		if one.State(now) == announcement.Shown && (one.Lasting || dismissed[one.ID] < one.Version) {
			a.Data = append(a.Data, contract.Announcement{
				Id: one.ID, Html: one.HTML, Styles: styles(one.Content), Lasting: one.Lasting,
			})
		}
	}
	return a, nil
}

// nextChange returns when an announcement begins or ends, or nil.
func nextChange(a announcements.Announcement, now time.Time) *time.Time {
	switch {
	case now.Before(a.Starts):
		return &a.Starts
	case a.Ends.IsZero():
		return nil
	}
	return &a.Ends
}

func idsOf(list []announcements.Announcement) []uuid.UUID {
	ids := make([]uuid.UUID, len(list))
	for i, a := range list {
		ids[i] = a.ID
	}
	return ids
}

func styles(c announcement.Content) contract.AnnouncementStyles {
	return contract.AnnouncementStyles{BackgroundColor: c.Background, TextColor: c.Colour}
}

// ListAnnouncements returns the newest announcements for the people who manage them.
func (s *API) ListAnnouncements(
	ctx context.Context,
	_ contract.ListAnnouncementsRequest,
) (*contract.AnnouncementListAnswer, error) {
	if err := policy.Check(web.Actor(ctx), policy.Read, policy.ManageAnnouncements); err != nil {
		return nil, err
	}
	found, err := s.Announced.Newest(ctx)
	if err != nil {
		return nil, err
	}
	dismissals, err := s.Activity.Dismissals(ctx, idsOf(found))
	if err != nil {
		return nil, err
	}
	now := s.Clock()
	a := &contract.AnnouncementListAnswer{
		Data: make([]contract.ManagedAnnouncement, len(found)),
	}
	for i, one := range found {
		a.Data[i] = contract.ManagedAnnouncement{
			Id:       one.ID,
			Html:     one.HTML,
			Styles:   styles(one.Content),
			Lasting:  one.Lasting,
			Roles:    web.Convert[contract.Role](one.Roles),
			Clients:  web.List(one.Clients),
			StartsAt: one.Starts,
			State: contract.AnnouncementState(
				one.State(now),
			),
			PublishedAt: one.Published,
			Dismissals:  dismissals[one.ID],
		}
		if !one.Ends.IsZero() {
			a.Data[i].EndsAt = &one.Ends
		}
	}
	return a, nil
}

// content returns what a body says, without anything that an announcement may not have.
func content(b *contract.AnnouncementChange) announcement.Content {
	c := announcement.Content{
		HTML:       clean(b.Html),
		Background: strings.ToLower(b.Styles.BackgroundColor), Colour: strings.ToLower(b.Styles.TextColor),
		Lasting: b.Lasting, Roles: web.Convert[domain.Role](b.Roles), Clients: b.Clients,
	}
	if b.StartsAt != nil {
		c.Starts = *b.StartsAt
	}
	if b.EndsAt != nil {
		c.Ends = *b.EndsAt
	}
	return c
}

// publish runs a command that shows people something new. Every open browser loads it, so one person
// can do that only so often.
func (s *API) publish(
	ctx context.Context,
	key *contract.IdempotencyKey,
	cmd commands.Command,
	message string,
) (*contract.AccountChangedResponse, error) {
	refund, err := s.Accounts.Spend(ctx, published, web.Actor(ctx).ID.String(), errTooMany)
	if err != nil {
		return nil, err
	}
	a, err := s.do(ctx, key, cmd, announcements.Name, message)
	if err != nil {
		err = errors.Join(err, refund(context.WithoutCancel(ctx)))
	}
	return a, err
}

// PublishAnnouncement announces something.
func (s *API) PublishAnnouncement(
	ctx context.Context,
	r contract.PublishAnnouncementRequest,
) (*contract.AccountChangedResponse, error) {
	id := s.Web.OwnID(ctx, r.IdempotencyKey, "announcement")
	a, err := s.publish(
		ctx, r.IdempotencyKey, &commands.PublishAnnouncement{Announcement: id, Content: content(r.Body)},
		"The announcement is published",
	)
	return a, err
}

// ChangeAnnouncement replaces what an announcement says.
func (s *API) ChangeAnnouncement(
	ctx context.Context,
	r contract.ChangeAnnouncementRequest,
) (*contract.AccountChangedResponse, error) {
	a, err := s.publish(
		ctx,
		r.IdempotencyKey,
		&commands.ChangeAnnouncement{Announcement: r.AnnouncementId, Content: content(r.Body)},
		"The announcement is changed",
	)
	return a, err
}

// WithdrawAnnouncement ends an announcement for good.
func (s *API) WithdrawAnnouncement(
	ctx context.Context,
	r contract.WithdrawAnnouncementRequest,
) (*contract.AccountChangedResponse, error) {
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.WithdrawAnnouncement{Announcement: r.AnnouncementId},
		announcements.Name,
		"The announcement is withdrawn",
	)
}

// PreviewAnnouncement returns what people would see of a text.
func (s *API) PreviewAnnouncement(
	ctx context.Context,
	r contract.PreviewAnnouncementRequest,
) (*contract.AnnouncementTextAnswer, error) {
	if err := policy.Check(web.Actor(ctx), policy.Create, policy.ManageAnnouncements); err != nil {
		return nil, err
	}
	return &contract.AnnouncementTextAnswer{
		Data: contract.CleanText{Html: clean(r.Body.Html)},
	}, nil
}

// DismissAnnouncement hides an announcement from the caller.
func (s *API) DismissAnnouncement(
	ctx context.Context,
	r contract.DismissAnnouncementRequest,
) (*contract.AccountChangedResponse, error) {
	by, now := web.Actor(ctx), s.Clock()
	open, err := s.Announced.Open(ctx, now)
	if err != nil {
		return nil, err
	}
	for _, one := range open {
		if one.ID != r.AnnouncementId || !one.Concerns(by) || one.State(now) != announcement.Shown {
			continue
		}
		if one.Lasting {
			return nil, announcement.ErrLasting
		}
		if err := s.Activity.DismissAnnouncement(ctx, by.ID, one.ID, one.Version); err != nil {
			return nil, err
		}
		return s.noticed(ctx, web.ReloadAnnouncements, "The announcement is dismissed"), nil
	}
	return nil, domain.ErrNotFound
}
