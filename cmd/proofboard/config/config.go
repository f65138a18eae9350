// Package config contains the settings that an operator makes with flags and environment variables,
// and validates them.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Config contains all settings of the program. If the setting for PostgreSQL, NATS, the file store
// or mail is empty, the program uses its embedded service.
type Config struct {
	Listen         string   `help:"Address to serve HTTP on." default:"127.0.0.1:8080" env:"PROOFBOARD_LISTEN" placeholder:"HOST:PORT"`
	Data           string   `help:"Folder for everything that the embedded services keep." default:"./var" env:"PROOFBOARD_DATA" type:"path"`
	PublicURL      string   `help:"Where people reach the product, for links in mail." env:"PROOFBOARD_PUBLIC_URL" placeholder:"URL"`
	Hosts          []string `help:"Further host names that people reach the product by, with commas between; requests for other names are refused." env:"PROOFBOARD_HOSTS" placeholder:"NAME"`
	TrustedProxies []string `help:"Addresses of the proxies in front whose X-Forwarded-For is believed, as CIDRs with commas between." env:"PROOFBOARD_TRUSTED_PROXIES" placeholder:"CIDR"`
	WebhookTargets []string `help:"Private networks that webhooks may reach, also without TLS, as CIDRs with commas between. Default: none." env:"PROOFBOARD_WEBHOOK_TARGETS" placeholder:"CIDR"`
	LogLevel       string   `help:"debug, info, warn or error." default:"info" enum:"debug,info,warn,error" env:"PROOFBOARD_LOG_LEVEL"`
	LogFormat      string   `help:"text or json." default:"text" enum:"text,json" env:"PROOFBOARD_LOG_FORMAT"`
	Demo           *bool    `help:"Fill an empty store with a demo company. Default: only with the embedded PostgreSQL." negatable:"" env:"PROOFBOARD_DEMO"`

	DatabaseURL string `help:"PostgreSQL 15 or newer instead of the embedded one." env:"DATABASE_URL" placeholder:"URL"`
	NATSURL     string `name:"nats-url" help:"NATS with JetStream instead of the embedded one; the servers of a cluster with commas between." env:"NATS_URL" placeholder:"URL"`
	S3          S3     `embed:"" prefix:"s3-"`
	SMTPURL     string `name:"smtp-url" help:"Mail server (smtp://user:password@host:port); without one mail is kept in the data folder." env:"SMTP_URL" placeholder:"URL"`
	MailFrom    string `help:"Sender of mail." default:"proofboard@localhost" env:"PROOFBOARD_MAIL_FROM" placeholder:"ADDRESS"`

	TourVideo  string `help:"Video that a guided tour offers. Default: none." env:"PROOFBOARD_TOUR_VIDEO" placeholder:"URL"`
	ChatScript string `help:"Script of a chat widget, which customers get. Default: none." env:"PROOFBOARD_CHAT_SCRIPT" placeholder:"URL"`

	Stripe Stripe `embed:"" prefix:"stripe-"`

	MailWait time.Duration `help:"A notification may stay unread as long before the mail about it, for those who want it at once." default:"30s" env:"PROOFBOARD_MAIL_WAIT"`

	GuestTimeZone string `help:"Offset from UTC that guests are told times in." default:"+08:00" env:"PROOFBOARD_GUEST_TIME_ZONE" placeholder:"+HH:MM"`

	Work Work `embed:"" prefix:"work-"`

	Traces Traces `embed:"" prefix:"otlp-"`

	MasterKey string `help:"File with the key that people's keys are wrapped with, the same for every process; made if it is not there. Default: keys/master.key in the data folder." env:"PROOFBOARD_MASTER_KEY" placeholder:"FILE" type:"path"`

	EventKey string `help:"File with the keys that authenticate events and snapshots, the same for every process; made if it is not there. Default: events.key beside the master key." env:"PROOFBOARD_EVENT_KEY" placeholder:"FILE" type:"path"`

	Build   string `kong:"-"` // the version of the program
	Program string `kong:"-"` // the program to start with "picture"; empty: this program

	AuditKey   string `help:"File with the key that signs the log's heads, the same for every process; made if it is not there. Default: audit/log.key in the data folder." env:"PROOFBOARD_AUDIT_KEY" placeholder:"FILE" type:"path"`
	AuditHeads string `help:"Folder that the signed heads are published to. Default: audit/heads in the data folder." env:"PROOFBOARD_AUDIT_HEADS" placeholder:"FOLDER" type:"path"`
}

