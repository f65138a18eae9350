package access

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/accounts"
)

func (x target) guestPath() string {
	return fmt.Sprintf("/g/guest/order/%s/attachment/%s/version/%s", x.order, x.attachment, x.version)
}

func TestAGuestReviewsWithoutAnAccount(t *testing.T) { // SH-303 SH-310 SH-318 SH-319 SH-320 SH-321
	owner := harness.SignedIn(t, "owner")
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "operator2")
	pages := harness.UploadFile(
		t,
		harness.SignedIn(t, "operator"),
		sc.Order,
		proof.CustomerReview,
		"pages.png",
		harness.Picture(t, 61),
	).Data.AttachmentID
	browser := harness.Listen(t, owner)
	link := owner.Invites(t, sc.Order, nil, sc.Review.Attachment, pages)
	list := func() contract.Guest {
		all := harness.MustCall[contract.GuestsAnswer](
			t,
			owner,
			http.MethodGet,
			"/order/"+sc.Order.String()+"/guest",
			nil,
		)
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
	guest := harness.World.Visitor(t, link.Link)
	// Nobody but the guest waits for their own entry, so others can learn of it a moment later.
	harness.Eventually(t, "that the guest has entered", func() bool {
		g := list()
		return g.Status == contract.GuestEntered && g.EnteredAt != nil
	})

	data := guest.Get(t, "/g/guest/data")
	checkGuestData(t, data, sc.Order, link.Id)
	var known contract.GuestDataAnswer
	if err := json.Unmarshal(data.Body, &known); err != nil {
		t.Fatal(err)
	}
	if all := known.Data.Attachments; len(all) != 2 || all[0].Id != pages ||
		all[1].Id != sc.Review.Attachment { // SH-315
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
	if len(harness.Download(t, file)) != len(harness.Picture(t, 61)) {
		t.Error("the guest does not get the file")
	}
	if u, err := url.Parse(file); err != nil || u.Query().Get("X-Amz-Expires") == "" ||
		harness.Atoi(u.Query().Get("X-Amz-Expires")) > 60 { // check 15
		t.Errorf("a guest's link to a file lives too long: %s", file)
	}

	x := target{order: sc.Order, attachment: sc.Review.Attachment, version: sc.Review.Versions[0]}
	seen := harness.MustCall[contract.VersionAnswer](t, guest, http.MethodGet, x.guestPath(), nil).Data // SH-322
	if len(seen.Public) != 1 || seen.Public[0].Id != sc.Review.Public || seen.Public[0].Annotation == "" ||
		len(seen.Public[0].Comments) != 1 ||
		len(seen.Internal) != 0 ||
		seen.Public[0].Can.Resolve {
		t.Errorf("the guest sees %+v", seen)
	}
	topic := harness.MustWrite(
		t,
		guest,
		http.MethodPost,
		x.guestPath()+"/annotation",
		harness.Form{"message": {harness.Message("bluer, please")}, "mentions": {"[]"}, "annotation": {harness.Mark}},
	).Data.ID // SH-323
	browser.Expect(t, "reload-version", topic.String()) // the owner sees the change live
	reply := harness.MustWrite(
		t,
		guest,
		http.MethodPost,
		x.guestPath()+"/annotation/"+topic.String()+"/comment",
		harness.Form{"message": {harness.Message("and larger")}, "mentions": {"[]"}},
	).Data // SH-324
	harness.MustWrite(
		t,
		guest,
		http.MethodPut,
		x.guestPath()+"/comment/"+reply.CommentID.String()+"/message",
		harness.Form{"data": {harness.Message("and smaller")}, "mentions": {"[]"}},
	) // SH-326
	harness.MustWrite(
		t, guest, http.MethodPut, x.guestPath()+"/comment/"+topic.String()+"/message",
		map[string]any{"data": harness.Message("greener, please")},
	)
	harness.MustWrite(
		t, guest, http.MethodPost, x.guestPath()+"/update",
		map[string]any{"topicId": topic, "annotation": strings.Replace(harness.Mark, "0.4", "0.6", 1)},
	)
	harness.MustWrite(
		t,
		guest,
		http.MethodPut,
		x.guestPath()+"/annotation/"+topic.String()+"/"+topic.String(),
		harness.Form{"data": {"true"}, "mentions": {"[]"}},
	) // SH-325
	harness.MustWrite(
		t,
		guest,
		http.MethodPut,
		x.guestPath()+"/annotation/"+topic.String()+"/"+reply.CommentID.String(),
		harness.Form{"data": {"false"}, "mentions": {"[]"}},
	) // SH-325
	harness.MustWrite(
		t,
		guest,
		http.MethodPut,
		x.guestPath()+"/annotation/"+topic.String()+"/resolve",
		map[string]any{"data": true},
	) // D-17
	harness.MustWrite(
		t, guest, http.MethodPut, x.guestPath()+"/annotation/"+topic.String()+"/resolve", map[string]any{"data": false},
	)
	harness.MustWrite(
		t, guest, http.MethodPost, x.guestPath()+"/annotation/"+sc.Review.Public.String()+"/comment",
		map[string]any{"message": harness.Message("agreed")},
	)

	mine := harness.MustCall[contract.VersionAnswer](
		t, owner, http.MethodGet, fmt.Sprintf("/order/%s/attachment/%s/version/%s", x.order, x.attachment, x.version),
		nil,
	).Data.Public
	at := slices.IndexFunc(mine, func(c contract.Topic) bool { return c.Id == topic })
	if at < 0 || mine[at].Sender.Id != link.Id || mine[at].Sender.Name != "Vera Visitor" ||
		harness.Value(mine[at].Sender.Role) != "guest" ||
		mine[at].Message != harness.Message("greener, please") ||
		!strings.Contains(mine[at].Annotation, "0.6") ||
		len(mine[at].Comments) != 1 ||
		mine[at].Comments[0].Message != harness.Message("and smaller") ||
		mine[at].IsResolve {
		t.Errorf("the owner sees %+v", mine)
	}
	harness.MustWrite(t, guest, http.MethodDelete, x.guestPath()+"/comment/"+reply.CommentID.String(), nil) // SH-327
	harness.MustWrite(t, guest, http.MethodDelete, x.guestPath()+"/annotation/"+topic.String(), nil)        // SH-328

	harness.MustWrite(t, owner, http.MethodDelete, "/order/"+sc.Order.String()+"/guest/"+link.Id.String(), nil)
	history := harness.MustCall[contract.HistoryAnswer](
		t, owner, http.MethodGet, "/order/"+sc.Order.String()+"/history?person="+link.Id.String(), nil,
	).Data.Events
	var did []string
	for _, e := range history {
		did = append(did, e.Type)
	}
	want := "guest.entered topic.opened topic.replied topic.comment_edited topic.message_edited topic.annotation_updated topic.resolved topic.reopened topic.resolved topic.reopened topic.replied topic.comment_deleted topic.deleted"
	if got := strings.Join(did, " "); got != want {
		t.Errorf("by the guest's id the history holds %s, want %s", got, want)
	}
	about := harness.MustCall[contract.HistoryAnswer](
		t, owner, http.MethodGet, "/order/"+sc.Order.String()+"/history?type=guest", nil,
	).Data.Events
	if len(about) != 3 || about[0].Type != "guest.invited" || about[0].Actor.Id != owner.ID ||
		about[1].Actor.Name != "Vera Visitor" ||
		about[2].Type != "guest.revoked" {
		t.Errorf("the history of the invitation: %+v", about)
	}
}

// checkGuestData checks that an answer has the field names of the requirements.
func checkGuestData(t *testing.T, a harness.Answer, o, guest uuid.UUID) { // SH-314 SH-317
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
	if err := json.Unmarshal(a.Body, &d); err != nil || a.Status != http.StatusOK {
		t.Fatalf("%d %v %s", a.Status, err, a.Body)
	}
	x := d.Data
	if x.OrderID != o || x.GuestID != guest || x.OrderIsFrozen == nil || *x.OrderIsFrozen ||
		harness.Value(x.GuestName) != "Vera Visitor" ||
		harness.Value(x.GuestEmail) != "vera@example.com" ||
		x.GuestAvatar == nil ||
		harness.Value(x.GuestMessage) != "Please look at the colours." ||
		harness.Value(x.Inviter.Name) != "owner Team" ||
		x.Inviter.Avatar == nil {
		t.Errorf("the guest's data: %s", a.Body)
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
		map[string]any{"message": harness.Message("x"), "annotation": harness.Mark},
		200,
		200,
	},
	{
		"guestAddComment",
		http.MethodPost,
		"/annotation/{topic}/comment",
		map[string]any{"message": harness.Message("x")},
		200,
		200,
	},
	{
		"guestUpdateAnnotation",
		http.MethodPost,
		"/update",
		map[string]any{"topicId": "{topic}", "annotation": harness.Mark},
		200,
		403,
	},
	{"guestResolveTopic", http.MethodPut, "/annotation/{topic}/resolve", map[string]any{"data": true}, 200, 403},
	{"guestResolveComment", http.MethodPut, "/annotation/{topic}/{comment}", map[string]any{"data": false}, 200, 403},
	{
		"guestEditComment",
		http.MethodPut,
		"/comment/{comment}/message",
		map[string]any{"data": harness.Message("y")},
		200,
		403,
	},
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
	owner := harness.SignedIn(t, "owner")
	sc, other := harness.NewDiscussedScene(
		t,
		"owner",
		order.InReview,
		"operator2",
	), harness.NewDiscussedScene(
		t,
		"owner",
		order.InReview,
		"operator2",
	)
	link := owner.Invites(t, sc.Order, nil, sc.Review.Attachment)
	guest := harness.World.Visitor(t, link.Link)
	review := target{
		order:      sc.Order,
		attachment: sc.Review.Attachment,
		version:    sc.Review.Versions[0],
		topic:      sc.Review.Public,
		comment:    sc.Review.PublicComment,
	}
	of := func(o uuid.UUID, s harness.Attachment) target {
		return target{
			order:      o,
			attachment: s.Attachment,
			version:    s.Versions[0],
			topic:      s.Public,
			comment:    s.PublicComment,
		}
	}
	inside := review
	inside.topic, inside.comment = sc.Review.Internal, sc.Review.InternalAnswer
	mixed := review
	mixed.version, mixed.topic, mixed.comment = sc.Supplied.Versions[0], sc.Supplied.Public, sc.Supplied.PublicComment
	lost := review
	lost.order = uuid.New()
	for what, x := range map[string]target{
		"another attachment of the order": of(sc.Order, sc.Supplied), "a file for internal review": of(sc.Order, sc.Internal), "another order": of(other.Order, other.Review),
		"their attachment under another order": {order: other.Order, attachment: sc.Review.Attachment, version: sc.Review.Versions[0], topic: sc.Review.Public, comment: sc.Review.PublicComment},
		"another's version and topic":          mixed, "no order": lost,
	} {
		before := harness.Head(t)
		for _, c := range guestCalls {
			path, body := x.guestCall(c.path, c.body)
			if a := guest.Call(t, c.method, path, body); a.Status != http.StatusNotFound {
				t.Errorf("%s of %s: %d %.200s", c.name, what, a.Status, a.Body)
			}
		}
		harness.Unchanged(t, before)
	}
	before := harness.Head(t)
	for _, c := range guestCalls[2:] {
		path, body := inside.guestCall(c.path, c.body)
		if a := guest.Call(t, c.method, path, body); a.Status != http.StatusNotFound {
			t.Errorf("%s of an internal topic: %d %.200s", c.name, a.Status, a.Body)
		}
	}
	for _, mentions := range []string{`["` + owner.ID.String() + `"]`, `{}`, `x`} {
		harness.MustRefuse(
			t, guest, http.StatusBadRequest, "guest.mentions", http.MethodPost, review.guestPath()+"/annotation",
			harness.Form{"message": {harness.Message("x")}, "mentions": {mentions}},
		)
	}
	harness.MustRefuse(
		t, guest, http.StatusBadRequest, "guest.mentions", http.MethodPost, review.guestPath()+"/annotation",
		map[string]any{"message": harness.Message("x", owner.ID)},
	)
	harness.Unchanged(t, before)

	for _, c := range guestCalls {
		path, body := review.guestCall(c.path, c.body)
		if a := guest.Call(t, c.method, path, body); a.Status != c.others {
			t.Errorf("%s of what somebody else wrote: %d, want %d: %.200s", c.name, a.Status, c.others, a.Body)
		}
	}
	own := review
	own.topic = harness.MustWrite(
		t, guest, http.MethodPost, review.guestPath()+"/annotation",
		map[string]any{"message": harness.Message("mine"), "annotation": harness.Mark},
	).Data.ID
	own.comment = harness.MustWrite(
		t, guest, http.MethodPost, review.guestPath()+"/annotation/"+own.topic.String()+"/comment",
		map[string]any{"message": harness.Message("mine too")},
	).Data.CommentID
	for _, c := range guestCalls {
		path, body := own.guestCall(c.path, c.body)
		if a := guest.Call(t, c.method, path, body); a.Status != c.own {
			t.Errorf("%s of their own: %d, want %d: %.200s", c.name, a.Status, c.own, a.Body)
		}
	}
	another := owner.Invites(t, sc.Order, map[string]any{"name": "Ulf"}, sc.Review.Attachment)
	second := harness.World.Visitor(t, another.Link)
	path, body := own.guestCall(guestCalls[4].path, guestCalls[4].body)
	// The test has deleted it above.
	if a := second.Call(t, http.MethodPut, path, body); a.Status != http.StatusNotFound {
		t.Errorf("a topic that was deleted: %d", a.Status)
	}
	theirs := harness.MustWrite(
		t, guest, http.MethodPost, review.guestPath()+"/annotation",
		map[string]any{"message": harness.Message("theirs"), "annotation": harness.Mark},
	).Data.ID
	harness.MustRefuse(
		t, second, http.StatusForbidden, "topic.not_opener", http.MethodPut,
		review.guestPath()+"/annotation/"+theirs.String()+"/resolve", map[string]any{"data": true},
	)
}

// Each way to end an invitation takes effect with the next request, for the link and for a guest
// who is already signed in.
func TestADeadInvitationIsDeadAtOnce(t *testing.T) { // SH-308 check 15
	owner, manager := harness.SignedIn(t, "owner"), harness.SignedIn(t, "manager")
	for what, c := range map[string]struct {
		end    func(sc harness.Scene, guest uuid.UUID)
		status int
		reason string
	}{
		"revoked": {func(sc harness.Scene, guest uuid.UUID) {
			harness.MustWrite(t, owner, http.MethodDelete, "/order/"+sc.Order.String()+"/guest/"+guest.String(), nil)
		}, 401, "guest.bad_token"},
		"revoked, and nothing but the log knows": {func(sc harness.Scene, guest uuid.UUID) {
			harness.Do(t, "owner", &commands.RevokeGuest{Order: sc.Order, Guest: guest})
		}, 401, "guest.bad_token"},
		"frozen": {func(sc harness.Scene, _ uuid.UUID) {
			harness.MustWrite(t, manager, http.MethodPut, "/order/"+sc.Order.String()+"/action", map[string]any{"action": "freeze"})
		}, 403, "guest.access_denied"},
		"archived": {func(sc harness.Scene, _ uuid.UUID) {
			harness.Move(t, "manager", sc.Order, order.Approved)
			harness.Act(t, "manager", sc.Order, order.Archive)
		}, 403, "guest.access_denied"},
		"deleted": {func(sc harness.Scene, _ uuid.UUID) {
			harness.Act(t, "owner", sc.Order, order.Cancel)
			harness.Act(t, "owner", sc.Order, order.Delete)
		}, 403, "guest.access_denied"},
	} {
		sc := harness.NewScene(t, "owner", order.InReview)
		a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
		a.Discuss(t, sc.Order, proof.CustomerReview, "operator2")
		link := owner.Invites(t, sc.Order, nil, a.Attachment)
		guest := harness.World.Visitor(t, link.Link)
		x := target{
			order:      sc.Order,
			attachment: a.Attachment,
			version:    a.Versions[0],
			topic:      a.Public,
			comment:    a.PublicComment,
		}
		if got := guest.Get(t, "/g/guest/data"); got.Status != http.StatusOK {
			t.Fatalf("%s: before: %d %s", what, got.Status, got.Body)
		}
		c.end(sc, link.Id)
		before := harness.Head(t)
		for _, call := range guestCalls {
			path, body := x.guestCall(call.path, call.body)
			harness.MustRefuse(t, guest, c.status, c.reason, call.method, path, body)
		}
		harness.MustRefuse(t, guest, c.status, c.reason, http.MethodGet, "/g/guest/data", nil)
		harness.MustRefuse(t, guest, c.status, c.reason, http.MethodGet, "/g/csrf-token/guest-annotation", nil)
		if got := harness.World.Review(
			t,
			harness.World.Client,
			harness.TokenIn(t, link.Link),
			"",
		); got.Status != c.status ||
			got.Reason() != c.reason ||
			!strings.Contains(string(got.Body), "Bad token. You seem to have followed an invalid link") {
			t.Errorf("%s: the link: %d %s", what, got.Status, got.Body)
		}
		harness.Unchanged(t, before)
	}
}

func TestAGuestsTokenIsValidForGuestCallsOnlyAndNoOtherTokenIs(t *testing.T) { // SH-319 SH-320 check 15
	owner := harness.SignedIn(t, "owner")
	sc := harness.NewScene(t, "owner", order.InReview)
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	link := owner.Invites(t, sc.Order, nil, a.Attachment)
	guest := harness.World.Visitor(t, link.Link)
	x := target{
		order:      sc.Order,
		attachment: a.Attachment,
		version:    a.Versions[0],
		topic:      uuid.New(),
		comment:    uuid.New(),
	}
	before := harness.Head(t)
	for name, op := range others(t) {
		path, body := valid(t, name, op)
		req, err := owner.Request(op.method, path, body, harness.Header("Authorization", "Bearer "+guest.Token))
		if err != nil {
			t.Fatal(err)
		}
		got, err := harness.World.Do(harness.World.Client, req)
		if err != nil || got.Status != http.StatusUnauthorized || got.Reason() != "session.missing" {
			t.Errorf("%s with a guest's token: %v %d %.200s", name, err, got.Status, got.Body)
		}
	}
	for _, kind := range []string{"customer", "user", "guest"} {
		conn, _, err := harness.Dial(t, harness.World.Base)
		if err != nil {
			t.Fatal(err)
		}
		harness.Send(t, conn, harness.Login(kind, guest.Token))
		if _, text, err := conn.Read(t.Context()); err == nil {
			t.Errorf("a socket says %s to a guest", text)
		}
	}
	for name, op := range operations(t) {
		if !op.Guest {
			continue
		}
		path := strings.Replace(op.at(x), "/csrf-token/card", "/csrf-token/guest-annotation", 1)
		var body any
		for _, c := range guestCalls {
			if c.name == name {
				_, body = x.guestCall(c.path, c.body)
			}
		}
		for _, token := range map[string]string{"no": "", "a wrong": strings.Repeat("x", 43), "an owner's": owner.Token, "a manager's": harness.SignedIn(t, "manager").Token, "the link's": harness.TokenIn(t, link.Link), "a huge": strings.Repeat("x", 9000)} {
			harness.MustRefuse(
				t, guest, http.StatusUnauthorized, "guest.bad_token", op.method, path, body,
				harness.Header("Authorization", "Bearer "+token),
			)
		}
		for _, side := range []string{"/c", "/d"} {
			harness.MustRefuse(
				t, guest, http.StatusForbidden, "session.other_kind", op.method, side+path, body,
				harness.Header("X-CSRF-Token", guest.Csrf["guest-annotation"]),
			)
		}
		if op.method == http.MethodGet {
			continue
		}
		for _, token := range []string{"", "%%%", owner.Csrf["card"], strings.Repeat("A", len(guest.Csrf["guest-annotation"]))} {
			harness.MustRefuse(
				t,
				guest,
				http.StatusForbidden,
				"csrf.invalid",
				op.method,
				path,
				body,
				harness.Header("X-CSRF-Token", token),
			)
		}
	}
	harness.Unchanged(t, before)
	if got := harness.World.Review(t, harness.World.Client, "", ""); got.Status != http.StatusUnauthorized ||
		got.Reason() != "guest.bad_token" {
		t.Errorf("no link: %d %s", got.Status, got.Body)
	}
	if got := harness.World.Review(t, harness.World.Client, guest.Token, ""); got.Status != http.StatusUnauthorized {
		t.Errorf("an access token as a link: %d %s", got.Status, got.Body)
	}
}

func TestALinksPasswordIsAskedForAndGuessesAreSlowedDown(t *testing.T) { // D-23 check 20
	harness.Forgive(t)
	owner := harness.SignedIn(t, "owner")
	sc := harness.NewScene(t, "owner", order.InReview)
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	link := harness.TokenIn(t, owner.Invites(t, sc.Order, map[string]any{"password": "swordfish"}, a.Attachment).Link)
	open := harness.TokenIn(t, owner.Invites(t, sc.Order, nil, a.Attachment).Link)
	client, known := harness.LocalClient(t, 6), harness.LocalClient(t, 8)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	known.Jar = jar
	if got := harness.World.Review(t, known, link, "swordfish"); got.Status != http.StatusOK {
		t.Errorf("the first visit: %d %s", got.Status, got.Body)
	}
	if got := harness.World.Review(t, client, link, ""); got.Status != http.StatusUnauthorized ||
		got.Reason() != "guest.password_required" {
		t.Errorf("without the password: %d %s", got.Status, got.Body)
	}
	if got := harness.World.Review(t, client, link, "swordfish"); got.Status != http.StatusOK {
		t.Errorf("with it: %d %s", got.Status, got.Body)
	}
	if got := harness.World.Review(t, client, link, "Swordfish"); got.Status != http.StatusUnauthorized ||
		got.Reason() != "guest.password_wrong" {
		t.Fatalf("a guess: %d %s", got.Status, got.Body)
	}
	fails(t, []byte("guest:"+linkOwner(t, link)), 10)
	for what, got := range map[string]harness.Answer{
		"the next": harness.World.Review(t, client, link, "Swordfish"), "the right one": harness.World.Review(t, client, link, "swordfish"), "from elsewhere": harness.World.Review(t, harness.LocalClient(t, 7), link, "swordfish"),
		"a spoofed address": harness.World.Review(t, client, link, "swordfish", harness.Header("X-Forwarded-For", "203.0.113.9"), harness.Header("Forwarded", "for=203.0.113.9")),
	} {
		if got.Status != http.StatusTooManyRequests || harness.Atoi(got.Header.Get("Retry-After")) > 30 {
			t.Errorf("%s: %d, Retry-After %q: %s", what, got.Status, got.Header.Get("Retry-After"), got.Body)
		}
	}
	if got := harness.World.Review(t, known, link, "swordfish"); got.Status != http.StatusOK {
		t.Errorf("a browser that was let in before: %d %s", got.Status, got.Body)
	}
	if got := harness.World.Review(t, client, open, ""); got.Status != http.StatusOK {
		t.Errorf("a link without a password from the same place: %d %s", got.Status, got.Body)
	}
	harness.Forgive(t)
}

// linkOwner returns the guest to whom a link belongs.
func linkOwner(t *testing.T, link string) string {
	t.Helper()
	g, err := harness.World.Guests.ByLink(t.Context(), link)
	if err != nil {
		t.Fatal(err)
	}
	return g.ID.String()
}

func TestWhatIsRefusedInAnInvitation(t *testing.T) {
	owner := harness.SignedIn(t, "owner")
	sc := harness.NewScene(t, "owner", order.InReview)
	a := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	path, before := "/order/"+sc.Order.String()+"/guest", harness.Head(t)
	body := func(k string, v any) map[string]any {
		b := map[string]any{"name": "Vera", "email": "vera@example.com", "attachmentIds": []uuid.UUID{a.Attachment}}
		b[k] = v
		return b
	}
	for what, b := range map[string]map[string]any{
		"no name": body("name", " "), "no address": body("email", "vera"), "a name in the address": body("email", "Vera <vera@example.com>"), "two lines": body("email", "vera@example.com\nBcc: x@example.com"),
		"a long message": body("message", strings.Repeat("x", 1001)), "no attachment": body("attachmentIds", []uuid.UUID{}), "a short password": body("password", "1234567"),
		"half an hour": body("expiresAt", time.Now().Add(30*time.Minute)), "a hundred days": body("expiresAt", time.Now().Add(100*24*time.Hour)), "a field of ours": body("link", "x"),
	} {
		if got := owner.Call(t, http.MethodPost, path, b); got.Status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", what, got.Status, got.Body)
		}
	}
	harness.Unchanged(t, before)
	db, err := pgx.Connect(t.Context(), harness.World.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	var left int
	if err := db.QueryRow(t.Context(), "select count(*) from guests where order_id = $1", sc.Order).
		Scan(&left); err != nil ||
		left != 0 {
		t.Errorf("of refused invitations %d accounts are left (%v)", left, err)
	}
	k := uuid.New()
	for range 2 {
		again := harness.MustCall[harness.Invited](
			t,
			owner,
			http.MethodPost,
			path,
			body("name", "Once"),
			harness.Key(k),
		)
		if again.Data.Id != uuid.NewSHA1(k, []byte("new")) {
			t.Errorf("a repeat invites %s", again.Data.Id)
		}
	}
	harness.MustRefuse(
		t, owner, http.StatusUnprocessableEntity, "idempotency.key_reused", http.MethodPost, path,
		body("name", "Another"), harness.Key(k),
	)
	if all := harness.MustCall[contract.GuestsAnswer](t, owner, http.MethodGet, path, nil).Data.Guests; len(all) != 1 {
		t.Errorf("%d guests", len(all))
	}
}

func TestAGuestGetsTheirLinkByMailOnceAndNoTableHoldsIt(t *testing.T) { // SH-303 D-33 check 20
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Hour)
	owner, manager := w.SignedIn(t, "owner"), w.SignedIn(t, "manager")
	o := w.InProgress(t, "Pickle jar")
	file := harness.UploadFile(t, manager, o, proof.CustomerReview, "jar.png", harness.Picture(t, 71)).Data.AttachmentID
	harness.MustWrite(
		t, manager, http.MethodPut, "/order/"+o.String()+"/move-progress",
		map[string]any{"moveto": "in-review", "via": "status"},
	)
	link := owner.Invites(t, o, map[string]any{"password": "swordfish"}, file).Link
	vera := &harness.Person{User: accounts.User{Email: "vera@example.com"}}
	harness.Eventually(t, "the mail", func() bool { return len(harness.MailsTo(t, sink, vera)) > 0 })
	m := harness.MailsTo(t, sink, vera)[0]
	if m.Subject != "owner Team asks you to review Pickle jar" || !strings.Contains(m.Text, link) ||
		!strings.Contains(m.Text, "Please look at the colours.") ||
		!strings.Contains(m.Text, "asks for a password") ||
		strings.Contains(m.Text, "swordfish") ||
		!strings.Contains(m.Text, "(UTC+08:00)") {
		t.Errorf("the mail is %s: %s", m.Subject, m.Text)
	}
	db, err := pgx.Connect(t.Context(), w.Owner)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close(t.Context()) }()
	harness.Eventually(t, "the link to be forgotten", func() bool {
		var waiting int
		err := db.QueryRow(t.Context(), "select count(*) from guests where link <> ''").Scan(&waiting)
		return err == nil && waiting == 0
	})
	nowhere(t, db, harness.TokenIn(t, link))
	nowhere(t, db, "swordfish")
	var events int
	if err := db.QueryRow(t.Context(), "select count(*) from events where data::text ilike '%vera%' or metadata::text ilike '%vera%'").
		Scan(&events); err != nil ||
		events != 0 {
		t.Errorf("%d events name the guest (%v)", events, err)
	}
	a := w.Review(t, w.Client, harness.TokenIn(t, link), "swordfish")
	var got contract.GuestTokenAnswer
	if err := json.Unmarshal(a.Body, &got); err != nil || a.Status != http.StatusOK {
		t.Fatalf("%d %s", a.Status, a.Body)
	}
	nowhere(t, db, got.Data.AccessToken)
	if n := len(harness.MailsTo(t, sink, vera)); n != 1 {
		t.Errorf("%d mails", n)
	}
}
