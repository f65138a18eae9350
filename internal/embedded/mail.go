package embedded

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/google/uuid"
)

// MailSink stores messages in a folder instead of sending them, for machines without an SMTP
// server.
type MailSink struct {
	dir  string
	sent atomic.Int64 // by this process
}

// Mail is a stored message. Only Read sets Text and HTML.
type Mail struct {
	ID      string    `json:"id"`
	From    string    `json:"from"`
	To      []string  `json:"to"`
	Subject string    `json:"subject"`
	Date    time.Time `json:"date"` // the Date header
	Text    string    `json:"text,omitempty"`
	HTML    string    `json:"html,omitempty"` // as it was sent; do not trust it
	Raw     []byte    `json:"-"`              // the message in RFC 5322 format
}

// ErrNoMail means that there is no message with this id.
var ErrNoMail = errors.New("no such mail")

const (
	mailsKept    = 1000 // the oldest are deleted first
	pruneEvery   = 100  // messages, because looking through the folder takes longer than a message
	mailPartSize = 4 << 20
	mailDepth    = 5
)

// OpenMailSink creates the folder.
func OpenMailSink(dir string) (*MailSink, error) {
	if err := os.MkdirAll(dir, 0o700); errors.Is(err, fs.ErrPermission) {
		return nil, notOwner(dir, err)
	} else if err != nil {
		return nil, fmt.Errorf("create %s: %w", dir, err)
	}
	return &MailSink{dir: dir}, nil
}

// Send stores a message. A go-mail message implements io.WriterTo.
func (s *MailSink) Send(ctx context.Context, message io.WriterTo) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	id, err := uuid.NewV7() // these ids sort by time
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if _, err := message.WriteTo(&b); err != nil {
		return err
	}
	tmp := filepath.Join(s.dir, id.String()+".new")
	if err := os.WriteFile(tmp, b.Bytes(), 0o600); err != nil {
		return err
	}
	if err := os.Rename(tmp, s.file(id)); err != nil {
		return err
	}
	if s.sent.Add(1)%pruneEvery != 1 {
		return nil
	}
	return s.prune()
}

// List returns the headers of the newest messages, newest first, at most limit.
func (s *MailSink) List(limit int) ([]Mail, error) {
	ids, err := s.ids()
	if err != nil {
		return nil, err
	}
	slices.Reverse(ids)
	mails := make([]Mail, 0, min(limit, len(ids)))
	for _, id := range ids[:min(limit, len(ids))] {
		m, err := s.Read(id)
		if errors.Is(err, ErrNoMail) {
			continue // the message was deleted meanwhile
		}
		if err != nil {
			return nil, err
		}
		m.Text, m.HTML, m.Raw = "", "", nil
		mails = append(mails, m)
	}
	return mails, nil
}

// Read returns a message, or ErrNoMail.
func (s *MailSink) Read(id string) (Mail, error) {
	parsed, err := uuid.Parse(id)
	if err != nil {
		return Mail{}, ErrNoMail
	}
	raw, err := os.ReadFile(s.file(parsed))
	if errors.Is(err, fs.ErrNotExist) {
		return Mail{}, ErrNoMail
	}
	if err != nil {
		return Mail{}, err
	}
	m := Mail{ID: parsed.String(), Raw: raw}
	msg, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return m, nil //nolint:nilerr // what is not a message is still shown raw
	}
	words := new(mime.WordDecoder)
	header := func(name string) string {
		if v, err := words.DecodeHeader(msg.Header.Get(name)); err == nil {
			return v
		}
		return msg.Header.Get(name)
	}
	m.From, m.Subject = header("From"), header("Subject")
	m.Date, _ = msg.Header.Date()
	if to, err := msg.Header.AddressList("To"); err == nil {
		for _, a := range to {
			m.To = append(m.To, a.Address)
		}
	}
	m.readBody(msg.Header.Get("Content-Type"), msg.Header.Get("Content-Transfer-Encoding"), msg.Body, mailDepth)
	return m, nil
}

// readBody sets Text and HTML from the first plain and the first HTML part.
func (m *Mail) readBody(contentType, encoding string, body io.Reader, depth int) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		kind = "text/plain"
	}
	if strings.HasPrefix(kind, "multipart/") && depth > 0 {
		parts := multipart.NewReader(body, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if err != nil {
				return
			}
			m.readBody(p.Header.Get("Content-Type"), p.Header.Get("Content-Transfer-Encoding"), p, depth-1)
		}
	}
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	into := map[string]*string{"text/plain": &m.Text, "text/html": &m.HTML}[kind]
	if into == nil || *into != "" {
		return
	}
	b, err := io.ReadAll(io.LimitReader(body, mailPartSize))
	if err == nil {
		*into = string(b)
	}
}

func (s *MailSink) file(id uuid.UUID) string { return filepath.Join(s.dir, id.String()+".eml") }

// ids returns the ids of the messages in order of arrival.
func (s *MailSink) ids() ([]string, error) {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, f := range files {
		if id, ok := strings.CutSuffix(f.Name(), ".eml"); ok {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

func (s *MailSink) prune() error {
	ids, err := s.ids()
	if err != nil {
		return err
	}
	for _, id := range ids[:max(0, len(ids)-mailsKept)] {
		if err := os.Remove(filepath.Join(s.dir, id+".eml")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Forget deletes all messages that contain an address, as sender, as recipient or in the text.
func (s *MailSink) Forget(address string) error {
	if address == "" {
		return nil
	}
	ids, err := s.ids()
	if err != nil {
		return err
	}
	var failed []error
	for _, id := range ids {
		m, err := s.Read(id)
		if errors.Is(err, ErrNoMail) {
			continue
		}
		if err != nil {
			failed = append(failed, err)
			continue
		}
		if names(&m, address) {
			failed = append(failed, os.Remove(s.file(uuid.MustParse(m.ID))))
		}
	}
	return errors.Join(failed...)
}

func names(m *Mail, address string) bool {
	address = strings.ToLower(address)
	return slices.ContainsFunc(
		[]string{string(m.Raw), m.Text, m.HTML, m.From, strings.Join(m.To, " ")},
		func(text string) bool {
			return strings.Contains(strings.ToLower(text), address)
		},
	)
}
