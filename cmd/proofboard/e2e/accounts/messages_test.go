package accounts

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

func TestNotificationsReachTheRightPeopleOnly(t *testing.T) { // SH-192 SH-193 SH-194 D-13
	sc := harness.NewScene(t, "owner", order.InProgress)
	harness.Do(t, "manager", harness.Assign(sc.Order))
	internal := harness.Attach(t, sc.Order, "owner", proof.InternalReview) // operator2 uploads it
	harness.Discuss(t, sc.Order, internal, "operator2", false)
	review := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	harness.Move(t, "manager", sc.Order, order.InReview)
	says := harness.Message("look", harness.Cast["neither"].ID, harness.Cast["operator2"].ID)
	version := "/order/" + sc.Order.String() + "/attachment/" + review.Attachment.String() + "/version/" + review.Versions[0].String()
	opened := harness.MustWrite(
		t,
		harness.SignedIn(t, "both"),
		http.MethodPost,
		version+"/annotation",
		map[string]any{"message": says, "annotation": harness.Mark},
	).Data.ID
	harness.Settle(t, harness.SignedIn(t, "admin"))

	kinds := map[string][]string{}
	for _, name := range harness.Names() {
		if name == "looker" {
			continue
		}
		for _, m := range harness.SignedIn(t, name).Messages(t, sc.Order).Data {
			what := string(m.Data.WidgetType)
			if m.Data.TargetId.AttachmentId != nil {
				what += " " + map[uuid.UUID]string{internal.Attachment: "internal", review.Attachment: "review"}[*m.Data.TargetId.AttachmentId]
			}
			kinds[name] = append(kinds[name], what)
			if m.Group != sc.Order.String() || m.Title == "" || m.Message == "" || m.Created.IsZero() ||
				m.Username == "" ||
				m.Data.TargetId.CardId != sc.Order ||
				m.Data.CardNumber == "" {
				t.Errorf("%s has an incomplete message: %+v", name, m)
			}
		}
		slices.Sort(kinds[name])
	}
	comment := "order-comment-customer review"
	has := func(name, what string) bool { return slices.Contains(kinds[name], what) }
	for name, want := range map[string][2]bool{ // notified of the comment; notified of internal files
		"owner": {true, false}, "collab": {true, false}, "neither": {true, false}, "operator": {true, true}, "operator2": {true, false}, "manager": {true, true},
		"both": {false, false}, "approver": {false, false}, "beta": {false, false}, "reseller": {false, false}, "resold": {false, false}, "small": {false, false}, "cso": {false, false}, "admin": {false, false},
	} {
		inside := slices.ContainsFunc(
			kinds[name], func(k string) bool { return len(k) > 9 && k[len(k)-8:] == "internal" },
		)
		if has(name, comment) != want[0] || inside != want[1] {
			t.Errorf(
				"%s hears %v; of the comment: want %v, of internal files: want %v", name, kinds[name], want[0], want[1],
			)
		}
	}
	if m := harness.SignedIn(t, "neither").Messages(t, sc.Order).
		Data; len(m) != 1 || m[0].Data.Target != contract.AttachmentAnnotation || *m[0].Data.TargetId.CommentId != opened ||
		!*m[0].Data.TargetId.Public {
		t.Errorf("the mention leads to %+v", m)
	}
}

func TestNotificationsShowTheFirstWordsOfTheComment(t *testing.T) { // D-33
	sc := harness.NewScene(t, "owner", order.InProgress)
	harness.Do(t, "manager", harness.Assign(sc.Order))
	internal := harness.Attach(t, sc.Order, "owner", proof.InternalReview)
	harness.Discuss(t, sc.Order, internal, "operator2", false)
	review := harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	harness.Move(t, "manager", sc.Order, order.InReview)
	version := "/order/" + sc.Order.String() + "/attachment/" + review.Attachment.String() + "/version/" + review.Versions[0].String()
	long := "the green of the lid is not the green of the jar " + strings.Repeat("and so on ", 20)
	opened := harness.MustWrite(
		t, harness.SignedIn(t, "both"), http.MethodPost, version+"/annotation",
		map[string]any{"message": harness.Message(long, harness.Cast["neither"].ID), "annotation": harness.Mark},
	).Data.ID
	reply := harness.MustWrite(
		t, harness.SignedIn(t, "both"), http.MethodPost, version+"/annotation/"+opened.String()+"/comment",
		map[string]any{"message": harness.Message("a second thought")},
	).Data.CommentID
	harness.Settle(t, harness.SignedIn(t, "admin"))
	excerpts := func(name string) (all []string) {
		for _, m := range harness.SignedIn(t, name).Messages(t, sc.Order).Data {
			if m.Excerpt != nil {
				all = append(all, *m.Excerpt)
			}
		}
		return all
	}
	heard := excerpts("owner")
	if len(heard) != 2 || heard[0] != "a second thought" || !strings.HasPrefix(heard[1], "the green of the lid") ||
		!strings.HasSuffix(heard[1], "…") ||
		len([]rune(heard[1])) > 120 {
		t.Errorf("the owner reads %q", heard)
	}
	if inside := excerpts("manager"); !slices.Contains(inside, "look here") || slices.Contains(heard, "look here") {
		t.Errorf("the manager reads %q, want the words of the internal tab too", inside)
	}
	// Neither the log nor the read model contains the texts.
	for _, n := range harness.SignedIn(t, "owner").Messages(t, sc.Order).Data {
		if m := n.Message + n.Title; strings.Contains(m, "green") || strings.Contains(m, "thought") {
			t.Errorf("the words are in %q", m)
		}
	}
	harness.MustWrite(t, harness.SignedIn(t, "both"), http.MethodDelete, version+"/comment/"+reply.String(), nil)
	if left := excerpts("owner"); len(left) != 1 || !strings.HasPrefix(left[0], "the green") {
		t.Errorf("after the reply was deleted the owner reads %q", left)
	}
}

