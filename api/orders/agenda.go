package orders

import (
	"context"
	"maps"
	"slices"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
)

const (
	workLines   = 10 // of a section
	patientDays = 3  // working days after which an order without a change is stuck
)

// sectionsOf returns the sections of a person's own work (BY-058), the most urgent first.
func sectionsOf(by domain.Actor) []board.Section {
	switch {
	case by.Role.IsCustomer() && by.ViewOnly:
		return []board.Section{board.ToAnswer, board.InQueue}
	case by.Role.IsCustomer():
		return []board.Section{board.ToApprove, board.ToAnswer, board.InQueue}
	case by.Role == domain.Operator:
		return []board.Section{board.OnTimer, board.SentBack, board.ToAnswer, board.ToDo}
	case by.Role.IsProvider():
		return []board.Section{
			board.OnTimer, board.Unassigned, board.Overdue, board.ToAnswer, board.LongReview, board.Stuck,
		}
	}
	return nil
}

// MyWork returns the orders that wait for the caller.
func (s *API) MyWork(ctx context.Context, _ contract.MyWorkRequest) (*contract.WorkAnswer, error) {
	by := web.Actor(ctx)
	sections := sectionsOf(by)
	hours, err := s.Organisation.Hours(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Clock()
	wanted := board.Agenda{
		Sections: sections,
		Sight:    present.Sight(by),
		Now:      now,
		LongAgo:  hours.Calendar().Ago(now, patientDays),
		Limit:    workLines,
	}
	if slices.Contains(sections, board.ToApprove) {
		asked, err := s.Read.Asked(ctx, by)
		if err != nil {
			return nil, err
		}
		wanted.Asked = slices.Collect(maps.Keys(asked))
	}
	lines, err := s.Board.Agenda(ctx, by, wanted)
	if err != nil {
		return nil, err
	}
	files, err := s.toReview(ctx, by, lines)
	if err != nil {
		return nil, err
	}
	cards := make([]board.Card, len(lines))
	for i := range lines {
		cards[i] = lines[i].Card
	}
	shown, err := s.cards().Render(ctx, by, cards)
	if err != nil {
		return nil, err
	}
	a := &contract.WorkAnswer{}
	a.Data.Sections = make([]contract.WorkSection, len(sections))
	for i, kind := range sections {
		a.Data.Sections[i] = contract.WorkSection{
			Kind: contract.WorkSectionKind(kind), Lines: []contract.WorkLine{},
		}
	}
	for i := range lines {
		l := &lines[i]
		line := contract.WorkLine{Card: shown[i]}
		if file, ok := files[l.ID]; ok && l.Section == board.ToApprove {
			line.AttachmentId, line.VersionId = &file.Attachment, &file.Version
		}
		if l.Answers > 0 {
			line.AttachmentId, line.VersionId, line.Comments = &l.Attachment, &l.Version, &l.Answers
		}
		of := &a.Data.Sections[slices.Index(sections, l.Section)]
		of.Total, of.Lines = l.Total, append(of.Lines, line)
	}
	return a, nil
}

// toReview returns the first file of each order to approve that the person sees and that is not
// approved yet.
func (s *API) toReview(
	ctx context.Context, by domain.Actor, lines []board.Line,
) (map[uuid.UUID]*proofs.Review, error) {
	first, orders := map[uuid.UUID]*proofs.Review{}, map[uuid.UUID]*board.Line{}
	var ids []uuid.UUID
	for i := range lines {
		if l := &lines[i]; l.Section == board.ToApprove {
			ids, orders[l.ID] = append(ids, l.ID), l
		}
	}
	if len(ids) == 0 {
		return first, nil
	}
	reviews, err := s.Proofs.Reviews(ctx, ids)
	for i := range reviews {
		r := &reviews[i]
		f := policy.File{
			ID: r.Attachment, Kind: proof.CustomerReview, ByCustomer: r.ByCustomer, Since: r.Since,
		}
		if !policy.SeesFile(by, f, &orders[r.Order].Summary) {
			continue
		}
		if known := first[r.Order]; known == nil || known.Checked && !r.Checked {
			first[r.Order] = r
		}
	}
	return first, err
}
