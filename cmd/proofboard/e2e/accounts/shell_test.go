package accounts

import (
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/offers"
	"github.com/proofboard/proofboard/web"
)

// weekdays returns the body of business hours from Monday to Friday.
func weekdays(opens, closes int, more map[string]any) map[string]any {
	days := make([]map[string]int, 7)
	for i := range days {
		days[i] = map[string]int{"opens": 0, "closes": 0}
		if i > 0 && i < 6 {
			days[i] = map[string]int{"opens": opens, "closes": closes}
		}
	}
	body := map[string]any{"timeZone": "Europe/Berlin", "days": days, "holidays": []any{}, "description": ""}
	maps.Copy(body, more)
	return body
}

func announced(more map[string]any) map[string]any {
	body := map[string]any{
		"html": "<p>We <strong>move</strong>.</p>", "lasting": false, "roles": []string{}, "clients": []string{},
		"styles": map[string]string{"backgroundColor": "#1e3a8a", "textColor": "#ffffff"},
	}
	maps.Copy(body, more)
	return body
}

func shownTo(t *testing.T, p *harness.Person) contract.AnnouncementsAnswer {
	t.Helper()
	return harness.MustCall[contract.AnnouncementsAnswer](t, p, http.MethodGet, "/g/announcements", nil)
}

// newest returns the newest announcement as admins see it.
func newest(t *testing.T, admin *harness.Person) contract.ManagedAnnouncement {
	t.Helper()
	return harness.MustCall[contract.AnnouncementListAnswer](t, admin, http.MethodGet, "/announcements", nil).Data[0]
}

func TestBusinessHoursAreTheProvidersAndLive(t *testing.T) { // BD-316 BD-364 BD-365 SH-331 D-60
	admin, owner := harness.SignedIn(t, "admin"), harness.SignedIn(t, "owner")
	browser := harness.Listen(t, owner)
	body := weekdays(0, 1440, map[string]any{
		"description": "Call us at any time.",
		"holidays":    []any{map[string]any{"date": "2027-01-01", "name": "New Year"}},
	})
	harness.MustCall[contract.Plain](t, admin, http.MethodPut, "/general/business-hours/settings", body)
	browser.Expect(t, "reload-business-hours")
	browser.Expect(t, "reload-officehour")
	h := harness.MustCall[contract.BusinessHoursAnswer](t, owner, http.MethodGet, "/general/business-hours", nil).Data
	if h.Description != "Call us at any time." || h.OfficeTimeZone != "Europe/Berlin" || h.NextOpenHours == nil {
		t.Errorf("%+v", h)
	}
	stored := harness.MustCall[contract.OfficeHoursAnswer](
		t, admin, http.MethodGet, "/general/business-hours/settings", nil,
	).Data
	if len(stored.Days) != 7 || stored.Days[1].Closes != 1440 || len(stored.Holidays) != 1 ||
		stored.Holidays[0].Date != "2027-01-01" {
		t.Errorf("%+v", stored)
	}
	harness.MustRefuse(
		t, admin, http.StatusBadRequest, "client.business_hours_invalid", http.MethodPut,
		"/general/business-hours/settings", weekdays(600, 540, nil),
	)
	harness.MustRefuse(
		t, admin, http.StatusBadRequest, "time_zone.unknown", http.MethodPut, "/general/business-hours/settings",
		weekdays(540, 600, map[string]any{"timeZone": "Mars/Olympus"}),
	)
	harness.MustRefuse(
		t, admin, http.StatusBadRequest, "client.holidays_invalid", http.MethodPut,
		"/general/business-hours/settings", weekdays(540, 600, map[string]any{"holidays": []any{
			map[string]any{
				"date": "2027-01-01",
				"name": "New Year",
			},
			map[string]any{"date": "2027-01-01", "name": "Again"},
		}}),
	)
}

