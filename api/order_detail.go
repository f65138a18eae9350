package api

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/projections/asof"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/timeline"
	"github.com/proofboard/proofboard/projections/topics"
)

// Order returns one order, as it is or as it was.
func (s *server) Order(ctx context.Context, r contract.OrderRequestObject) (contract.OrderResponseObject, error) {
	by := actor(ctx)
	now, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	var a contract.OrderAnswer
	from, err := filesCursor(r.Params.After)
	if err != nil {
		return nil, err
	}
	if r.Params.AsOf != nil {
		a, err = s.orderAsOf(ctx, &now.Order, *r.Params.AsOf, from)
	} else {
		a, err = s.orderNow(ctx, &now.Order, from)
	}
	if err != nil {
		return nil, err
	}
	a.Success = true
	return contract.Order200JSONResponse(a), nil
}

func filesCursor(after *string) (*proofs.Cursor, error) {
	if after == nil {
		return nil, nil
	}
	c, err := proofs.ParseCursor(*after)
	if err != nil {
		return nil, errPage
	}
	return &c, nil
}

// versionsOf lists the versions of attachments.
func versionsOf(attachments []proofs.Attachment) (ids []uuid.UUID) {
	for _, a := range attachments {
		for _, v := range a.Newest {
			ids = append(ids, v.ID)
		}
	}
	return ids
}

func (s *server) orderNow(
	ctx context.Context,
	o *order.Order,
	from *proofs.Cursor,
) (a contract.OrderAnswer, err error) {
	attachments, next, err := s.Proofs.Page(ctx, o.ID, nil, from)
	if err != nil {
		return a, err
	}
	if next != nil {
		a.Data.Next = some(next.String())
	}
	open, err := s.Topics.Open(ctx, versionsOf(attachments))
	if err != nil {
		return a, err
	}
	a.Data.Order, err = s.showOrder(ctx, o, s.Clock(), attachments, open)
	if err != nil {
		return a, err
	}
	a.Data.Position = o.Position
	files := &a.Data.Order.Attachments
	return a, s.showStale(ctx, o.ID, files.CustomerReview, files.InternalReview)
}

// orderAsOf folds an order up to a moment. Permissions are the present ones: a caller who may not
// see a file today does not see its past.
func (s *server) orderAsOf(
	ctx context.Context,
	now *order.Order,
	moment string,
	from *proofs.Cursor,
) (a contract.OrderAnswer, err error) {
	past, err := s.past(ctx, moment)
	if err != nil {
		return a, err
	}
	then, err := s.AsOf.OrderAt(ctx, now.ID, past.Position)
	if err != nil {
		return a, err
	}
	v := viewer(actor(ctx), now)
	attachments, next, left, err := s.filesAt(ctx, v, now.ID, past.Position, from)
	if err != nil {
		return a, err
	}
	if next != nil {
		a.Data.Next = some(next.String())
	}
	threads, err := s.Config.Timeline.Threads(ctx, v, now.ID, versionsOf(attachments)...)
	if err != nil {
		return a, err
	}
	open := map[uuid.UUID]topics.OpenTopics{}
	unread, err := s.AsOf.ThreadsAt(ctx, threads, past.Position, func(t *asof.Thread) {
		o := open[t.On]
		if t.State == topic.Open && t.Public {
			o.Public++
		} else if t.State == topic.Open {
			o.Internal++
		}
		open[t.On] = o
	})
	if err != nil {
		return a, err
	}
	left = append(left, unread...)
	shown, err := s.showOrder(ctx, then, past.At, attachments, open)
	if err != nil {
		return a, err
	}
	readOnly(&shown)
	stopClock(&shown.WorkTime, past.At)
	a.Data.Order, a.Data.Position = shown, past.Position
	if len(left) > 0 {
		out := []contract.LeftOut{}
		for _, l := range left[:min(len(left), maxLeftOut)] {
			out = append(out, contract.LeftOut{Id: l.Stream, Position: l.Position})
		}
		a.Data.LeftOut = &out
	}
	return a, nil
}

