package onboarding

import (
	"context"
	"strings"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/client"
)

// Look is what people see of a client. The files were uploaded for the client before.
type Look struct {
	Name, Sender string // Sender is the name of the sender of mails, empty for Name
	client.Branding
}

// Rebrand changes what people see of a client. The names are stored before the event, so that
// browsers that hear of the event find them.
func (o Office) Rebrand(ctx context.Context, id string, l Look, r commands.Request) (commands.Result, error) {
	l.Colour = strings.ToLower(l.Colour)
	if err := l.Check(); err != nil {
		return commands.Result{}, err
	}
	if err := o.Accounts.CheckBrandFiles(ctx, id, l.Logo, l.Favicon, l.Placeholder); err != nil {
		return commands.Result{}, err
	}
	now, err := o.Accounts.Settings(ctx, id)
	if err != nil {
		return commands.Result{}, err
	}
	named, err := o.Accounts.NameBrand(ctx, id, l.Name, l.Sender)
	if err != nil {
		return commands.Result{}, err
	}
	if l.Named = now.Named; named {
		l.Named++
	}
	return o.Bus.Do(ctx, &commands.ChangeBranding{Client: id, Branding: l.Branding}, r)
}
