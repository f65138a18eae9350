// Package imports answers the calls of the API with which people move in: they send a file, see what its import
// would do, and confirm it. A worker does both. An import belongs to the person who makes it; to everybody else
// it does not exist.
package imports

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/imports"
	"github.com/proofboard/proofboard/internal/imports/requests"
)

// Accounts finds accounts, and limits how often a person imports.
type Accounts interface {
	FindCustomer(ctx context.Context, id uuid.UUID) (accounts.Customer, error)
	Names(ctx context.Context, w accounts.Wanted) (accounts.Names, error)
	Spend(
		ctx context.Context, r throttle.Rate, subject string, refusal *domain.Error,
	) (refund func(context.Context) error, err error)
}

// Imports stores imports.
type Imports interface {
	Begin(ctx context.Context, j requests.Import) error
	AddPart(ctx context.Context, j requests.Import, number int, content []byte) error
	Check(ctx context.Context, j requests.Import, c requests.Choices, at time.Time) error
	Confirm(ctx context.Context, j requests.Import, at time.Time) error
	Cancel(ctx context.Context, id uuid.UUID, at time.Time) error
	Find(ctx context.Context, id uuid.UUID) (requests.Import, error)
	Of(ctx context.Context, person uuid.UUID) ([]requests.Import, error)
}

// Ports are the dependencies of the calls.
type Ports struct {
	Web      *web.Server
	Accounts Accounts
	Imports  Imports
	Clock    func() time.Time
}

// API answers the calls.
type API struct{ Ports }

// hourly limits how many files a person sends.
var hourly = throttle.Rate{Name: "files imported by a person", Most: 30, In: time.Hour}

var (
	errTooManyFiles = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "import.too_many",
		Message: "You have imported many files in the last hour. Please try again later.",
	}
	errColumn = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "import.column_invalid",
		Message: "A column is named twice, or two columns are the same, or the file has no such field.",
	}
	errNotCSV = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "import.not_csv",
		Message: "Only a CSV file has columns, an encoding and an order of dates.",
	}
	errList = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "import.list_unknown",
		Message: "The board has no such list, or a list is named twice.",
	}
)

// shownProblems is the number of problems in a page.
const shownProblems = 100

// account returns the account that an import of a kind goes to, if the caller may import into it. Others do
// not exist for the caller.
func (s *API) account(
	ctx context.Context,
	k imports.Kind,
	customer uuid.UUID,
	client string,
) (a policy.Account, err error) {
	by := web.Actor(ctx)
	switch {
	case customer != uuid.Nil:
		of, err := s.Accounts.FindCustomer(ctx, customer)
		if err != nil {
			return a, err
		}
		a = policy.Account{Client: of.ClientID, Customer: of.ID}
	case client != "":
		a.Client = client
	case k == imports.Customers && by.Role.IsProvider():
		a.Client = domain.DirectClient
	default:
		a = policy.Home(by)
	}
	if err := policy.Imports(by, k.Brings(), a); err != nil {
		return a, err
	}
	names, err := s.Accounts.Names(ctx, accounts.Wanted{Clients: []string{a.Client}})
	if _, there := names.Clients[a.Client]; err == nil && !there {
		err = domain.ErrNotFound
	}
	return a, err
}

// BeginImport announces a file.
func (s *API) BeginImport(
	ctx context.Context,
	r contract.BeginImportRequest,
) (*contract.ImportAnswer, error) {
	b, by := r.Body, web.Actor(ctx)
	k := imports.Kind(b.Kind)
	a, err := s.account(ctx, k, web.Value(b.CustomerId), web.Value(b.ClientId))
	if err != nil {
		return nil, err
	}
	me, err := s.Web.User(ctx)
	if err != nil {
		return nil, err
	}
	j := requests.Import{
		ID: s.Web.OwnID(ctx, r.IdempotencyKey, "import"), Client: a.Client, Customer: a.Customer, Person: by.ID,
		Impersonator: by.Impersonator, Kind: k, FileName: b.FileName, Size: b.Size,
		TimeZone: me.TimeZone, CreatedAt: s.now(),
	}
	refund, err := s.Accounts.Spend(ctx, hourly, by.ID.String(), errTooManyFiles)
	if err != nil {
		return nil, err
	}
	if err := s.Imports.Begin(ctx, j); err != nil {
		return nil, errors.Join(err, refund(context.WithoutCancel(ctx)))
	}
	answer, err := s.answer(ctx, j.ID, 0)
	return &answer, err
}

