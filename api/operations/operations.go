package operations

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/operations"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/engine"
)

// Projections runs the projections and handles requests of operators.
type Projections interface {
	Status(ctx context.Context) ([]engine.Status, error)
	Jobs(ctx context.Context, limit int) ([]engine.Job, error)
	RequestRebuild(ctx context.Context, name string, dryRun bool, by uuid.UUID) (engine.Job, error)
	CancelRebuild(ctx context.Context, job uuid.UUID) error
	Autopsy(ctx context.Context, name string, stream uuid.UUID) (engine.Autopsy, error)
	RetryParked(ctx context.Context, name string) error
}

// Machinery is the state of workers and queues.
type Machinery struct {
	Workers       []Worker
	Queues        []Queue
	QueuesMissing string // why the queues are unknown, empty if they are known
}

// Warning is a setting that puts people or data at risk, or a fault that stays until somebody mends it.
type Warning struct{ Reason, Message string }

// Worker is work that one process does for all. Position is nil if it does not follow the log.
type Worker struct {
	Name     string
	Holder   string // the process that does the work, empty if none does
	Position *int64
}

// Queue is the number of messages that a consumer of the event stream has not handled yet.
type Queue struct {
	Name                           string
	Waiting, InFlight, Redelivered int64
}

const shownJobs = 20

var (
	errUnknownProjection = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "operations.projection_unknown",
		Message: "There is no such projection.",
	}
	errParkedElsewhere = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "operations.parked_elsewhere",
		Message: "The stream is parked at another event by now. Look at it again.",
	}
)

// ofProjections turns errors of projections into errors that a caller can act on.
func ofProjections(err error) error {
	if errors.Is(err, engine.ErrUnknownProjection) {
		return errUnknownProjection.From(err)
	}
	return err
}

// Operations returns the state of projections, workers and queues (BY-011, BY-015).
func (s *API) Operations(
	ctx context.Context,
	_ contract.OperationsRequest,
) (*contract.OperationsAnswer, error) {
	head, err := s.Head(ctx)
	if err != nil {
		return nil, err
	}
	statuses, err := s.Projections.Status(ctx)
	if err != nil {
		return nil, err
	}
	machinery, err := s.Machinery(ctx)
	if err != nil {
		return nil, err
	}
	jobs, err := s.Projections.Jobs(ctx, shownJobs)
	if err != nil {
		return nil, err
	}
	a := &contract.OperationsAnswer{}
	a.Data.Head, a.Data.At, a.Data.QueuesMissing = head, s.Clock(), web.Some(
		domain.Shorten(machinery.QueuesMissing, 1000),
	)
	a.Data.Warnings = []contract.OperationsWarning{}
	a.Data.Projections, a.Data.Workers, a.Data.Queues = []contract.ProjectionStatus{}, []contract.WorkerStatus{}, []contract.QueueStatus{}
	for _, p := range statuses {
		a.Data.Projections = append(a.Data.Projections, contract.ProjectionStatus{
			Name:       p.Name,
			Position:   p.Position,
			Lag:        p.Lag,
			LagSeconds: float32(p.Seconds),
			Updated:    p.Updated,
			Running:    p.Running,
			State:      contract.ProjectionStatusState(p.State),
			Parts:      p.Parts,
			Rebuilding: web.Some(p.Rebuild),
			Holder:     web.Some(p.Holder),
			Parked:     parked(p.Parked),
		})
	}
	for _, w := range machinery.Workers {
		shown := contract.WorkerStatus{
			Name:     w.Name,
			Held:     w.Holder != "",
			Holder:   web.Some(w.Holder),
			Position: w.Position,
		}
		if w.Position != nil {
			lag := max(0, head-*w.Position)
			shown.Lag = &lag
		}
		a.Data.Workers = append(a.Data.Workers, shown)
	}
	for _, q := range machinery.Queues {
		a.Data.Queues = append(
			a.Data.Queues,
			contract.QueueStatus{Name: q.Name, Waiting: q.Waiting, InFlight: q.InFlight, Redelivered: q.Redelivered},
		)
	}
	warnings, err := s.Warnings(ctx)
	if err != nil {
		return nil, err
	}
	for _, w := range warnings {
		a.Data.Warnings = append(a.Data.Warnings, contract.OperationsWarning{Reason: w.Reason, Message: w.Message})
	}
	a.Data.Rebuilds, err = s.rebuilds(ctx, jobs)
	return a, err
}

