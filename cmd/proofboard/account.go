package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/google/uuid"
	"golang.org/x/term"

	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/member"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
)

type accountCmd struct {
	Create        createCmd        `cmd:"" help:"Add a person with a password, which is asked for or read from a file."`
	Invite        inviteCmd        `cmd:"" help:"Add a person who chooses their password with the link of a mail."`
	List          peopleCmd        `cmd:"" help:"List people."`
	Role          roleCmd          `cmd:"" help:"Give a person another role in their account."`
	Deactivate    deactivateCmd    `cmd:"" help:"Stop a person from signing in."`
	ResetPassword resetPasswordCmd `cmd:"" help:"Give a person a new password, which is asked for or read from a file. It ends their sessions."`
	SetupLink     setupLinkCmd     `cmd:"" help:"Print a new link that sets the installation up. Older ones no longer work."`
	Erase         eraseCmd         `cmd:"" help:"Erase a person: name, e-mail, sessions, and the key of everything they wrote. There is no way back."`
}

// core runs do with the log and the read models open.
func (e *environment) core(do func(*core.Core) error) error {
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	return errors.Join(do(core), core.Close())
}

// asJSON adds the flag that selects JSON output for use by other tools.
type asJSON struct {
	JSON bool `help:"Print JSON."`
}

// newcomer describes a person to add.
type newcomer struct {
	asJSON
	Email     string      `required:"" help:"E-mail address."`
	Firstname string      `required:"" help:"First name."`
	Lastname  string      `help:"Last name."`
	Role      domain.Role `required:"" help:"admin, operator, manager, creative_manager, production_manager or cso at the provider; owner or staff elsewhere."`
	Client    string      `default:"admin" help:"The client: admin for the provider, customer for direct customers, or a reseller."`
	Customer  uuid.UUID   `help:"Id of the customer, for its owner and team."`
	TimeZone  string      `default:"UTC" help:"Time zone, such as Europe/London."`
}

func (n newcomer) details() (accounts.NewPerson, member.Place) {
	id := uuid.New()
	return accounts.NewPerson{
			ID: id, Email: n.Email, Firstname: n.Firstname, Lastname: n.Lastname, TimeZone: n.TimeZone,
		}, member.Place{
			Person: id, Client: n.Client, Customer: n.Customer, Role: n.Role,
		}
}

func (n newcomer) add(e *environment, add func(*core.Core, accounts.NewPerson, member.Place) error) error {
	return e.core(func(core *core.Core) error {
		if err := core.Provider(e.ctx); err != nil {
			return err
		}
		who, place := n.details()
		if err := add(core, who, place); err != nil {
			return err
		}
		return n.person(e, core, who.ID.String())
	})
}

type createCmd struct {
	newcomer
	passwordSource
}

func (c createCmd) Run(e *environment) error {
	password, err := c.read(e)
	if err != nil {
		return err
	}
	return c.add(e, func(core *core.Core, who accounts.NewPerson, place member.Place) error {
		who.Password = password
		return core.Register(e.ctx, who, place)
	})
}

type inviteCmd struct{ newcomer }

func (c inviteCmd) Run(e *environment) error {
	return c.add(e, func(core *core.Core, who accounts.NewPerson, place member.Place) error {
		return core.Invite(e.ctx, who, place)
	})
}

// passwordSource says where a password comes from. It is never an argument, which other users of the
// machine could see.
type passwordSource struct {
	PasswordFile string `help:"File whose first line is the password. Without it the password is asked for." type:"path" placeholder:"FILE"`
}

func (s passwordSource) read(e *environment) (string, error) {
	if s.PasswordFile != "" {
		f, err := os.Open(s.PasswordFile)
		if err != nil {
			return "", err
		}
		defer f.Close() //nolint:errcheck // only read
		return firstLine(f)
	}
	if in := int(os.Stdin.Fd()); term.IsTerminal(in) {
		fmt.Fprint(e.out, "Password: ")
		raw, err := term.ReadPassword(in)
		fmt.Fprintln(e.out)
		return string(raw), err
	}
	return firstLine(os.Stdin)
}

func firstLine(r io.Reader) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(r, 1000)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", err
	}
	return strings.TrimRight(line, "\r\n"), nil
}

// shown is a person in the form that tools read.
type shown struct {
	ID       uuid.UUID    `json:"id"`
	Email    string       `json:"email"`
	Name     string       `json:"name"`
	Role     domain.Role  `json:"role"`
	Client   string       `json:"client"`
	Customer uuid.UUID    `json:"customer,omitzero"`
	State    member.State `json:"state"`
	Verified bool         `json:"verified"`
}

func showUser(u accounts.User) shown {
	return shown{u.ID, u.Email, u.Name(), u.Role, u.ClientID, u.CustomerID, u.State, u.Verified}
}

// person prints a person as they are now.
func (j asJSON) person(e *environment, core *core.Core, idOrEmail string) error {
	u, err := core.Accounts.Find(e.ctx, idOrEmail)
	if err != nil {
		return err
	}
	return j.print(e, showUser(u))
}

