package domain

import (
	"context"

	"github.com/qmuntal/stateless"
)

type stateKey struct{}

// NewLife returns a state machine that holds no subject: the state at hand travels in the context of each question, so
// that one machine, set up once, serves every subject. A drawing of it begins at first.
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

// Takes says whether a machine made by NewLife has a way for a trigger from a state.
func Takes[S ~string](life *stateless.StateMachine, from S, trigger string) bool {
	return life.FireCtx(context.WithValue(context.Background(), stateKey{}, &from), trigger) == nil
}