func parked(all []engine.Parked) []contract.Parked {
	out := make([]contract.Parked, len(all))
	for i, p := range all {
		out[i] = contract.Parked{
			Stream:   p.Stream,
			Position: p.Position,
			Version:  p.Version,
			Type:     string(p.Type),
			Error:    shortError(p.Error),
			Since:    p.Since,
		}
	}
	return out
}

func (s *API) rebuilds(ctx context.Context, jobs []engine.Job) ([]contract.Rebuild, error) {
	var w accounts.Wanted
	for _, j := range jobs {
		w.People = append(w.People, j.RequestedBy)
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	out := make([]contract.Rebuild, len(jobs))
	for i, j := range jobs {
		out[i] = contract.Rebuild{
			Id:               j.ID,
			Projection:       j.Projection,
			DryRun:           j.DryRun,
			State:            contract.RebuildState(j.State),
			RequestedBy:      present.MaybePerson(names, j.RequestedBy),
			RequestedAt:      j.RequestedAt,
			StartedAt:        j.StartedAt,
			EndedAt:          j.EndedAt,
			Position:         j.Progress.Position,
			Head:             j.Progress.Head,
			Rate:             float32(j.Progress.Rate),
			RemainingSeconds: float32(j.Progress.Remaining.Seconds()),
			Error:            web.Some(shortError(j.Error)),
		}
		if j.Report != nil {
			out[i].Report = report(*j.Report)
		}
	}
	return out, nil
}

func report(r engine.Report) *contract.RebuildReport {
	out := contract.RebuildReport{
		Position: r.Position,
		Events:   r.Events,
		Seconds:  float32(r.Took.Seconds()),
		Rate:     float32(r.Rate),
		Same:     r.Same(),
		Swapped:  r.Swapped,
		Tables:   make([]contract.TableReport, len(r.Tables)),
		Parked:   parked(r.Parked),
	}
	for i, t := range r.Tables {
		keys := make([]contract.RowKey, len(t.Affected))
		for k, key := range t.Affected {
			keys[k] = web.Value(object(key))
		}
		out.Tables[i] = contract.TableReport{
			Table:       t.Table,
			LiveRows:    t.LiveRows,
			RebuiltRows: t.RebuiltRows,
			OnlyLive:    t.OnlyLive,
			OnlyRebuilt: t.OnlyRebuilt,
			Different:   t.Different,
			Affected:    keys,
			Samples:     rowDifferences(t.Samples),
		}
	}
	return &out
}

func rowDifferences(all []engine.RowDiff) []contract.RowDifference {
	out := make([]contract.RowDifference, len(all))
	for i, d := range all {
		out[i] = contract.RowDifference{
			Table:   d.Table,
			Key:     web.Value(object(d.Key)),
			Live:    object(d.Live),
			Rebuilt: object(d.Rebuilt),
		}
	}
	return out
}

// object returns a JSON object, nil for null. It wraps any other value in an object.
func object(raw json.RawMessage) *map[string]any {
	var v any
	if json.Unmarshal(raw, &v) != nil || v == nil {
		return nil
	}
	m, ok := v.(map[string]any)
	if !ok {
		m = map[string]any{"value": v}
	}
	return &m
}

// RequestRebuild requests a rebuild or a dry run (BY-012, BY-013).
func (s *API) RequestRebuild(
	ctx context.Context,
	r contract.RequestRebuildRequest,
) (*contract.RebuildAnswer, error) {
	job, err := s.Projections.RequestRebuild(ctx, r.Projection, r.Body.DryRun, web.Actor(ctx).ID)
	if err != nil {
		return nil, ofProjections(err)
	}
	shown, err := s.rebuilds(ctx, []engine.Job{job})
	if err != nil {
		return nil, err
	}
	message := "The rebuild is asked for"
	if r.Body.DryRun {
		message = "The dry run is asked for"
	}
	return &contract.RebuildAnswer{Message: message, Data: shown[0]}, nil
}

// CancelRebuild ends a queued or running rebuild.
func (s *API) CancelRebuild(
	ctx context.Context,
	r contract.CancelRebuildRequest,
) (*contract.Plain, error) {
	if err := s.Projections.CancelRebuild(ctx, r.JobId); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "The rebuild ends"}, nil
}

