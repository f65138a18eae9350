package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
)

type invited struct {
	Data contract.GuestInvitation
}

// invites invites a guest to review attachments of an order.
func (p *person) invites(
	t *testing.T,
	o uuid.UUID,
	more map[string]any,
	attachments ...uuid.UUID,
) contract.GuestInvitation {
	t.Helper()
	forgive(t) // the tests together send more invitations than the limit allows
	body := map[string]any{
		"name":          "Vera Visitor",
		"email":         "vera@example.com",
		"message":       "Please look at the colours.",
		"attachmentIds": attachments,
	}
	maps.Copy(body, more)
	return ok[invited](t, p, http.MethodPost, "/order/"+o.String()+"/guest", body).Data
}

// tokenIn returns the secret token of a link.
func tokenIn(t *testing.T, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil || u.Path != "/annotation/guestreviewer" || u.Query().Get("token") == "" {
		t.Fatalf("the link is %q (%v)", link, err)
	}
	return u.Query().Get("token")
}

// review opens a link to a review.
func (w *site) review(t *testing.T, client *http.Client, token, password string, more ...option) answer {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, w.base+"/api/g/reviewAuth", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.SetBasicAuth(token, password)
	for _, o := range more {
		o(req)
	}
	a, err := w.do(client, req)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// visitor returns a guest who has opened their link.
func (w *site) visitor(t *testing.T, link string) *person {
	t.Helper()
	a := w.review(t, w.http, tokenIn(t, link), "")
	var got contract.GuestTokenAnswer
	if err := json.Unmarshal(a.body, &got); err != nil || a.status != http.StatusOK || len(got.Data.AccessToken) < 43 {
		t.Fatalf("a guest is not let in: %d %s", a.status, a.body)
	}
	p := &person{site: w, token: got.Data.AccessToken, csrf: map[string]string{}}
	p.Firstname = "a guest"
	p.csrf["guest-annotation"] = ok[contract.CSRFAnswer](
		t, p, http.MethodGet, "/g/csrf-token/guest-annotation", nil,
	).Data.Token
	return p
}

func (x target) guestPath() string {
	return fmt.Sprintf("/g/guest/order/%s/attachment/%s/version/%s", x.order, x.attachment, x.version)
}

func TestAGuestReviewsWithoutAnAccount(t *testing.T) { // SH-303 SH-310 SH-318 SH-319 SH-320 SH-321
	owner := as(t, "owner")
	sc := play(t, "owner", order.InReview, "operator2")
	pages := upload(t, as(t, "operator"), sc.order, proof.CustomerReview, "pages.png", picture(t, 61)).Data.AttachmentID
	browser := listen(t, owner)
	link := owner.invites(t, sc.order, nil, sc.review.attachment, pages)
	list := func() contract.Guest {
		all := ok[contract.GuestsAnswer](t, owner, http.MethodGet, "/order/"+sc.order.String()+"/guest", nil)
		if len(all.Data.Guests) != 1 || !all.Data.Can.Invite || len(all.Data.Attachments) != 3 {
			t.Fatalf("the list: %+v", all.Data)
		}
		return all.Data.Guests[0]
	}
	if g := list(); g.Id != link.Id || g.Status != contract.GuestLive || g.Name != "Vera Visitor" ||
		g.Email != "vera@example.com" ||
		g.Inviter.Id != owner.ID ||
		len(g.AttachmentIds) != 2 ||
		!g.Can.Revoke ||
		g.WithPassword ||
		g.ExpiresAt.Sub(g.InvitedAt).Round(time.Minute) != 14*24*time.Hour {
		t.Errorf("invited: %+v", g)
	}
	guest := world.visitor(t, link.Link)
	if g := list(); g.Status != contract.GuestEntered || g.EnteredAt == nil {
		t.Errorf("after he entered: %+v", g)
	}

	data := guest.get(t, "/g/guest/data")
	checkGuestData(t, data, sc.order, link.Id)
	var known contract.GuestDataAnswer
	if err := json.Unmarshal(data.body, &known); err != nil {
		t.Fatal(err)
	}
	if all := known.Data.Attachments; len(all) != 2 || all[0].Id != pages ||
		all[1].Id != sc.review.attachment { // SH-315
		t.Fatalf("the attachments are not newest first: %+v", all)
	}
	if v := known.Data.Attachments[1].Versions; len(v) != 2 || v[0].Version != 1 || v[1].Version != 2 ||
		v[1].Can.Approve ||
		v[1].Can.Revise ||
		v[1].Can.Delete ||
		!v[1].Can.AnnotatePublic ||
		v[1].Can.AnnotateInternal { // SH-316 BD-300 BD-301
		t.Errorf("the versions are not ascending, or may too much: %+v", v)
	}
	file := known.Data.Attachments[0].Versions[0].Url
	if len(download(t, file)) != len(picture(t, 61)) {
		t.Error("the guest does not get the file")
	}
	if u, err := url.Parse(file); err != nil || u.Query().Get("X-Amz-Expires") == "" ||
		atoi(u.Query().Get("X-Amz-Expires")) > 60 { // check 15
		t.Errorf("a guest's link to a file lives too long: %s", file)
	}

	x := target{order: sc.order, attachment: sc.review.attachment, version: sc.review.versions[0]}
	seen := ok[contract.VersionAnswer](t, guest, http.MethodGet, x.guestPath(), nil).Data // SH-322
	if len(seen.Public) != 1 || seen.Public[0].Id != sc.review.public || seen.Public[0].Annotation == "" ||
		len(seen.Public[0].Comments) != 1 ||
		len(seen.Internal) != 0 ||
		seen.Public[0].Can.Resolve {
		t.Errorf("the guest sees %+v", seen)
	}
	topic := write(
		t,
		guest,
		http.MethodPost,
		x.guestPath()+"/annotation",
		form{"message": {says("bluer, please")}, "mentions": {"[]"}, "annotation": {mark}},
	).Data.ID // SH-323
	browser.expect(t, "reload-version", topic.String()) // the owner sees the change live
	reply := write(
		t,
		guest,
		http.MethodPost,
		x.guestPath()+"/annotation/"+topic.String()+"/comment",
		form{"message": {says("and larger")}, "mentions": {"[]"}},
	).Data // SH-324
	write(
		t,
		guest,
		http.MethodPut,
		x.guestPath()+"/comment/"+reply.CommentID.String()+"/message",
		form{"data": {says("and smaller")}, "mentions": {"[]"}},
	) // SH-326
	write(
		t, guest, http.MethodPut, x.guestPath()+"/comment/"+topic.String()+"/message",
		map[string]any{"data": says("greener, please")},
	)
	write(
		t, guest, http.MethodPost, x.guestPath()+"/update",
		map[string]any{"topicId": topic, "annotation": strings.Replace(mark, "0.4", "0.6", 1)},
	)
	write(
		t,
		guest,
		http.MethodPut,
		x.guestPath()+"/annotation/"+topic.String()+"/"+topic.String(),
		form{"data": {"true"}, "mentions": {"[]"}},
	) // SH-325
	write(
		t,
		guest,
		http.MethodPut,
		x.guestPath()+"/annotation/"+topic.String()+"/"+reply.CommentID.String(),
		form{"data": {"false"}, "mentions": {"[]"}},
	) // SH-325
	write(
		t,
		guest,
		http.MethodPut,
		x.guestPath()+"/annotation/"+topic.String()+"/resolve",
		map[string]any{"data": true},
	) // D-17
	write(
		t, guest, http.MethodPut, x.guestPath()+"/annotation/"+topic.String()+"/resolve", map[string]any{"data": false},
	)
	write(
		t, guest, http.MethodPost, x.guestPath()+"/annotation/"+sc.review.public.String()+"/comment",
		map[string]any{"message": says("agreed")},
	)

	mine := ok[contract.VersionAnswer](
		t, owner, http.MethodGet, fmt.Sprintf("/order/%s/attachment/%s/version/%s", x.order, x.attachment, x.version),
		nil,
	).Data.Public
	at := slices.IndexFunc(mine, func(c contract.Topic) bool { return c.Id == topic })
	if at < 0 || mine[at].Sender.Id != link.Id || mine[at].Sender.Name != "Vera Visitor" ||
		value(mine[at].Sender.Role) != "guest" ||
		mine[at].Message != says("greener, please") ||
		!strings.Contains(mine[at].Annotation, "0.6") ||
		len(mine[at].Comments) != 1 ||
		mine[at].Comments[0].Message != says("and smaller") ||
		mine[at].IsResolve {
		t.Errorf("the owner sees %+v", mine)
	}
	write(t, guest, http.MethodDelete, x.guestPath()+"/comment/"+reply.CommentID.String(), nil) // SH-327
	write(t, guest, http.MethodDelete, x.guestPath()+"/annotation/"+topic.String(), nil)        // SH-328

	write(t, owner, http.MethodDelete, "/order/"+sc.order.String()+"/guest/"+link.Id.String(), nil)
	history := ok[contract.HistoryAnswer](
		t, owner, http.MethodGet, "/order/"+sc.order.String()+"/history?person="+link.Id.String(), nil,
	).Data.Events
	var did []string
	for _, e := range history {
		did = append(did, e.Type)
	}
	want := "guest.entered topic.opened topic.replied topic.comment_edited topic.message_edited topic.annotation_updated topic.resolved topic.reopened topic.resolved topic.reopened topic.replied topic.comment_deleted topic.deleted"
	if got := strings.Join(did, " "); got != want {
		t.Errorf("by the guest's id the history holds %s, want %s", got, want)
	}
	about := ok[contract.HistoryAnswer](
		t, owner, http.MethodGet, "/order/"+sc.order.String()+"/history?type=guest", nil,
	).Data.Events
	if len(about) != 3 || about[0].Type != "guest.invited" || about[0].Actor.Id != owner.ID ||
		about[1].Actor.Name != "Vera Visitor" ||
		about[2].Type != "guest.revoked" {
		t.Errorf("the history of the invitation: %+v", about)
	}
}

func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		return 1 << 30
	}
	return n
}