// ValidateShared returns an error for each setting that prevents several processes from working as
// one installation.
func (c *Config) ValidateShared() error {
	var wrong []error
	for name, value := range map[string]string{"DATABASE_URL": c.DatabaseURL, "NATS_URL": c.NATSURL, "S3_ENDPOINT": c.S3.Endpoint, "PROOFBOARD_AUDIT_KEY": c.AuditKey, "PROOFBOARD_MASTER_KEY": c.MasterKey} {
		if value == "" {
			wrong = append(
				wrong, fmt.Errorf("%s is needed: api and worker processes share it; serve brings its own", name),
			)
		}
	}
	return errors.Join(wrong...)
}

// Logger returns a logger with the configured level and format.
func (c *Config) Logger(to io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo
	}
	options := &slog.HandlerOptions{Level: level}
	if c.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// Release returns the version if it identifies exactly one build, else the empty string.
func (c *Config) Release() string {
	if c.Build == "dev" || c.Build == "unknown" || strings.HasSuffix(c.Build, "-dirty") {
		return ""
	}
	return c.Build
}

// defaultGuestZone is the time zone in the requirements (SH-317).
const defaultGuestZone = "+08:00"

// GuestZone returns the time zone of the times that guests see. It returns UTC if the configured
// zone is invalid.
func (c *Config) GuestZone() *time.Location {
	zone, err := guestZone(c.GuestTimeZone)
	if err != nil {
		return time.UTC
	}
	return zone
}

func guestZone(offset string) (*time.Location, error) {
	at, err := time.Parse("-07:00", or(offset, defaultGuestZone))
	if err != nil {
		return nil, fmt.Errorf("PROOFBOARD_GUEST_TIME_ZONE %q is not like +08:00", offset)
	}
	_, seconds := at.Zone()
	return time.FixedZone("UTC"+or(offset, defaultGuestZone), seconds), nil
}

// AuditKeyFile returns the path of the key that signs the heads of the transparency log.
func (c *Config) AuditKeyFile() string {
	return or(c.AuditKey, filepath.Join(c.Data, "audit", "log.key"))
}

// MasterKeyFile returns the path of the key that encrypts the keys of people.
func (c *Config) MasterKeyFile() string {
	return or(c.MasterKey, filepath.Join(c.Data, "keys", "master.key"))
}

// EventKeyFile returns the path of the keys that authenticate events and snapshots.
func (c *Config) EventKeyFile() string {
	return or(c.EventKey, filepath.Join(filepath.Dir(c.MasterKeyFile()), "events.key"))
}

// AuditHeadsFolder returns the folder in which the program publishes the signed heads.
func (c *Config) AuditHeadsFolder() string {
	return or(c.AuditHeads, filepath.Join(c.Data, "audit", "heads"))
}

// Work sets when the program asks a person whose timer runs whether they still work, and when it
// stops the timer if they do not answer. 0 means never.
type Work struct {
	Remind time.Duration `help:"A working time that runs as long is asked about." default:"60m" env:"PROOFBOARD_WORK_REMIND"`
	Answer time.Duration `help:"It stops if nobody answers for as long." default:"10m" env:"PROOFBOARD_WORK_ANSWER"`
	Away   time.Duration `help:"It stops if the person's browser is gone for as long." default:"15m" env:"PROOFBOARD_WORK_AWAY"`
}

// Traces sets where the program sends spans. The other environment variables of the OpenTelemetry
// SDK (OTEL_SERVICE_NAME, OTEL_EXPORTER_OTLP_HEADERS, OTEL_BSP_* and so on) apply too.
type Traces struct {
	Endpoint string  `help:"OTLP/HTTP collector to send traces to; without one there are none." env:"OTEL_EXPORTER_OTLP_ENDPOINT" placeholder:"URL"`
	Ratio    float64 `help:"Share of requests that are traced, 0 to 1." default:"1" env:"OTEL_TRACES_SAMPLER_ARG"`
}

