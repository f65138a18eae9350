package orders

import (
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/projections/board"
)

func query(t *testing.T, text string) fields {
	t.Helper()
	q, err := url.ParseQuery(text)
	if err != nil {
		t.Fatal(err)
	}
	return ofQuery(q)
}

func ofQuery(q url.Values) fields {
	sent := fields{}
	for key := range q {
		sent[key] = q.Get(key)
	}
	return sent
}

func TestAFilterIsReadFromTheQuery(t *testing.T) { // D-88 BD-130 BD-133 BD-134 SH-242 SH-268 SH-269 D-01 D-36 D-37
	manila, err := time.LoadLocation("Asia/Manila")
	if err != nil {
		t.Fatal(err)
	}
	a, b := uuid.New(), uuid.New()
	day := func(d int) time.Time { return time.Date(2026, 3, d, 0, 0, 0, 0, manila) }
	for text, want := range map[string]board.Filter{
		"": {}, "orderProgress=null&clientId=&customSearch=null&createdAtStart=null&queueTime=": {},
		"orderProgress=ready-to-go":                                                        {Statuses: []order.Status{order.ReadyToGo, order.Queue, order.Draft}},
		"orderProgress=in-progress,not-frozen":                                             {Statuses: []order.Status{order.InProgress, order.GuestRevision}, NotFrozen: true},
		"orderProgress=approved":                                                           {Statuses: []order.Status{order.Approved, order.Completed}},
		"orderProgress=draft,completed,gr-revision":                                        {Statuses: []order.Status{order.Draft, order.Completed, order.GuestRevision}},
		"clientId=customer,x&creatorId=" + a.String():                                      {Clients: []string{"customer", "x"}, Creators: []uuid.UUID{a}},
		"customerId=" + a.String() + "," + b.String():                                      {Customers: []uuid.UUID{a, b}},
		"operatorId=" + a.String() + "&managerId=" + b.String():                            {Operators: []uuid.UUID{a}, Managers: []uuid.UUID{b}},
		"serviceCategory=" + a.String() + "&serviceType=" + b.String():                     {Categories: []uuid.UUID{a}, Services: []uuid.UUID{b}},
		"createdAtStart=2026/03/01 00:00:00&createdAtEnd=2026/03/01 24:00:00":              {Created: board.Span{From: day(1), Before: day(2)}},
		"dueDateStart=2026/03/01&dueDateEnd=2026/03/31":                                    {Due: board.Span{From: day(1), Before: day(32)}},
		"updatedDateEnd=2026/03/05 00:00:00":                                               {Updated: board.Span{Before: day(5)}},
		"createdAtStart=2026-03-01&createdAtEnd=2026-03-31":                                {Created: board.Span{From: day(1), Before: day(32)}},
		"updatedDateStart=2026-02-28T16:00:00Z&updatedDateEnd=2026-03-02T00:00:00%2B08:00": {Updated: board.Span{From: day(1), Before: day(2)}},
		"only=mine,unassigned":                                                             {Mine: true, Unassigned: true},
		"only=overdue,due-week":                                                            {Overdue: true, DueWeek: true},
		"updatedSince=2026-03-01":                                                          {ChangedSince: day(1)},
		"updatedSince=2026-02-28T16:00:00Z":                                                {ChangedSince: day(1)},
		"queueTime=0:50,76&workTime=51:75":                                                 {QueueTime: []board.Bucket{board.Buckets["0:50"], board.Buckets["76"]}, WorkTime: []board.Bucket{board.Buckets["51:75"]}},
		"customSearch=  jam label ":                                                        {Search: "jam label"},
	} {
		got, err := readFilter(query(t, strings.ReplaceAll(text, " ", "%20")), manila)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b time.Time) bool { return a.Equal(b) })); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

// A day begins and ends where it does for the reader, on the days of 23 and 25 hours as well.
func TestADayIsTheReadersCalendarDay(t *testing.T) { // D-36 BD-131 BD-132 SH-267
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for date, hours := range map[string]float64{"2026/03/28": 24, "2026/03/29": 23, "2026/10/25": 25, "2026/12/31": 24, "2028/02/29": 24} {
		f, err := readFilter(
			fields{"createdAtStart": date + " 00:00:00", "createdAtEnd": date + " 24:00:00"}, berlin,
		)
		if err != nil || f.Created.Before.Sub(f.Created.From).Hours() != hours ||
			f.Created.From.Format("2006/01/02 15:04:05") != date+" 00:00:00" {
			t.Errorf("%s: %v %v, want %v hours", date, err, f.Created, hours)
		}
	}
}

