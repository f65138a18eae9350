package orders

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
)

// named creates an order with the given name.
func named(t *testing.T, by, name string) uuid.UUID {
	t.Helper()
	id := uuid.New()
	harness.Do(t, by, &commands.DraftOrder{Order: id, Details: order.Details{Headline: order.Headline{Name: name}}})
	return id
}

// The query filters the list, the board, the archive and the CSV file in the same way. Each shows
// only what the person may see.
func TestOneQueryNarrowsEveryView(t *testing.T) { // BD-130 BY-037 SH-253
	word := "w" + strings.ReplaceAll(uuid.NewString(), "-", "")[:10]
	mine, second, foreign := named(t, "owner", word+" one"), named(t, "owner", word+" two"),
		named(t, "beta", word+" three")
	gone := harness.OrderIn(t, "owner", order.CancelledOff)
	harness.Do(t, "owner", &commands.ActOnOrder{Order: gone, Action: order.Archive})
	harness.Act(t, "owner", second, order.Publish)
	harness.World.Latest.Store(max(harness.World.Latest.Load(), harness.Head(t)))
	today := time.Now().UTC().Format("2006/01/02")
	for _, c := range []struct {
		who, query string
		want       []uuid.UUID
	}{
		{"owner", "", []uuid.UUID{mine, second}}, {"neither", "", []uuid.UUID{mine, second}}, {"beta", "", []uuid.UUID{foreign}}, {"reseller", "", nil},
		{"manager", "", []uuid.UUID{mine, second, foreign}}, {"manager", "&customerId=" + harness.Beta.String(), []uuid.UUID{foreign}},
		{"owner", "&customerId=" + harness.Beta.String(), []uuid.UUID{mine, second}}, // the owner has no such filter, so the server ignores it
		{"owner", "&creatorId=" + harness.Cast["both"].ID.String(), nil},
		{"manager", "&creatorId=" + harness.Cast["owner"].ID.String(), []uuid.UUID{mine, second}},
		{"owner", "&orderProgress=ready-to-go", []uuid.UUID{mine, second}}, {"owner", "&orderProgress=draft,not-frozen", []uuid.UUID{mine}},
		{"owner", "&createdAtStart=" + today + "%2000:00:00&createdAtEnd=" + today + "%2024:00:00", []uuid.UUID{mine, second}},
		{"owner", "&createdAtEnd=2001/01/01%2024:00:00&clientId=null", nil},
	} {
		p, query := harness.SignedIn(t, c.who), "customSearch="+word+c.query
		l := harness.MustCall[contract.OrdersAnswer](t, p, http.MethodGet, "/order?view=list&limit=100&"+query, nil)
		same(t, c.who+" in the list by "+c.query, ids(*l.Data.Orders), c.want)
		if l.Meta.Total != len(c.want) {
			t.Errorf("%s: the list counts %d", c.who, l.Meta.Total)
		}
		b := harness.MustCall[contract.OrdersAnswer](t, p, http.MethodGet, "/order?view=board&"+query, nil)
		total := 0
		for _, column := range *b.Data.Columns {
			total += column.Total
			if column.Total != len(column.TaskIds) {
				t.Errorf("%s: %s counts %d and shows %d", c.who, column.TypeStatus, column.Total, len(column.TaskIds))
			}
		}
		if total != len(c.want) || len(*b.Data.Cards) != total {
			t.Errorf("%s on the board by %s: %d cards, want %d", c.who, c.query, total, len(c.want))
		}
		counts := harness.MustCall[contract.OrdersAnswer](t, p, http.MethodGet, "/order?view=counts&"+query, nil)
		for i, column := range *counts.Data.Columns {
			if want := (*b.Data.Columns)[i]; column.TypeStatus != want.TypeStatus || column.Total != want.Total ||
				len(column.TaskIds) > 0 {
				t.Errorf(
					"%s by %s: %s counts %d, on the board it has %d", c.who, c.query, column.TypeStatus, column.Total,
					want.Total,
				)
			}
		}
		if rows := lines(t, p, "/order/export?columns=number,name&"+query); len(rows) != len(c.want)+1 {
			t.Errorf("%s in a file by %s: %v", c.who, c.query, rows)
		}
	}
	archived := harness.MustCall[contract.OrdersAnswer](
		t,
		harness.SignedIn(t, "owner"),
		http.MethodGet,
		"/order?view=archived&limit=100&updatedDateStart="+today+"%2000:00:00",
		nil,
	)
	if !slices.Contains(ids(*archived.Data.Orders), gone) || slices.Contains(ids(*archived.Data.Orders), mine) {
		t.Error("the archive does not hold what was archived today, or holds more")
	}
}