// S3 describes a file store. If Endpoint is empty, it is the embedded one.
type S3 struct {
	Endpoint       string `help:"S3 store instead of the embedded gateway." env:"S3_ENDPOINT" placeholder:"URL"`
	PublicEndpoint string `help:"Where browsers reach the store, if elsewhere." env:"S3_PUBLIC_ENDPOINT" placeholder:"URL"`
	AccessKey      string `help:"Access key of the store." env:"S3_ACCESS_KEY"`
	SecretKey      string `help:"Secret key of the store." env:"S3_SECRET_KEY"`
	Bucket         string `help:"Bucket of the store." default:"proofboard" env:"S3_BUCKET"`
	Region         string `help:"Region of the store." default:"us-east-1" env:"S3_REGION"`

	LinkLife time.Duration `help:"How long a link to a file works, from 1s to 1m." default:"1m" env:"S3_LINK_LIFE"`
}

// Stripe describes the account with Stripe that direct customers pay to by card. Without keys invoices are paid by
// bank transfer.
type Stripe struct {
	SecretKey      string `help:"Secret key of the Stripe account that direct customers pay to by card. Default: they pay by bank transfer." env:"STRIPE_SECRET_KEY"`
	PublishableKey string `help:"Publishable key of the Stripe account." env:"STRIPE_PUBLISHABLE_KEY"`
	WebhookSecret  string `help:"Signing secret of Stripe's webhook endpoint /api/webhooks/stripe." env:"STRIPE_WEBHOOK_SECRET"`
	API            string `name:"api" help:"Address of Stripe's API, if another one stands in for it." env:"STRIPE_API" placeholder:"URL"`
}

// On reports whether cards can be charged.
func (s Stripe) On() bool { return s.SecretKey != "" }

func (s Stripe) validate() error {
	all := []string{s.SecretKey, s.PublishableKey, s.WebhookSecret}
	if slices.Contains(all, "") && strings.Join(all, "") != "" {
		return errors.New("STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET need each other")
	}
	return checkURL("STRIPE_API", s.API, "http", "https")
}

func (s Stripe) describe() string {
	if !s.On() {
		return "bank transfer"
	}
	return "cards of direct customers with Stripe"
}

// longestLinkLife is the maximum and the default life of a link to a file. It is short because a
// link still works after its reader loses access (check 15).
const longestLinkLife = time.Minute

// Links returns how long a link to a file is valid.
func (s S3) Links() time.Duration {
	if s.LinkLife == 0 {
		return longestLinkLife
	}
	return s.LinkLife
}