func TestAnAnnouncementReachesItsAudienceAndNobodyElse(t *testing.T) { // SH-329 BD-379 BD-380 D-61
	admin, owner, manager := harness.SignedIn(t, "admin"), harness.SignedIn(t, "owner"), harness.SignedIn(t, "manager")
	resold := harness.SignedIn(t, "resold")
	browser := harness.Listen(t, owner)
	harness.MustCall[contract.Plain](t, admin, http.MethodPost, "/announcements", announced(map[string]any{
		"html": `<p onclick="x()">For <strong>owners</strong><script>alert(1)</script></p>`, "roles": []string{"owner"},
		"clients": []string{"customer"},
	}))
	browser.Expect(t, "reload-announcements")
	a := newest(t, admin)
	sees := func(p *harness.Person) bool {
		for _, one := range shownTo(t, p).Data {
			if one.Id == a.Id {
				if one.Html != a.Html || one.Styles.BackgroundColor != "#1e3a8a" || one.Styles.TextColor != "#ffffff" {
					t.Errorf("%+v", one)
				}
				return true
			}
		}
		return false
	}
	if a.Html != "<p>For <strong>owners</strong></p>" || a.State != contract.Shown {
		t.Errorf("%+v", a)
	}
	if !sees(owner) || sees(manager) || sees(resold) || sees(admin) {
		t.Errorf(
			"seen by owner %v, manager %v, resold %v, admin %v",
			sees(owner),
			sees(manager),
			sees(resold),
			sees(admin),
		)
	}
	at := "/announcements/" + a.Id.String()
	if got := manager.Call(t, http.MethodPut, at+"/dismissal", nil); got.Status != http.StatusNotFound {
		t.Errorf("somebody who is not shown it dismisses it: %d", got.Status)
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, at+"/dismissal", nil)
	if sees(owner) || newest(t, admin).Dismissals != 1 {
		t.Errorf("dismissed, and seen %v; dismissals %d", sees(owner), newest(t, admin).Dismissals)
	}
	harness.MustCall[contract.Plain](t, admin, http.MethodPut, at, announced(map[string]any{"lasting": true}))
	a = newest(t, admin)
	if !sees(owner) || !sees(manager) || !sees(resold) {
		t.Error("a changed announcement is not shown again")
	}
	harness.MustRefuse(t, owner, http.StatusConflict, "announcement.lasting", http.MethodPut, at+"/dismissal", nil)
	harness.MustCall[contract.Plain](t, admin, http.MethodDelete, at, nil)
	if sees(owner) || newest(t, admin).State != contract.Withdrawn {
		t.Error("a withdrawn announcement is shown")
	}
	harness.MustRefuse(t, admin, http.StatusConflict, "announcement.withdrawn", http.MethodPut, at, announced(nil))
}

func TestAnAnnouncementWaitsForItsStart(t *testing.T) { // D-61
	admin := harness.SignedIn(t, "admin")
	starts := time.Now().Add(3 * time.Hour).UTC().Truncate(time.Second)
	harness.MustCall[contract.Plain](t, admin, http.MethodPost, "/announcements", announced(map[string]any{
		"startsAt": starts, "endsAt": starts.Add(time.Hour), "roles": []string{"cso"},
	}))
	a, seen := newest(t, admin), shownTo(t, harness.SignedIn(t, "cso"))
	if a.State != contract.Scheduled || seen.ChangesAt == nil || !seen.ChangesAt.Equal(starts) {
		t.Errorf("%+v, changes at %v", a, seen.ChangesAt)
	}
	for _, one := range seen.Data {
		if one.Id == a.Id {
			t.Error("it is shown before it starts")
		}
	}
	if other := shownTo(t, harness.SignedIn(t, "owner")); other.ChangesAt != nil && other.ChangesAt.Equal(starts) {
		t.Error("somebody who will not be shown it learns when it starts")
	}
	for reason, wrong := range map[string]map[string]any{
		"announcement.text_invalid":    {"html": "<script>alert(1)</script>"},
		"announcement.contrast_low":    {"styles": map[string]string{"backgroundColor": "#ffffff", "textColor": "#aaaaaa"}},
		"announcement.colours_invalid": {"styles": map[string]string{"backgroundColor": "#zzzzzz", "textColor": "#ffffff"}},
		"announcement.times_invalid":   {"startsAt": starts, "endsAt": starts},
	} {
		harness.MustRefuse(
			t, admin, http.StatusBadRequest, reason, http.MethodPost, "/announcements", announced(wrong),
		)
	}
}