// checkGuestData checks that an answer has the field names of the requirements.
func checkGuestData(t *testing.T, a answer, o, guest uuid.UUID) { // SH-314 SH-317
	t.Helper()
	var d struct {
		Data struct {
			OrderID, GuestID                                 uuid.UUID
			OrderIsFrozen                                    *bool
			GuestName, GuestEmail, GuestAvatar, GuestMessage *string
			Inviter                                          struct{ Name, Avatar *string }
			Attachments                                      []struct {
				ID        uuid.UUID
				CreatedAt time.Time
				Versions  []struct {
					ID       uuid.UUID
					Version  int
					FileMeta struct{ FileSize int64 }
				}
			}
			TimeZone struct {
				Label  string
				Offset int
			}
		}
	}
	if err := json.Unmarshal(a.body, &d); err != nil || a.status != http.StatusOK {
		t.Fatalf("%d %v %s", a.status, err, a.body)
	}
	x := d.Data
	if x.OrderID != o || x.GuestID != guest || x.OrderIsFrozen == nil || *x.OrderIsFrozen ||
		value(x.GuestName) != "Vera Visitor" ||
		value(x.GuestEmail) != "vera@example.com" ||
		x.GuestAvatar == nil ||
		value(x.GuestMessage) != "Please look at the colours." ||
		value(x.Inviter.Name) != "owner Team" ||
		x.Inviter.Avatar == nil {
		t.Errorf("the guest's data: %s", a.body)
	}
	for _, f := range x.Attachments {
		if f.ID == uuid.Nil || f.CreatedAt.IsZero() || len(f.Versions) == 0 || f.Versions[0].ID == uuid.Nil ||
			f.Versions[0].Version == 0 ||
			f.Versions[0].FileMeta.FileSize == 0 {
			t.Errorf("an attachment of the guest's: %+v", f)
		}
	}
	if x.TimeZone.Label != "UTC+08:00" || x.TimeZone.Offset != 480 {
		t.Errorf("the guest's time zone: %+v", x.TimeZone)
	}
}

