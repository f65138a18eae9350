// Package client decides about tenants: the provider, its direct customers, and the white-label
// resellers. It has their branding and their settings.
package client

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
)

// Kind says whether a client is the provider, its direct customers, or a reseller (D-25).
type Kind string

const (
	Provider Kind = "provider" // the design service itself
	Direct   Kind = "direct"   // its direct customers
	Reseller Kind = "reseller" // a white-label reseller
)

// Errors of clients.
var (
	ErrExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "client.exists",
		Message: "A client with this short name exists already. Choose another one.",
	}
	ErrID = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "client.id_invalid",
		Message: "A short name has 2 to 40 small letters, digits and dashes, and begins with a letter.",
	}
	ErrBranding = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "client.branding_invalid",
		Message: "A brand colour is written as # and six digits from 0 to f.",
	}
	ErrHosts = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "client.hosts_invalid",
		Message: "A host name looks like orders.example.com. At most 10 can be used.",
	}
	ErrHours = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "client.business_hours_invalid",
		Message: "Check the business hours: each day closes after it opens.",
	}
	ErrHolidays = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "client.holidays_invalid",
		Message: "Check the holidays: each has a name and a date of its own.",
	}
	ErrProvidersBrand = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "client.providers_brand",
		Message: "Direct customers see the brand of the design service. Change that one.",
	}
	ErrSignUpClosed = &domain.Error{
		Code:    domain.Forbidden,
		Reason:  "client.signup_closed",
		Message: "People cannot register themselves here. Please ask for an invitation.",
	}
	ErrDirectOnly = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "client.signup_direct_only",
		Message: "People can register themselves as direct customers only.",
	}
)

// Branding is what people see of a client. Names are stored in the accounts; Named is the number of
// their changes. The brand files are named by their SHA-256 in hex, or empty for none (SH-163).
type Branding struct {
	Colour      string `json:"colour"` // #rrggbb
	Logo        string `json:"logo,omitempty"`
	Favicon     string `json:"favicon,omitempty"`
	Placeholder string `json:"placeholder,omitempty"` // shown in place of a missing picture
	Named       int    `json:"named,omitempty"`
}

// DefaultColour is the brand colour of a client that chose none.
const DefaultColour = "#2563eb"

// Check returns an error unless the branding can be shown.
func (b Branding) Check() error {
	if !colours.MatchString(b.Colour) {
		return ErrBranding
	}
	for _, file := range []string{b.Logo, b.Favicon, b.Placeholder} {
		if sum, err := hex.DecodeString(file); err != nil || len(sum) != 0 && len(sum) != sha256.Size {
			return ErrBranding
		}
	}
	return nil
}

// Client is a tenant, folded from its events.
type Client struct {
	domain.Base
	Name         string // the short name, by which the client is known everywhere
	Kind         Kind
	Branding     Branding
	Hosts        []string
	SignUp       bool // people may register themselves
	SecondFactor bool // its people need a second factor
	Hours        Hours
	Selling      Selling
	Packs        []billing.Pack // what it sells beside plans
	PacksVersion int            // of the price list: the version of the event that set it, 0 for none
}

// New returns a client that was not created.
func New(id uuid.UUID) *Client { return &Client{Base: domain.Base{ID: id}} }

