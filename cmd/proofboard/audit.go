package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/internal/eventstore/keyring"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

type auditCmd struct {
	Verify   auditVerifyCmd   `cmd:"" help:"Recompute the transparency log from the events and compare it with every signed head."`
	Head     auditHeadCmd     `cmd:"" help:"Sign and print the head of the log as it is now."`
	Prove    auditProveCmd    `cmd:"" help:"Print a proof that the event at a position stands in the log."`
	Growth   auditGrowthCmd   `cmd:"" help:"Print a proof that the log only grew from one size, or from a head kept elsewhere, to another."`
	Check    auditCheckCmd    `cmd:"" help:"Check a head, a proof, an approval certificate (JSON or PDF) or the export of an account; needs nothing but the log's public key."`
	Key      auditKeyCmd      `cmd:"" help:"Print the log's public keys, newest first."`
	EventKey auditEventKeyCmd `cmd:"" name:"event-key" help:"Print the names of the keys that authenticate events, newest first, and from where on events need one."`
	Verifier auditVerifierCmd `cmd:"" help:"Print the page that checks certificates in a browser, without a network."`
}

type auditVerifyCmd struct {
	Head []string `help:"File with a head that was kept elsewhere; those of --audit-heads are compared anyway." placeholder:"FILE" type:"existingfile"`
	Key  []string `help:"Public key that a head may be signed with, or a file with such keys. Default: those of --audit-key." placeholder:"KEY"`

	Snapshots bool `help:"Fold the events of everything that has a snapshot, and compare."`

	HeadsFromStore bool `help:"Compare with the heads in the file store (S3) too."`
}

var errTampered = errors.New("the log is not as it was")

func (c auditVerifyCmd) Run(e *environment) error {
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // only read
	kept, err := translog.Folder(e.cfg.AuditHeadsFolder()).Heads(e.ctx)
	if err != nil {
		return err
	}
	keys, err := publicKeys(c.Key)
	if err != nil {
		return err
	}
	if len(keys) == 0 {
		keys = core.AuditKeys.Verifiers
	}
	if c.HeadsFromStore {
		stored, err := core.HeadsInStore(e.ctx)
		if err != nil {
			return err
		}
		kept = append(kept, stored...)
	}
	for _, file := range c.Head {
		text, err := os.ReadFile(file) //nolint:gosec // G304: the operator names it
		if err != nil {
			return fmt.Errorf("head: %w", err)
		}
		if _, err := openHead(text, keys); err != nil {
			return fmt.Errorf(
				"--head %s is not a head that was signed with one of the keys (%s): %w", file, strings.Join(keys, ", "),
				err,
			)
		}
		kept = append(kept, string(text))
	}
	report, err := core.Tree.Verify(
		e.ctx, keys, kept, func(events int64) { e.log.Debug("verifying", "events", events) },
	)
	if err != nil {
		return err
	}
	fmt.Fprintf(
		e.out, "%d events, %d of them in the tree, %d signed heads\n", report.Events, report.Covered, report.Heads,
	)
	for _, f := range report.Findings {
		fmt.Fprintf(e.out, "position %d: %s\n", f.Position, f.What)
	}
	wrong := len(report.Findings)
	if c.Snapshots {
		found, err := core.VerifySnapshots(e.ctx)
		if err != nil {
			return err
		}
		fmt.Fprintf(e.out, "%d snapshots\n", found.Checked)
		if found.Before > 0 {
			fmt.Fprintf(
				e.out,
				"%d of them are not authenticated, from before the log had authenticators: they are not used, and are made again.\n",
				found.Before,
			)
		}
		for _, f := range found.Faults {
			fmt.Fprintln(e.out, f)
		}
		wrong += len(found.Faults)
	}
	if wrong > 0 {
		return errTampered
	}
	fmt.Fprintln(e.out, "The log is as it was signed.")
	return nil
}

type auditHeadCmd struct{}

func (auditHeadCmd) Run(e *environment) error {
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // nothing is half-done
	head, err := core.Tree.SignHead(e.ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(e.out, head)
	return err
}

type auditProveCmd struct {
	Event string `arg:"" name:"position" help:"Position of the event in the log, or the number of an order, such as PB-15, for its last event."`
}

func (c auditProveCmd) Run(e *environment) error {
	position, notPosition := strconv.ParseInt(c.Event, 10, 64)
	if notPosition != nil {
		if err := core.NamesOrder(c.Event); err != nil {
			return err
		}
	}
	core, err := core.Open(e.ctx, e.cfg, e.log)
	if err != nil {
		return err
	}
	defer core.Close() //nolint:errcheck // nothing is half-done
	if notPosition != nil {
		if position, err = core.LastOfOrder(e.ctx, c.Event); err != nil {
			return err
		}
	}
	proof, err := core.Tree.Certify(e.ctx, position)
	if err != nil {
		return err
	}
	printed, err := proof.Text()
	if err != nil {
		return err
	}
	_, err = e.out.Write(printed)
	return err
}

type auditKeyCmd struct {
	Rotate bool `help:"Make a new key first. Heads are signed with the old ones too until their lines are removed from the key file."`
}

func (c auditKeyCmd) Run(e *environment) error {
	open := translog.OpenKeys
	if c.Rotate {
		open = translog.RotateKeys
	}
	keys, err := open(e.cfg.AuditKeyFile())
	if err := config.Swapped(e.cfg.AuditKeyFile(), config.AuditKeys, err); err != nil {
		return err
	}
	for _, v := range keys.Verifiers {
		fmt.Fprintln(e.out, v)
	}
	return nil
}

type auditEventKeyCmd struct {
	Rotate bool `help:"Make a new key first. It is used by each process from its next start on; the old ones must stay in the file for what they authenticated."`
}

func (c auditEventKeyCmd) Run(e *environment) error {
	keys, err := keyring.Open(e.cfg.EventKeyFile())
	if err == nil && c.Rotate {
		err = keys.Rotate()
	}
	if err := config.Swapped(e.cfg.EventKeyFile(), config.EventKeys, err); err != nil {
		return err
	}
	for _, id := range keys.IDs() {
		fmt.Fprintln(e.out, id)
	}
	if b := keys.Boundary(); b != nil {
		fmt.Fprintf(e.out, "Events after position %d need an authenticator.\n", b.Position)
	} else {
		fmt.Fprintln(
			e.out,
			"Which events need an authenticator is not settled yet: the server does that once no older build is at work.",
		)
	}
	return nil
}
