package orders

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/internal/accounts/preferences"
)

const (
	presetSaved   = "Preset filter has been successfully saved" // wording of SH-255
	presetDeleted = "Filter preset deleted successfully"        // wording of SH-257
)

// ofPreset returns the filter of a preset. The form has its own spelling of some fields (D-38).
func ofPreset(f *contract.FilterForm) fields {
	return fields{
		"clientId":        web.Value(f.ClientId),
		"customerId":      web.Value(f.CustomerId),
		"creatorId":       web.Value(f.CreatorId),
		"managerId":       web.Value(f.ManagerId),
		"operatorId":      web.Value(f.OperatorId),
		"createdAtStart":  web.Value(f.CreatedAtStart),
		"createdAtEnd":    web.Value(f.CreatedAtEnd),
		"priority":        web.Value(f.Priority),
		"only":            web.Value(f.Only),
		"orderProgress":   web.Value(f.OrderProgress),
		"dueDateStart":    web.Value(f.DueDateStart),
		"dueDateEnd":      web.Value(f.DueDateEnd),
		"queueTime":       web.Value(f.QueueTime),
		"workTime":        web.Value(f.WorkTime),
		"serviceCategory": oneOf(f.ServiceCategory, f.ServiceCategoryId),
		"serviceType":     oneOf(f.ServiceType, f.ServiceId),
		"customSearch":    oneOf(f.CustomSearch, f.Search),
	}
}

// ofArchivedPreset returns the filter of a preset of the archive.
func ofArchivedPreset(f *contract.ArchivedFilterForm) fields {
	return fields{
		"clientId":         web.Value(f.ClientId),
		"customerId":       web.Value(f.CustomerId),
		"creatorId":        web.Value(f.CreatorId),
		"managerId":        web.Value(f.ManagerId),
		"operatorId":       web.Value(f.OperatorId),
		"createdAtStart":   web.Value(f.CreatedAtStart),
		"createdAtEnd":     web.Value(f.CreatedAtEnd),
		"priority":         web.Value(f.Priority),
		"updatedDateStart": web.Value(f.UpdatedDateStart),
		"updatedDateEnd":   web.Value(f.UpdatedDateEnd),
		"serviceCategory":  oneOf(f.ServiceCategory, f.ServiceCategoryId),
		"serviceType":      oneOf(f.ServiceType, f.ServiceId),
		"customSearch":     oneOf(f.CustomSearch, f.Search),
	}
}

// presetFields returns the fields of a preset as they are stored. It rejects what the filter would
// reject.
func presetFields(sent fields) (fields, error) {
	if _, err := readFilter(sent, time.UTC); err != nil {
		return nil, err
	}
	r, kept := filterReader{sent: sent}, fields{}
	for key := range sent {
		v := r.value(key)
		if strings.HasSuffix(key, "Start") || strings.HasSuffix(key, "End") {
			v, _, _ = strings.Cut(v, " ") // days are stored as yyyy/MM/dd (SH-251)
		}
		if v != "" {
			kept[key] = v
		}
	}
	return kept, nil
}

// oneOf returns the first text that is not empty.
func oneOf(a, b *string) string { return cmp.Or(web.Value(a), web.Value(b)) }

func showPreset(p preferences.Preset) contract.Preset {
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
	if only := f["only"]; only != "" {
		shown.Only = &only
	}
	status, queue, work, due := f["orderProgress"], f["queueTime"], f["workTime"], days("dueDate")
	shown.OrderStatus, shown.QueueTime, shown.WorkTime, shown.DueDate = &status, &queue, &work, &due
	return shown
}

func (s *API) presets(ctx context.Context, archived bool) (contract.PresetsAnswer, error) {
	a := contract.PresetsAnswer{Data: []contract.Preset{}}
	if err := policy.CheckPresets(web.Actor(ctx), policy.Read); err != nil {
		return a, err
	}
	found, err := s.Preferences.Presets(ctx, web.Actor(ctx).ID, archived)
	for _, p := range found {
		a.Data = append(a.Data, showPreset(p))
	}
	return a, err
}