func ids(cards []contract.Card) (all []uuid.UUID) {
	for _, c := range cards {
		all = append(all, c.Id)
	}
	return all
}

func same(t *testing.T, what string, got, want []uuid.UUID) {
	t.Helper()
	byText := func(a, b uuid.UUID) int { return strings.Compare(a.String(), b.String()) }
	got, want = slices.SortedFunc(slices.Values(got), byText), slices.SortedFunc(slices.Values(want), byText)
	if !slices.Equal(got, want) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// lines reads a CSV file.
func lines(t *testing.T, p *harness.Person, path string) [][]string {
	t.Helper()
	a := p.Get(t, path)
	if a.Status != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), "text/csv") {
		t.Fatalf("%s: %d %s %.300s", path, a.Status, a.Header.Get("Content-Type"), a.Body)
	}
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(a.Body), "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The file contains every page of the list in the same order, with the selected columns and without
// formulas.
func TestTheFileIsTheWholeList(t *testing.T) { // BY-037
	word := "x" + strings.ReplaceAll(uuid.NewString(), "-", "")[:10]
	for i := range 12 {
		named(t, "small", fmt.Sprintf("=%s %02d", word, 11-i))
	}
	harness.World.Latest.Store(max(harness.World.Latest.Load(), harness.Head(t)))
	p := harness.SignedIn(t, "small")
	rows := lines(t, p, "/order/export?sort=name&sortAsc=true&columns=name,status,company&customSearch="+word)
	if len(rows) != 13 || !slices.Equal(rows[0], []string{"Order", "Status", "Company"}) {
		t.Fatalf("%v", rows)
	}
	for i, row := range rows[1:] {
		if want := fmt.Sprintf("'=%s %02d", word, i); row[0] != want || row[1] != "Draft" {
			t.Errorf("line %d is %v, want %s", i, row, want)
		}
	}
	harness.MustRefuse(
		t,
		p,
		http.StatusBadRequest,
		"export.columns_invalid",
		http.MethodGet,
		"/order/export?columns=price",
		nil,
	)
	harness.MustRefuse(
		t,
		p,
		http.StatusBadRequest,
		"filter.invalid",
		http.MethodGet,
		"/order/export?dueDateEnd=soon",
		nil,
	)
}

func TestTheQuickSearchAnswersFullCards(t *testing.T) { // BD-072 BD-128 BD-129 D-39
	word := "q" + strings.ReplaceAll(uuid.NewString(), "-", "")[:10]
	for i := range 12 {
		named(t, "owner", fmt.Sprintf("%s %d", word, i))
	}
	foreign := named(t, "beta", word)
	harness.World.Latest.Store(max(harness.World.Latest.Load(), harness.Head(t)))
	found := func(who, query string) []contract.Card {
		return harness.MustCall[contract.FoundOrdersAnswer](
			t,
			harness.SignedIn(t, who),
			http.MethodGet,
			"/order/search?"+query,
			nil,
		).Data.Orders
	}
	cards := found("owner", "customSearch="+word)
	if len(cards) != 10 || cards[0].OrderName != word+" 11" || cards[0].Company.Name == "" ||
		len(cards[0].AllowedActions) == 0 ||
		cards[0].Attachments == nil {
		t.Errorf("%d cards, first %+v", len(cards), cards)
	}
	if slices.Contains(ids(found("owner", "limit=50&customSearch="+word)), foreign) {
		t.Error("an owner finds a foreign order")
	}
	if n := len(found("manager", "limit=50&customSearch="+word)); n != 13 {
		t.Errorf("a manager finds %d", n)
	}
	if n := len(found("owner", "customSearch=")) + len(found("owner", "customSearch=null")) + len(
		found("owner", ""),
	); n != 0 { // BD-126
		t.Errorf("an empty search finds %d", n)
	}
	harness.MustRefuse(
		t,
		harness.SignedIn(t, "owner"),
		http.StatusBadRequest,
		"request.invalid",
		http.MethodGet,
		"/order/search?limit=51",
		nil,
	)
	harness.MustRefuse(
		t, harness.SignedIn(t, "owner"), http.StatusBadRequest, "request.invalid", http.MethodGet,
		"/order/search?customSearch="+strings.Repeat("x", 201), nil,
	)
}

