package certificate

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"

	"golang.org/x/mod/sumdb/note"

	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// A PDF certificate ends with one comment line after %%EOF. It has the offset and the length of the
// embedded JSON in bytes, which is compressed with zlib, the name+hash of the signing key, and a
// signature over all bytes before the signature.
const trailer = "%proofboard-certificate 1 "

var trailerLine = regexp.MustCompile(
	`\n%proofboard-certificate 1 ([1-9][0-9]{0,8}) ([1-9][0-9]{0,8}) (\S{1,300}) ([A-Za-z0-9+/]{86}==)\n$`,
)

// IsPDF reports whether a file begins like a PDF.
func IsPDF(file []byte) bool { return bytes.HasPrefix(file, []byte("%PDF-")) }

var embedded = regexp.MustCompile(`<< /Type /EmbeddedFile /Length ([0-9]+) [^\n]*\n+stream\n`)

// sealPDF appends this line to a PDF that contains a document.
func sealPDF(pdf, document []byte, s note.Signer) ([]byte, error) {
	at := embedded.FindSubmatchIndex(pdf)
	if at == nil {
		return nil, errors.New("certificate: the PDF holds no attachment")
	}
	length, err := strconv.Atoi(string(pdf[at[2]:at[3]]))
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	if found, err := inflate(pdf, at[1], length); err != nil || !bytes.Equal(found, document) {
		return nil, errors.New("certificate: the PDF does not hold its document")
	}
	if pdf[len(pdf)-1] != '\n' {
		pdf = append(pdf, '\n')
	}
	pdf = fmt.Appendf(pdf, "%s%d %d %s ", trailer, at[1], length, keyID(s.Name(), s.KeyHash()))
	sig, err := s.Sign(append([]byte(signedPDF), pdf...))
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return append(base64.StdEncoding.AppendEncode(pdf, sig), '\n'), nil
}

func checkPDF(pdf []byte, keys []string) (*Certificate, translog.Head, error) {
	if len(pdf) > MaxBytes {
		return nil, translog.Head{}, refuse("it is larger than %d bytes", MaxBytes)
	}
	document, key, err := openPDF(pdf, keys)
	if err != nil {
		return nil, translog.Head{}, err
	}
	return checkJSON(document, []string{key})
}

// openPDF checks the signature of a PDF. It returns the document in it and the key that signed
// both.
func openPDF(pdf []byte, keys []string) (document []byte, key string, err error) {
	tail := max(0, len(pdf)-1024)
	m := trailerLine.FindSubmatchIndex(pdf[tail:])
	if m == nil {
		return nil, "", refuse("it is no PDF certificate, or its end was changed")
	}
	part := func(i int) string { return string(pdf[tail+m[2*i] : tail+m[2*i+1]]) }
	v, key, err := find(part(3), keys)
	if err != nil {
		return nil, "", err
	}
	if !verify(v, append([]byte(signedPDF), pdf[:tail+m[8]]...), part(4)) {
		return nil, "", refuse("its signature is not over these bytes: it was changed")
	}
	offset, _ := strconv.Atoi(part(1)) // nine digits
	length, _ := strconv.Atoi(part(2)) // nine digits
	document, err = inflate(pdf, offset, length)
	if err != nil {
		return nil, "", refuse("the document in it cannot be read: %w", err)
	}
	return document, key, nil
}

func inflate(pdf []byte, offset, length int) ([]byte, error) {
	if offset+length > len(pdf) {
		return nil, io.ErrUnexpectedEOF
	}
	r, err := zlib.NewReader(bytes.NewReader(pdf[offset : offset+length]))
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	return text, errors.Join(err, r.Close())
}
