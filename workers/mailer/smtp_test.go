package mailer

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/wneessen/go-mail"
)

// refusing starts a mail server that refuses every recipient and quotes the address. It returns the
// server's URL.
func refusing(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		fmt.Fprint(conn, "220 mail.test\r\n")
		for in := bufio.NewScanner(conn); in.Scan(); {
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
	return l.Addr().String()
}

func TestAMailThatIsRefusedNamesNobodyInTheLog(t *testing.T) { // BY-016
	sender, err := NewSMTP("smtp://" + refusing(t))
	if err != nil {
		t.Fatal(err)
	}
	m := mail.NewMsg()
	if err := m.From("proofboard@studio.test"); err != nil {
		t.Fatal(err)
	}
	if err := m.To("marta.kowalski@acme.test"); err != nil {
		t.Fatal(err)
	}
	m.SetBodyString(mail.TypeTextPlain, "hello")
	err = sender.Send(t.Context(), m)
	if err == nil || strings.Contains(err.Error(), "kowalski") || !strings.Contains(err.Error(), "550") {
		t.Errorf("the error is %v", err)
	}
}
