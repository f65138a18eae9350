package operations

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
)

// ErrorReports lists the crashes of the web app that people reported.
func (s *API) ErrorReports(
	ctx context.Context,
	_ contract.ErrorReportsRequest,
) (*contract.ErrorReportsAnswer, error) {
	all, err := s.Browsers.Reports(ctx)
	if err != nil {
		return nil, err
	}
	a := &contract.ErrorReportsAnswer{Data: make([]contract.ErrorReport, len(all))}
	for i, r := range all {
		a.Data[i] = contract.ErrorReport{
			Id: r.ID, Message: r.Message, Page: r.Page, Stack: r.Stack, Build: r.Build, Browser: r.Browser,
			Count: r.Count, FirstAt: r.First, LastAt: r.Latest,
		}
	}
	return a, nil
}

// RemoveErrorReport removes a crash that is dealt with.
func (s *API) RemoveErrorReport(
	ctx context.Context,
	r contract.RemoveErrorReportRequest,
) (*contract.Plain, error) {
	if err := s.Browsers.RemoveReport(ctx, r.ReportId); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "The report was removed"}, nil
}