func TestAFilterThatIsNoneIsRefusedAndSaysWhere(t *testing.T) { // BD-130
	many := strings.Repeat(uuid.NewString()+",", 100) + uuid.NewString()
	for key, values := range map[string][]string{
		"orderProgress": {"lost", "draft,", ",", "Draft"}, "customerId": {"x", "1,2", many, strings.ReplaceAll(uuid.NewString(), "-", "")}, "creatorId": {"urn:uuid:" + uuid.NewString()},
		"managerId": {"{" + uuid.NewString() + "}"}, "operatorId": {"null,null"}, "serviceType": {"'"}, "serviceCategory": {" , "}, "clientId": {strings.Repeat("x", 101), strings.Repeat("x,", 100) + "x"},
		"createdAtStart": {"2026-03/01", "2026-02-30", "2026-03-01T12:00:00", "0000-01-01T00:00:00Z", "2026/02/30", "2026/03/01 12:00:00", "2026/03/01 24:00:01", "0000/01/01", "03/01/2026", "2026/3/1", "2026/03/01  00:00:00"},
		"dueDateEnd":     {"24:00:00", "2026/13/01 24:00:00"}, "queueTime": {"50", "0:50,99", "0:51"}, "workTime": {"76:"}, "customSearch": {strings.Repeat("x", 201)},
		"only": {"yours", "mine,", "due"},
	} {
		for _, v := range values {
			_, err := readFilter(fields{key: v}, time.UTC)
			var e *domain.Error
			if !errors.As(err, &e) || e.Reason != "filter.invalid" || len(e.Details) == 0 ||
				!strings.HasPrefix(e.Details[0], "'"+key+"' is ") ||
				!strings.Contains(e.Message, e.Details[0]) {
				t.Errorf("%s=%.40s: %v", key, v, err)
			}
		}
	}
	if _, err := readFilter(
		fields{"createdAtStart": "2026/03/02", "createdAtEnd": "2026/03/01"}, time.UTC,
	); err == nil {
		t.Error("a span that ends before it begins is taken")
	}
}

func TestAnExportHasTheFiltersOfTheList(t *testing.T) { // BD-130
	list, export := fieldsOf(contract.OrdersRequest{}), fieldsOf(contract.ExportOrdersRequest{})
	for _, key := range []string{"cursor", "asOf", "columns"} { // are no filters
		delete(list, key)
		delete(export, key)
	}
	if len(list) != 20 || !maps.Equal(list, export) {
		t.Errorf("the list has %v, its export %v", list, export)
	}
	since := "2026-11-30"
	sent := fieldsOf(contract.OrdersRequest{UpdatedSince: &since})
	if sent[updatedSince] != since || sent["only"] != "" {
		t.Errorf("of a request with a day: %v", sent)
	}
}

func TestTheZoneOfAPersonIsAskedForIfAFilterDependsOnIt(t *testing.T) {
	const day = "2026/03/01"
	for key := range fieldsOf(contract.OrdersRequest{}) {
		sent := fields{key: day}
		here, errHere := readFilter(sent, time.UTC)
		there, errThere := readFilter(sent, time.FixedZone("", 3600))
		depends := errHere == nil && errThere == nil && !cmp.Equal(here, there)
		if sent.hasDay() != depends {
			t.Errorf("%s has a day: %v, want %v", key, sent.hasDay(), depends)
		}
	}
	if (fields{"createdAtStart": ""}).hasDay() {
		t.Error("an empty field has a day")
	}
}

func TestAFilterOfWhichAPersonMayReadNothingIsIgnored(t *testing.T) { // SH-253 SH-106 D-25
	id := uuid.New()
	f := board.Filter{
		Clients:   []string{"x"},
		Customers: []uuid.UUID{id},
		Creators:  []uuid.UUID{id},
		Managers:  []uuid.UUID{id},
		Operators: []uuid.UUID{id},
		Search:    "jam",
	}
	team := board.Filter{Creators: f.Creators, Managers: f.Managers, Operators: f.Operators, Search: "jam"}
	reseller := team
	reseller.Customers = f.Customers
	for who, c := range map[string]struct {
		by   domain.Actor
		want board.Filter
	}{
		"a manager":  {domain.Actor{Role: domain.Manager}, f},
		"cso":        {domain.Actor{Role: domain.CSO}, f},
		"an owner":   {domain.Actor{Role: domain.Owner, ClientID: domain.DirectClient, CustomerID: id}, team},
		"staff":      {domain.Actor{Role: domain.Staff, ClientID: domain.DirectClient, CustomerID: id}, team},
		"a reseller": {domain.Actor{Role: domain.Owner, ClientID: "bright"}, reseller},
		"a guest":    {domain.Actor{Role: domain.Guest}, board.Filter{Search: "jam"}},
	} {
		if diff := cmp.Diff(c.want, allowed(c.by, f)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", who, diff)
		}
	}
}