// guestCalls lists the calls of guests on an object, with the expected status for a guest's own
// topic and for the topic of another person.
var guestCalls = []struct {
	name, method, path string
	body               any
	own, others        int
}{
	{"guestVersion", http.MethodGet, "", nil, 200, 200},
	{
		"guestOpenTopic",
		http.MethodPost,
		"/annotation",
		map[string]any{"message": says("x"), "annotation": mark},
		200,
		200,
	},
	{"guestAddComment", http.MethodPost, "/annotation/{topic}/comment", map[string]any{"message": says("x")}, 200, 200},
	{
		"guestUpdateAnnotation",
		http.MethodPost,
		"/update",
		map[string]any{"topicId": "{topic}", "annotation": mark},
		200,
		403,
	},
	{"guestResolveTopic", http.MethodPut, "/annotation/{topic}/resolve", map[string]any{"data": true}, 200, 403},
	{"guestResolveComment", http.MethodPut, "/annotation/{topic}/{comment}", map[string]any{"data": false}, 200, 403},
	{"guestEditComment", http.MethodPut, "/comment/{comment}/message", map[string]any{"data": says("y")}, 200, 403},
	{"guestDeleteComment", http.MethodDelete, "/comment/{comment}", nil, 200, 403},
	{"guestDeleteTopic", http.MethodDelete, "/annotation/{topic}", nil, 200, 403},
}