var (
	names   = regexp.MustCompile(`^[a-z][a-z0-9-]{0,38}[a-z0-9]$`)
	colours = regexp.MustCompile(`^#[0-9a-f]{6}$`)
	hosts   = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$`)
)

const (
	maxHosts = 10
	maxHost  = 253 // characters, as in DNS
)

// Create begins a client.
func (c *Client) Create(name string, k Kind, at time.Time) error {
	switch {
	case c.Exists():
		return ErrExists
	case !names.MatchString(name),
		(k == Provider) != (name == domain.ProviderClient),
		(k == Direct) != (name == domain.DirectClient):
		return ErrID
	}
	c.Record(CreatedType, &Created{name, k}, at)
	return nil
}

// ChangeBranding changes what people see of the client. The same branding has no effect.
func (c *Client) ChangeBranding(b Branding, at time.Time) error {
	switch {
	case !c.Exists():
		return domain.ErrNotFound
	case c.Kind == Direct:
		return ErrProvidersBrand
	}
	b.Colour = strings.ToLower(b.Colour)
	if err := b.Check(); err != nil {
		return err
	}
	if b != c.Branding {
		c.Record(BrandingChangedType, &BrandingChanged{b}, at)
	}
	return nil
}

// SetHosts replaces the host names that lead to the client's sign-in page.
func (c *Client) SetHosts(list []string, at time.Time) error {
	if !c.Exists() {
		return domain.ErrNotFound
	}
	clean := make([]string, 0, len(list))
	for _, h := range list {
		h = strings.ToLower(strings.TrimSpace(h))
		if len(h) > maxHost || !hosts.MatchString(h) {
			return ErrHosts
		}
		clean = append(clean, h)
	}
	slices.Sort(clean)
	clean = slices.Compact(clean)
	if len(clean) > maxHosts {
		return ErrHosts
	}
	if !slices.Equal(clean, c.Hosts) {
		c.Record(HostsChangedType, &HostsChanged{clean}, at)
	}
	return nil
}

// SwitchSignUp says whether people may register themselves (D-45).
func (c *Client) SwitchSignUp(open bool, at time.Time) error {
	switch {
	case !c.Exists():
		return domain.ErrNotFound
	case c.Kind != Direct:
		return ErrDirectOnly
	case open != c.SignUp:
		c.Record(SignUpSwitchedType, &SignUpSwitched{open}, at)
	}
	return nil
}

// MayRegister returns an error unless people may register themselves.
func (c *Client) MayRegister() error {
	if !c.SignUp {
		return ErrSignUpClosed
	}
	return nil
}

// RequireSecondFactor says whether the client's people need a second factor (D-46).
func (c *Client) RequireSecondFactor(required bool, at time.Time) error {
	switch {
	case !c.Exists():
		return domain.ErrNotFound
	case required != c.SecondFactor:
		c.Record(SecondFactorRequiredType, &SecondFactorRequired{required}, at)
	}
	return nil
}

// SetHours replaces the business hours.
func (c *Client) SetHours(h Hours, at time.Time) error {
	if !c.Exists() || c.Kind != Provider { // nobody else has them
		return domain.ErrNotFound
	}
	h = h.ordered()
	if err := h.Check(); err != nil {
		return err
	}
	if !h.equal(c.Hours) {
		c.Record(HoursSetType, &HoursSet{h}, at)
	}
	return nil
}

// SetSelling replaces the terms on which the client sells.
func (c *Client) SetSelling(s Selling, at time.Time) error {
	switch {
	case !c.Exists():
		return domain.ErrNotFound
	case c.Kind == Provider:
		return ErrProviderSells
	}
	s.BankDetails, s.Prefix = strings.TrimSpace(s.BankDetails), strings.ToUpper(strings.TrimSpace(s.Prefix))
	if err := s.Check(); err != nil {
		return err
	}
	if s != c.Selling {
		c.Record(SellingSetType, &SellingSet{s}, at)
	}
	return nil
}

// SetPacks replaces the packs that the client sells, of which somebody has seen a version. What was bought
// before stays as it was.
func (c *Client) SetPacks(packs []billing.Pack, seen int, at time.Time) error {
	switch {
	case !c.Exists():
		return domain.ErrNotFound
	case c.Kind == Provider:
		return ErrProviderSells
	}
	if seen != c.PacksVersion {
		return ErrPacksChanged
	}
	packs = slices.Clone(packs)
	for i := range packs {
		packs[i].Name = strings.TrimSpace(packs[i].Name)
	}
	if err := billing.CheckPacks(packs); err != nil {
		return err
	}
	if !slices.Equal(packs, c.Packs) {
		c.Record(PacksSetType, &PacksSet{packs}, at)
	}
	return nil
}

// Apply folds one event.
func (c *Client) Apply(e domain.Event) error {
	if err := c.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *Created:
		c.Name, c.Kind = d.Client, d.Kind
	case *BrandingChanged:
		c.Branding = d.Branding
	case *HostsChanged:
		c.Hosts = d.Hosts
	case *SignUpSwitched:
		c.SignUp = d.Open
	case *SecondFactorRequired:
		c.SecondFactor = d.Required
	case *HoursSet:
		c.Hours = d.Hours
	case *SellingSet:
		c.Selling = d.Selling
	case *PacksSet:
		c.Packs, c.PacksVersion = d.Packs, e.Version
	default:
		return fmt.Errorf("client: unknown event %s", e.Type)
	}
	return nil
}
