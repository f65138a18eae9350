package program

import "context"

const demoPassword = "proof-demo-1"

func (p *Program) plantDemo(ctx context.Context) error { return nil }