func (x target) guestCall(path string, body any) (string, any) {
	r := strings.NewReplacer("{topic}", x.topic.String(), "{comment}", x.comment.String())
	if m, is := body.(map[string]any); is {
		filled := map[string]any{}
		for k, v := range m {
			if text, is := v.(string); is {
				v = r.Replace(text)
			}
			filled[k] = v
		}
		body = filled
	}
	return x.guestPath() + r.Replace(path), body
}

// This test makes every call of guests on every kind of object.
func TestAGuestReachesTheirInvitationAndNothingElse(t *testing.T) { // SH-104 D-13 D-17
	owner := as(t, "owner")
	sc, other := play(t, "owner", order.InReview, "operator2"), play(t, "owner", order.InReview, "operator2")
	link := owner.invites(t, sc.order, nil, sc.review.attachment)
	guest := world.visitor(t, link.Link)
	review := target{
		order:      sc.order,
		attachment: sc.review.attachment,
		version:    sc.review.versions[0],
		topic:      sc.review.public,
		comment:    sc.review.publicComment,
	}
	of := func(o uuid.UUID, s set) target {
		return target{
			order:      o,
			attachment: s.attachment,
			version:    s.versions[0],
			topic:      s.public,
			comment:    s.publicComment,
		}
	}
	inside := review
	inside.topic, inside.comment = sc.review.internal, sc.review.internalAnswer
	mixed := review
	mixed.version, mixed.topic, mixed.comment = sc.supplied.versions[0], sc.supplied.public, sc.supplied.publicComment
	lost := review
	lost.order = uuid.New()
	for what, x := range map[string]target{
		"another attachment of the order": of(sc.order, sc.supplied), "a file for internal review": of(sc.order, sc.internal), "another order": of(other.order, other.review),
		"his attachment under another order": {order: other.order, attachment: sc.review.attachment, version: sc.review.versions[0], topic: sc.review.public, comment: sc.review.publicComment},
		"another's version and topic":        mixed, "no order": lost,
	} {
		before := head(t)
		for _, c := range guestCalls {
			path, body := x.guestCall(c.path, c.body)
			if a := guest.call(t, c.method, path, body); a.status != http.StatusNotFound {
				t.Errorf("%s of %s: %d %.200s", c.name, what, a.status, a.body)
			}
		}
		unchanged(t, before)
	}
	before := head(t)
	for _, c := range guestCalls[2:] {
		path, body := inside.guestCall(c.path, c.body)
		if a := guest.call(t, c.method, path, body); a.status != http.StatusNotFound {
			t.Errorf("%s of an internal topic: %d %.200s", c.name, a.status, a.body)
		}
	}
	for _, mentions := range []string{`["` + owner.ID.String() + `"]`, `{}`, `x`} {
		refused(
			t, guest, http.StatusBadRequest, "guest.mentions", http.MethodPost, review.guestPath()+"/annotation",
			form{"message": {says("x")}, "mentions": {mentions}},
		)
	}
	refused(
		t, guest, http.StatusBadRequest, "guest.mentions", http.MethodPost, review.guestPath()+"/annotation",
		map[string]any{"message": says("x", owner.ID)},
	)
	unchanged(t, before)

	for _, c := range guestCalls {
		path, body := review.guestCall(c.path, c.body)
		if a := guest.call(t, c.method, path, body); a.status != c.others {
			t.Errorf("%s of what somebody else wrote: %d, want %d: %.200s", c.name, a.status, c.others, a.body)
		}
	}
	own := review
	own.topic = write(
		t, guest, http.MethodPost, review.guestPath()+"/annotation",
		map[string]any{"message": says("mine"), "annotation": mark},
	).Data.ID
	own.comment = write(
		t, guest, http.MethodPost, review.guestPath()+"/annotation/"+own.topic.String()+"/comment",
		map[string]any{"message": says("mine too")},
	).Data.CommentID
	for _, c := range guestCalls {
		path, body := own.guestCall(c.path, c.body)
		if a := guest.call(t, c.method, path, body); a.status != c.own {
			t.Errorf("%s of his own: %d, want %d: %.200s", c.name, a.status, c.own, a.body)
		}
	}
	another := owner.invites(t, sc.order, map[string]any{"name": "Ulf"}, sc.review.attachment)
	second := world.visitor(t, another.Link)
	path, body := own.guestCall(guestCalls[4].path, guestCalls[4].body)
	// The test has deleted it above.
	if a := second.call(t, http.MethodPut, path, body); a.status != http.StatusNotFound {
		t.Errorf("a topic that was deleted: %d", a.status)
	}
	theirs := write(
		t, guest, http.MethodPost, review.guestPath()+"/annotation",
		map[string]any{"message": says("his"), "annotation": mark},
	).Data.ID
	refused(
		t, second, http.StatusForbidden, "topic.not_opener", http.MethodPut,
		review.guestPath()+"/annotation/"+theirs.String()+"/resolve", map[string]any{"data": true},
	)
}

