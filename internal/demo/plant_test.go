package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	apifiles "github.com/proofboard/proofboard/api/files"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
)

var friday = time.Date(2026, 11, 20, 15, 30, 0, 0, time.UTC)

// planted is one demo for all tests, which only read it.
var planted = sync.OnceValues(func() (*memory, error) {
	m := newMemory()
	steps, err := stepsFor(friday)
	if err != nil {
		return nil, err
	}
	_, err = grow(noContext, m.deps(friday), steps)
	return m, err
})

// drawn contains every file of the demo. The files do not depend on the day.
var drawn = sync.OnceValues(func() ([]*drawing, error) {
	_, drawings := plan(friday)
	return drawings, drawAll(noContext, drawings)
})

// stepsOf returns the plan for a day, with its files drawn.
func stepsOf(t *testing.T, now time.Time) []step {
	t.Helper()
	steps, err := stepsFor(now)
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

func stepsFor(now time.Time) ([]step, error) {
	have, err := drawn()
	if err != nil {
		return nil, err
	}
	steps, drawings := plan(now)
	for i, d := range drawings {
		if have[i].name != d.name {
			return nil, fmt.Errorf("%s is drawn in place of %s", have[i].name, d.name)
		}
		d.file, d.hash = have[i].file, have[i].hash
	}
	return steps, nil
}

func grown(t *testing.T) *memory {
	t.Helper()
	m, err := planted()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestPlantingSendsOnlyCommandsThatAreAllowed(t *testing.T) {
	m := grown(t)
	for _, o := range m.outcomes {
		if o.Error != nil {
			t.Errorf("%s was refused: %v", o.Meta.Command, o.Error)
		}
	}
	if n := len(m.orders()); n < 55 || n > 65 {
		t.Errorf("%d orders, not about 60", n)
	}
}

func TestEveryStatusAndFlagIsShown(t *testing.T) {
	m := grown(t)
	seen := map[order.Status]int{}
	var archived, frozen int
	for _, o := range m.orders() {
		seen[o.Status]++
		if o.Archived {
			archived++
		}
		if o.Frozen {
			frozen++
		}
		if o.Status == order.OnHold && o.HoldReason == "" {
			t.Errorf("%s is on hold for no reason", o.Name)
		}
	}
	for _, s := range order.Statuses {
		if seen[s] == 0 {
			t.Errorf("no order is %s", s)
		}
	}
	if archived < 3 || frozen != 1 {
		t.Errorf("%d archived and %d frozen, not some and one", archived, frozen)
	}
	for _, e := range catalogue() {
		if o := m.orders()[idOf("order "+e.customer+e.name)]; o == nil || o.Status != e.ends || o.Name != e.name {
			t.Errorf("%s did not end as %s: %+v", e.name, e.ends, o)
		}
	}
}

func TestThePlanFitsTheSlots(t *testing.T) { // D-06
	m := grown(t)
	for _, c := range Seed().Customers {
		if m.mostBusy[c.ID] > c.MaxActiveOrders {
			t.Errorf("%s had %d active orders of %d", c.Name, m.mostBusy[c.ID], c.MaxActiveOrders)
		}
		first, _ := m.FirstQueued(t.Context(), c.ID, math.MaxInt64)
		if first != uuid.Nil && m.active(c.ID) < c.MaxActiveOrders {
			t.Errorf("%s has a queue and a free slot", c.Name)
		}
	}
	var promoted int
	for _, e := range m.events {
		if e.Type == order.PromotedType {
			promoted++
		}
	}
	if promoted == 0 {
		t.Error("nothing was ever promoted from a queue")
	}
}

func TestHistoryIsChronologicalOverNinetyDays(t *testing.T) { // D-30
	m := grown(t)
	last := time.Time{}
	for _, e := range m.events {
		if e.Type == order.NumberedType { // at the time of its order
			continue
		}
		if !e.OccurredAt.After(last) && e.CommandID != uuid.Nil {
			t.Fatalf("event %d at %s is not after %s", e.Position, e.OccurredAt, last)
		}
		last = e.OccurredAt
	}
	if last.After(friday) {
		t.Errorf("the history ends at %s, in the future", last)
	}
	if first := m.events[0].OccurredAt; friday.Sub(first) < 80*24*time.Hour || friday.Sub(first) > 90*24*time.Hour {
		t.Errorf("the history begins at %s", first)
	}
}

// On a Monday, the history spans the weekend. At five in the morning, nobody has worked that day.
func TestTheDemoCanBePlantedAtAnyTimeOfTheWeek(t *testing.T) {
	for hours := 0; hours < 7*24; hours += 17 {
		now := friday.Add(time.Duration(hours) * time.Hour)
		m := newMemory()
		if _, err := grow(t.Context(), m.deps(now), stepsOf(t, now)); err != nil {
			t.Fatalf("planted on %s: %v", now.Format("Monday 15:04"), err)
		}
		if last := m.events[len(m.events)-1].OccurredAt; last.After(now) || now.Sub(last) > 3*24*time.Hour {
			t.Errorf("planted on %s it ends on %s", now.Format("Monday 15:04"), last.Format("Monday 15:04"))
		}
		for i := 1; i < len(m.events); i++ {
			if m.events[i].OccurredAt.Before(m.events[i-1].OccurredAt) {
				t.Fatalf("planted on %s event %d lies before the one before", now.Format("Monday 15:04"), i+1)
			}
		}
	}
}

func TestOrdersHaveWorkedTime(t *testing.T) {
	m := grown(t)
	worked, buckets := 0, map[string]int{}
	for _, o := range m.orders() {
		if !o.Work.Paused() {
			t.Errorf("a timer runs on %s", o.Name)
		}
		if o.Work.Finished == 0 {
			continue
		}
		worked++
		if o.Allocated == 0 || o.Status == order.Draft || o.Status == order.Queue ||
			o.Status == order.ReadyToGo {
			t.Errorf(
				"%s is %s and was worked on for %s of %d s", o.Name, o.Status, o.Work.Finished,
				o.Allocated,
			)
		}
		switch share := o.Work.Finished.Seconds() / float64(o.Allocated); {
		case share < .51:
			buckets["50% or fewer"]++
		case share < .76:
			buckets["51% to 75%"]++
		default:
			buckets["76% or more"]++
		}
	}
	if worked < 30 || len(buckets) != 3 {
		t.Errorf("%d orders were worked on, by share of the allocated time %v", worked, buckets)
	}
	for _, e := range m.events {
		if w, ok := e.Data.(*order.WorkStopped); ok && (w.Reason != order.StopPaused || w.Seconds > 12*3600) {
			t.Errorf("working time of %d s ended: %s", w.Seconds, w.Reason)
		}
	}
}

func TestWorkingHoursKeepTheOrderOfThings(t *testing.T) {
	for hours := range 7 * 24 {
		now := friday.Add(time.Duration(hours) * time.Hour)
		last := time.Time{}
		for ago := 10 * 24.0; ago >= 0; ago -= .7 {
			at := atWork(daysBefore(now, ago/24), now)
			if at.Before(last) || at.After(now) {
				t.Fatalf("now %s: %s comes after %s", now, at, last)
			}
			if h := at.Hour(); at.Truncate(24*time.Hour) != now.Truncate(24*time.Hour) &&
				(h < 7 || h > 19 || at.Weekday() == time.Saturday || at.Weekday() == time.Sunday) {
				t.Fatalf("somebody worked at %s", at.Format("Monday 15:04"))
			}
			last = at
		}
	}
}

func TestPlantingAgainChangesNothing(t *testing.T) { // D-31
	m := newMemory()
	if _, err := grow(t.Context(), m.deps(friday), stepsOf(t, friday)); err != nil {
		t.Fatal(err)
	}
	n := len(m.events)
	for _, now := range []time.Time{friday, friday.AddDate(0, 0, 3)} {
		again, err := grow(t.Context(), m.deps(now), stepsOf(t, now))
		if err != nil {
			t.Fatal(err)
		}
		if len(m.events) != n {
			t.Fatalf("%d events became %d", n, len(m.events))
		}
		if again.Repeated != again.Commands {
			t.Errorf("%d of %d commands were new", again.Commands-again.Repeated, again.Commands)
		}
	}
}

func TestARefusedStepStopsWithItsName(t *testing.T) {
	m := newMemory()
	d := m.deps(friday)
	d.Files = failing{}
	_, err := grow(t.Context(), d, stepsOf(t, friday))
	if !errors.Is(err, domain.ErrUnavailable) ||
		!strings.Contains(err.Error(), "Strawberry Jam 340 g: owner@acme.test attaches") {
		t.Errorf("the error does not say which step failed: %v", err)
	}
}

func TestFilesAreStoredAsTheProofsSay(t *testing.T) { // D-15
	m := grown(t)
	var versions int
	var bytes int
	for _, p := range kept[*proof.Proof](m) {
		for _, v := range p.Versions {
			versions++
			content := m.files[v.File.Key]
			bytes += len(content)
			sum := sha256.Sum256(content)
			if hex.EncodeToString(sum[:]) != v.File.SHA256 || int64(len(content)) != v.File.Size ||
				m.kinds[v.File.Key] != v.File.ContentType {
				t.Errorf("%s does not match what is stored", v.File.Name)
			}
			if want := "files/" + p.Order.String() + "/" + v.ID.String(); v.File.Key != want {
				t.Errorf("%s lies at %s", v.File.Name, v.File.Key)
			}
			if isPicture := v.File.ContentType != "application/pdf"; isPicture != (v.File.Width > 0 && v.File.Height > 0) {
				t.Errorf("%s measures %d x %d", v.File.Name, v.File.Width, v.File.Height)
			}
			if err := apifiles.CheckFileName(v.File.Name); err != nil {
				t.Errorf("%q: %v", v.File.Name, err)
			}
		}
	}
	if len(m.files) != versions {
		t.Errorf("%d files for %d versions", len(m.files), versions)
	}
	if bytes > 25<<20 {
		t.Errorf("the files take %d MB", bytes>>20)
	}
	sizes := map[string]int{}
	for k, c := range m.files {
		sizes[m.kinds[k]] += len(c)
	}
	t.Log(sizes)
	t.Logf("%d files, %.1f MB", versions, float64(bytes)/(1<<20))
}

func TestProofsShowEverythingAViewerCanMeet(t *testing.T) {
	m := grown(t)
	kinds, types := map[proof.Kind]int{}, map[string]int{}
	var many, checked, gone int
	for _, p := range kept[*proof.Proof](m) {
		kinds[p.Kind]++
		if len(p.Live()) > 1 {
			many++
		}
		for _, v := range p.Versions {
			types[v.File.ContentType]++
			switch v.State {
			case proof.Checked:
				checked++
			case proof.Gone:
				gone++
			}
		}
	}
	for _, k := range proof.Kinds {
		if kinds[k] == 0 {
			t.Errorf("no attachment is for %s", k)
		}
	}
	for _, c := range []string{"image/png", "image/jpeg", "image/tiff", "image/vnd.adobe.photoshop", "application/pdf"} {
		if types[c] == 0 {
			t.Errorf("no file is %s", c)
		}
	}
	if many < 10 || checked < 20 || gone == 0 {
		t.Errorf("%d proofs with several versions, %d checked, %d deleted", many, checked, gone)
	}
	t.Log(types, kinds)
}

func TestThreadsShowEverythingAPersonCanDo(t *testing.T) {
	m := grown(t)
	seen := map[string]int{}
	tabs, shapes, mentions := map[bool]int{}, map[string]int{}, 0
	for _, e := range m.events {
		seen[string(e.Type)]++
		o, ok := e.Data.(*topic.Opened)
		if !ok {
			continue
		}
		tabs[o.Public]++
		mentions += len(o.Mentions)
		if o.Annotation == "" {
			t.Errorf("a topic has no mark: %s", o.Message)
			continue
		}
		var a struct {
			ClassName string `json:"className"`
		}
		if err := json.Unmarshal([]byte(o.Annotation), &a); err != nil {
			t.Error(err)
		}
		shapes[a.ClassName]++
	}
	for _, want := range topic.Streams.Events {
		if seen[string(want.Type)] == 0 && want.Type != topic.DeletedType {
			t.Errorf("no %s", want.Type)
		}
	}
	if tabs[true] < 30 || tabs[false] < 30 || mentions < 20 || len(shapes) != 4 {
		t.Errorf("tabs %v, %d mentions, shapes %v", tabs, mentions, shapes)
	}
	t.Log(slices.Sorted(maps.Keys(shapes)), tabs, mentions, len(m.events))
}

func TestMarksLieOnTheirPages(t *testing.T) { // BD-257
	drawings, err := drawn()
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range drawings {
		for name := range d.file.Spots {
			for _, s := range []shape{circle, rect, arrow, under, dot} {
				text, page, err := topic.ParseAnnotation(d.mark(uuid.New(), name, s, "blue", 0))
				if err != nil || page < 1 || page > len(d.file.Pages) {
					t.Fatalf("%s: %s on %s, page %d: %v", d.name, s, name, page, err)
				}
				var a struct {
					Attrs struct{ X, Y, Width, Height, Radius float64 }
				}
				if err := json.Unmarshal([]byte(text), &a); err != nil {
					t.Fatal(err)
				}
				size, at := d.file.Pages[page-1], a.Attrs
				if at.X < 0 || at.Y < 0 || at.X+at.Width > size.W || at.Y+at.Height > size.H {
					t.Errorf("%s: %s on %s leaves the page: %+v of %+v", d.name, s, name, at, size)
				}
			}
		}
	}
}

func TestAcmeTeamCollaboratesAsTheArchitectureSays(t *testing.T) { // D-09
	m := grown(t)
	id := func(email string) uuid.UUID { return idOf("person " + email) }
	var orders, shared int
	for _, o := range m.orders() {
		if o.Customer != idOf("customer "+acme) {
			continue
		}
		orders++
		if o.Collaborates(id(acmeStaff)) && o.Collaborates(id(acmeStaff2)) {
			shared++
		}
		if o.Collaborates(id(acmeStaff3)) || o.Creator == id(acmeStaff3) {
			t.Errorf("%s is staff3's business", o.Name)
		}
	}
	if 2*shared < orders {
		t.Errorf("staff and staff2 collaborate on %d of %d orders", shared, orders)
	}
}

func TestSeedIsTheCompanyOfTheArchitecture(t *testing.T) { // D-25
	seed := Seed()
	got := map[string]domain.Role{}
	for _, u := range seed.Users {
		got[u.Email] = u.Role
		if _, err := time.LoadLocation(u.TimeZone); err != nil {
			t.Error(err)
		}
		if u.ClientID == Reseller && (u.CustomerID != uuid.Nil) != (u.Email == lumenBoss) {
			t.Errorf("%s belongs to %s", u.Email, u.CustomerID)
		}
		if u.Complete() == (u.Email == acmeNew) { // D-50 D-89: whoever has joined lately has no last name yet
			t.Errorf("the profile of %s: complete is %v", u.Email, u.Complete())
		}
	}
	want := map[string]domain.Role{
		"admin@northlight.test":      domain.Admin,
		"manager@northlight.test":    domain.Manager,
		"creative@northlight.test":   domain.CreativeManager,
		"production@northlight.test": domain.ProductionManager,
		"operator@northlight.test":   domain.Operator,
		"operator2@northlight.test":  domain.Operator,
		"cso@northlight.test":        domain.CSO,
		"owner@acme.test":            domain.Owner,
		"staff@acme.test":            domain.Staff,
		"staff2@acme.test":           domain.Staff,
		"staff3@acme.test":           domain.Staff,
		"staff4@acme.test":           domain.Staff,
		"owner@lumen.test":           domain.Owner,
		"owner@brightside.test":      domain.Owner,
		"staff@brightside.test":      domain.Staff,
		"owner@atlas.test":           domain.Owner,
		"owner@cycles.test":          domain.Owner,
		"owner@fjord.test":           domain.Owner,
		"owner@poppy.test":           domain.Owner,
		"owner@quill.test":           domain.Owner,
		"owner@toys.test":            domain.Owner,
		"owner@verde.test":           domain.Owner,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("people are %v", got)
	}
	if seed.Password != "proof-demo-1" {
		t.Errorf("the password is %q", seed.Password)
	}
}

// silent is a bus that handles every command and loses the answer to every fiftieth, like a
// database that does not answer in time.
type silent struct {
	Bus
	sent, lost int
}

func (s *silent) Do(ctx context.Context, c commands.Command, r commands.Request) (commands.Result, error) {
	done, err := s.Bus.Do(ctx, c, r)
	if s.sent++; s.sent%50 == 0 && err == nil {
		s.lost++
		return commands.Result{}, fmt.Errorf("outcome unknown: %w", domain.ErrUnavailable)
	}
	return done, err
}

func TestADatabaseThatDoesNotAnswerInTimeChangesNothingOfThePlanting(t *testing.T) {
	undisturbed, m := grown(t), newMemory()
	deps := m.deps(friday)
	var bus *silent
	begin := deps.NewBus
	deps.NewBus = func(clock func() time.Time) Bus {
		bus = &silent{Bus: begin(clock)}
		return bus
	}
	steps := stepsOf(t, friday)
	if _, err := grow(t.Context(), deps, steps); err != nil {
		t.Fatal(err)
	}
	if bus.lost < 10 {
		t.Fatalf("only %d of %d answers were lost", bus.lost, bus.sent)
	}
	if len(m.events) != len(undisturbed.events) {
		t.Errorf("%d events instead of %d", len(m.events), len(undisturbed.events))
	}
	for id, o := range undisturbed.orders() {
		if got := m.orders()[id]; got == nil || got.Status != o.Status {
			t.Errorf("%s is %v instead of %s", o.Name, got, o.Status)
		}
	}
}