// Validate returns an error that contains every problem of the configuration, so that the operator
// sees all of them before anything starts.
func (c *Config) Validate() error {
	var wrong []error
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		wrong = append(wrong, fmt.Errorf("--listen %q is not HOST:PORT", c.Listen))
	}
	if c.Data == "" {
		wrong = append(wrong, errors.New("--data is empty"))
	} else if abs, err := filepath.Abs(c.Data); err != nil {
		wrong = append(wrong, fmt.Errorf("--data %q: %w", c.Data, err))
	} else {
		c.Data = abs
	}
	wrong = append(wrong,
		checkURL("DATABASE_URL", c.DatabaseURL, "postgres", "postgresql"),
		checkURL("S3_ENDPOINT", c.S3.Endpoint, "http", "https"),
		checkURL("S3_PUBLIC_ENDPOINT", c.S3.PublicEndpoint, "http", "https"),
		checkURL("OTEL_EXPORTER_OTLP_ENDPOINT", c.Traces.Endpoint, "http", "https"),
		checkURL("SMTP_URL", c.SMTPURL, "smtp", "smtps"),
		checkURL("PROOFBOARD_CHAT_SCRIPT", c.ChatScript, "http", "https"),
		checkURL("PROOFBOARD_TOUR_VIDEO", c.TourVideo, "http", "https"),
		checkURL("PROOFBOARD_PUBLIC_URL", c.PublicURL, "http", "https"))
	for name, written := range map[string][]string{
		"PROOFBOARD_TRUSTED_PROXIES": c.TrustedProxies, "PROOFBOARD_WEBHOOK_TARGETS": c.WebhookTargets,
	} {
		for _, network := range written {
			if p, err := netip.ParsePrefix(network); err != nil || p != p.Masked() {
				wrong = append(wrong, fmt.Errorf("%s %q is not like 10.1.0.0/16 or 192.0.2.7/32", name, network))
			}
		}
	}
	for _, host := range c.Hosts {
		if host == "" || strings.ContainsAny(host, "/: *") {
			wrong = append(wrong, fmt.Errorf("PROOFBOARD_HOSTS %q is no host name", host))
		}
	}
	for server := range strings.SplitSeq(c.NATSURL, ",") {
		wrong = append(wrong, checkURL("NATS_URL", server, "nats", "tls", "ws", "wss"))
	}
	if c.S3.Endpoint != "" && (c.S3.AccessKey == "" || c.S3.SecretKey == "") {
		wrong = append(wrong, errors.New("S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY"))
	}
	if c.S3.Endpoint == "" && (c.S3.AccessKey != "" || c.S3.SecretKey != "" || c.S3.PublicEndpoint != "") {
		wrong = append(wrong, errors.New("S3_ACCESS_KEY, S3_SECRET_KEY and S3_PUBLIC_ENDPOINT need S3_ENDPOINT"))
	}
	if _, err := mail.ParseAddress(c.MailFrom); err != nil {
		wrong = append(wrong, fmt.Errorf("PROOFBOARD_MAIL_FROM %q is no mail address", c.MailFrom))
	}
	if !(c.Traces.Ratio >= 0 && c.Traces.Ratio <= 1) {
		wrong = append(wrong, fmt.Errorf("OTEL_TRACES_SAMPLER_ARG %g is not between 0 and 1", c.Traces.Ratio))
	}
	if c.Work.Remind < 0 || c.Work.Answer < 0 || c.Work.Away < 0 {
		wrong = append(wrong, errors.New("--work-remind, --work-answer and --work-away are not below 0"))
	}
	if _, err := guestZone(c.GuestTimeZone); err != nil {
		wrong = append(wrong, err)
	}
	wrong = append(wrong, c.Stripe.validate())
	if c.MailWait < 0 {
		wrong = append(wrong, errors.New("PROOFBOARD_MAIL_WAIT is below 0"))
	}
	if life := c.S3.Links(); life < time.Second || life > longestLinkLife {
		wrong = append(wrong, fmt.Errorf("S3_LINK_LIFE %s is not between 1s and %s", life, longestLinkLife))
	}
	if c.S3.Bucket == "" {
		wrong = append(wrong, errors.New("S3_BUCKET is empty"))
	}
	return errors.Join(wrong...)
}

func checkURL(name, value string, schemes ...string) error {
	if value == "" {
		return nil
	}
	u, err := url.Parse(value)
	if err != nil { // the error text may contain the password
		return fmt.Errorf("%s is not a URL", name)
	}
	for _, s := range schemes {
		if u.Scheme == s && (u.Host != "" || strings.HasPrefix(s, "postgres")) {
			return nil
		}
	}
	return fmt.Errorf("%s does not begin with %s://", name, strings.Join(schemes, ":// or "))
}

// OwnHosts returns the host names that the product accepts, besides loopback names.
func (c *Config) OwnHosts() []string {
	var names []string
	if u, err := url.Parse(c.PublicURL); err == nil && u.Host != "" {
		names = append(names, strings.ToLower(u.Hostname()))
	}
	if host, _, err := net.SplitHostPort(c.Listen); err == nil && host != "" {
		if ip := net.ParseIP(host); ip == nil || !ip.IsUnspecified() {
			names = append(names, strings.ToLower(host))
		}
	}
	for _, h := range c.Hosts {
		names = append(names, strings.ToLower(strings.TrimSuffix(h, ".")))
	}
	return names
}

// Proxies returns the networks from which the product trusts X-Forwarded-For.
func (c *Config) Proxies() []netip.Prefix { return networks(c.TrustedProxies) }