func TestNotificationsOfDeletedOrdersDisappear(t *testing.T) { // D-70
	o := harness.OrderIn(t, "owner", order.InReview)
	kept := harness.OrderIn(t, "owner", order.InReview)
	harness.Settle(t, harness.SignedIn(t, "admin"))
	owner := harness.SignedIn(t, "owner")
	profile := func() int {
		return harness.MustCall[contract.ProfileAnswer](t, owner, http.MethodGet, "/profile", nil).Data.UnreadMessages
	}
	harness.Act(t, "manager", o, order.Cancel)
	harness.Settle(t, harness.SignedIn(t, "admin"))
	before, unread, count := owner.Groups(t, 1, 100), profile(), owner.Messages(t, o).Meta.Total
	if count == 0 {
		t.Fatal("there is no notification of the order")
	}
	harness.Act(t, "owner", o, order.Delete)
	after := owner.Groups(t, 1, 100)
	if after.Meta.Total != before.Meta.Total-1 || after.Meta.Unread != before.Meta.Unread-count ||
		profile() != unread-count {
		t.Errorf(
			"of %+v with %d unread of the deleted order, %+v are left; the profile says %d of %d", before.Meta, count,
			after.Meta, profile(), unread,
		)
	}
	if left := owner.Messages(t, o); len(left.Data) != 0 || left.Meta.Total != 0 {
		t.Errorf("the deleted order has %+v", left)
	}
	if len(owner.Messages(t, kept).Data) == 0 {
		t.Error("the notifications of another order are gone")
	}
}

func TestOnlyMyOrdersIsTheDefaultOfManagersAndAdmins(t *testing.T) { // D-78 D-192
	orders := func(name string) string {
		if got := harness.SignedIn(t, name).MailSettings(t).Orders; got != nil {
			return string(*got)
		}
		return ""
	}
	for _, name := range []string{"manager", "creative", "production", "admin"} {
		if got := orders(name); got != "mine" {
			t.Errorf("%s begins with %q", name, got)
		}
	}
	// These people never get a notification of each new order.
	for _, name := range []string{"owner", "operator", "cso"} {
		if got := orders(name); got != "" {
			t.Errorf("%s can choose %q", name, got)
		}
	}
	small := harness.MailModes("at-once", "daily", "daily")
	small["orders"] = "all"
	harness.MustWrite(t, harness.SignedIn(t, "manager"), http.MethodPut, harness.SettingsPath, small)
	if got := orders("manager"); got != "all" {
		t.Errorf("after choosing all orders: %v", got)
	}
	harness.MustWrite(
		t,
		harness.SignedIn(t, "manager"),
		http.MethodPut,
		harness.SettingsPath,
		harness.MailModes("at-once", "daily", "daily"),
	)
	if got := orders("manager"); got != "all" {
		t.Errorf("settings that do not name it changed it to %v", got)
	}
	small["orders"] = "mine"
	harness.MustWrite(t, harness.SignedIn(t, "manager"), http.MethodPut, harness.SettingsPath, small)
	if got := orders("manager"); got != "mine" {
		t.Errorf("after choosing one's own orders: %v", got)
	}
	small["orders"] = "none"
	harness.MustRefuse(
		t,
		harness.SignedIn(t, "manager"),
		http.StatusBadRequest,
		"request.invalid",
		http.MethodPut,
		harness.SettingsPath,
		small,
	)
}

