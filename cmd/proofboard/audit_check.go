package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/archive"
	"github.com/proofboard/proofboard/internal/eventstore/certificate"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/web"
)

type auditGrowthCmd struct {
	From string `arg:"" help:"Size of the log, or a file with a head that was kept."`
	To   int64  `arg:"" optional:"" help:"Larger size. Default: the log as it is now."`
}

func (c auditGrowthCmd) Run(e *environment) error {
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // nothing is half-done
	if c.To < 0 {
		return translog.ErrSizes
	}
	proof, err := c.prove(e, core.Tree)
	if err != nil {
		return err
	}
	if _, _, err := proof.Check(core.AuditKeys.Verifiers...); err != nil {
		return fmt.Errorf("%w: %w", errTampered, err)
	}
	printed, err := proof.Text()
	if err != nil {
		return err
	}
	_, err = e.out.Write(printed)
	return err
}

func (c auditGrowthCmd) prove(e *environment, tree *translog.Tree) (translog.GrowthProof, error) {
	if from, err := strconv.ParseInt(c.From, 10, 64); err == nil {
		return tree.CertifyGrowth(e.ctx, from, c.To)
	}
	kept, err := os.ReadFile(c.From)
	if err != nil {
		return translog.GrowthProof{}, fmt.Errorf("neither a size nor a file with a head: %w", err)
	}
	return tree.CertifyGrowthFrom(e.ctx, string(kept), c.To)
}

type auditCheckCmd struct {
	File string   `arg:"" help:"A head, what audit prove or audit growth printed, an approval certificate as JSON or PDF, or the export of an account." type:"existingfile"`
	Key  []string `help:"Public key of the log, or a file with such keys, as audit key prints them. Default: those of --audit-key." placeholder:"KEY"`
}

func (c auditCheckCmd) Run(e *environment) error {
	keys, err := publicKeys(c.Key)
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		own, err := translog.ReadKeys(e.cfg.AuditKeyFile())
		if err := config.Swapped(e.cfg.AuditKeyFile(), config.AuditKeys, err); err != nil {
			return fmt.Errorf("name the log's public key with --key: %w", err)
		}
		keys = own.Verifiers
	}
	f, err := os.Open(c.File)
	if err != nil {
		return fmt.Errorf("check: %w", err)
	}
	defer f.Close() //nolint:errcheck // only read
	said, err := checkedFile(f, keys)
	if err != nil {
		return err
	}
	fmt.Fprintln(e.out, said)
	return nil
}

// checkedFile checks a file of any size: an archive is not read into memory.
func checkedFile(f *os.File, keys []string) (string, error) {
	start := make([]byte, 4)
	if n, _ := f.ReadAt(start, 0); archive.Is(start[:n]) {
		return checkedArchive(f, keys)
	}
	content, err := io.ReadAll(f)
	if err != nil {
		return "", fmt.Errorf("check: %w", err)
	}
	return checked(content, keys)
}

func checkedArchive(f *os.File, keys []string) (string, error) {
	about, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("check: %w", err)
	}
	a, err := archive.Check(f, about.Size(), keys...)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(
		"Valid. The archive of account %s, made at %s for %s, has %d orders in %d files, unchanged, and %d valid certificates.\n%s had %d events then.",
		a.Account,
		a.At,
		a.By,
		a.Orders,
		a.Files,
		a.Certificates,
		a.Log.Log,
		a.Log.Size,
	), nil
}

// checked recognises the type of a file, checks the file, and returns what it proves.
func checked(file []byte, keys []string) (string, error) {
	switch {
	case certificate.IsPDF(file), bytes.Contains(file[:min(len(file), 200)], []byte("approval certificate")):
		c, head, err := certificate.Check(file, keys...)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf(
			"Valid. Version %d of %q (%d bytes, SHA-256 %s) was approved at %s by %s (%s), with %d annotations.\nThe decision is event %d of %s, whose head covers %d events.",
			c.Version.Number,
			c.File.Name,
			c.File.Size,
			c.File.SHA256,
			c.Decision.At,
			strings.ReplaceAll(c.Decision.Role, "_", " "),
			c.Decision.By,
			len(c.Annotations),
			c.Proof.Position,
			head.Log,
			head.Size,
		), nil
	case bytes.HasPrefix(file, []byte(`{"old":`)):
		proof, err := translog.ReadGrowth(file)
		if err != nil {
			return "", err
		}
		old, head, err := proof.Check(keys...)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%s only grew from %d to %d events.", head.Log, old.Size, head.Size), nil
	case bytes.HasPrefix(file, []byte("{")):
		proof, err := translog.ReadProof(file)
		if err != nil {
			return "", err
		}
		head, err := proof.Check(keys...)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf(
			"Event %d stands in %s, whose head covers %d events.", proof.Position, head.Log, head.Size,
		), nil
	}
	head, err := openHead(file, keys)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s had %d events, with the hash %s.", head.Log, head.Size, head.Hash), nil
}

// publicKeys returns the public keys that an operator named: each a key, or a file with a key on each
// line. The file of the log's private keys stands for their public keys.
func publicKeys(named []string) (keys []string, err error) {
	for _, name := range named {
		text, err := os.ReadFile(name) //nolint:gosec // G304: the operator names it
		if err != nil {                // a key is hardly the path of a file
			keys = append(keys, name)
			continue
		}
		if strings.HasPrefix(strings.TrimSpace(string(text)), "PRIVATE+KEY+") {
			own, err := translog.ReadKeys(name)
			if err != nil {
				return nil, err
			}
			keys = append(keys, own.Verifiers...)
			continue
		}
		before := len(keys)
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line != "" {
				if _, err := note.NewVerifier(line); err != nil {
					return nil, config.Swapped(name, "public key of the log", fmt.Errorf(
						"a line of %s is no public key of a log, as proofboard audit key prints it (name+number+key): %w",
						name,
						err,
					))
				}
				keys = append(keys, line)
			}
		}
		if len(keys) == before {
			return nil, fmt.Errorf("%s holds no public key of a log", name)
		}
	}
	return keys, nil
}

func openHead(file []byte, keys []string) (translog.Head, error) {
	verifiers := make([]note.Verifier, len(keys))
	for i, key := range keys {
		v, err := note.NewVerifier(key)
		if err != nil {
			return translog.Head{}, fmt.Errorf(
				"%q is no public key of a log, as proofboard audit key prints it (name+number+key): %w", key, err,
			)
		}
		verifiers[i] = v
	}
	return translog.OpenHead(string(file), verifiers...)
}

type auditVerifierCmd struct {
	Key []string `help:"Public key that the page begins with, or a file with such keys." placeholder:"KEY"`
}

var errNoVerifier = &domain.Error{
	Code:    domain.NotFound,
	Reason:  "audit.no_verifier",
	Message: "This build has no verifier page: build the web app first.",
}

func (c auditVerifierCmd) Run(e *environment) error {
	app, err := web.App()
	if err != nil {
		return err
	}
	keys, err := publicKeys(c.Key)
	if err != nil {
		return err
	}
	page, err := api.VerifierPage(app, keys)
	if err != nil {
		return errors.Join(errNoVerifier, err)
	}
	_, err = e.out.Write(page)
	return err
}