// Each way to end an invitation takes effect with the next request, for the link and for a guest
// who is already signed in.
func TestADeadInvitationIsDeadAtOnce(t *testing.T) { // SH-308 check 15
	owner, manager := as(t, "owner"), as(t, "manager")
	for what, c := range map[string]struct {
		end    func(sc scene, guest uuid.UUID)
		status int
		reason string
	}{
		"revoked": {func(sc scene, guest uuid.UUID) {
			write(t, owner, http.MethodDelete, "/order/"+sc.order.String()+"/guest/"+guest.String(), nil)
		}, 401, "guest.bad_token"},
		"revoked, and nothing but the log knows": {func(sc scene, guest uuid.UUID) { do(t, "owner", commands.NewRevokeGuest(sc.order, guest)) }, 401, "guest.bad_token"},
		"frozen": {func(sc scene, _ uuid.UUID) {
			write(t, manager, http.MethodPut, "/order/"+sc.order.String()+"/action", map[string]any{"action": "freeze"})
		}, 403, "guest.access_denied"},
		"archived": {func(sc scene, _ uuid.UUID) {
			move(t, "manager", sc.order, order.Approved)
			act(t, "manager", sc.order, order.Archive)
		}, 403, "guest.access_denied"},
		"deleted": {func(sc scene, _ uuid.UUID) {
			act(t, "owner", sc.order, order.Cancel)
			act(t, "owner", sc.order, order.Delete)
		}, 403, "guest.access_denied"},
	} {
		sc := stage(t, "owner", order.InReview)
		a := attach(t, sc.order, "owner", proof.CustomerReview)
		a.discuss(t, sc.order, proof.CustomerReview, "operator2")
		link := owner.invites(t, sc.order, nil, a.attachment)
		guest := world.visitor(t, link.Link)
		x := target{
			order:      sc.order,
			attachment: a.attachment,
			version:    a.versions[0],
			topic:      a.public,
			comment:    a.publicComment,
		}
		if got := guest.get(t, "/g/guest/data"); got.status != http.StatusOK {
			t.Fatalf("%s: before: %d %s", what, got.status, got.body)
		}
		c.end(sc, link.Id)
		before := head(t)
		for _, call := range guestCalls {
			path, body := x.guestCall(call.path, call.body)
			refused(t, guest, c.status, c.reason, call.method, path, body)
		}
		refused(t, guest, c.status, c.reason, http.MethodGet, "/g/guest/data", nil)
		refused(t, guest, c.status, c.reason, http.MethodGet, "/g/csrf-token/guest-annotation", nil)
		if got := world.review(t, world.http, tokenIn(t, link.Link), ""); got.status != c.status ||
			got.reason() != c.reason ||
			!strings.Contains(string(got.body), "Bad token. You seem to have followed an invalid link") {
			t.Errorf("%s: the link: %d %s", what, got.status, got.body)
		}
		unchanged(t, before)
	}
}

