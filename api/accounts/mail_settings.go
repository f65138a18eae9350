package accounts

import (
	"context"
	"html/template"
	"net/http"
	"slices"

	"github.com/go-chi/chi/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
)

// NotificationSettings returns when the caller gets mail.
func (s *API) NotificationSettings(
	ctx context.Context,
	_ contract.NotificationSettingsRequest,
) (*contract.NotificationSettingsAnswer, error) {
	a, err := s.mailSettings(ctx)
	return &a, err
}

// SaveNotificationSettings stores the settings and notifies the person's other browsers. What the call does
// not name stays.
func (s *API) SaveNotificationSettings(
	ctx context.Context,
	r contract.SaveNotificationSettingsRequest,
) (*contract.NotificationSettingsAnswer, error) {
	me, b := web.Actor(ctx).ID, r.Body
	all, err := s.Preferences.MailSettings(ctx, me)
	if err != nil {
		return nil, err
	}
	m := all[me]
	for group, mode := range map[preferences.MailGroup]*contract.MailMode{
		preferences.MailAsked:     &b.Asked,
		preferences.MailNewOrders: b.NewOrders,
		preferences.MailComments:  &b.Comments,
		preferences.MailDecisions: b.Decisions,
		preferences.MailChanges:   &b.Changes,
	} {
		if mode != nil {
			m[group] = preferences.MailMode(*mode)
		}
	}
	if err := s.Preferences.SetMail(ctx, me, m); err != nil {
		return nil, err
	}
	if b.Orders != nil {
		if err := s.Preferences.SetScope(ctx, me, preferences.Scope(*b.Orders)); err != nil {
			return nil, err
		}
	}
	s.Tell(me, web.ReloadProfile, nil)
	a, err := s.mailSettings(ctx)
	return &a, err
}

func (s *API) mailSettings(ctx context.Context) (a contract.NotificationSettingsAnswer, err error) {
	me, err := s.Web.User(ctx)
	if err != nil {
		return a, err
	}
	all, err := s.Preferences.MailSettings(ctx, me.ID)
	if err != nil {
		return a, err
	}
	m := all[me.ID]
	a.Data.EmailAddress, a.Data.TimeZone = me.Email, me.TimeZone
	mode := func(g preferences.MailGroup) contract.MailMode { return contract.MailMode(m[g]) }
	newOrders, decisions := mode(preferences.MailNewOrders), mode(preferences.MailDecisions)
	a.Data.Settings = contract.NotificationSettings{
		Asked:     mode(preferences.MailAsked),
		NewOrders: &newOrders,
		Comments:  mode(preferences.MailComments),
		Decisions: &decisions,
		Changes:   mode(preferences.MailChanges),
	}
	a.Data.Settings.Orders, err = s.scope(ctx, me)
	return a, err
}

// scope returns the orders that a person is notified of, or nil if their role has no choice.
func (s *API) scope(ctx context.Context, of accounts.User) (*contract.OrderScope, error) {
	if !slices.Contains(inbox.ToldOfNewOrders, of.Role) {
		return nil, nil
	}
	scope, err := s.Preferences.Scope(ctx, of.ID)
	orders := contract.OrderScope(scope)
	return &orders, err
}

// SetNewOrders decides whether somebody of the design service is notified of every new order. It changes the
// setting that the person can change too.
func (s *API) SetNewOrders(
	ctx context.Context,
	r contract.SetNewOrdersRequest,
) (*contract.Plain, error) {
	u, err := s.managed(ctx, r.PersonId)
	if err != nil {
		return nil, err
	}
	if err := policy.ManagesTeam(web.Actor(ctx), policy.AccountOf(u.Place())); err != nil {
		return nil, err
	}
	if !slices.Contains(inbox.ToldOfNewOrders, u.Role) {
		return nil, errNoNewOrders
	}
	if err := s.Preferences.SetScope(ctx, u.ID, preferences.Scope(r.Body.Orders)); err != nil {
		return nil, err
	}
	s.Tell(u.ID, web.ReloadProfile, nil)
	return &contract.Plain{Message: "The change is saved"}, nil
}

