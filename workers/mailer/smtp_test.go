package mailer

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/wneessen/go-mail"
)

// refusing starts a mail server that knows no TLS, refuses every recipient and quotes the address. It
// returns the server's address, and what it was told once the connection has ended.
func refusing(t *testing.T) (address string, told <-chan []string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	heard := make(chan []string, 1)
	go func() {
		var lines []string
		defer func() { heard <- lines }()
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		_ = conn.SetReadDeadline(time.Now().Add(time.Second)) // a client that gives up may stay silent
		fmt.Fprint(conn, "220 mail.test\r\n")
		for in := bufio.NewScanner(conn); in.Scan(); {
			lines = append(lines, in.Text())
			switch verb, rest, _ := strings.Cut(in.Text(), " "); verb {
			case "RCPT":
				fmt.Fprintf(conn, "550 %s is unknown\r\n", rest)
			case "QUIT":
				fmt.Fprint(conn, "221 bye\r\n")
				return
			default:
				fmt.Fprint(conn, "250 fine\r\n")
			}
		}
	}()
	return l.Addr().String(), heard
}

func message(t *testing.T) *mail.Msg {
	t.Helper()
	m := mail.NewMsg()
	if err := m.From("proofboard@studio.test"); err != nil {
		t.Fatal(err)
	}
	if err := m.To("marta.kowalski@acme.test"); err != nil {
		t.Fatal(err)
	}
	m.SetBodyString(mail.TypeTextPlain, "hello")
	return m
}

func TestAPasswordIsNotSentToAMailServerWithoutTLS(t *testing.T) {
	address, told := refusing(t)
	sender, err := NewSMTP("smtp://service:geheim@" + address)
	if err != nil {
		t.Fatal(err)
	}
	if err := sender.Send(t.Context(), message(t)); err == nil || !strings.Contains(err.Error(), "STARTTLS") {
		t.Errorf("without TLS: %v", err)
	}
	for _, line := range <-told {
		if verb, _, _ := strings.Cut(line, " "); verb == "AUTH" || verb == "MAIL" || verb == "RCPT" {
			t.Errorf("the server was told %q", line)
		}
	}
}

func TestThePortOfTheMailServerIsBinding(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := l.Addr().String()
	_ = l.Close()
	for _, scheme := range []string{"smtp", "smtps"} {
		sender, err := NewSMTP(scheme + "://" + closed)
		if err != nil {
			t.Fatal(err)
		}
		metrics := prometheus.NewRegistry()
		if err := Counted(sender, metrics).Send(t.Context(), message(t)); err == nil ||
			!strings.Contains(err.Error(), closed) || strings.Contains(err.Error(), ":25") {
			t.Errorf("%s to a closed port: %v", scheme, err)
		}
		families, err := metrics.Gather()
		if err != nil || len(families) != 1 || len(families[0].GetMetric()) != 2 {
			t.Fatalf("%v, %v", families, err)
		}
		for _, m := range families[0].GetMetric() { // failed, sent
			if want := map[string]float64{"failed": 1}[m.GetLabel()[0].GetValue()]; m.GetCounter().GetValue() != want {
				t.Errorf("%s: %v", scheme, m)
			}
		}
	}
}

func TestAMailThatIsRefusedNamesNobodyInTheLog(t *testing.T) { // BY-016
	address, _ := refusing(t)
	sender, err := NewSMTP("smtp://" + address)
	if err != nil {
		t.Fatal(err)
	}
	err = sender.Send(t.Context(), message(t))
	if err == nil || strings.Contains(err.Error(), "kowalski") || !strings.Contains(err.Error(), "550") {
		t.Errorf("the error is %v", err)
	}
}