// PrivateTargets returns the private networks that webhooks may reach.
func (c *Config) PrivateTargets() []netip.Prefix { return networks(c.WebhookTargets) }

func networks(written []string) []netip.Prefix {
	var all []netip.Prefix
	for _, network := range written {
		if p, err := netip.ParsePrefix(network); err == nil { // Validate rejects invalid networks
			all = append(all, p)
		}
	}
	return all
}

// Exposed reports whether other machines can reach the product.
func (c *Config) Exposed() bool {
	host, _, err := net.SplitHostPort(c.Listen)
	ip := net.ParseIP(host)
	return err != nil || host != "localhost" && (ip == nil || !ip.IsLoopback())
}

// Address returns the URL at which people reach the product, unless it listens on a port that the
// system chooses.
func (c *Config) Address() string {
	return strings.TrimSuffix(cmp.Or(c.PublicURL, "http://"+c.Listen), "/")
}

// WantsDemo reports whether the program creates the demo company in an empty store.
func (c *Config) WantsDemo() bool {
	if c.Demo != nil {
		return *c.Demo
	}
	return c.DatabaseURL == ""
}

// Lines returns the settings in use as text, with the secrets masked.
func (c *Config) Lines() []string {
	demo := "no"
	if c.WantsDemo() {
		demo = "if the store is empty"
	}
	return []string{
		"listen       " + c.Listen,
		"data         " + c.Data,
		"public url   " + or(masked(c.PublicURL), "http://"+c.Listen),
		"hosts        " + strings.Join(append([]string{"localhost"}, c.OwnHosts()...), ", "),
		"proxies      " + or(strings.Join(c.TrustedProxies, ", "), "none trusted"),
		"log          " + c.LogLevel + ", " + c.LogFormat,
		"demo         " + demo,
		"database     " + or(masked(c.DatabaseURL), "embedded PostgreSQL in "+filepath.Join(c.Data, "postgres")),
		"nats         " + or(masked(c.NATSURL), "embedded NATS in "+filepath.Join(c.Data, "nats")),
		"files        " + or(c.S3.describe(), "embedded S3 gateway in "+filepath.Join(c.Data, "s3")),
		"mail         " + or(masked(c.SMTPURL), "kept in "+filepath.Join(c.Data, "mail")),
		"webhooks     " + or(strings.Join(c.WebhookTargets, ", "), "to the public internet only"),
		"payments     " + c.Stripe.describe(),
		"traces       " + c.Traces.describe(),
		"event key    " + c.EventKeyFile(),
		"audit key    " + c.AuditKeyFile(),
		"audit heads  " + c.AuditHeadsFolder(),
	}
}

func (t Traces) describe() string {
	if t.Endpoint == "" {
		return "none"
	}
	return fmt.Sprintf("%g of requests, to %s", t.Ratio, masked(t.Endpoint))
}

func (s S3) describe() string {
	if s.Endpoint == "" {
		return ""
	}
	text := fmt.Sprintf(
		"%s, bucket %s, region %s, access key %s, secret key ***", masked(s.Endpoint), s.Bucket, s.Region, s.AccessKey,
	)
	if s.PublicEndpoint != "" {
		text += ", for browsers " + masked(s.PublicEndpoint)
	}
	return text
}

// masked hides the secrets in one URL or in several URLs with commas between them.
func masked(raw string) string {
	all := strings.Split(raw, ",")
	for i, one := range all {
		all[i] = maskedOne(one)
	}
	return strings.Join(all, ",")
}

var secretNames = []string{"pass", "secret", "token", "key", "credential"}

func maskedOne(raw string) string {
	if raw == "" {
		return ""
	}
	u, err := url.Parse(raw)
	if err != nil {
		return "***"
	}
	if _, has := u.User.Password(); u.User != nil && !has {
		u.User = url.User("xxxxx") // NATS accepts a token instead of a user name
	}
	q := u.Query()
	for name := range q {
		if slices.ContainsFunc(secretNames, func(s string) bool { return strings.Contains(strings.ToLower(name), s) }) {
			q.Set(name, "***")
		}
	}
	u.RawQuery = q.Encode()
	return strings.ReplaceAll(u.Redacted(), "xxxxx", "***")
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