func (s *API) now() time.Time { return s.Clock().UTC().Truncate(time.Microsecond) }

// mine returns an import that the caller has begun, if they may still import into its account.
func (s *API) mine(ctx context.Context, id uuid.UUID) (requests.Import, error) {
	by := web.Actor(ctx)
	j, err := s.Imports.Find(ctx, id)
	if err == nil && j.Person != by.ID {
		err = domain.ErrNotFound
	}
	if err == nil {
		err = policy.Imports(by, j.Kind.Brings(), policy.Account{Client: j.Client, Customer: j.Customer})
	}
	return j, err
}

// AddImportPart stores a part of a file.
func (s *API) AddImportPart(
	ctx context.Context,
	r contract.AddImportPartRequest,
) (*contract.AccountChangedResponse, error) {
	j, err := s.mine(ctx, r.ImportId)
	if err != nil {
		return nil, err
	}
	if err := s.Imports.AddPart(ctx, j, r.Number, r.Body.Content); err != nil {
		return nil, err
	}
	return &contract.AccountChangedResponse{
		Body: contract.Plain{Message: "The part has arrived"},
	}, nil
}

// CheckImport asks for a check of a file.
func (s *API) CheckImport(
	ctx context.Context,
	r contract.CheckImportRequest,
) (*contract.ImportAnswer, error) {
	j, err := s.mine(ctx, r.ImportId)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	for _, l := range j.Lists {
		known[l.ID] = true
	}
	c := requests.Choices{Statuses: map[string]order.Status{}}
	for _, l := range web.Value(r.Body.Lists) {
		if _, twice := c.Statuses[l.Id]; twice || !known[l.Id] {
			return nil, errList
		}
		c.Statuses[l.Id] = order.Status(web.Value(l.Status))
	}
	if c.Reading, err = reading(j.Kind, web.Value(r.Body.Reading)); err != nil {
		return nil, err
	}
	if err := s.Imports.Check(ctx, j, c, s.now()); err != nil {
		return nil, err
	}
	answer, err := s.answer(ctx, j.ID, 0)
	return &answer, err
}

// ConfirmImport asks for the import of a file that was checked.
func (s *API) ConfirmImport(
	ctx context.Context,
	r contract.ConfirmImportRequest,
) (*contract.ImportAnswer, error) {
	j, err := s.mine(ctx, r.ImportId)
	if err != nil {
		return nil, err
	}
	if j.State != requests.Importing && j.State != requests.Done { // a repeated call finds it begun
		if err := s.Imports.Confirm(ctx, j, s.now()); err != nil {
			return nil, err
		}
	}
	answer, err := s.answer(ctx, j.ID, 0)
	return &answer, err
}

// CancelImport ends an import.
func (s *API) CancelImport(
	ctx context.Context,
	r contract.CancelImportRequest,
) (*contract.ImportAnswer, error) {
	j, err := s.mine(ctx, r.ImportId)
	if err != nil {
		return nil, err
	}
	if j.State != requests.Cancelled {
		if err := s.Imports.Cancel(ctx, j.ID, s.now()); err != nil {
			return nil, err
		}
	}
	answer, err := s.answer(ctx, j.ID, 0)
	return &answer, err
}

// ShowImport returns how far an import is.
func (s *API) ShowImport(
	ctx context.Context,
	r contract.ShowImportRequest,
) (*contract.ImportAnswer, error) {
	if _, err := s.mine(ctx, r.ImportId); err != nil {
		return nil, err
	}
	answer, err := s.answer(ctx, r.ImportId, web.Value(r.From))
	return &answer, err
}

