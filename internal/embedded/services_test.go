package embedded_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/proofboard/proofboard/internal/embedded"
)

func startS3(t *testing.T, cfg embedded.S3Config) *embedded.S3 {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s3, err := embedded.StartS3(ctx, cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, s3) })
	return s3
}

func TestTheGatewayKeepsItsKeysAndItsPort(t *testing.T) {
	cfg := embedded.S3Config{Dir: t.TempDir()}
	first := startS3(t, cfg)
	stop(t, first)
	second := startS3(t, cfg)
	if first.Endpoint() != second.Endpoint() || first.AccessKey() != second.AccessKey() ||
		first.SecretKey() != second.SecretKey() {
		t.Errorf("%s %s became %s %s", first.Endpoint(), first.AccessKey(), second.Endpoint(), second.AccessKey())
	}
	other := startS3(t, embedded.S3Config{Dir: t.TempDir()})
	if other.AccessKey() == first.AccessKey() || other.SecretKey() == first.SecretKey() || len(first.SecretKey()) < 40 {
		t.Error("keys are not random")
	}
	info, err := os.Stat(filepath.Join(cfg.Dir, "credentials.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("credentials.json: %v, %v", info, err)
	}
}

func TestAnotherProcessFindsTheGateway(t *testing.T) {
	dir := t.TempDir()
	if found, running, err := embedded.FindS3(dir); running || err != nil {
		t.Errorf("before the start: %+v, %v", found, err)
	}
	s3 := startS3(t, embedded.S3Config{Dir: dir})
	want := embedded.S3Access{Endpoint: s3.Endpoint(), AccessKey: s3.AccessKey(), SecretKey: s3.SecretKey()}
	if found, running, err := embedded.FindS3(dir); found != want || !running || err != nil {
		t.Errorf("got %+v %t %v, want %+v", found, running, err, want)
	}
	stop(t, s3)
	if found, running, err := embedded.FindS3(dir); running || err != nil {
		t.Errorf("after the end: %+v, %v", found, err)
	}
}

func TestTheGatewaySaysWhatToDo(t *testing.T) {
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = taken.Close() })
	port := taken.Addr().(*net.TCPAddr).Port
	t.Run("when its port is in use", func(t *testing.T) {
		_, err := embedded.StartS3(t.Context(), embedded.S3Config{Dir: t.TempDir(), Port: port})
		refused(t, err, embedded.ErrPortInUse, strconv.Itoa(port), "another port")
	})
	t.Run("but a remembered port in use is replaced", func(t *testing.T) {
		dir := t.TempDir()
		stop(t, startS3(t, embedded.S3Config{Dir: dir}))
		file := filepath.Join(dir, "credentials.json")
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head, _, _ := strings.Cut(string(b), `"port"`)
		if err := os.WriteFile(file, fmt.Appendf(nil, "%s\"port\": %d}", head, port), 0o600); err != nil {
			t.Fatal(err)
		}
		if s3 := startS3(t, embedded.S3Config{Dir: dir}); s3.Endpoint() == taken.Addr().String() {
			t.Errorf("listens on %s", s3.Endpoint())
		}
	})
	t.Run("when it is not built", func(t *testing.T) {
		t.Chdir(t.TempDir())
		t.Setenv("PATH", "")
		_, err := embedded.StartS3(t.Context(), embedded.S3Config{Dir: t.TempDir()})
		refused(t, err, embedded.ErrProgramMissing, "make setup", "S3_ENDPOINT")
	})
	t.Run("when its folder is in use", func(t *testing.T) {
		dir := t.TempDir()
		startS3(t, embedded.S3Config{Dir: dir})
		_, err := embedded.StartS3(t.Context(), embedded.S3Config{Dir: dir})
		refused(t, err, embedded.ErrInUse, "--data")
	})
	t.Run("when its credentials are damaged", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "credentials.json"), []byte("{}"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := embedded.StartS3(t.Context(), embedded.S3Config{Dir: dir}); err == nil ||
			!strings.Contains(err.Error(), "remove it") {
			t.Errorf("got %v", err)
		}
	})
}

