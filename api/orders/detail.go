package orders

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands/policy"
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
func (s *API) Order(ctx context.Context, r contract.OrderRequest) (*contract.OrderAnswer, error) {
	by := web.Actor(ctx)
	now, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	var a contract.OrderAnswer
	from, err := read.FilesCursor(r.After)
	if err != nil {
		return nil, err
	}
	if r.AsOf != nil {
		a, err = s.orderAsOf(ctx, &now, *r.AsOf, from)
	} else {
		a, err = s.orderNow(ctx, &now, from)
	}
	if err != nil {
		return nil, err
	}
	return &a, nil
}

func (s *API) orderNow(
	ctx context.Context,
	o *order.Order,
	from *proofs.Cursor,
) (a contract.OrderAnswer, err error) {
	attachments, next, err := s.Proofs.Page(ctx, o.ID, nil, from)
	if err != nil {
		return a, err
	}
	if next != nil {
		a.Data.Next = web.Some(next.String())
	}
	open, err := s.Topics.Open(ctx, read.VersionIDs(attachments))
	if err != nil {
		return a, err
	}
	a.Data.Order, err = s.showOrder(ctx, o, s.Clock(), attachments, open)
	if err != nil {
		return a, err
	}
	a.Data.Position = o.Position
	files := &a.Data.Order.Attachments
	return a, s.Show.Changes(ctx, o.ID, files.CustomerReview, files.InternalReview)
}

