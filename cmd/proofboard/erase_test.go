package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts"
)

// naming returns the files in a folder that contain a text.
func naming(t *testing.T, dir, text string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // the running database has removed the file
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if bytes.Contains(raw, []byte(text)) {
			files = append(files, strings.TrimPrefix(path, dir))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// longReader opens a transaction that may read every row there is now, and ends it six seconds later.
// PostgreSQL keeps deleted rows as long.
func longReader(t *testing.T, dsn string) (wait func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Exec(
		t.Context(), "begin isolation level repeatable read; select 1",
	); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	time.AfterFunc(6*time.Second, func() { ended <- conn.Close(context.Background()) })
	return func() {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

func TestAnErasedAddressIsInNoFileAndARestoredDatabaseDoesNotBringItBack(t *testing.T) { // BY-041
	const address, name = "zebulon.quagmire@acme.test", "Zebulon-Quagmire"
	dir, no := data(t), false
	cfg := config.Config{Listen: "127.0.0.1:0", Data: dir, Demo: &no, S3: config.S3{Bucket: "proofboard"}}
	serve := func(do func(p *program.Program)) {
		t.Helper()
		p, err := program.Open(t.Context(), cfg, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- p.Run(ctx) }()
		do(p)
		stop()
		if err := errors.Join(<-done, p.Close()); err != nil {
			t.Fatal(err)
		}
	}
	exec := func(p *program.Program, sql string, args ...any) {
		t.Helper()
		conn, err := pgx.Connect(t.Context(), p.Owner)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close(context.Background()) //nolint:errcheck // the statement says what is wrong
		if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	leaver := accounts.User{
		ID:        uuid.New(),
		Email:     address,
		Firstname: name,
		Role:      domain.Manager,
		ClientID:  domain.ProviderClient,
		TimeZone:  "UTC",
	}
	stays := accounts.User{
		ID:        uuid.New(),
		Email:     "stays@acme.test",
		Firstname: "Stays",
		Role:      domain.Manager,
		ClientID:  domain.ProviderClient,
		TimeZone:  "UTC",
	}
	serve(func(p *program.Program) {
		if err := p.Plant(t.Context(), accounts.Seed{
			Clients:  []accounts.Client{{ID: domain.ProviderClient, Name: "Studio", Kind: "provider"}},
			Users:    []accounts.User{leaver, stays},
			Password: "secret-enough",
		}); err != nil {
			t.Fatal(err)
		}
		exec(p, "analyze users; checkpoint")
		mail := filepath.Join(dir, "mail")
		for i, text := range []string{"To: Somebody <" + strings.ToUpper(address) + ">\r\nSubject: a\r\n\r\nb\r\n", "To: stays@acme.test\r\nSubject: a\r\n\r\nb\r\n"} {
			if err := os.WriteFile(
				filepath.Join(mail, uuid.NewSHA1(uuid.NameSpaceOID, []byte{byte(i)}).String()+".eml"), []byte(text),
				0o600,
			); err != nil {
				t.Fatal(err)
			}
		}
		if found := naming(t, filepath.Join(dir, "postgres", "data"), address); len(found) < 2 {
			t.Errorf("before the erasure the address is only in %q, so this test shows little", found)
		}
		endReader := longReader(t, p.Owner)
		out, err := proofboard(t, "account", "erase", address, "--yes", "--data", dir)
		endReader()
		if err != nil || strings.Contains(out, "Not done") {
			t.Fatalf("%v: %s", err, out)
		}
		for _, text := range []string{address, name} {
			if found := naming(t, filepath.Join(dir, "postgres", "data"), text); len(found) > 0 {
				t.Errorf("%s is still in %q", text, found)
			}
		}
		left, err := os.ReadDir(mail)
		if err != nil || len(left) != 1 || len(naming(t, mail, strings.ToUpper(address))) > 0 {
			t.Errorf("%d messages are left, %v", len(left), err)
		}
		// These changes simulate a restore from a backup that is older than the erasure.
		exec(p, "update people set email = $2, firstname = $3 where id = $1", leaver.ID, address, name)
	})
	p, err := program.Open(t.Context(), cfg, slog.New(slog.DiscardHandler)) // not serving requests yet
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close() //nolint:errcheck // the test is over
	if u, err := p.Accounts.Find(t.Context(), address); !errors.Is(err, domain.ErrNotFound) {
		t.Errorf("a restored database brings %s back: %v", u.Email, err)
	}
	if u, err := p.Accounts.Find(t.Context(), stays.ID.String()); err != nil || u.Email != stays.Email {
		t.Errorf("somebody else: %+v, %v", u, err)
	}
	if found := naming(t, filepath.Join(dir, "s3"), address); len(found) > 0 {
		t.Errorf("the file store holds the address: %q", found)
	}
}