// RetryParked tries the parked streams of a projection again (BY-008).
func (s *API) RetryParked(
	ctx context.Context,
	r contract.RetryParkedRequest,
) (*contract.Plain, error) {
	if err := s.Projections.RetryParked(ctx, r.Projection); err != nil {
		return nil, ofProjections(err)
	}
	return &contract.Plain{Message: "The parked streams are tried again"}, nil
}

// Autopsy shows why a stream is parked and what each remedy would do (BY-017).
func (s *API) Autopsy(ctx context.Context, r contract.AutopsyRequest) (*contract.AutopsyAnswer, error) {
	x, err := s.Projections.Autopsy(ctx, r.Projection, r.Stream)
	if err != nil {
		return nil, ofProjections(err)
	}
	o, err := s.Audit.OrderOf(ctx, r.Stream)
	if err != nil && !errors.Is(err, domain.ErrNotFound) {
		return nil, err
	}
	d := contract.Autopsy{
		Projection: x.Projection,
		Parked:     parked([]engine.Parked{x.Parked})[0],
		Order:      present.OrderName(o),
		Length:     x.Length,
		Alone:      x.Alone,
		Prefix:     make([]contract.PrefixEvent, len(x.Prefix)),
		Before:     make([]contract.TableRow, len(x.Before)),
		Retry:      wayOut(x.Retry),
		Skip:       wayOut(x.Skip),
		Decoding: contract.Decoding{
			Stored:  x.Decoding.Stored,
			Current: x.Decoding.Current,
			Raw:     object(x.Decoding.Raw),
			Upcast:  object(x.Decoding.Upcast),
			Error:   web.Some(shortError(x.Decoding.Error)),
		},
	}
	for i, e := range x.Prefix {
		d.Prefix[i] = contract.PrefixEvent{
			Position: e.Position,
			Version:  e.Version,
			Type:     string(e.Type),
			At:       e.At,
			Data:     object(e.Data),
			Skipped:  e.Skipped,
		}
	}
	for i, row := range x.Before {
		d.Before[i] = contract.TableRow{Table: row.Table, Row: web.Value(object(row.Row))}
	}
	return &contract.AutopsyAnswer{Data: d}, nil
}

// shortError shortens an error to the length that the contract promises. An error of the database
// may contain a whole row.
func shortError(text string) string { return domain.Shorten(text, 4000) }

func wayOut(o engine.Outcome) contract.WayOut {
	return contract.WayOut{
		Works:   o.Works,
		Applied: o.Applied,
		FailsAt: web.Some(o.FailsAt),
		Error:   web.Some(shortError(o.Error)),
		Changes: rowDifferences(o.Changes),
	}
}

// SkipParked skips the event that parks a stream, now and in every rebuild. It returns
// errParkedElsewhere if the stream is parked at another event than the one the operator has seen.
func (s *API) SkipParked(
	ctx context.Context,
	r contract.SkipParkedRequest,
) (*contract.Plain, error) {
	statuses, err := s.Projections.Status(ctx)
	if err != nil {
		return nil, err
	}
	p, err := findParked(statuses, r.Projection, r.Stream)
	if err != nil {
		return nil, err
	}
	if p.Position != r.Body.Position {
		return nil, errParkedElsewhere
	}
	cmd := &commands.SkipEvent{Skipped: operations.Skipped{
		Projection: r.Projection,
		Stream:     p.Stream,
		Position:   p.Position,
		Version:    p.Version,
		Event:      p.Type,
		Reason:     r.Body.Reason,
	}}
	if _, err := s.Bus.Do(ctx, cmd, web.Request(ctx, r.IdempotencyKey, "operations")); err != nil {
		return nil, err
	}
	if err := s.Projections.RetryParked(ctx, r.Projection); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "The event is left out"}, nil
}

func findParked(statuses []engine.Status, name string, stream uuid.UUID) (engine.Parked, error) {
	for _, s := range statuses {
		if s.Name != name {
			continue
		}
		for _, p := range s.Parked {
			if p.Stream == stream {
				return p, nil
			}
		}
		return engine.Parked{}, engine.ErrNotParked
	}
	return engine.Parked{}, errUnknownProjection
}