func TestJetStreamKeepsMessagesOverARestart(t *testing.T) {
	dir := t.TempDir()
	run := func(do func(js jetstream.JetStream) error) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		n, err := embedded.StartNATS(ctx, embedded.NATSConfig{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		conn, err := n.Conn()
		if err != nil {
			t.Fatal(err)
		}
		js, err := jetstream.New(conn)
		if err == nil {
			err = do(js)
		}
		conn.Close()
		if err := errors.Join(err, n.Stop(ctx)); err != nil {
			t.Fatal(err)
		}
	}
	run(func(js jetstream.JetStream) error {
		_, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "EVENTS", Subjects: []string{"events.>"}})
		if err != nil {
			return err
		}
		_, err = js.Publish(t.Context(), "events.order", []byte("moved"))
		return err
	})
	run(func(js jetstream.JetStream) error {
		stream, err := js.Stream(t.Context(), "EVENTS")
		if err != nil {
			return err
		}
		msg, err := stream.GetMsg(t.Context(), 1)
		if err == nil && string(msg.Data) != "moved" {
			t.Errorf("got %q", msg.Data)
		}
		return err
	})
}

func TestOneNATSForOneDataFolder(t *testing.T) {
	cfg := embedded.NATSConfig{Dir: t.TempDir()}
	n, err := embedded.StartNATS(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, n) })
	_, err = embedded.StartNATS(t.Context(), cfg)
	refused(t, err, embedded.ErrInUse, "--data")
}

// The folder is looked through once for every hundred mails, so up to 99 more than a thousand stay.
func TestTheOldestMailsAreDeleted(t *testing.T) {
	dir := t.TempDir()
	sink, err := embedded.OpenMailSink(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1250 {
		if err := sink.Send(t.Context(), strings.NewReader(fmt.Sprintf("Subject: %d\r\n\r\n", i))); err != nil {
			t.Fatal(err)
		}
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 1000 || len(files) > 1099 {
		t.Errorf("%d files, %v", len(files), err)
	}
	if list, err := sink.List(1); err != nil || len(list) != 1 || list[0].Subject != "1249" {
		t.Errorf("the newest is %+v, %v", list, err)
	}
}

func TestMailIsKeptAndShown(t *testing.T) {
	sink, err := embedded.OpenMailSink(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	send := func(lines ...string) {
		t.Helper()
		if err := sink.Send(t.Context(), strings.NewReader(strings.Join(lines, "\r\n"))); err != nil {
			t.Fatal(err)
		}
	}
	send("From: board@northlight.test", "To: owner@acme.test", "Subject: Plain", "", "Just text")
	send(
		"From: board@northlight.test",
		"To: Anna <owner@acme.test>, staff@acme.test",
		"Date: Mon, 02 Jan 2006 15:04:05 +0000",
		"Subject: =?UTF-8?q?Entw=C3=BCrfe?=",
		"MIME-Version: 1.0",
		"Content-Type: multipart/alternative; boundary=b",
		"",
		"--b",
		"Content-Type: text/plain; charset=utf-8",
		"Content-Transfer-Encoding: quoted-printable",
		"",
		"Sch=C3=B6n",
		"--b",
		"Content-Type: text/html",
		"Content-Transfer-Encoding: base64",
		"",
		"PGI+U2Now7ZuPC9iPg==",
		"--b--",
		"",
	)
	send("this is no message")

	list, err := sink.List(2)
	if err != nil || len(list) != 2 {
		t.Fatalf("got %+v, %v", list, err)
	}
	if list[0].Subject != "" || list[1].Subject != "Entwürfe" ||
		strings.Join(list[1].To, " ") != "owner@acme.test staff@acme.test" {
		t.Errorf("the newest two are %+v", list)
	}
	m, err := sink.Read(list[1].ID)
	if err != nil || m.Text != "Schön" || m.HTML != "<b>Schön</b>" || m.Date.Year() != 2006 {
		t.Errorf("got %+v, %v", m, err)
	}
	if m, err := sink.Read(list[0].ID); err != nil || string(m.Raw) != "this is no message" {
		t.Errorf("got %+v, %v", m, err)
	}
	for _, id := range []string{"", "../../etc/passwd", "0198c5a2-0000-7000-8000-000000000000"} {
		if _, err := sink.Read(id); !errors.Is(err, embedded.ErrNoMail) {
			t.Errorf("%q: got %v", id, err)
		}
	}
}