func TestAPresetIsKeptAsTheFilterItStandsFor(t *testing.T) { // SH-251 SH-259 SH-273 D-38
	id := uuid.NewString()
	want := fields{
		"serviceCategory": id,
		"serviceType":     id,
		"customSearch":    "jam",
		"createdAtStart":  "2026/03/01",
		"createdAtEnd":    "2026/03/02",
		"orderProgress":   "in-review,not-frozen",
	}
	text := func(s string) *string { return &s }
	for what, form := range map[string]contract.FilterForm{
		"the form's spelling": {
			ServiceCategoryId: &id, ServiceId: &id, Search: text(" jam "), CreatedAtStart: text("2026/03/01"),
			CreatedAtEnd: text("2026/03/02"), OrderProgress: text("in-review,not-frozen"), WorkTime: text("null"),
		},
		"the query's spelling": {
			ServiceCategory: &id, ServiceType: &id, CustomSearch: text("jam"), CreatedAtStart: text("2026/03/01 00:00:00"),
			CreatedAtEnd: text("2026/03/02 24:00:00"), OrderProgress: text("in-review,not-frozen"), DueDateEnd: text(""),
		},
	} {
		got, err := presetFields(ofPreset(&form))
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", what, err, diff)
		}
	}
	archived := contract.ArchivedFilterForm{ServiceId: &id, UpdatedDateStart: text("2026/03/01 00:00:00")}
	got, err := presetFields(ofArchivedPreset(&archived))
	if diff := cmp.Diff(fields{"serviceType": id, "updatedDateStart": "2026/03/01"}, got); err != nil || diff != "" {
		t.Errorf("a preset of the archive: %v (-want +got):\n%s", err, diff)
	}
	if _, err := presetFields(ofPreset(&contract.FilterForm{ServiceId: text("none")})); !errors.Is(err, web.ErrFilter) {
		t.Errorf("a preset that filters by nothing there is: %v", err)
	}
}

func TestColumnsOfAFileAreThoseAskedFor(t *testing.T) { // BY-037
	chosen, err := chosenColumns("status,number")
	if err != nil || len(chosen) != 2 || chosen[0].title != "Status" || chosen[1].title != "Number" {
		t.Errorf("%v %v", err, chosen)
	}
	for _, wrong := range []string{"price", "number,number", "number,", ","} {
		if _, err := chosenColumns(wrong); !errors.Is(err, errColumns) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// Whatever is sent, a filter is either refused with a reason or holds only what the rules allow.
func FuzzFilter(f *testing.F) {
	f.Add(
		"orderProgress=draft,not-frozen&clientId=a,b&createdAtStart=2026/03/01%2000:00:00&createdAtEnd=2026/03/01%2024:00:00&queueTime=0:50,76&customSearch=x",
	)
	f.Add("customerId=" + uuid.NewString() + "&dueDateEnd=9999/12/31%2024:00:00")
	f.Add("orderProgress=null&managerId=,,&createdAtStart=0001/01/01")
	f.Fuzz(func(t *testing.T, text string) {
		q, err := url.ParseQuery(text)
		if err != nil {
			return
		}
		got, err := readFilter(ofQuery(q), time.UTC)
		if err != nil {
			var e *domain.Error
			if !errors.As(err, &e) || e.Reason != "filter.invalid" || len(e.Details) == 0 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		for _, s := range got.Statuses {
			if !slices.Contains(order.Statuses, s) {
				t.Fatalf("%q: the status %q", text, s)
			}
		}
		for _, n := range []int{len(got.Clients), len(got.Customers), len(got.Creators), len(got.Managers), len(got.Operators), len(got.Categories), len(got.Services)} {
			if n > maxFilterValues {
				t.Fatalf("%q: %d values", text, n)
			}
		}
		for _, s := range []board.Span{got.Created, got.Due, got.Updated} {
			if !s.From.IsZero() && !s.Before.IsZero() && !s.From.Before(s.Before) {
				t.Fatalf("%q: the span %v", text, s)
			}
		}
	})
}

func TestThisWeekEndsWithItsSunday(t *testing.T) { // BY-058
	zone, err := time.LoadLocation("Asia/Manila")
	if err != nil {
		t.Fatal(err)
	}
	at := func(day, hour int) time.Time { return time.Date(2026, 11, day, hour, 0, 0, 0, zone) }
	monday := time.Date(2026, 12, 7, 0, 0, 0, 0, zone)
	for day, want := range map[int]board.Span{
		30: {From: at(30, 0), Before: monday}, // a Monday
		29: {From: at(29, 0), Before: at(30, 0)},
		28: {From: at(28, 0), Before: at(30, 0)},
	} {
		if got := weekFrom(at(day, 15)); got != want {
			t.Errorf("on the %dth: %v, want %v", day, got, want)
		}
	}
}