func TestAGuidedTourIsOfferedUntilItIsOver(t *testing.T) { // SH-161 BD-395 BD-402..BD-404 D-52 D-62
	p := newcomer(t, nil)
	flags := func() []bool {
		m := profile(t, p)
		return []bool{
			m.DashboardTourGuide,
			m.UserMenuTourGuide,
			m.ManageProfileTourGuide,
			m.ManageInvoiceTourGuide,
			m.TeamMemberTourGuide,
			m.GeneralSettingsTourGuide,
			m.CreateNewOrderTourGuide,
			m.CreateTeamMemberTourGuide,
			m.ManagePaymentTourGuide,
			m.AddNewPaymentMethodTourGuide,
			m.DeleteAccountTourGuide,
			m.SelectServiceTourGuide,
		}
	}
	save := func(tour string, offered bool) {
		harness.MustCall[contract.Plain](
			t, p, http.MethodPut, "/profile/tour/"+tour, map[string]any{"data": offered},
		)
	}
	keys := strings.Fields(
		"dashboard userMenu manageProfile manageInvoice teamMember generalSettings createNewOrder createTeamMember " +
			"managePayment addNewPaymentMethod deleteAccount selectService",
	)
	want := make([]bool, len(keys))
	for i := range want {
		want[i] = true
	}
	same := func(after string) {
		t.Helper()
		if got := flags(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("%s: %v, want %v", after, got, want)
		}
	}
	same("at first")
	for i, key := range keys {
		save(key, false)
		want[i] = false
		same(key)
	}
	save("all", true)
	for i := range want {
		want[i] = true
	}
	same("all again")
	save("all", false)
	clear(want)
	same("all over")
	if got := p.Call(
		t,
		http.MethodPut,
		"/profile/tour/other",
		map[string]any{"data": false},
	); got.Status != 400 &&
		got.Status != 422 {
		t.Errorf("an unknown tour: %d", got.Status)
	}
	if m := profile(t, harness.SignedIn(t, "manager")); m.DashboardTourGuide || *m.TourVideo != "" {
		t.Errorf("a manager is offered a tour: %+v", m)
	}
}

func TestAnOpenPageLearnsOfTheBuildThatIsDelivered(t *testing.T) { // BD-433
	app, err := web.App()
	if err != nil {
		t.Fatal(err)
	}
	page, err := fs.ReadFile(app, "index.html")
	if err != nil {
		t.Fatal(err)
	}
	a := harness.MustCall[contract.BuildAnswer](t, harness.SignedIn(t, "owner"), http.MethodGet, "/g/version", nil)
	if !strings.Contains(string(page), `<meta name="build" content="`+a.Data.Build+`">`) {
		t.Errorf("the server delivers %q and says that it is %q", page, a.Data.Build)
	}
}

