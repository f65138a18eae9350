package imports

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// Encoding is how the text of a file is stored as bytes.
type Encoding string

// The encodings in which spreadsheets save CSV files.
const (
	UTF8        Encoding = "utf-8"
	UTF16LE     Encoding = "utf-16le"
	UTF16BE     Encoding = "utf-16be"
	Windows1252 Encoding = "windows-1252"
)

// mark is the byte order mark, which programs write before the text.
const mark = "\ufeff"

// workbook is how files of spreadsheets begin that are not CSV: they are zip files.
var workbook = []byte("PK\x03\x04")

// guessEncoding returns the encoding that the bytes of a file suggest: by its byte order mark, by the zero bytes that
// UTF-16 has in most texts, and Windows-1252 for what is not valid in UTF-8.
func guessEncoding(content []byte) Encoding {
	switch {
	case bytes.HasPrefix(content, []byte("\xff\xfe")):
		return UTF16LE
	case bytes.HasPrefix(content, []byte("\xfe\xff")):
		return UTF16BE
	case bytes.IndexByte(content, 0) >= 0:
		return guessUTF16(content[:min(len(content), 4096)])
	case utf8.Valid(content):
		return UTF8
	}
	return Windows1252
}

// guessUTF16 returns the byte order in which most of the high bytes are zero, or UTF8 if neither has that.
func guessUTF16(begin []byte) Encoding {
	var zeros [2]int
	for i, b := range begin {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch half := len(begin) / 2; {
	case zeros[0] == 0 && zeros[1] > half/2:
		return UTF16LE
	case zeros[1] == 0 && zeros[0] > half/2:
		return UTF16BE
	}
	return UTF8
}

// decode returns a text in UTF-8 without a byte order mark. ok is false if the bytes are no text in the encoding.
func (e Encoding) decode(content []byte) (text []byte, ok bool) {
	var err error
	text, ok = content, utf8.Valid(content)
	switch e {
	case UTF8:
	case UTF16LE:
		text, err = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder().Bytes(content)
		ok = err == nil && !bytes.ContainsRune(text, utf8.RuneError)
	case UTF16BE:
		text, err = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder().Bytes(content)
		ok = err == nil && !bytes.ContainsRune(text, utf8.RuneError)
	case Windows1252:
		text, err = charmap.Windows1252.NewDecoder().Bytes(content)
		ok = err == nil && !bytes.ContainsRune(text, utf8.RuneError)
	default:
		ok = false
	}
	return bytes.TrimPrefix(text, []byte(mark)), ok && bytes.IndexByte(text, 0) < 0
}

// undecodable is the problem of a file that is no text in an encoding.
func undecodable(e Encoding, content []byte) Problem {
	switch {
	case bytes.HasPrefix(content, workbook):
		return Problem{
			Reason: "import.not_text",
			Text:   "The file is a workbook. Save it as 'CSV UTF-8' and choose that.",
		}
	case e == UTF8:
		return Problem{
			Reason: "import.not_utf8",
			Text:   "The file is not text in UTF-8. Choose another encoding, or save it as 'CSV UTF-8'.",
		}
	}
	return Problem{
		Reason: "import.not_text",
		Text:   "The file is not text in this encoding. Choose another one, or save it as 'CSV UTF-8'.",
	}
}
