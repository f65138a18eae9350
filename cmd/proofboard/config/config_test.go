package config_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/workers/mailer"
)

func valid() config.Config {
	return config.Config{
		Listen:   "127.0.0.1:8080",
		Data:     "./var",
		MailFrom: "a@b.c",
		S3:       config.S3{Bucket: "proofboard", Region: "us-east-1"},
		Work:     config.Work{Remind: time.Hour, Answer: time.Minute, Away: time.Minute},
	}
}

func TestWhatIsInvalidIsRefusedWithItsReason(t *testing.T) {
	for name, c := range map[string]struct {
		set  func(*config.Config)
		says string
	}{
		"no port":                    {func(c *config.Config) { c.Listen = "localhost" }, "--listen"},
		"a host that is a URL":       {func(c *config.Config) { c.Hosts = []string{"https://x"} }, "PROOFBOARD_HOSTS"},
		"a proxy by its name":        {func(c *config.Config) { c.TrustedProxies = []string{"proxy"} }, "PROOFBOARD_TRUSTED_PROXIES"},
		"half a network":             {func(c *config.Config) { c.TrustedProxies = []string{"10.1.2.3/8"} }, "PROOFBOARD_TRUSTED_PROXIES"},
		"no data folder":             {func(c *config.Config) { c.Data = "" }, "--data"},
		"a database of another kind": {func(c *config.Config) { c.DatabaseURL = "mysql://u:geheim@h/db" }, "DATABASE_URL"},
		"a database that is no URL":  {func(c *config.Config) { c.DatabaseURL = "postgres://u:geheim@h:port" }, "DATABASE_URL"},
		"NATS over HTTP":             {func(c *config.Config) { c.NATSURL = "http://h" }, "NATS_URL"},
		"a store without keys":       {func(c *config.Config) { c.S3.Endpoint = "https://s3.test" }, "S3_ACCESS_KEY"},
		"keys without a store":       {func(c *config.Config) { c.S3.SecretKey = "geheim" }, "S3_ENDPOINT"},
		"no bucket":                  {func(c *config.Config) { c.S3.Bucket = "" }, "S3_BUCKET"},
		"mail over HTTP":             {func(c *config.Config) { c.SMTPURL = "http://u:geheim@h" }, "SMTP_URL"},
		"traces to a file":           {func(c *config.Config) { c.Traces.Endpoint = "file:///tmp/geheim" }, "OTEL_EXPORTER_OTLP_ENDPOINT"},
		"more traces than requests":  {func(c *config.Config) { c.Traces.Ratio = 1.5 }, "OTEL_TRACES_SAMPLER_ARG"},
		"no number of traces":        {func(c *config.Config) { c.Traces.Ratio = math.NaN() }, "OTEL_TRACES_SAMPLER_ARG"},
		"mail before it happens":     {func(c *config.Config) { c.MailWait = -1 }, "PROOFBOARD_MAIL_WAIT"},
		"links that never work":      {func(c *config.Config) { c.S3.LinkLife = time.Millisecond }, "S3_LINK_LIFE"},
		"links that outlive access":  {func(c *config.Config) { c.S3.LinkLife = time.Hour }, "S3_LINK_LIFE"},
		"a zone by its name":         {func(c *config.Config) { c.GuestTimeZone = "Asia/Singapore" }, "PROOFBOARD_GUEST_TIME_ZONE"},
		"a sender that is no mail":   {func(c *config.Config) { c.MailFrom = "nobody" }, "PROOFBOARD_MAIL_FROM"},
		"a public URL without host":  {func(c *config.Config) { c.PublicURL = "https:///x" }, "PROOFBOARD_PUBLIC_URL"},
	} {
		t.Run(name, func(t *testing.T) {
			cfg := valid()
			c.set(&cfg)
			err := cfg.Validate()
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("%v does not name %s", err, c.says)
			}
			if strings.Contains(err.Error(), "geheim") {
				t.Errorf("the error tells a secret: %v", err)
			}
		})
	}
	cfg := valid()
	if err := cfg.Validate(); err != nil {
		t.Errorf("a valid configuration is refused: %v", err)
	}
}

