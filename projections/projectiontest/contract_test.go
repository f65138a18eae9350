package projectiontest_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
	"github.com/proofboard/proofboard/projections/engine"
	"github.com/proofboard/proofboard/projections/engine/rowset"
	"github.com/proofboard/proofboard/projections/projectiontest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }

type happened struct {
	N int `json:"n"`
}

const happenedType = "test.happened"

// A table that every migrated database has, and that nothing else here uses.
var table = &rowset.Table{Name: "snapshots", Key: []string{"stream_id"}}

func projection(reduce func(b *rowset.Batch, e domain.Event, d *happened) error) engine.Projection {
	return engine.Projection{
		Name:     "contract",
		Tables:   []*rowset.Table{table},
		Reducers: engine.Reducers{happenedType: engine.On(reduce)},
	}
}

func row(version, n int) rowset.Set {
	return rowset.Set{
		"version":     version,
		"stream_type": "test",
		"schema":      n,
		"taken_at":    time.Unix(0, 0),
		"state":       "{}",
	}
}

// TestTheContractFindsAProjectionThatBreaksIt runs this binary again, once for each projection.
func TestTheContractFindsAProjectionThatBreaksIt(t *testing.T) {
	cases := map[string]struct {
		says   string
		reduce func(b *rowset.Batch, e domain.Event, d *happened) error
	}{
		"absolute writes": {"PASS", func(b *rowset.Batch, e domain.Event, d *happened) error {
			b.Upsert(table, e.Stream, row(e.Version, d.N))
			return nil
		}},
		"counts": {"applying_every_event_twice", func(b *rowset.Batch, e domain.Event, _ *happened) error {
			return b.Exec(
				`insert into {snapshots} as s (stream_id, version, stream_type, schema, state, taken_at) values ($1, 1, 'test', 1, '{}', 'epoch')
				on conflict (stream_id) do update set version = s.version + 1`,
				e.Stream,
			)
		}},
		"depends on the clock": {
			"a_rebuild_equals_the_live_rows",
			func(b *rowset.Batch, e domain.Event, d *happened) error {
				s := row(e.Version, d.N)
				s["taken_at"] = time.Now()
				b.Upsert(table, e.Stream, s)
				return nil
			},
		},
		"writes nothing": {"proves nothing", func(*rowset.Batch, domain.Event, *happened) error { return nil }},
	}
	if name, ok := os.LookupEnv("PROOFBOARD_CONTRACT_CASE"); ok {
		a, b := uuid.New(), uuid.New()
		var events []domain.Event
		for i, stream := range []uuid.UUID{a, b, a, a, b} {
			events = append(
				events, domain.Event{Stream: stream, StreamType: "test", Type: happenedType, Data: &happened{i}},
			)
		}
		projectiontest.Contract(
			t,
			projection(cases[name].reduce),
			[]domain.EventType{domain.Type[happened](happenedType, "Something happened.")},
			events...)
		return
	}
	server := embeddedtest.Database(t)
	for name, c := range cases {
		cmd := exec.Command(os.Args[0], "-test.v", "-test.run", "^TestTheContractFindsAProjectionThatBreaksIt$")
		cmd.Env = append(os.Environ(), "PROOFBOARD_CONTRACT_CASE="+name, embeddedtest.DatabaseURL+"="+server)
		out, err := cmd.CombinedOutput()
		said := c.says == "PASS" && strings.Contains(string(out), "\nPASS\n")
		for line := range strings.Lines(string(out)) {
			said = said ||
				strings.Contains(line, c.says) && (strings.Contains(line, "--- FAIL") || c.says == "proves nothing")
		}
		if (err == nil) != (c.says == "PASS") || !said {
			t.Errorf("%q: %v\n%s", name, err, out)
		}
	}
}