func (j asJSON) print(e *environment, s shown) error {
	if j.JSON {
		return json.NewEncoder(e.out).Encode(s)
	}
	_, err := fmt.Fprintf(e.out, "%s <%s>, %s of %s, %s, %s\n", s.Name, s.Email, s.Role, s.Client, s.State, s.ID)
	return err
}

type peopleCmd struct {
	asJSON
	Client   string    `help:"Only people of this client: admin, customer, or a reseller."`
	Customer uuid.UUID `help:"Only people of this customer."`
}

// pageOfPeople is the number of people that list reads at a time.
const pageOfPeople = 500

func (c peopleCmd) Run(e *environment) error {
	return e.core(func(core *core.Core) error {
		wanted := accounts.Listed{Client: c.Client, Customer: c.Customer, Limit: pageOfPeople}
		for {
			people, err := core.Accounts.List(e.ctx, wanted)
			if err != nil || len(people) == 0 {
				return err
			}
			for _, u := range people {
				if err := c.print(e, showUser(u)); err != nil {
					return err
				}
			}
			wanted.After = people[len(people)-1].ID
		}
	})
}

// change sends a command on a person and prints the person afterwards.
func (j asJSON) change(e *environment, person string, cmd func(accounts.User) commands.Command) error {
	return e.core(func(core *core.Core) error {
		u, err := core.Accounts.Find(e.ctx, person)
		if err != nil {
			return err
		}
		if err := core.Command(e.ctx, cmd(u)); err != nil {
			return err
		}
		return j.person(e, core, u.ID.String())
	})
}

type roleCmd struct {
	asJSON
	Person string      `arg:"" help:"Id or e-mail."`
	Role   domain.Role `arg:"" help:"The new role."`
}

func (c roleCmd) Run(e *environment) error {
	return c.change(e, c.Person, func(u accounts.User) commands.Command {
		return &commands.ChangeMemberRole{Person: u.ID, Role: c.Role}
	})
}

type deactivateCmd struct {
	asJSON
	Person string `arg:"" help:"Id or e-mail."`
}

func (c deactivateCmd) Run(e *environment) error {
	return c.change(
		e,
		c.Person,
		func(u accounts.User) commands.Command { return &commands.DeactivateMember{Person: u.ID} },
	)
}

type resetPasswordCmd struct {
	asJSON
	passwordSource
	Person string `arg:"" help:"Id or e-mail."`
}

func (c resetPasswordCmd) Run(e *environment) error {
	password, err := c.read(e)
	if err != nil {
		return err
	}
	if err := secrets.CheckPassword(password); err != nil {
		return err
	}
	return e.core(func(core *core.Core) error {
		u, err := core.Accounts.Find(e.ctx, c.Person)
		if err != nil {
			return err
		}
		if err := core.ChangePassword(e.ctx, u.ID, password); err != nil {
			return err
		}
		return c.person(e, core, u.ID.String())
	})
}

type setupLinkCmd struct {
	asJSON
}

func (c setupLinkCmd) Run(e *environment) error {
	return e.core(func(core *core.Core) error {
		link, err := core.SetupLink(e.ctx, e.cfg.Address())
		switch {
		case err != nil:
			return err
		case link == "":
			return commands.ErrAdminExists
		case c.JSON:
			return json.NewEncoder(e.out).Encode(map[string]string{"link": link})
		}
		fmt.Fprintln(e.out, link)
		return nil
	})
}

type eraseCmd struct {
	asJSON
	Person string `arg:"" help:"Id or e-mail."`
	Yes    bool   `help:"Confirm. Without this flag the command only prints who would be erased."`
}

// errNotConfirmed makes the program exit with an error if the operator did not confirm the command.
var errNotConfirmed = errors.New("nothing was erased: add --yes")

func (c eraseCmd) Run(e *environment) error {
	return e.core(func(core *core.Core) error {
		person, err := core.Accounts.Find(e.ctx, c.Person)
		if err != nil {
			return err
		}
		if !c.JSON {
			fmt.Fprintf(e.out, "%s <%s>, %s, %s\n", person.Name(), person.Email, person.Role, person.ID)
		}
		if !c.Yes {
			return errNotConfirmed
		}
		if person.Role != domain.Guest && person.State != member.Deleted {
			if err := core.Command(e.ctx, &commands.RemoveMember{Person: person.ID}); err != nil {
				return err
			}
		}
		left, err := core.Erase(e.ctx, person.ID)
		if err != nil {
			return err
		}
		if c.JSON {
			return json.NewEncoder(e.out).Encode(map[string]any{"erased": person.ID, "notDone": left})
		}
		fmt.Fprintln(e.out, "Erased: the account and everything written with it.")
		for _, l := range left {
			fmt.Fprintln(e.out, "Not done:", l)
		}
		return nil
	})
}