func TestEverythingWrongIsToldAtOnce(t *testing.T) {
	cfg := valid()
	cfg.Listen, cfg.NATSURL = "nowhere", "http://h"
	err := cfg.Validate()
	if err == nil || !strings.Contains(err.Error(), "--listen") || !strings.Contains(err.Error(), "NATS_URL") {
		t.Errorf("only part of it is told: %v", err)
	}
}

func TestSecretsAreMasked(t *testing.T) {
	cfg := valid()
	cfg.DatabaseURL, cfg.NATSURL = "postgres://app:geheim@db/x?sslpassword=geheim", "nats://app:geheim@nats,tls://geheim@nats-2:4222,nats://app:geheim@nats-3"
	cfg.SMTPURL, cfg.S3 = "smtp://app:geheim@mail:25", config.S3{
		Endpoint:       "https://app:geheim@s3.test",
		PublicEndpoint: "https://s3.test/?token=geheim",
		AccessKey:      "key",
		SecretKey:      "geheim",
		Bucket:         "b",
		Region:         "r",
	}
	cfg.Traces.Endpoint = "http://app:geheim@otel:4318"
	if err := cfg.Validate(); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(cfg.Lines(), "\n")
	if strings.Contains(text, "geheim") {
		t.Errorf("a secret is printed:\n%s", text)
	}
	for _, part := range []string{"db/x", "app", "mail:25", "s3.test", "key", "otel:4318", "nats-2:4222", "nats-3"} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is missing:\n%s", part, text)
		}
	}
}

func TestGuestsAreToldTimesInUTCPlus8UnlessConfigured(t *testing.T) { // SH-317 D-36
	for offset, want := range map[string]string{"": "04:00 +08:00", "+08:00": "04:00 +08:00", "-03:30": "16:30 -03:30", "+00:00": "20:00 +00:00"} {
		cfg := valid()
		cfg.GuestTimeZone = offset
		if err := cfg.Validate(); err != nil {
			t.Fatal(err)
		}
		if got := time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC).In(cfg.GuestZone()).Format("15:04 -07:00"); got != want {
			t.Errorf("%q: %s, want %s", offset, got, want)
		}
	}
}

func TestTheDemoIsForTheEmbeddedDatabaseUnlessAskedFor(t *testing.T) {
	yes, no := true, false
	for _, c := range []struct {
		url  string
		demo *bool
		want bool
	}{{"", nil, true}, {"postgres://h/db", nil, false}, {"postgres://h/db", &yes, true}, {"", &no, false}} {
		cfg := config.Config{DatabaseURL: c.url, Demo: c.demo}
		if cfg.WantsDemo() != c.want {
			t.Errorf("database %q, demo %v: %v", c.url, c.demo, cfg.WantsDemo())
		}
	}
}

func TestTheProductsOwnNamesAreThoseOfItsAddresses(t *testing.T) {
	cfg := valid()
	cfg.Listen, cfg.PublicURL, cfg.Hosts = "192.0.2.7:80", "https://Proofs.example.com:8443/", []string{
		"Board.example.com",
	}
	if got := strings.Join(cfg.OwnHosts(), " "); got != "proofs.example.com 192.0.2.7 board.example.com" {
		t.Errorf("answers under %s", got)
	}
	for listen, exposed := range map[string]bool{
		"127.0.0.1:8080": false, "localhost:8080": false, "[::1]:8080": false, "0.0.0.0:8080": true, ":8080": true, "[::]:80": true, "192.0.2.7:80": true, "box:80": true,
	} {
		if cfg.Listen = listen; cfg.Exposed() != exposed {
			t.Errorf("%s is reached from elsewhere: %t", listen, cfg.Exposed())
		}
	}
}

// Mail about what another person did comes within a minute, with the time until the job looks again.
func TestMailComesWithinAMinute(t *testing.T) { // D-78
	var c config.Config
	parser, err := kong.New(&c)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(nil); err != nil {
		t.Fatal(err)
	}
	if longest := c.MailWait + (mailer.Config{Wait: c.MailWait}).Every(); longest <= 0 || longest > 45*time.Second {
		t.Errorf("mail comes after %v", longest)
	}
}
