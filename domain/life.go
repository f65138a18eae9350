package domain

import (
	"context"

	"github.com/qmuntal/stateless"
)

type stateKey struct{}

// NewLife returns a state machine that stores no state, so that one machine, configured once,
// serves every subject. The current state is passed with each call of Next. A drawing of the
// machine begins at first.
func NewLife[S ~string](first S) *stateless.StateMachine {
	return stateless.NewStateMachineWithExternalStorage(
		func(ctx context.Context) (stateless.State, error) {
			if at, ok := ctx.Value(stateKey{}).(*S); ok {
				return *at, nil
			}
			return first, nil
		},
		func(ctx context.Context, to stateless.State) error {
			*ctx.Value(stateKey{}).(*S) = to.(S)
			return nil
		},
		stateless.FiringImmediate)
}

// Next returns the state that a trigger leads to from a state of a machine made by NewLife. ok is
// false if the machine has no such transition. args are passed to the machine's dynamic
// transitions.
func Next[S ~string](life *stateless.StateMachine, from S, trigger string, args ...any) (to S, ok bool) {
	state := from
	if err := life.FireCtx(context.WithValue(context.Background(), stateKey{}, &state), trigger, args...); err != nil {
		return from, false
	}
	return state, true
}
