package serve

import (
	"log/slog"
	"testing"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
)

func TestMailIsShownByADemoAndMissingMailIsWarnedAbout(t *testing.T) {
	yes, no := true, false
	for name, c := range map[string]struct {
		cfg    config.Config
		page   bool
		warned bool
	}{
		"a demo on this machine":    {config.Config{Listen: "127.0.0.1:0", Demo: &yes}, true, false},
		"a demo for everybody":      {config.Config{Listen: "0.0.0.0:0", Demo: &yes}, true, true},
		"no demo":                   {config.Config{Listen: "127.0.0.1:0", Demo: &no}, false, false},
		"no demo, for everybody":    {config.Config{Listen: ":8080", Demo: &no}, false, true},
		"with a mail server":        {config.Config{Listen: ":8080", Demo: &yes, SMTPURL: "smtp://localhost:25"}, false, false},
		"a database, demo not said": {config.Config{Listen: ":8080", DatabaseURL: "postgres://x"}, false, true},
	} {
		c.cfg.Data = t.TempDir()
		s := &Server{Process: &core.Process{Core: core.New(c.cfg, slog.New(slog.DiscardHandler))}}
		if err := s.OpenMail(); err != nil {
			t.Fatal(err)
		}
		if shown := s.mailPage() != nil; shown != c.page {
			t.Errorf("%s: mail is shown: %t", name, shown)
		}
		if warned := len(s.settingWarnings()) > 0; warned != c.warned {
			t.Errorf("%s: warned: %t", name, warned)
		}
	}
}