var errNoNewOrders = &domain.Error{
	Code:    domain.Conflict,
	Reason:  "person.no_new_orders",
	Message: "Only managers and admins can be notified of every new order.",
}

const UnsubscribePath = "/unsubscribe/{token}"

var unsubscribeTemplate = template.Must(template.New("unsubscribe").Parse(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>{{.Title}}</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:4rem auto;padding:0 1rem}h1{font-size:1.4rem}
button{font:inherit;font-weight:600;padding:.6rem 1.1rem;border:0;border-radius:8px;background:#1d4ed8;color:#fff;cursor:pointer}button:focus-visible{outline:3px solid #93b4ff;outline-offset:2px}</style></head>
<body><main><h1>{{.Title}}</h1><p>{{.Text}}</p>{{if .Ask}}<form method="post"><button type="submit">Stop this mail</button></form>{{end}}</main></body></html>
`))

// subscriptions describes what each link ends.
var subscriptions = map[preferences.Subscription]string{
	preferences.Subscription(preferences.MailAsked):     "mail about reviews, approvals, mentions and assignments",
	preferences.Subscription(preferences.MailNewOrders): "mail about new orders",
	preferences.Subscription(preferences.MailComments):  "mail about comments",
	preferences.Subscription(preferences.MailDecisions): "mail about decisions",
	preferences.Subscription(preferences.MailChanges):   "mail about changes of orders",
	preferences.DailyMail:                               "the daily mail",
}

type unsubscribeText struct {
	Title, Text string
	Ask         bool
}

// UnsubscribePage asks for confirmation. It changes nothing, because mail programs open links on
// their own.
func (s *API) UnsubscribePage(w http.ResponseWriter, r *http.Request) {
	_, from, ok := s.Ports.Unsubscribe.Read(chi.URLParam(r, "token"))
	if !ok {
		s.noSubscription(w, r)
		return
	}
	s.showUnsubscribe(w, r, http.StatusOK, unsubscribeText{
		"Stop this mail?",
		"You will get no more of " + subscriptions[from] + ". You can turn it on again in your notification settings.",
		true,
	})
}

// Unsubscribe ends a subscription for the holder of the link, without a session (RFC 8058). The
// link allows nothing else.
func (s *API) Unsubscribe(w http.ResponseWriter, r *http.Request) {
	person, from, ok := s.Ports.Unsubscribe.Read(chi.URLParam(r, "token"))
	if !ok {
		s.noSubscription(w, r)
		return
	}
	if err := s.Preferences.Unsubscribe(r.Context(), person, from); err != nil {
		s.Logger.ErrorContext(r.Context(), "a subscription was not ended", "error", err)
		s.showUnsubscribe(
			w, r, http.StatusServiceUnavailable,
			unsubscribeText{"That did not work", "Please try again in a moment.", true},
		)
		return
	}
	s.Tell(person, web.ReloadProfile, nil)
	s.showUnsubscribe(w, r, http.StatusOK, unsubscribeText{
		Title: "It is stopped",
		Text:  "You get no more of " + subscriptions[from] + ". You can turn it on again in your notification settings.",
	})
}

func (s *API) noSubscription(w http.ResponseWriter, r *http.Request) {
	s.showUnsubscribe(w, r, http.StatusNotFound, unsubscribeText{
		Title: "This link is not complete",
		Text:  "Open it from the mail once more, or sign in and change your notification settings.",
	})
}

func (s *API) showUnsubscribe(w http.ResponseWriter, r *http.Request, status int, text unsubscribeText) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if err := unsubscribeTemplate.Execute(w, text); err != nil {
		s.Logger.DebugContext(r.Context(), "the reader is gone", "error", err)
	}
}