const maxLeftOut = 100 // as in the contract

// filesAt returns a page of the files of an order as of a position.
func (s *server) filesAt(
	ctx context.Context,
	v timeline.Viewer,
	orderID uuid.UUID,
	position int64,
	from *proofs.Cursor,
) (found []proofs.Attachment, next *proofs.Cursor, left []asof.Left, err error) {
	ids, err := s.Config.Timeline.Attachments(ctx, v, orderID)
	if err != nil {
		return nil, nil, nil, err
	}
	if from != nil {
		ids = ids[max(slices.Index(ids, from.Attachment), 0):]
	}
	count := 0
	var last proofs.Cursor
	left, err = s.AsOf.ProofsAt(ctx, ids, position, func(p *proof.Proof) bool {
		at := proofs.Attachment{Proof: *p}
		for _, v := range slices.Backward(p.Live()) {
			at.Count, at.Checked = at.Count+1, at.Checked || v.State == proof.Checked
			if from != nil && p.ID == from.Attachment && v.Number >= from.Number || next != nil {
				continue
			}
			if count == proofs.PageVersions {
				next = &last
				continue
			}
			at.Newest, last = append(at.Newest, proofs.Version{Version: v}), proofs.Cursor{
				Attachment: p.ID,
				Number:     v.Number,
			}
			count++
		}
		if len(at.Newest) > 0 {
			found = append(found, at)
		}
		return next == nil
	})
	return found, next, left, err
}

// readOnly removes every action, because nothing can be done in the past.
func readOnly(o *contract.Order) {
	o.AllowedActions, o.AllowedStatuses, o.ReviewActions = []contract.ActionName{}, []contract.Status{}, []contract.OrderReviewActions{}
	can := &o.Can
	can.Assign, can.Collaborate, can.Comment, can.DeleteAttachment, can.EditDetails, can.Upload = false, false, false, false, false, []contract.ReviewType{}
	can.Play, can.Pause, can.Watermark = false, false, false
	for _, group := range [][]contract.Attachment{o.Attachments.CustomerReview, o.Attachments.SuppliedFiles, o.Attachments.InternalReview} {
		for i := range group {
			c := &group[i].Can
			c.AddVersion, c.Delete, c.RequestReview, c.Settings = false, false, false, false
			for j := range group[i].Versions {
				v := &group[i].Versions[j].Can
				v.Approve, v.Revise, v.Delete, v.AnnotatePublic, v.AnnotateInternal = false, false, false, false, false
			}
		}
	}
}

// viewer returns what a person may see of the timeline of an order.
func viewer(by domain.Actor, o *order.Order) timeline.Viewer {
	v := timeline.Viewer{
		Actor:      by,
		OthersSeen: policy.ReviewsOthersFiles(by, o.Status),
		Internal:   policy.SeesTab(by, proof.Internal),
		Decisions:  policy.SeesDecisions(by),
	}
	if by.Role.IsCustomer() {
		v.ShownUntil = o.ShownUntil
	}
	return v
}