// Each person has separate presets. The server accepts both spellings, and a repeated request saves
// once. SH-241 SH-246 SH-248 SH-255 SH-257 SH-258 SH-259 SH-260 SH-261 SH-271 SH-272 SH-273 SH-274
// D-31 D-38.
func TestPresetsAreKept(t *testing.T) {
	customer, service, k := uuid.NewString(), uuid.NewString(), uuid.New()
	for _, path := range []string{"/filters", "/archived-order-filters"} {
		p, another := harness.SignedIn(t, "small"), harness.SignedIn(t, "beta")
		list := func(by *harness.Person) []contract.Preset {
			return harness.MustCall[contract.PresetsAnswer](t, by, http.MethodGet, path, nil).Data
		}
		before := len(list(p))
		full := harness.Form{
			"name":              {"  Late labels "},
			"customerId":        {customer},
			"serviceId":         {service},
			"serviceCategoryId": {""},
			"search":            {"jam"},
			"createdAtStart":    {"2026/03/01"},
			"createdAtEnd":      {"2026/03/31"},
			"priority":          {"high,urgent"},
		}
		if path == "/filters" {
			full["orderProgress"], full["queueTime"], full["dueDateStart"] = []string{
				"ready-to-go,not-frozen",
			}, []string{"0:50,76"}, []string{"2026/04/01"}
			full["only"] = []string{"mine,overdue"}
		} else {
			full["updatedDateStart"] = []string{"2026/04/01"}
		}
		saved := harness.MustCall[contract.PresetAnswer](t, p, http.MethodPost, path, full, harness.Key(k))
		got := saved.Data
		if saved.Message != "Preset filter has been successfully saved" ||
			got.Name != "Late labels" ||
			got.Customer != customer ||
			got.ServiceType != service ||
			got.ServiceCategory != "" ||
			got.CustomSearch != "jam" ||
			got.CreatedDate.StartDate != "2026/03/01" ||
			got.CreatedDate.EndDate != "2026/03/31" ||
			harness.Value(got.Priority) != "high,urgent" {
			t.Errorf("%s: %+v", path, saved)
		}
		if path == "/filters" &&
			(*got.OrderStatus != "ready-to-go,not-frozen" || harness.Value(got.Only) != "mine,overdue" || *got.QueueTime != "0:50,76" || *got.WorkTime != "" || got.DueDate.StartDate != "2026/04/01" || got.UpdatedDate != nil) {
			t.Errorf("%+v", got)
		}
		if path != "/filters" &&
			(got.OrderStatus != nil || got.QueueTime != nil || got.WorkTime != nil || got.DueDate != nil || got.UpdatedDate.StartDate != "2026/04/01") {
			t.Errorf("of the archive: %+v", got)
		}
		if again := harness.MustCall[contract.PresetAnswer](
			t,
			p,
			http.MethodPost,
			path,
			full,
			harness.Key(k),
		); again.Data.Id != got.Id ||
			len(list(p)) != before+1 {
			t.Errorf("a repeat saves %v beside %v", again.Data.Id, got.Id)
		}
		one := path + "/" + got.Id.String()
		changed := harness.MustCall[contract.PresetAnswer](
			t, p, http.MethodPut, one, harness.Form{"name": {"Renamed"}, "customSearch": {"honey"}},
		)
		if changed.Data.Id != got.Id || changed.Data.Name != "Renamed" || changed.Data.CustomSearch != "honey" ||
			changed.Data.Customer != "" {
			t.Errorf("changed to %+v", changed.Data)
		}
		other := map[string]string{"/filters": "/archived-order-filters", "/archived-order-filters": "/filters"}[path] + "/" + got.Id.String()
		for _, c := range []struct {
			by   *harness.Person
			path string
		}{{another, one}, {p, other}, {harness.SignedIn(t, "admin"), one}} {
			harness.MustRefuse(
				t,
				c.by,
				http.StatusNotFound,
				"not_found",
				http.MethodPut,
				c.path,
				harness.Form{"name": {"Stolen"}},
			)
			harness.MustRefuse(t, c.by, http.StatusNotFound, "not_found", http.MethodDelete, c.path, nil)
		}
		for _, name := range []string{"", "   ", strings.Repeat("n", 31), strings.Repeat("é", 31)} {
			harness.MustRefuse(
				t,
				p,
				http.StatusBadRequest,
				"preset.name_invalid",
				http.MethodPost,
				path,
				harness.Form{"name": {name}},
			)
			harness.MustRefuse(
				t,
				p,
				http.StatusBadRequest,
				"preset.name_invalid",
				http.MethodPut,
				one,
				harness.Form{"name": {name}},
			)
		}
		harness.MustRefuse(
			t, p, http.StatusBadRequest, "filter.invalid", http.MethodPost, path,
			harness.Form{"name": {"x"}, "serviceId": {"x"}},
		)
		harness.MustRefuse(
			t,
			p,
			http.StatusBadRequest,
			"request.invalid",
			http.MethodPost,
			path,
			harness.Form{"search": {"x"}},
		)
		if gone := harness.MustCall[contract.PresetAnswer](t, p, http.MethodDelete, one,
			nil); gone.Message != "Filter preset deleted successfully" ||
			len(list(p)) != before {
			t.Errorf("deleted: %+v", gone)
		}
		harness.MustRefuse(t, p, http.StatusNotFound, "not_found", http.MethodDelete, one, nil)
		for n := len(list(another)); n < 100; n++ {
			harness.MustCall[contract.PresetAnswer](
				t,
				another,
				http.MethodPost,
				path,
				harness.Form{"name": {strings.Repeat("é", 30)}},
			)
		}
		harness.MustRefuse(
			t,
			another,
			http.StatusConflict,
			"preset.too_many",
			http.MethodPost,
			path,
			harness.Form{"name": {"one more"}},
		)
	}
}