func TestAGuestsTokenIsValidForGuestCallsOnlyAndNoOtherTokenIs(t *testing.T) { // SH-319 SH-320 check 15
	owner := as(t, "owner")
	sc := stage(t, "owner", order.InReview)
	a := attach(t, sc.order, "owner", proof.CustomerReview)
	link := owner.invites(t, sc.order, nil, a.attachment)
	guest := world.visitor(t, link.Link)
	x := target{
		order:      sc.order,
		attachment: a.attachment,
		version:    a.versions[0],
		topic:      uuid.New(),
		comment:    uuid.New(),
	}
	before := head(t)
	for name, op := range others(t) {
		path, body := valid(t, name, op)
		req, err := owner.request(op.method, path, body, header("Authorization", "Bearer "+guest.token))
		if err != nil {
			t.Fatal(err)
		}
		got, err := world.do(world.http, req)
		if err != nil || got.status != http.StatusUnauthorized || got.reason() != "session.missing" {
			t.Errorf("%s with a guest's token: %v %d %.200s", name, err, got.status, got.body)
		}
	}
	for _, kind := range []string{"customer", "user", "guest"} {
		conn, _, err := dial(t, world.base)
		if err != nil {
			t.Fatal(err)
		}
		send(t, conn, login(kind, guest.token))
		if _, text, err := conn.Read(t.Context()); err == nil {
			t.Errorf("a socket says %s to a guest", text)
		}
	}
	ops := operations(t)
	for _, name := range ofGuests {
		op := ops[name]
		path := strings.Replace(op.at(x), "/csrf-token/card", "/csrf-token/guest-annotation", 1)
		var body any
		for _, c := range guestCalls {
			if c.name == name {
				_, body = x.guestCall(c.path, c.body)
			}
		}
		for _, token := range map[string]string{"no": "", "a wrong": strings.Repeat("x", 43), "an owner's": owner.token, "a manager's": as(t, "manager").token, "the link's": tokenIn(t, link.Link), "a huge": strings.Repeat("x", 9000)} {
			refused(
				t, guest, http.StatusUnauthorized, "guest.bad_token", op.method, path, body,
				header("Authorization", "Bearer "+token),
			)
		}
		for _, side := range []string{"/c", "/d"} {
			refused(
				t, guest, http.StatusForbidden, "session.other_kind", op.method, side+path, body,
				header("X-CSRF-Token", guest.csrf["guest-annotation"]),
			)
		}
		if op.method == http.MethodGet {
			continue
		}
		for _, token := range []string{"", "%%%", owner.csrf["card"], strings.Repeat("A", len(guest.csrf["guest-annotation"]))} {
			refused(
				t, guest, http.StatusForbidden, "csrf.invalid", op.method, path, body, header("X-CSRF-Token", token),
			)
		}
	}
	unchanged(t, before)
	if got := world.review(t, world.http, "", ""); got.status != http.StatusUnauthorized ||
		got.reason() != "guest.bad_token" {
		t.Errorf("no link: %d %s", got.status, got.body)
	}
	if got := world.review(t, world.http, guest.token, ""); got.status != http.StatusUnauthorized {
		t.Errorf("an access token as a link: %d %s", got.status, got.body)
	}
}

