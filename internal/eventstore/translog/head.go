package translog

import (
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// ErrBrokenTree says that the stored tree contradicts itself. Verify finds the place.
var ErrBrokenTree = errors.New("transparency log: the stored tree is broken")

// ErrHead says that a text is not a head of the log: its form or its signature is wrong.
var ErrHead = errors.New("transparency log: not a signed head of this log")

// Head is the hash over the first Size events of the log.
type Head struct {
	Log  string // name of the log, and of its key
	Size int64
	Hash tlog.Hash
}

// text returns the head in its signed form, the checkpoint format of transparency logs
// (c2sp.org/tlog-checkpoint).
func (h Head) text() string { return fmt.Sprintf("%s\n%d\n%s\n", h.Log, h.Size, h.Hash) }

// Sign signs a head with all given keys. There are several while one replaces another.
func (h Head) Sign(signers ...note.Signer) (string, error) {
	signed, err := note.Sign(&note.Note{Text: h.text()}, signers...)
	return string(signed), err
}

// OpenHead reads a signed head. At least one of the verifiers must have signed it.
func OpenHead(signed string, verifiers ...note.Verifier) (Head, error) {
	n, err := note.Open([]byte(signed), note.VerifierList(verifiers...))
	if err != nil {
		return Head{}, fmt.Errorf("%w: %w", ErrHead, err)
	}
	for _, s := range append(n.Sigs, n.UnverifiedSigs...) {
		if _, err := base64.StdEncoding.Strict().DecodeString(s.Base64); err != nil { // a signature has only one form
			return Head{}, fmt.Errorf("%w: signature of %s: %w", ErrHead, s.Name, err)
		}
	}
	lines := strings.Split(n.Text, "\n")
	if len(lines) != 4 || lines[3] != "" {
		return Head{}, fmt.Errorf("%w: %d lines", ErrHead, len(lines))
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil || size < 0 {
		return Head{}, fmt.Errorf("%w: size %q", ErrHead, lines[1])
	}
	raw, err := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || len(raw) != tlog.HashSize {
		return Head{}, fmt.Errorf("%w: hash %q", ErrHead, lines[2])
	}
	h := Head{Log: lines[0], Size: size, Hash: tlog.Hash(raw)}
	if h.text() != n.Text {
		return Head{}, fmt.Errorf("%w: not as it is written", ErrHead)
	}
	return h, nil
}