// savePreset stores a preset of the caller.
func (s *API) savePreset(
	ctx context.Context,
	p preferences.Preset,
	sent fields,
	isNew bool,
) (a contract.PresetAnswer, err error) {
	action, save := policy.Update, s.Preferences.ChangePreset
	if isNew {
		action, save = policy.Create, s.Preferences.AddPreset
	}
	if err := policy.CheckPresets(web.Actor(ctx), action); err != nil {
		return a, err
	}
	p.Person = web.Actor(ctx).ID
	if p.Fields, err = presetFields(sent); err != nil {
		return a, err
	}
	p, err = save(ctx, p, s.Clock())
	return contract.PresetAnswer{Message: presetSaved, Data: showPreset(p)}, err
}

func (s *API) deletePreset(ctx context.Context, id uuid.UUID, archived bool) (a contract.PresetAnswer, err error) {
	if err := policy.CheckPresets(web.Actor(ctx), policy.Remove); err != nil {
		return a, err
	}
	p, err := s.Preferences.DeletePreset(ctx, id, web.Actor(ctx).ID, archived)
	return contract.PresetAnswer{Message: presetDeleted, Data: showPreset(p)}, err
}

// Filters lists the caller's presets of board and list.
func (s *API) Filters(ctx context.Context, _ contract.FiltersRequest) (*contract.PresetsAnswer, error) {
	a, err := s.presets(ctx, false)
	return &a, err
}

// CreateFilter saves a new preset.
func (s *API) CreateFilter(
	ctx context.Context,
	r contract.CreateFilterRequest,
) (*contract.PresetAnswer, error) {
	a, err := s.savePreset(
		ctx,
		preferences.Preset{ID: s.Web.OwnID(ctx, r.IdempotencyKey, "preset"), Name: r.Body.Name},
		ofPreset(r.Body),
		true,
	)
	return &a, err
}

// UpdateFilter replaces a preset.
func (s *API) UpdateFilter(
	ctx context.Context,
	r contract.UpdateFilterRequest,
) (*contract.PresetAnswer, error) {
	a, err := s.savePreset(ctx, preferences.Preset{ID: r.PresetId, Name: r.Body.Name}, ofPreset(r.Body), false)
	return &a, err
}

// DeleteFilter deletes a preset.
func (s *API) DeleteFilter(
	ctx context.Context,
	r contract.DeleteFilterRequest,
) (*contract.PresetAnswer, error) {
	a, err := s.deletePreset(ctx, r.PresetId, false)
	return &a, err
}

// ArchivedFilters lists the caller's presets of the archive.
func (s *API) ArchivedFilters(
	ctx context.Context,
	_ contract.ArchivedFiltersRequest,
) (*contract.PresetsAnswer, error) {
	a, err := s.presets(ctx, true)
	return &a, err
}

// CreateArchivedFilter saves a new preset of the archive.
func (s *API) CreateArchivedFilter(
	ctx context.Context,
	r contract.CreateArchivedFilterRequest,
) (*contract.PresetAnswer, error) {
	a, err := s.savePreset(
		ctx,
		preferences.Preset{ID: s.Web.OwnID(ctx, r.IdempotencyKey, "preset"), Archived: true, Name: r.Body.Name},
		ofArchivedPreset(r.Body), true,
	)
	return &a, err
}

// UpdateArchivedFilter replaces a preset of the archive.
func (s *API) UpdateArchivedFilter(
	ctx context.Context,
	r contract.UpdateArchivedFilterRequest,
) (*contract.PresetAnswer, error) {
	a, err := s.savePreset(
		ctx, preferences.Preset{ID: r.PresetId, Archived: true, Name: r.Body.Name}, ofArchivedPreset(r.Body), false,
	)
	return &a, err
}

// DeleteArchivedFilter deletes a preset of the archive.
func (s *API) DeleteArchivedFilter(
	ctx context.Context,
	r contract.DeleteArchivedFilterRequest,
) (*contract.PresetAnswer, error) {
	a, err := s.deletePreset(ctx, r.PresetId, true)
	return &a, err
}