func TestALinksPasswordIsAskedForAndGuessesAreSlowedDown(t *testing.T) { // D-23 check 20
	forgive(t)
	owner := as(t, "owner")
	sc := stage(t, "owner", order.InReview)
	a := attach(t, sc.order, "owner", proof.CustomerReview)
	link := tokenIn(t, owner.invites(t, sc.order, map[string]any{"password": "swordfish"}, a.attachment).Link)
	open := tokenIn(t, owner.invites(t, sc.order, nil, a.attachment).Link)
	client, known := localClient(t, 6), localClient(t, 8)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	known.Jar = jar
	if got := world.review(t, known, link, "swordfish"); got.status != http.StatusOK {
		t.Errorf("the first visit: %d %s", got.status, got.body)
	}
	if got := world.review(t, client, link, ""); got.status != http.StatusUnauthorized ||
		got.reason() != "guest.password_required" {
		t.Errorf("without the password: %d %s", got.status, got.body)
	}
	if got := world.review(t, client, link, "swordfish"); got.status != http.StatusOK {
		t.Errorf("with it: %d %s", got.status, got.body)
	}
	if got := world.review(t, client, link, "Swordfish"); got.status != http.StatusUnauthorized ||
		got.reason() != "guest.password_wrong" {
		t.Fatalf("a guess: %d %s", got.status, got.body)
	}
	fails(t, []byte("guest:"+linkOwner(t, link)), 10)
	for what, got := range map[string]answer{
		"the next": world.review(t, client, link, "Swordfish"), "the right one": world.review(t, client, link, "swordfish"), "from elsewhere": world.review(t, localClient(t, 7), link, "swordfish"),
		"a spoofed address": world.review(t, client, link, "swordfish", header("X-Forwarded-For", "203.0.113.9"), header("Forwarded", "for=203.0.113.9")),
	} {
		if got.status != http.StatusTooManyRequests || atoi(got.header.Get("Retry-After")) > 30 {
			t.Errorf("%s: %d, Retry-After %q: %s", what, got.status, got.header.Get("Retry-After"), got.body)
		}
	}
	if got := world.review(t, known, link, "swordfish"); got.status != http.StatusOK {
		t.Errorf("a browser that was let in before: %d %s", got.status, got.body)
	}
	if got := world.review(t, client, open, ""); got.status != http.StatusOK {
		t.Errorf("a link without a password from the same place: %d %s", got.status, got.body)
	}
	forgive(t)
}