// Option lists contain only what the reader may see. The choice in one list limits the others.
func TestOptionListsHoldWhatTheirReaderMaySee(t *testing.T) { // SH-262 SH-263 SH-264 SH-265 SH-266
	o, foreign := harness.Draft(t, "owner"), harness.Draft(t, "beta")
	harness.Do(t, "manager", harness.Assign(foreign))
	_ = o
	harness.World.Latest.Store(max(harness.World.Latest.Load(), harness.Head(t)))
	people := func(who, path string) (names []string) {
		for _, p := range harness.MustCall[contract.PeopleAnswer](t, harness.SignedIn(t, who), http.MethodGet, path, nil).Data {
			names = append(names, p.Name)
		}
		return names
	}
	for _, c := range []struct {
		who, path, has, lacks string
	}{
		{"owner", "/filters/creators", "owner Team", "beta Team"}, {"beta", "/filters/creators", "beta Team", "owner Team"},
		{"manager", "/filters/creators?customerId=" + harness.Beta.String(), "beta Team", "owner Team"}, {"manager", "/filters/creators?clientId=customer", "owner Team", "resold "},
		{"manager", "/filters/operators", "operator2 Desk", "manager Desk"}, {"beta", "/filters/operators", "operator Desk", "leaver Desk"},
		{"manager", "/filters/managers", "creative Desk", "operator Desk"}, {"small", "/filters/managers", "", "manager Desk"},
	} {
		got := people(c.who, c.path)
		if c.has != "" && !slices.Contains(got, c.has) || slices.Contains(got, c.lacks) {
			t.Errorf("%s of %s: %v, want %s and not %s", c.path, c.who, got, c.has, c.lacks)
		}
	}
	type options struct {
		Data []struct{ ID, Name, Category, CategoryID string }
	}
	clients := harness.MustCall[options](
		t,
		harness.SignedIn(t, "manager"),
		http.MethodGet,
		"/filters/clients",
		nil,
	).Data
	if !slices.ContainsFunc(
		clients, func(o struct{ ID, Name, Category, CategoryID string }) bool { return o.ID == harness.ResellerClient },
	) {
		t.Errorf("the clients are %v", clients)
	}
	customers := harness.MustCall[options](
		t, harness.SignedIn(t, "manager"), http.MethodGet, "/filters/customers?clientId="+harness.ResellerClient, nil,
	).Data
	if len(customers) != 1 || customers[0].ID != harness.Resold.String() {
		t.Errorf("the reseller's customers are %v", customers)
	}
	categories := harness.MustCall[options](
		t,
		harness.SignedIn(t, "owner"),
		http.MethodGet,
		"/filters/services-category",
		nil,
	).Data
	for _, c := range categories {
		for _, s := range harness.MustCall[options](t, harness.SignedIn(t, "owner"), http.MethodGet, "/filters/services?serviceCategoryId="+c.ID, nil).Data {
			if s.CategoryID != c.ID {
				t.Errorf("%s is listed under %s", s.Name, c.Name)
			}
		}
	}
	if some := harness.MustCall[options](
		t, harness.SignedIn(t, "owner"), http.MethodGet, "/filters/services?serviceCategoryId="+uuid.NewString(), nil,
	).Data; len(some) != 0 {
		t.Errorf("an unknown category has %v", some)
	}
	harness.MustRefuse(
		t, harness.SignedIn(t, "owner"), http.StatusBadRequest, "filter.invalid", http.MethodGet,
		"/filters/services?serviceCategoryId=x", nil,
	)
}
