package shell

import (
	"context"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/browsers"
)

// errorReports limits the reports of crashes from an address.
var errorReports = throttle.Rate{Name: "error reports from an address", Most: 30, In: time.Hour}

var errTooManyReports = &domain.Error{
	Code:    domain.TooMany,
	Reason:  "error_report.too_many",
	Message: "Many errors were reported from your network already. Thank you.",
}

// Build returns the id of the web app's build, so that an open page learns of a newer one (BD-433).
func (s *API) Build(context.Context, contract.BuildRequest) (*contract.BuildAnswer, error) {
	return &contract.BuildAnswer{Data: contract.BuildData{Build: s.WebBuild}}, nil
}

// ReportError keeps a crash of the web app for the operators. It can be called without a session,
// because the pages before sign-in can crash as well.
func (s *API) ReportError(
	ctx context.Context,
	r contract.ReportErrorRequest,
) (*contract.Plain, error) {
	from := s.Web.Origin(ctx, "")
	if _, err := s.Accounts.Spend(ctx, errorReports, from.Address, errTooManyReports); err != nil {
		return nil, err
	}
	err := s.Browsers.AddReport(ctx, browsers.Report{
		Build: web.Value(r.Body.Build), Page: r.Body.Page, Message: r.Body.Message, Stack: web.Value(r.Body.Stack),
		Browser: from.Browser,
	})
	if err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "The error was reported"}, nil
}