// showOrder shows an order as it is, or was, at a time.
func (s *server) showOrder(
	ctx context.Context,
	o *order.Order,
	at time.Time,
	attachments []proofs.Attachment,
	open map[uuid.UUID]topics.OpenTopics,
) (contract.Order, error) {
	by := actor(ctx)
	var seen []proofs.Attachment
	w := accounts.Wanted{
		People:    append([]uuid.UUID{o.Creator, o.Operator, o.Manager, o.Work.By}, o.Collaborators...),
		Customers: []uuid.UUID{o.Customer},
		Clients:   []string{o.Client},
	}
	for _, a := range attachments {
		a, sees := seenOf(by, o, a)
		if !sees {
			continue
		}
		seen = append(seen, a)
		for _, v := range a.Newest {
			w.People = append(w.People, v.By)
		}
	}
	names, err := s.Accounts.Names(ctx, w)
	if err != nil {
		return contract.Order{}, err
	}
	d := o.Details
	out := contract.Order{
		Id:               o.ID,
		OrderId:          orderNumber(o.Number),
		OrderName:        d.Name,
		Status:           contract.Status(o.Status),
		Progress:         contract.Status(o.Status),
		OrderStateStatus: cardState(o.Status),
		Client:           names.Clients[o.Client].Name,
		PackageName:      d.Package,
		ServiceId:        some(d.Service),
		ServiceName:      d.ServiceName,
		Brief:            d.Brief,
		Priority:         contract.OrderPriorityNormal,
		CreatedAt:        o.CreatedAt,
		UpdatedAt:        o.At,
		DueDate:          d.Due,
		Creator:          orderPerson(names, o.Creator),
		Collaborators:    []contract.OrderPerson{},
		Frozen:           o.Frozen,
		Archived:         o.Archived,
		HoldReason:       some(o.HoldReason),
		HeldFrom:         some(contract.Status(o.HeldFrom)),
		ReviewActions:    convert[contract.OrderReviewActions](o.ReviewActions(by)),
		AllowedStatuses:  convert[contract.Status](o.StatusTargets(by)),
		AllowedActions:   convert[contract.ActionName](o.Actions(by)),
		Version:          o.Version,
		Position:         o.Position,
		References:       list(d.References),
		Payg:             d.PAYG,
		PromisedStart:    some(d.PromisedStart),
		WorkTime:         workTime(o, names, at),
		QueuePercent:     queuePercent(o, at),
		PublishedAt:      some(o.PublishedAt),
		StartedAt:        some(o.StartedAt),
	}
	if d.Priority != "" {
		out.Priority = contract.OrderPriority(d.Priority)
	}
	out.Company.Name = names.Customers[o.Customer].Name
	for _, id := range o.Collaborators {
		out.Collaborators = append(out.Collaborators, orderPerson(names, id))
	}
	if o.Operator != uuid.Nil {
		p := orderPerson(names, o.Operator)
		out.Operator = &p
	}
	if o.Manager != uuid.Nil {
		p := orderPerson(names, o.Manager)
		out.Manager = &p
	}
	if o.Creator == by.ID {
		out.UserAbility = some(contract.Creator)
	} else if o.Collaborates(by.ID) {
		out.UserAbility = some(contract.Collaborator)
	}
	out.Can.Play, out.Can.Pause = canWork(by, o)
	out.Can.Assign = policy.Check(by, policy.Update, policy.AssignedOperator) == nil && o.Open() == nil
	out.Can.Collaborate = policy.SetsCollaborators(by, o) && o.Open() == nil
	out.Can.EditDetails = policy.EditsDetails(by, o) && o.Open() == nil
	out.Can.Comment = policy.Comments(by, o, proof.Public) == nil && !policy.ProofsAreReadOnly(o.Status)
	out.Can.Watermark = policy.SetsWatermark(by, o) == nil || policy.SetsClientWatermark(by, o) == nil
	watermark, err := s.watermarkOf(ctx, o)
	if err != nil {
		return contract.Order{}, err
	}
	if watermark != nil {
		w := &out.DownloadWithWatermark
		w.IsDownloadWithWatermark, w.IsDarkBackground = true, watermark.Dark
		if w.WatermarkFile, err = s.Files.Link(
			ctx, watermark.Key, watermark.Name, watermark.ContentType, s.LinkLife,
		); err != nil {
			return contract.Order{}, err
		}
	}
	out.Can.Upload = []contract.ReviewType{}
	for _, k := range proof.Kinds {
		if policy.Uploads(by, o, k) == nil {
			out.Can.Upload = append(out.Can.Upload, contract.ReviewType(k))
		}
	}
	out.Attachments.CustomerReview, out.Attachments.SuppliedFiles, out.Attachments.InternalReview = []contract.Attachment{}, []contract.Attachment{}, []contract.Attachment{}
	for i := range seen {
		a, err := s.showAttachment(ctx, by, o, &seen[i], open, names)
		if err != nil {
			return contract.Order{}, err
		}
		out.Can.DeleteAttachment = out.Can.DeleteAttachment || a.Can.Delete
		switch seen[i].Kind {
		case proof.CustomerReview:
			out.Attachments.CustomerReview = append(out.Attachments.CustomerReview, a)
		case proof.InternalReview:
			out.Attachments.InternalReview = append(out.Attachments.InternalReview, a)
		default:
			out.Attachments.SuppliedFiles = append(out.Attachments.SuppliedFiles, a)
		}
	}
	return out, nil
}