func TestTheAdminNamesWhoIsToldOfEveryNewOrder(t *testing.T) { // D-78
	admin := harness.SignedIn(t, "admin")
	path := func(name string) string { return "/people/" + harness.Cast[name].ID.String() }
	for _, to := range []string{"all", "mine"} {
		harness.MustWrite(t, admin, http.MethodPut, path("production")+"/new-orders", map[string]any{"orders": to})
		chosen := harness.SignedIn(t, "production").MailSettings(t).Orders
		shown := harness.MustCall[contract.PersonAnswer](t, admin, http.MethodGet, path("production"), nil).Data.Orders
		if chosen == nil || string(*chosen) != to || shown == nil || *shown != *chosen {
			t.Errorf("after %q the person sees %v and the admin %v", to, chosen, shown)
		}
	}
	for _, name := range []string{"operator", "owner"} {
		harness.MustRefuse(
			t, admin, http.StatusConflict, "person.no_new_orders", http.MethodPut, path(name)+"/new-orders",
			map[string]any{"orders": "all"},
		)
		shown := harness.MustCall[contract.PersonAnswer](t, admin, http.MethodGet, path(name), nil).Data.Orders
		if shown != nil {
			t.Errorf("%s shows a choice of orders: %v", name, *shown)
		}
	}
}

// SH-195 SH-205 SH-206 SH-207 SH-208 SH-209 SH-210 SH-211 SH-212.
func TestMessagesAreReadDeletedAndPaged(t *testing.T) {
	owner := harness.SignedIn(t, "beta")
	harness.Settle(t, harness.SignedIn(t, "admin")) // nothing about earlier tests comes later
	harness.MustWrite(t, owner, http.MethodDelete, "/message", nil)
	var orders []uuid.UUID
	for range 5 {
		// Three notifications for the creator: in progress, in review, approved.
		o := harness.OrderIn(t, "beta", order.InReview)
		harness.Move(t, "manager", o, order.Approved)
		orders = append(orders, o)
	}
	harness.Settle(t, harness.SignedIn(t, "admin"))
	all := owner.Groups(t, 1, 100) // each of them, because all has settled
	if all.Meta.Unread != 15 || all.Meta.Total != 5 || all.Data[0].TotalMessage != 3 || all.Data[0].TotalRead != 0 ||
		all.Data[0].Group != orders[4].String() {
		t.Fatalf("the groups are %+v", all)
	}
	var paged []string
	for page := 1; page <= 4; page++ {
		a := owner.Groups(t, page, 2)
		if a.Meta.Page != page || a.Meta.TotalPages != 3 || a.Meta.Total != 5 {
			t.Errorf("page %d: %+v", page, a.Meta)
		}
		for _, m := range a.Data {
			paged = append(paged, m.Group)
		}
	}
	for i, o := range orders {
		if len(paged) != 5 || paged[4-i] != o.String() {
			t.Fatalf("the pages hold %v, the orders are %v", paged, orders)
		}
	}
	if a := harness.MustCall[contract.MessagesAnswer](
		t, owner, http.MethodGet, "/message/group/"+orders[0].String()+"?page=2&limit=2", nil,
	); len(a.Data) != 1 || a.Meta.Total != 3 ||
		a.Meta.TotalPages != 2 {
		t.Errorf("the second page of a group is %+v", a)
	}

	profile := func() int {
		return harness.MustCall[contract.ProfileAnswer](t, owner, http.MethodGet, "/profile", nil).Data.UnreadMessages
	}
	first := owner.Messages(t, orders[0]).Data
	harness.MustWrite(t, owner, http.MethodPut, "/message/"+first[0].Id.String()+"/read", nil)
	if got := owner.Messages(t, orders[0]); !got.Data[0].IsRead || got.Data[1].IsRead || got.Meta.Unread != 14 ||
		profile() != 14 {
		t.Errorf("after reading one: %+v, the profile says %d", got.Meta, profile())
	}
	harness.MustRefuse(
		t, harness.SignedIn(t, "small"), http.StatusNotFound, "inbox.message_unknown", http.MethodPut,
		"/message/"+first[1].Id.String()+"/read", nil,
	)
	harness.MustRefuse(
		t, harness.SignedIn(t, "small"), http.StatusNotFound, "inbox.message_unknown", http.MethodDelete,
		"/message/"+first[1].Id.String(), nil,
	)
	harness.MustWrite(t, owner, http.MethodPut, "/message/group/"+orders[1].String()+"/read", nil)
	harness.MustWrite(t, owner, http.MethodDelete, "/message/"+first[2].Id.String(), nil)
	harness.MustWrite(t, owner, http.MethodDelete, "/message/group/"+orders[2].String(), nil)
	if got := owner.Groups(t, 1, 100); got.Meta.Unread != 14-3-1-3 || got.Meta.Total != 4 {
		t.Errorf("after reading and deleting: %+v", got.Meta)
	}
	harness.MustWrite(t, owner, http.MethodPut, "/message/read", nil)
	if profile() != 0 {
		t.Errorf("after reading all, %d are unread", profile())
	}
	before := harness.Head(t)
	harness.MustWrite(t, owner, http.MethodPut, "/message/read", nil)
	if n := harness.EventsSince(t, harness.World, before); n != 0 {
		t.Errorf("reading what is read wrote %d events", n)
	}
	harness.MustWrite(t, owner, http.MethodDelete, "/message", nil)
	if got := owner.Groups(t, 1, 10); got.Meta.Total != 0 || len(got.Data) != 0 || got.Data == nil {
		t.Errorf("after deleting all: %+v", got)
	}
}