func TestACrashIsReportedWithoutAWordAboutThePerson(t *testing.T) { // SH-157
	admin := harness.SignedIn(t, "admin")
	crash := map[string]any{
		"message": "TypeError: Cannot read properties of undefined (reading 'name') of ana@acme.test",
		"page":    "/orders/detail/" + uuid.NewString() + "?token=secret",
		"stack":   "at Card (https://work.acme.test/assets/index-abc.js:1:2)",
		"build":   "0123456789abcdef",
	}
	for range 2 {
		harness.Decode[contract.Plain](t, post(t, harness.World, "/g/error-report", crash))
	}
	reports := func() []contract.ErrorReport {
		return harness.MustCall[contract.ErrorReportsAnswer](
			t,
			admin,
			http.MethodGet,
			"/operations/error-reports",
			nil,
		).Data
	}
	found := reports()
	if len(found) != 1 || found[0].Count != 2 || found[0].Page != "/orders/detail/{id}" ||
		found[0].Message != "TypeError: Cannot read properties of undefined (reading 'name') of {address}" ||
		found[0].Stack != "Card /assets/index-abc.js:1:2" || found[0].Build != "0123456789abcdef" {
		t.Fatalf("%+v", found)
	}
	harness.MustCall[contract.Plain](t, admin, http.MethodDelete, "/operations/error-reports/"+found[0].Id, nil)
	if found = reports(); len(found) != 0 {
		t.Errorf("after it was removed: %+v", found)
	}
	for what, body := range map[string]any{
		"no page":        map[string]any{"message": "x"},
		"a field more":   map[string]any{"message": "x", "page": "/", "person": "ana"},
		"a long message": map[string]any{"message": strings.Repeat("x", 2001), "page": "/"},
	} {
		a := post(t, harness.World, "/g/error-report", body)
		if a.Status != http.StatusBadRequest || a.Reason() != "request.invalid" {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	for range 30 {
		a := post(t, harness.World, "/g/error-report", crash)
		if a.Status == http.StatusTooManyRequests && a.Reason() == "error_report.too_many" {
			return
		}
	}
	t.Error("an address may report without a limit")
}

// The list of first steps shows what is there, and stores no ticks.
func TestTheFirstStepsOfANewInstallationTickThemselvesOff(t *testing.T) { // D-291
	harness.Parallel(t)
	dir := harness.Folder(t)
	founder := harness.Cast["admin"]
	seed := harness.Seed()
	seed.Customers, seed.Users, seed.Offers = nil, []accounts.User{founder}, offers.Entries{}
	w, err := harness.Open(dir, seed)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	admin := w.SignedIn(t, "admin")
	steps := func(want contract.GettingStarted) {
		t.Helper()
		got := harness.MustCall[contract.GettingStartedAnswer](t, admin, http.MethodGet, "/getting-started", nil).Data
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	do := func(method, path string, body map[string]any) {
		t.Helper()
		harness.MustCall[contract.Plain](t, admin, method, path, body)
	}
	want := contract.GettingStarted{}
	steps(want)
	do(http.MethodPost, "/people", map[string]any{
		"firstname": "Mona", "lastname": "Berg", "emailAddress": "mona@e2e.test", "role": "manager",
	})
	want.Staff = true
	steps(want)
	do(http.MethodPost, "/customers", map[string]any{
		"name": "Fjord", "owner": map[string]any{"firstname": "Ida", "lastname": "Vik", "emailAddress": "ida@e2e.test"},
	})
	want.Customer = true
	steps(want)
	category := uuid.NewString()
	do(http.MethodPut, "/catalogue/categories/"+category, map[string]any{"name": "Print", "place": 0, "retired": false})
	steps(want)
	service := func(retired bool) map[string]any {
		return map[string]any{
			"name": "Label", "categoryId": category, "promisedStart": 0, "allocated": 0, "place": 0, "retired": retired,
		}
	}
	at := "/catalogue/services/" + uuid.NewString()
	do(http.MethodPut, at, service(false))
	want.Catalogue = true
	steps(want)
	do(http.MethodPut, at, service(true)) // what is taken back is to be done again
	want.Catalogue = false
	steps(want)
	createPlan(t, admin, domain.DirectClient, sold("Small", 3_000, nil))
	want.Plan = true
	steps(want)
	do(http.MethodPut, "/clients/"+domain.ProviderClient+"/branding", map[string]any{
		"name": "Studio", "senderName": "", "colour": "#0f766e", "logo": "", "favicon": "", "imagePlaceholder": "",
	})
	want.Brand = true
	steps(want)

	offer := func(tour string, again bool) {
		t.Helper()
		do(http.MethodPut, "/profile/tour/"+tour, map[string]any{"data": again})
	}
	offer("all", false) // the list is no tour
	steps(want)
	offer("gettingStarted", false)
	want.Dismissed = true
	steps(want)
	offer("all", true)
	want.Dismissed = false
	steps(want)
}
