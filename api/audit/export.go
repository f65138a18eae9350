package audit

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
)

func nameOf(p *contract.Person) string {
	if p == nil {
		return "Proofboard"
	}
	return p.Name
}

// impersonatorOf returns the name of an impersonator, empty if there is none.
func impersonatorOf(p *contract.Person) string {
	if p == nil {
		return ""
	}
	return p.Name
}

func roleOf(p *contract.Person) string {
	if p == nil {
		return "system"
	}
	return web.Value(p.Role)
}

func idOf(p *contract.Person) string {
	if p == nil {
		return ""
	}
	return p.Id.String()
}

var historyHeader = []string{
	"Position",
	"Time (UTC)",
	"Person",
	"Role",
	"Person id",
	"Impersonated by",
	"From where",
	"Kind",
	"Event",
	"What",
	"Changes",
	"Reason",
	"About",
	"Stream",
}

// historyLine is an event of an order's history in a file.
type historyLine struct{ contract.HistoryEvent }

func (l historyLine) Cells() []string {
	changes := make([]string, len(l.Diff))
	for i, d := range l.Diff {
		changes[i] = fmt.Sprintf("%s: %s → %s", d.Field, orNone(d.From), orNone(d.To))
	}
	return []string{
		strconv.FormatInt(l.Position, 10),
		web.ExportTime(l.At),
		nameOf(l.Actor),
		roleOf(l.Actor),
		idOf(l.Actor),
		impersonatorOf(l.Impersonator),
		l.Via,
		string(kindOf(eventType(l.Type))),
		l.Type,
		l.Label,
		strings.Join(changes, "; "),
		web.Value(l.Reason),
		string(l.StreamType),
		l.Stream.String(),
	}
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// ExportHistory returns an order's history as a file, with what the person may see of it now.
func (s *API) ExportHistory(
	ctx context.Context,
	r contract.ExportHistoryRequest,
) (contract.Answer, error) {
	f, err := newHistoryFilter(r.Person, r.Type, r.Kind, r.From, r.To, r.Via, r.Reason)
	if err != nil {
		return nil, err
	}
	o, err := s.Board.One(ctx, web.Actor(ctx), r.OrderId)
	if err != nil {
		return nil, err
	}
	var after int64
	ended := false
	next := func(ctx context.Context) ([]historyLine, error) {
		if ended {
			return nil, nil
		}
		steps, behind, err := s.steps(ctx, web.Actor(ctx), &o, f, after, historyPage, false)
		after, ended = behind, behind == 0
		lines := make([]historyLine, len(steps))
		for i, step := range steps {
			lines[i] = historyLine{step}
		}
		return lines, err
	}
	first, err := next(ctx)
	if err != nil {
		return nil, err
	}
	return web.Export[historyLine]{
		Ctx:    ctx,
		Log:    s.Logger,
		Name:   "history-" + o.Number.String(),
		Csv:    web.Value(r.Format) != contract.ExportHistoryParamsFormatJson,
		Header: historyHeader,
		First:  first,
		Next:   next,
	}, nil
}