// seenOf returns the versions of an attachment that a person sees, and false if they do not see the
// attachment.
func seenOf(by domain.Actor, o *order.Order, a proofs.Attachment) (proofs.Attachment, bool) {
	if !policy.SeesFile(by, policy.FileOf(&a.Proof), o) {
		return a, false
	}
	return a.Only(func(v proof.Version) bool { return policy.SeesVersion(by, &a.Proof, v, o) }), true
}

func orderPerson(names accounts.Names, id uuid.UUID) contract.OrderPerson {
	u := names.People[id]
	return contract.OrderPerson{
		Id:         id,
		Name:       u.Name(),
		Avatar:     u.Avatar,
		Role:       some(string(u.Role)),
		IsApprover: &u.IsApprover,
	}
}

func person(names accounts.Names, id uuid.UUID) contract.Person {
	u := names.People[id]
	return contract.Person{Id: id, Name: u.Name(), Avatar: u.Avatar, Role: some(string(u.Role))}
}

// OrderTeam lists the people who could collaborate on an order.
func (s *server) OrderTeam(
	ctx context.Context,
	r contract.OrderTeamRequestObject,
) (contract.OrderTeamResponseObject, error) {
	by := actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	if !policy.SetsCollaborators(by, &o.Order) {
		if err := policy.Check(by, policy.Update, policy.Collaborators); err != nil {
			return nil, err
		}
		return nil, order.ErrNotYours
	}
	team, err := s.Accounts.Team(ctx, o.Client, o.Customer)
	if err != nil {
		return nil, err
	}
	people := []contract.Person{}
	for _, u := range team {
		people = append(people, contract.Person{Id: u.ID, Name: u.Name(), Avatar: u.Avatar, Role: some(string(u.Role))})
	}
	return contract.OrderTeam200JSONResponse{Success: true, Data: people}, nil
}

// Mentions lists the people whom a comment on this order can mention (BD-203..BD-205): everybody
// who works on it or belongs to its team.
func (s *server) Mentions(
	ctx context.Context,
	r contract.MentionsRequestObject,
) (contract.MentionsResponseObject, error) {
	by := actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	people, err := s.mentionable(ctx, &o, value(r.Params.CmRevew))
	if err != nil {
		return nil, err
	}
	a := contract.MentionsAnswer{Success: true}
	for _, u := range people {
		a.Data = append(a.Data, struct {
			Avatar   string    `json:"avatar"`
			Id       uuid.UUID `json:"id"`
			Name     string    `json:"name"`
			Position string    `json:"position"`
		}{u.Avatar, u.ID, u.Name(), roleLabel(u.Role)})
	}
	a.Data = list(a.Data)
	return contract.Mentions200JSONResponse(a), nil
}

// mentionable returns the people whom a comment on an order can mention: the account's team and the
// provider's people who work on orders, or only those who review.
func (s *server) mentionable(ctx context.Context, o *board.Card, reviewers bool) ([]accounts.User, error) {
	roles := []domain.Role{domain.CreativeManager, domain.ProductionManager}
	if reviewers {
		return s.Accounts.WithRoles(ctx, roles...)
	}
	people, err := s.Accounts.WithRoles(ctx, append(roles, domain.Operator, domain.Manager)...)
	if err != nil {
		return nil, err
	}
	team, err := s.Accounts.Team(ctx, o.Client, o.Customer)
	return append(team, people...), err
}