// orderAsOf folds an order up to a moment. Permissions are the present ones: a caller who may not
// see a file today does not see its past.
func (s *API) orderAsOf(
	ctx context.Context,
	now *order.Order,
	moment string,
	from *proofs.Cursor,
) (a contract.OrderAnswer, err error) {
	past, err := s.Read.Past(ctx, moment)
	if err != nil {
		return a, err
	}
	then, err := s.AsOf.OrderAt(ctx, now.ID, past.Position)
	if err != nil {
		return a, err
	}
	v := read.Viewer(web.Actor(ctx), &now.Summary)
	attachments, next, left, err := s.filesAt(ctx, v, now.ID, past.Position, from)
	if err != nil {
		return a, err
	}
	if next != nil {
		a.Data.Next = web.Some(next.String())
	}
	threads, err := s.Timeline.Threads(ctx, v, now.ID, read.VersionIDs(attachments)...)
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
	present.StopClock(&shown.WorkTime, past.At)
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
func (s *API) filesAt(
	ctx context.Context,
	v timeline.Viewer,
	orderID uuid.UUID,
	position int64,
	from *proofs.Cursor,
) (found []proofs.Attachment, next *proofs.Cursor, left []asof.Left, err error) {
	ids, err := s.Timeline.Attachments(ctx, v, orderID)
	if err != nil {
		return nil, nil, nil, err
	}
	if from != nil {
		ids = ids[max(slices.Index(ids, from.Attachment), 0):]
	}
	count := 0
	var last proofs.Cursor
	left, err = s.AsOf.ProofsAt(ctx, ids, position, func(p *proof.Proof) bool {
		at := proofs.Attachment{
			ID: p.ID, Version: p.Version, Position: p.Position, Facts: p.Facts, Since: p.Since(),
		}
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
	o.FullSlots = nil
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

// showOrder shows an order as it is, or was, at a time.
func (s *API) showOrder(
	ctx context.Context,
	o *order.Order,
	at time.Time,
	attachments []proofs.Attachment,
	open map[uuid.UUID]topics.OpenTopics,
) (contract.Order, error) {
	by := web.Actor(ctx)
	var seen []proofs.Attachment
	w := accounts.Wanted{
		People:    append([]uuid.UUID{o.Creator, o.Operator, o.Manager, o.Work.By}, o.Collaborators...),
		Customers: []uuid.UUID{o.Customer},
		Clients:   []string{o.Client},
	}
	for _, a := range attachments {
		a, sees := read.VisibleVersions(by, &o.Summary, a)
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
	full, err := s.cards().Full(ctx, by, names, []board.Card{{Summary: o.Summary}})
	if err != nil {
		return contract.Order{}, err
	}
	offers, slots := full.Offers(&o.Summary, by)
	out := contract.Order{
		Id:               o.ID,
		OrderId:          o.Number.String(),
		Status:           contract.Status(o.Status),
		Progress:         contract.Status(o.Status),
		OrderStateStatus: present.CardState(o.Status),
		Client:           names.Clients[o.Client].Name,
		CreatedAt:        o.CreatedAt,
		UpdatedAt:        o.At,
		Creator:          present.OrderPerson(names, o.Creator),
		Collaborators:    []contract.OrderPerson{},
		Frozen:           o.Frozen,
		Archived:         o.Archived,
		HoldReason:       web.Some(o.HoldReason),
		HeldFrom:         web.Some(contract.Status(o.HeldFrom)),
		ReviewActions:    web.Convert[contract.OrderReviewActions](o.ReviewActions(by)),
		AllowedStatuses:  web.Convert[contract.Status](offers.Statuses),
		AllowedActions:   web.Convert[contract.ActionName](offers.Actions),
		FullSlots:        slots,
		Version:          o.Version,
		Position:         o.Position,
		WorkTime:         present.WorkTime(&o.Summary, names, at),
		QueuePercent:     present.QueuePercent(&o.Summary, at),
		PublishedAt:      web.Some(o.PublishedAt),
		StartedAt:        web.Some(o.StartedAt),
	}
	present.ShowDetails(&out, o.Details())
	if err := s.cards().DueSoon(ctx, &out); err != nil {
		return contract.Order{}, err
	}
	if start, ok := o.PromisedBy(); ok {
		out.PromisedBy = &start
	}
	out.Company.Name = names.Customers[o.Customer].Name
	for _, id := range o.Collaborators {
		out.Collaborators = append(out.Collaborators, present.OrderPerson(names, id))
	}
	if o.Operator != uuid.Nil {
		p := present.OrderPerson(names, o.Operator)
		out.Operator = &p
	}
	if o.Manager != uuid.Nil {
		p := present.OrderPerson(names, o.Manager)
		out.Manager = &p
	}
	if o.Creator == by.ID {
		out.UserAbility = web.Some(contract.Creator)
	} else if o.Collaborates(by.ID) {
		out.UserAbility = web.Some(contract.Collaborator)
	}
	out.Can.Play, out.Can.Pause = present.CanWork(by, &o.Summary)
	out.Can.Assign = policy.Check(by, policy.Update, policy.AssignedOperator) == nil && o.Open() == nil
	out.Can.Collaborate = policy.SetsCollaborators(by, &o.Summary) && o.Open() == nil
	out.Can.EditDetails = policy.EditsDetails(by, &o.Summary) && o.Open() == nil
	out.Can.Comment = policy.CheckComment(by, &o.Summary, proof.Public) == nil && !policy.ProofsAreReadOnly(o.Status)
	out.Can.Watermark = policy.CheckWatermark(by, &o.Summary) == nil ||
		policy.CheckClientWatermark(by, &o.Summary) == nil
	watermark, err := s.Read.WatermarkOf(ctx, o)
	if err != nil {
		return contract.Order{}, err
	}
	if watermark != nil {
		w := &out.DownloadWithWatermark
		w.IsDownloadWithWatermark, w.IsDarkBackground = true, watermark.Dark
		if w.WatermarkFile, err = s.Links.Link(
			ctx, watermark.Key, watermark.Name, watermark.ContentType, s.LinkLife,
		); err != nil {
			return contract.Order{}, err
		}
	}
	out.Can.Upload = []contract.ReviewType{}
	for _, k := range proof.Kinds {
		if policy.CheckUpload(by, &o.Summary, k) == nil {
			out.Can.Upload = append(out.Can.Upload, contract.ReviewType(k))
		}
	}
	out.Attachments.CustomerReview, out.Attachments.SuppliedFiles, out.Attachments.InternalReview = []contract.Attachment{}, []contract.Attachment{}, []contract.Attachment{}
	for i := range seen {
		a, err := s.Show.Attachment(ctx, by, &o.Summary, &seen[i], open, names)
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

// OrderTeam lists the people who could collaborate on an order.
func (s *API) OrderTeam(
	ctx context.Context,
	r contract.OrderTeamRequest,
) (*contract.PeopleAnswer, error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	if !policy.SetsCollaborators(by, &o.Summary) {
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
		people = append(
			people,
			contract.Person{Id: u.ID, Name: u.Name(), Avatar: u.Avatar, Role: web.Some(string(u.Role))},
		)
	}
	return &contract.PeopleAnswer{Data: people}, nil
}

// Mentions lists the people whom a comment on this order can mention (BD-203..BD-205): everybody
// who works on it or belongs to its team.
func (s *API) Mentions(
	ctx context.Context,
	r contract.MentionsRequest,
) (*contract.MentionsAnswer, error) {
	by := web.Actor(ctx)
	o, err := s.Board.One(ctx, by, r.OrderId)
	if err != nil {
		return nil, err
	}
	people, err := s.Read.Mentionable(ctx, &o.Summary, web.Value(r.CmRevew))
	if err != nil {
		return nil, err
	}
	a := contract.MentionsAnswer{}
	for _, u := range people {
		a.Data = append(a.Data, contract.MentionOption{
			Avatar:   u.Avatar,
			Id:       u.ID,
			Name:     u.Name(),
			Position: present.RoleLabel(u.Role),
		})
	}
	a.Data = web.List(a.Data)
	return &a, nil
}
