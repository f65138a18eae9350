package api

import (
	"context"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/internal/accounts"
)

const (
	presetSaved   = "Preset filter has been successfully saved" // wording of SH-255
	presetDeleted = "Filter preset deleted successfully"        // wording of SH-257
)

// presetSpellings are the form's own names for what the query calls otherwise (D-38).
var presetSpellings = map[string]string{
	"serviceCategoryId": "serviceCategory",
	"serviceId":         "serviceType",
	"search":            "customSearch",
}

// presetFields reads the form of a preset as a query. It rejects what the filter would reject.
func presetFields(form url.Values) (map[string]string, error) {
	query := url.Values{}
	for _, key := range filterKeys {
		query.Set(key, form.Get(key))
	}
	for form1, key := range presetSpellings {
		if v := form.Get(form1); v != "" && query.Get(key) == "" {
			query.Set(key, v)
		}
	}
	if _, err := readFilter(query, time.UTC); err != nil {
		return nil, err
	}
	r, fields := filterReader{query: query}, map[string]string{}
	for _, key := range filterKeys {
		v := r.value(key)
		if strings.HasSuffix(key, "Start") || strings.HasSuffix(key, "End") {
			v, _, _ = strings.Cut(v, " ") // SH-251: days as yyyy/MM/dd
		}
		if v != "" {
			fields[key] = v
		}
	}
	return fields, nil
}

func showPreset(p accounts.Preset) contract.Preset {
	days := func(key string) contract.PresetDates {
		return contract.PresetDates{StartDate: p.Fields[key+"Start"], EndDate: p.Fields[key+"End"]}
	}
	f := p.Fields
	shown := contract.Preset{
		Id:              p.ID,
		Name:            p.Name,
		ServiceCategory: f["serviceCategory"],
		ServiceType:     f["serviceType"],
		Operator:        f["operatorId"],
		Customer:        f["customerId"],
		Creator:         f["creatorId"],
		Client:          f["clientId"],
		Manager:         f["managerId"],
		CustomSearch:    f["customSearch"],
		CreatedDate:     days("createdAt"),
	}
	if priority := f["priority"]; priority != "" {
		shown.Priority = &priority
	}
	if p.Archived {
		updated := days("updatedDate")
		shown.UpdatedDate = &updated
		return shown
	}
	status, queue, work, due := f["orderProgress"], f["queueTime"], f["workTime"], days("dueDate")
	shown.OrderStatus, shown.QueueTime, shown.WorkTime, shown.DueDate = &status, &queue, &work, &due
	return shown
}

func (s *server) presets(ctx context.Context, archived bool) (contract.PresetsAnswer, error) {
	a := contract.PresetsAnswer{Success: true, Data: []contract.Preset{}}
	if err := policy.KeepsPresets(actor(ctx), policy.Read); err != nil {
		return a, err
	}
	found, err := s.Accounts.Presets(ctx, actor(ctx).ID, archived)
	for _, p := range found {
		a.Data = append(a.Data, showPreset(p))
	}
	return a, err
}

// savePreset keeps what the form says under an id: a new one, or one of the person's own.
func (s *server) savePreset(
	ctx context.Context,
	id uuid.UUID,
	archived, isNew bool,
) (a contract.PresetAnswer, err error) {
	action, save := policy.Update, s.Accounts.ChangePreset
	if isNew {
		action, save = policy.Create, s.Accounts.AddPreset
	}
	if err := policy.KeepsPresets(actor(ctx), action); err != nil {
		return a, err
	}
	form := httpRequest(ctx).PostForm
	fields, err := presetFields(form)
	if err != nil {
		return a, err
	}
	p, err := save(
		ctx, accounts.Preset{ID: id, Person: actor(ctx).ID, Archived: archived, Name: form.Get("name"), Fields: fields},
		s.Clock(),
	)
	return contract.PresetAnswer{Success: true, Message: presetSaved, Data: showPreset(p)}, err
}

func (s *server) deletePreset(ctx context.Context, id uuid.UUID, archived bool) (a contract.PresetAnswer, err error) {
	if err := policy.KeepsPresets(actor(ctx), policy.Remove); err != nil {
		return a, err
	}
	p, err := s.Accounts.DeletePreset(ctx, id, actor(ctx).ID, archived)
	return contract.PresetAnswer{Success: true, Message: presetDeleted, Data: showPreset(p)}, err
}

// presetID returns the id of a new preset. Two people who send the same key get different ids.
func (s *server) presetID(ctx context.Context, key *contract.IdempotencyKey) uuid.UUID {
	if key == nil {
		return s.NewID()
	}
	return uuid.NewSHA1(*key, []byte("preset "+actor(ctx).ID.String()))
}

// Filters lists the caller's presets of board and list.
func (s *server) Filters(ctx context.Context, _ contract.FiltersRequestObject) (contract.FiltersResponseObject, error) {
	a, err := s.presets(ctx, false)
	return contract.Filters200JSONResponse(a), err
}

// CreateFilter saves a new preset.
func (s *server) CreateFilter(
	ctx context.Context,
	r contract.CreateFilterRequestObject,
) (contract.CreateFilterResponseObject, error) {
	a, err := s.savePreset(ctx, s.presetID(ctx, r.Params.IdempotencyKey), false, true)
	return contract.CreateFilter200JSONResponse(a), err
}

// UpdateFilter replaces a preset.
func (s *server) UpdateFilter(
	ctx context.Context,
	r contract.UpdateFilterRequestObject,
) (contract.UpdateFilterResponseObject, error) {
	a, err := s.savePreset(ctx, r.PresetId, false, false)
	return contract.UpdateFilter200JSONResponse(a), err
}

// DeleteFilter deletes a preset.
func (s *server) DeleteFilter(
	ctx context.Context,
	r contract.DeleteFilterRequestObject,
) (contract.DeleteFilterResponseObject, error) {
	a, err := s.deletePreset(ctx, r.PresetId, false)
	return contract.DeleteFilter200JSONResponse(a), err
}

// ArchivedFilters lists the caller's presets of the archive.
func (s *server) ArchivedFilters(
	ctx context.Context,
	_ contract.ArchivedFiltersRequestObject,
) (contract.ArchivedFiltersResponseObject, error) {
	a, err := s.presets(ctx, true)
	return contract.ArchivedFilters200JSONResponse(a), err
}

// CreateArchivedFilter saves a new preset of the archive.
func (s *server) CreateArchivedFilter(
	ctx context.Context,
	r contract.CreateArchivedFilterRequestObject,
) (contract.CreateArchivedFilterResponseObject, error) {
	a, err := s.savePreset(ctx, s.presetID(ctx, r.Params.IdempotencyKey), true, true)
	return contract.CreateArchivedFilter200JSONResponse(a), err
}

// UpdateArchivedFilter replaces a preset of the archive.
func (s *server) UpdateArchivedFilter(
	ctx context.Context,
	r contract.UpdateArchivedFilterRequestObject,
) (contract.UpdateArchivedFilterResponseObject, error) {
	a, err := s.savePreset(ctx, r.PresetId, true, false)
	return contract.UpdateArchivedFilter200JSONResponse(a), err
}

// DeleteArchivedFilter deletes a preset of the archive.
func (s *server) DeleteArchivedFilter(
	ctx context.Context,
	r contract.DeleteArchivedFilterRequestObject,
) (contract.DeleteArchivedFilterResponseObject, error) {
	a, err := s.deletePreset(ctx, r.PresetId, true)
	return contract.DeleteArchivedFilter200JSONResponse(a), err
}