// answer returns an import with a page of its problems.
func (s *API) answer(ctx context.Context, id uuid.UUID, from int) (a contract.ImportAnswer, err error) {
	j, err := s.Imports.Find(ctx, id)
	if err != nil {
		return a, err
	}
	shown, err := s.shown(ctx, []requests.Import{j})
	if err != nil {
		return a, err
	}
	a.Data.Import, a.Data.Problems = shown[0], []contract.ImportProblem{}
	page := j.Problems.List[min(from, len(j.Problems.List)):]
	for _, p := range page[:min(len(page), shownProblems)] {
		a.Data.Problems = append(a.Data.Problems, contract.ImportProblem{
			Line: p.Line, Column: web.Some(p.Column), Reason: p.Reason, Text: p.Text,
		})
	}
	return a, nil
}

// shown returns imports in the form of the API.
func (s *API) shown(ctx context.Context, all []requests.Import) ([]contract.Import, error) {
	var wanted accounts.Wanted
	for _, j := range all {
		wanted.Clients = append(wanted.Clients, j.Client)
		if j.Customer != uuid.Nil {
			wanted.Customers = append(wanted.Customers, j.Customer)
		}
	}
	names, err := s.Accounts.Names(ctx, wanted)
	if err != nil {
		return nil, err
	}
	by := web.Actor(ctx)
	shown := make([]contract.Import, len(all))
	for i, j := range all {
		c := contract.Import{
			Id:           j.ID,
			Kind:         contract.ImportKind(j.Kind),
			FileName:     j.FileName,
			Size:         j.Size,
			State:        contract.ImportState(j.State),
			CreatedAt:    j.CreatedAt,
			EndedAt:      j.EndedAt,
			ResumesAt:    j.ResumesAt,
			Parts:        j.Parts(),
			Rows:         j.Rows,
			Accepted:     j.Accepted,
			Handled:      j.Handled,
			Created:      j.Created,
			Existing:     j.Existing,
			LeftOut:      j.LeftOut,
			ProblemCount: j.Problems.Count,
			Failure:      web.Some(j.Failure),
			Lists:        make([]contract.ImportList, len(j.Lists)),
			Statuses:     []contract.Status{},
		}
		if j.Customer != uuid.Nil {
			c.AccountName = web.Some(names.Customers[j.Customer].Name)
		} else {
			c.AccountName = web.Some(names.Clients[j.Client].Name)
		}
		for n, l := range j.Lists {
			c.Lists[n] = contract.ImportList{
				Id: l.ID, Name: l.Name, Cards: l.Cards, Status: web.Some(contract.Status(l.Guess)),
			}
		}
		if j.Layout != nil {
			c.Csv = layout(j)
		}
		if n := j.Stays; n != nil {
			c.NotImported = &contract.NotImported{
				Comments: n.Comments, Checklists: n.Checklists, Members: n.Members, Attachments: n.Attachments,
			}
		}
		if j.Kind.OfOrders() {
			c.Statuses = web.Convert[contract.Status](order.Importable(by, j.Client, j.Customer))
		}
		shown[i] = c
	}
	return shown, nil
}

// ListImports returns the newest imports of the caller, and what they may import into an account.
func (s *API) ListImports(
	ctx context.Context,
	r contract.ListImportsRequest,
) (*contract.ImportsAnswer, error) {
	a := contract.ImportsAnswer{}
	a.Data.Kinds = []contract.ImportKind{}
	for _, k := range imports.Kinds {
		customer := web.Value(r.CustomerId)
		if k == imports.Customers {
			customer = uuid.Nil
		}
		_, err := s.account(ctx, k, customer, "")
		if e, refused := errors.AsType[*domain.Error](err); refused &&
			(e.Code == domain.NotFound || e.Code == domain.Forbidden) {
			continue
		}
		if err != nil {
			return nil, err
		}
		a.Data.Kinds = append(a.Data.Kinds, contract.ImportKind(k))
	}
	if len(a.Data.Kinds) == 0 {
		return nil, domain.ErrForbidden
	}
	all, err := s.Imports.Of(ctx, web.Actor(ctx).ID)
	if err != nil {
		return nil, err
	}
	a.Data.Imports, err = s.shown(ctx, all)
	return &a, err
}

// ImportExample returns an example of a file.
func (*API) ImportExample(
	_ context.Context,
	r contract.ImportExampleRequest,
) (*contract.ImportExampleAnswer, error) {
	a := contract.ImportExampleAnswer{}
	a.Data.FileName, a.Data.Content = string(r.Kind)+".csv", imports.Example(imports.Kind(r.Kind))
	return &a, nil
}
