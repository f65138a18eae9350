package browsers_test

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"testing/fstest"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/browsers"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/projections/projectiontest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

// built is a build of the web app with these assets, by name and content.
func built(assets ...string) fstest.MapFS {
	app := fstest.MapFS{
		"index.html":  {Data: []byte(`<head><meta name="build" content="0123456789abcdef"></head>`)},
		"favicon.svg": {Data: []byte("icon")},
	}
	for _, name := range assets {
		app["assets/"+name] = &fstest.MapFile{Data: []byte("content of " + name)}
		app["assets/"+name+".br"] = &fstest.MapFile{Data: []byte("compressed")}
	}
	return app
}

func TestTheFilesOfABuildAreKeptForADayAfterItsLastProcess(t *testing.T) { // BD-433
	pool, _ := projectiontest.Database(t)
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	s := browsers.New(pool, func() time.Time { return now })
	before, after := built("page-1.js", "same-1.js"), built("page-2.js", "same-1.js")
	keep := func(app fstest.MapFS) {
		t.Helper()
		if err := errors.Join(s.Keep(t.Context(), app), s.Sweep(t.Context())); err != nil {
			t.Fatal(err)
		}
	}
	check := func(when string, kept ...string) {
		t.Helper()
		want := map[string]bool{}
		for _, name := range kept {
			want[name] = true
		}
		for _, name := range []string{"page-1.js", "page-2.js", "same-1.js", "page-1.js.br", "index.html", "../index.html", ""} {
			content, err := s.File(t.Context(), name)
			if want[name] && (err != nil || string(content) != "content of "+name) ||
				!want[name] && !errors.Is(err, domain.ErrNotFound) {
				t.Errorf("%s: %q is %q, %v", when, name, content, err)
			}
		}
	}
	check("before the first build")
	keep(before)
	check("with the first build", "page-1.js", "same-1.js")
	keep(after)
	check("with both", "page-1.js", "page-2.js", "same-1.js")
	now = now.Add(23 * time.Hour)
	keep(after)
	check("after 23 hours", "page-1.js", "page-2.js", "same-1.js")
	now = now.Add(2 * time.Hour)
	keep(after)
	check("after 25 hours", "page-2.js", "same-1.js")
	keep(fstest.MapFS{}) // a server without the web app
	check("after it", "page-2.js", "same-1.js")
}

func TestABuildHasTheIDThatItsPageHas(t *testing.T) {
	for want, app := range map[string]fstest.MapFS{
		"0123456789abcdef": built(),
		"":                 {"index.html": {Data: []byte("<head></head>")}},
	} {
		if got, err := browsers.BuildOf(app); got != want || err != nil {
			t.Errorf("%q, want %q, %v", got, want, err)
		}
	}
	if got, err := browsers.BuildOf(nil); got != "" || err != nil {
		t.Errorf("without an app: %q, %v", got, err)
	}
}

func TestTheSameCrashIsOneReport(t *testing.T) { // SH-157
	pool, _ := projectiontest.Database(t)
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	s := browsers.New(pool, func() time.Time { return now })
	add := func(r browsers.Report) {
		t.Helper()
		if err := s.AddReport(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	crash := browsers.Report{
		Build:   "b",
		Page:    "/orders/detail/12",
		Message: "order 4711 is undefined",
		Browser: "Firefox on Linux",
	}
	add(crash)
	crash.Page, crash.Message, crash.Browser = "/orders/detail/13", "order 4712 is undefined", "Safari on macOS"
	add(crash)
	add(browsers.Report{Build: "b", Page: "/", Message: "another"})
	all, err := s.Reports(t.Context())
	if err != nil || len(all) != 2 || all[0].Message != "another" || all[0].Count != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	twice := all[1]
	if twice.Count != 2 || twice.Page != "/orders/detail/{id}" || twice.Browser != "Safari on macOS" ||
		twice.Latest.Sub(twice.First) != time.Minute {
		t.Errorf("%+v", twice)
	}
	if err := s.RemoveReport(t.Context(), twice.ID); err != nil {
		t.Error(err)
	}
	if err := s.RemoveReport(t.Context(), twice.ID); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("removed twice: %v", err)
	}

	for i := range 210 { // a word of its own for each
		add(browsers.Report{Message: fmt.Sprintf("crash %c%c", 'a'+i/26, 'a'+i%26)})
	}
	if all, err = s.Reports(t.Context()); err != nil || len(all) != 200 || all[199].Message != "crash ak" {
		t.Errorf("%d reports, the last %+v, %v", len(all), all[len(all)-1], err)
	}
	now = now.Add(31 * 24 * time.Hour)
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if all, err = s.Reports(t.Context()); err != nil || len(all) != 0 {
		t.Errorf("after a month: %d, %v", len(all), err)
	}
}
