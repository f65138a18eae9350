package main

import (
	"errors"
	"fmt"

	"github.com/proofboard/proofboard/cmd/proofboard/program"
)

type accountCmd struct {
	Erase eraseCmd `cmd:"" help:"Erase a person: name, e-mail, sessions, and the key of everything they wrote. There is no way back."`
}

type eraseCmd struct {
	Person string `arg:"" help:"Id or e-mail."`
	Yes    bool   `help:"Do it. Without this only who it would be is told."`
}

// errNotConfirmed makes the program exit with an error if the operator did not confirm the command.
var errNotConfirmed = errors.New("nothing was erased: add --yes")

func (c eraseCmd) Run(e *environment) error {
	core, err := program.OpenCore(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // what was done has committed
	person, err := core.Accounts.Find(e.ctx, c.Person)
	if err != nil {
		return err
	}
	fmt.Fprintf(e.out, "%s <%s>, %s, %s\n", person.Name(), person.Email, person.Role, person.ID)
	if !c.Yes {
		return errNotConfirmed
	}
	left, err := core.Erase(e.ctx, person.ID)
	if err != nil {
		return err
	}
	fmt.Fprintln(e.out, "Erased: the account and everything written with it.")
	for _, l := range left {
		fmt.Fprintln(e.out, "Not done:", l)
	}
	return nil
}
