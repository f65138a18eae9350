package operations

import (
	"context"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
)

// noticesShown is the largest number of notices in an answer.
const noticesShown = 100

// PaymentNotices lists what the payment provider told by itself.
func (s *API) PaymentNotices(
	ctx context.Context,
	_ contract.PaymentNoticesRequest,
) (*contract.PaymentNoticesAnswer, error) {
	all, err := s.Notices.List(ctx, noticesShown)
	if err != nil {
		return nil, err
	}
	a := &contract.PaymentNoticesAnswer{Data: make([]contract.PaymentNotice, len(all))}
	for i, n := range all {
		a.Data[i] = contract.PaymentNotice{
			Id: n.ID, Type: n.Type, Object: n.Object, ReceivedAt: n.At, DoneAt: n.Done, Tries: n.Tries,
		}
		if n.Done == nil {
			a.Data[i].NextAt = &all[i].Next
		}
		if n.Failure != "" {
			a.Data[i].Failure = web.Some(n.Failure)
		}
	}
	return a, nil
}

// ReplayPaymentNotice lets a notice be handled again.
func (s *API) ReplayPaymentNotice(
	ctx context.Context,
	r contract.ReplayPaymentNoticeRequest,
) (*contract.Plain, error) {
	if err := s.Notices.Replay(ctx, r.NoticeId, s.Clock()); err != nil {
		return nil, err
	}
	return &contract.Plain{Message: "The notice is handled again"}, nil
}