// linkOwner returns the guest to whom a link belongs.
func linkOwner(t *testing.T, link string) string {
	t.Helper()
	g, err := world.Accounts.GuestByLink(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	return g.ID.String()
}

func TestWhatIsRefusedInAnInvitation(t *testing.T) {
	owner := as(t, "owner")
	sc := stage(t, "owner", order.InReview)
	a := attach(t, sc.order, "owner", proof.CustomerReview)
	path, before := "/order/"+sc.order.String()+"/guest", head(t)
	body := func(k string, v any) map[string]any {
		b := map[string]any{"name": "Vera", "email": "vera@example.com", "attachmentIds": []uuid.UUID{a.attachment}}
		b[k] = v
		return b
	}
	for what, b := range map[string]map[string]any{
		"no name": body("name", " "), "no address": body("email", "vera"), "a name in the address": body("email", "Vera <vera@example.com>"), "two lines": body("email", "vera@example.com\nBcc: x@example.com"),
		"a long message": body("message", strings.Repeat("x", 1001)), "no attachment": body("attachmentIds", []uuid.UUID{}), "a short password": body("password", "1234567"),
		"half an hour": body("expiresAt", time.Now().Add(30*time.Minute)), "a hundred days": body("expiresAt", time.Now().Add(100*24*time.Hour)), "a field of ours": body("link", "x"),
	} {
		if got := owner.call(t, http.MethodPost, path, b); got.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", what, got.status, got.body)
		}
	}
	unchanged(t, before)
	db, err := pgx.Connect(t.Context(), world.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	var left int
	if err := db.QueryRow(t.Context(), "select count(*) from guests where order_id = $1", sc.order).
		Scan(&left); err != nil ||
		left != 0 {
		t.Errorf("of refused invitations %d accounts are left (%v)", left, err)
	}
	k := uuid.New()
	for range 2 {
		again := ok[invited](t, owner, http.MethodPost, path, body("name", "Once"), key(k))
		if again.Data.Id != uuid.NewSHA1(k, []byte("new")) {
			t.Errorf("a repeat invites %s", again.Data.Id)
		}
	}
	refused(
		t, owner, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPost, path,
		body("name", "Another"), key(k),
	)
	if all := ok[contract.GuestsAnswer](t, owner, http.MethodGet, path, nil).Data.Guests; len(all) != 1 {
		t.Errorf("%d guests", len(all))
	}
}

func TestAGuestGetsTheirLinkByMailOnceAndNoTableHoldsIt(t *testing.T) { // SH-303 D-33 check 20
	beside(t)
	w, sink := mailSite(t, time.Hour)
	owner, manager := w.as(t, "owner"), w.as(t, "manager")
	o := w.inProgress(t, "Pickle jar")
	file := upload(t, manager, o, proof.CustomerReview, "jar.png", picture(t, 71)).Data.AttachmentID
	write(
		t, manager, http.MethodPut, "/order/"+o.String()+"/move-progress",
		map[string]any{"moveto": "in-review", "via": "status"},
	)
	link := owner.invites(t, o, map[string]any{"password": "swordfish"}, file).Link
	vera := &person{User: accounts.User{Email: "vera@example.com"}}
	eventually(t, "the mail", func() bool { return len(mailsTo(t, sink, vera)) > 0 })
	m := mailsTo(t, sink, vera)[0]
	if m.Subject != "owner Team asks you to review Pickle jar" || !strings.Contains(m.Text, link) ||
		!strings.Contains(m.Text, "Please look at the colours.") ||
		!strings.Contains(m.Text, "asks for a password") ||
		strings.Contains(m.Text, "swordfish") ||
		!strings.Contains(m.Text, "(UTC+08:00)") {
		t.Errorf("the mail is %s: %s", m.Subject, m.Text)
	}
	db, err := pgx.Connect(t.Context(), w.DSN())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	eventually(t, "the link to be forgotten", func() bool {
		var waiting int
		err := db.QueryRow(t.Context(), "select count(*) from guests where link <> ''").Scan(&waiting)
		return err == nil && waiting == 0
	})
	nowhere(t, db, tokenIn(t, link))
	nowhere(t, db, "swordfish")
	var events int
	if err := db.QueryRow(t.Context(), "select count(*) from events where data::text ilike '%vera%' or metadata::text ilike '%vera%'").
		Scan(&events); err != nil ||
		events != 0 {
		t.Errorf("%d events name the guest (%v)", events, err)
	}
	a := w.review(t, w.http, tokenIn(t, link), "swordfish")
	var got contract.GuestTokenAnswer
	if err := json.Unmarshal(a.body, &got); err != nil || a.status != http.StatusOK {
		t.Fatalf("%d %s", a.status, a.body)
	}
	nowhere(t, db, got.Data.AccessToken)
	if n := len(mailsTo(t, sink, vera)); n != 1 {
		t.Errorf("%d mails", n)
	}
}
