package accounts

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"time"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
	"github.com/proofboard/proofboard/internal/onboarding"
)

// Calls about what people see of a client: names, colour, pictures, host names (D-49).

// brandFiles limits how often one person has a picture of a brand drawn.
var brandFiles = throttle.Rate{Name: "brand files of a person", Most: 60, In: time.Hour}

var (
	errBrandPicture = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "brand.picture_invalid",
		Message: "This picture cannot be read. Choose a PNG, JPEG or GIF.",
	}
	errHostTaken = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "client.host_taken",
		Message: "This host name leads to the product itself or to another client already.",
	}
	errTooManyBrandFiles = &domain.Error{
		Code:    domain.TooMany,
		Reason:  "brand.too_many",
		Message: "You have uploaded many pictures. Please try again later.",
	}
)

// largest is the size in pixels at which each kind of brand file is stored.
var largest = map[contract.BrandUploadKind]struct{ width, height int }{
	contract.LogoFile:             {640, 240},
	contract.FaviconFile:          {256, 256},
	contract.ImagePlaceholderFile: {640, 640},
}

// Brand returns what people see before they sign in: of the client whose host name they use.
func (s *API) Brand(ctx context.Context, _ contract.BrandRequest) (*contract.BrandAnswer, error) {
	id, err := s.Web.Client(ctx)
	if err != nil {
		return nil, err
	}
	c, err := s.Accounts.FindClient(ctx, id)
	if errors.Is(err, domain.ErrNotFound) { // nobody has set the installation up
		c, err = accounts.Client{Kind: string(client.Provider), Brand: client.DefaultColour}, nil
	}
	if err != nil {
		return nil, err
	}
	direct, err := s.Accounts.Settings(ctx, domain.DirectClient)
	if err != nil && !errors.Is(err, domain.ErrNotFound) {
		return nil, err
	}
	return &contract.BrandAnswer{Data: contract.Brand{
		Kind: contract.ClientKind(c.Kind), Theme: present.Theme(c),
		SignUp:  direct.SignUp && c.Kind != string(client.Reseller),
		MailOff: web.Some(s.MailOff),
	}}, nil
}

// BrandFile returns a picture of a brand.
func (s *API) BrandFile(
	ctx context.Context,
	r contract.BrandFileRequest,
) (contract.Answer, error) {
	picture, err := s.Accounts.BrandFile(ctx, r.FileId)
	if err != nil {
		return nil, err
	}
	return &contract.File{Type: "image/png", Body: picture, CacheControl: forever}, nil
}

// drawn draws a picture of a brand again, in a process of its own, so nothing of the file that was
// sent reaches other people's browsers.
func (s *API) drawn(ctx context.Context, kind contract.BrandUploadKind, file []byte) (*Drawn, error) {
	most := largest[kind]
	d, err := s.Redraw(ctx, bytes.NewReader(file), int64(len(file)), most.width, most.height)
	if err == nil && d == nil {
		err = errBrandPicture
	}
	return d, err
}

// UploadBrandFile stores a picture that the branding can then name.
func (s *API) UploadBrandFile(
	ctx context.Context,
	r contract.UploadBrandFileRequest,
) (*contract.BrandFileAnswer, error) {
	by := web.Actor(ctx)
	if _, err := s.managedClient(ctx, r.ClientId); err != nil {
		return nil, err
	}
	refund, err := s.Accounts.Spend(ctx, brandFiles, by.ID.String(), errTooManyBrandFiles)
	if err != nil {
		return nil, err
	}
	d, err := s.drawn(ctx, r.Body.Kind, r.Body.Image)
	var id string
	if err == nil {
		id, err = s.Accounts.SaveBrandFile(ctx, r.ClientId, d.PNG)
	}
	if err != nil {
		return nil, errors.Join(err, refund(context.WithoutCancel(ctx)))
	}
	return &contract.BrandFileAnswer{Data: contract.BrandFile{
		Id: id, Path: accounts.BrandFilePath + id, Width: d.Width, Height: d.Height,
	}}, nil
}

// ChangeBranding changes what people see of a client.
func (s *API) ChangeBranding(
	ctx context.Context,
	r contract.ChangeBrandingRequest,
) (*contract.AccountChangedResponse, error) {
	b := r.Body
	if _, err := s.managedClient(ctx, r.ClientId); err != nil {
		return nil, err
	}
	done, err := s.Office.Rebrand(ctx, r.ClientId, onboarding.Look{
		Name: b.Name, Sender: b.SenderName, Branding: client.Branding{
			Colour: b.Colour, Logo: b.Logo, Favicon: b.Favicon, Placeholder: b.ImagePlaceholder,
		},
	}, web.Request(ctx, r.IdempotencyKey, "people"))
	if err != nil {
		return nil, err
	}
	s.shown(ctx, done.Position)
	return web.Changed(done, "The branding is saved"), nil
}

// SetHosts replaces the host names of a client.
func (s *API) SetHosts(ctx context.Context, r contract.SetHostsRequest) (*contract.AccountChangedResponse, error) {
	for _, host := range r.Body.Hosts {
		host = strings.ToLower(strings.TrimSpace(host))
		of, err := s.Accounts.ClientOfHost(ctx, host)
		if err != nil {
			return nil, err
		}
		if s.Web.Named(host) || of != "" && of != r.ClientId {
			return nil, errHostTaken
		}
	}
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.SetHosts{Client: r.ClientId, Hosts: r.Body.Hosts},
		"The host names are saved",
	)
}

// SwitchSignUp says whether people may register themselves.
func (s *API) SwitchSignUp(
	ctx context.Context,
	r contract.SwitchSignUpRequest,
) (*contract.AccountChangedResponse, error) {
	if r.ClientId != domain.DirectClient {
		return nil, client.ErrDirectOnly
	}
	message := "People can no longer register themselves"
	if r.Body.Open {
		message = "People can register themselves now"
	}
	return s.do(
		ctx,
		r.IdempotencyKey,
		&commands.SwitchSignUp{Client: domain.DirectClient, Open: r.Body.Open},
		message,
	)
}
