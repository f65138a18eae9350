package client_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/client"
	"github.com/proofboard/proofboard/domain/domaintest"
)

var clients = domaintest.Of(client.Streams)

var (
	now      = domaintest.Now
	reseller = &client.Created{Client: "brightside", Kind: client.Reseller}
	direct   = &client.Created{Client: domain.DirectClient, Kind: client.Direct}
	hash     = strings.Repeat("ab", 32)
)

type decision = func(*client.Client) error

func TestAClientIsCreatedOnceUnderAShortName(t *testing.T) {
	create := func(name string, k client.Kind) decision {
		return func(c *client.Client) error { return c.Create(name, k, now) }
	}
	clients.Given(t).When(create("brightside", client.Reseller)).Then(reseller)
	clients.Given(t).When(create(domain.DirectClient, client.Direct)).Then(direct)
	clients.Given(t, reseller).When(create("brightside", client.Reseller)).ThenRefused(client.ErrExists)
	for _, name := range []string{"", "a", "-a", "a-", "Bright", "bright side", "1st", strings.Repeat("a", 41), "é1"} {
		clients.Given(t).When(create(name, client.Reseller)).ThenRefused(client.ErrID)
	}
	for _, wrong := range []struct {
		name string
		kind client.Kind
	}{{domain.ProviderClient, client.Reseller}, {domain.DirectClient, client.Reseller}, {"other", client.Provider}} {
		clients.Given(t).When(create(wrong.name, wrong.kind)).ThenRefused(client.ErrID)
	}
}

func TestABrandHasAColourAndFiles(t *testing.T) { // SH-163
	brand := func(b client.Branding) decision {
		return func(c *client.Client) error { return c.ChangeBranding(b, now) }
	}
	whole := client.Branding{
		Colour: "#c2410c", Named: 1, Logo: hash, Favicon: hash, Placeholder: hash,
	}
	clients.Given(t, reseller).When(brand(whole)).Then(&client.BrandingChanged{Branding: whole})
	clients.Given(t, reseller, &client.BrandingChanged{Branding: whole}).When(brand(whole)).ThenNothing()
	clients.Given(t).When(brand(whole)).ThenRefused(domain.ErrNotFound)
	clients.Given(t, reseller).When(brand(client.Branding{Colour: "#ABCDEF"})).
		Then(&client.BrandingChanged{Branding: client.Branding{Colour: "#abcdef"}})
	for name, b := range map[string]client.Branding{
		"no colour":      {},
		"a word":         {Colour: "red"},
		"a style":        {Colour: "#fff;}"},
		"a bad hash":     {Colour: "#ffffff", Logo: "zz"},
		"a short hash":   {Colour: "#ffffff", Placeholder: "ab"},
		"transparent":    {Colour: "#ffffff00"},
		"a short colour": {Colour: "#fff"},
	} {
		t.Run(name, func(t *testing.T) { clients.Given(t, reseller).When(brand(b)).ThenRefused(client.ErrBranding) })
	}
}

func TestHostNamesAreClean(t *testing.T) {
	set := func(hosts ...string) decision { return func(c *client.Client) error { return c.SetHosts(hosts, now) } }
	clients.Given(t, reseller).When(set(" Orders.Example.com", "a.example.com", "orders.example.com")).
		Then(&client.HostsChanged{Hosts: []string{"a.example.com", "orders.example.com"}})
	clients.Given(t, reseller, &client.HostsChanged{Hosts: []string{"a.example.com"}}).
		When(set("a.example.com")).
		ThenNothing()
	clients.Given(t).When(set("a.example.com")).ThenRefused(domain.ErrNotFound)
	for _, bad := range []string{"", "localhost", "http://a.example.com", "a.example.com:80", "a..com", "-a.com", "10.0.0.1", "a.example.com/x", strings.Repeat("a.", 130) + "com"} {
		clients.Given(t, reseller).When(set(bad)).ThenRefused(client.ErrHosts)
	}
	many := make([]string, 11)
	for i := range many {
		many[i] = fmt.Sprintf("h%d.example.com", i)
	}
	clients.Given(t, reseller).When(set(many...)).ThenRefused(client.ErrHosts)
}

func TestSettingsAreSwitched(t *testing.T) {
	signUp := func(open bool) decision { return func(c *client.Client) error { return c.SwitchSignUp(open, now) } }
	factor := func(need bool) decision {
		return func(c *client.Client) error { return c.RequireSecondFactor(need, now) }
	}
	clients.Given(t, direct).When(signUp(true)).Then(&client.SignUpSwitched{Open: true})
	clients.Given(t, direct).When(signUp(false)).ThenNothing()
	clients.Given(t, reseller).When(signUp(true)).ThenRefused(client.ErrDirectOnly)
	clients.Given(t, reseller).When(factor(true)).Then(&client.SecondFactorRequired{Required: true})
	clients.Given(t, reseller, &client.SecondFactorRequired{Required: true}).When(factor(true)).ThenNothing()
	for _, do := range []decision{signUp(true), factor(true)} {
		clients.Given(t).When(do).ThenRefused(domain.ErrNotFound)
	}
}

func TestBusinessHoursHaveAZoneAndSevenDays(t *testing.T) {
	provider := &client.Created{Client: domain.ProviderClient, Kind: client.Provider}
	set := func(h client.Hours) decision { return func(c *client.Client) error { return c.SetHours(h, now) } }
	week := func(opens, closes int) []client.OpenHours {
		days := make([]client.OpenHours, 7)
		for i := range days {
			days[i] = client.OpenHours{Opens: opens, Closes: closes}
		}
		return days
	}
	good := client.Hours{Zone: "Europe/Stockholm", Days: week(9*60, 18*60)}
	clients.Given(t, provider).When(set(good)).Then(&client.HoursSet{Hours: good})
	clients.Given(t, provider, &client.HoursSet{Hours: good}).When(set(good)).ThenNothing()
	clients.Given(t).When(set(good)).ThenRefused(domain.ErrNotFound)
	clients.Given(t, direct).When(set(good)).ThenRefused(domain.ErrNotFound)
	clients.Given(t, reseller).When(set(good)).ThenRefused(domain.ErrNotFound)
	for name, zone := range map[string]string{
		"no zone": "", "the machine's zone": "Local", "an unknown zone": "Mars/Olympus",
	} {
		t.Run(name, func(t *testing.T) {
			clients.Given(t, provider).When(set(client.Hours{Zone: zone, Days: week(1, 2)})).ThenRefused(domain.ErrZone)
		})
	}
	for name, h := range map[string]client.Hours{
		"six days":            {Zone: "UTC", Days: week(1, 2)[:6]},
		"closes before opens": {Zone: "UTC", Days: week(2, 1)},
		"before midnight":     {Zone: "UTC", Days: week(-1, 1)},
		"after the day's end": {Zone: "UTC", Days: week(0, 24*60+1)},
	} {
		t.Run(name, func(t *testing.T) { clients.Given(t, provider).When(set(h)).ThenRefused(client.ErrHours) })
	}
}
