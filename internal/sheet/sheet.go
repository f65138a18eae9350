// Package sheet draws pages of documents like certificates and invoices. Equal content gives equal
// bytes.
package sheet

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
)

// RGB is a colour.
type RGB struct{ R, G, B int }

// The colours of documents.
var (
	Ink    = RGB{17, 26, 43}
	Soft   = RGB{86, 100, 122}
	Line   = RGB{225, 230, 236}
	Sunken = RGB{246, 248, 250}
	Green  = RGB{20, 116, 58}
	Pale   = RGB{232, 246, 237}
	White  = RGB{255, 255, 255}
)

// Millimetres of an A4 page.
const (
	Left   = 18.0
	Right  = 192.0
	Width  = Right - Left
	Bottom = 280.0
)

// Sheet is a document with the place of its next line.
type Sheet struct {
	F *fpdf.Fpdf
	Y float64 // millimetres from the top
}

// New returns a document with one empty page. at is the time that it gives for its creation.
func New(title, producer string, at time.Time) *Sheet {
	f := fpdf.New("P", "mm", "A4", "")
	f.SetCatalogSort(true)
	f.SetCreationDate(at)
	f.SetModificationDate(at)
	f.SetProducer(producer, true)
	f.SetTitle(title, true)
	f.SetLang("en")
	f.AddUTF8FontFromBytes("Go", "", goregular.TTF)
	f.AddUTF8FontFromBytes("Go", "B", gobold.TTF)
	f.AddUTF8FontFromBytes("Mono", "", gomono.TTF)
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.AddPage()
	return &Sheet{F: f}
}

// Fill sets the colour of areas.
func (s *Sheet) Fill(c RGB) { s.F.SetFillColor(c.R, c.G, c.B) }

// Stroke sets the colour of lines.
func (s *Sheet) Stroke(c RGB) { s.F.SetDrawColor(c.R, c.G, c.B) }

// Text writes a line with its baseline at y. If the line is too wide, its middle is left out.
func (s *Sheet) Text(x, y, size float64, font, style string, c RGB, wide float64, text string) {
	s.F.SetFont(font, style, size)
	s.F.SetTextColor(c.R, c.G, c.B)
	text = drawable(text)
	for r := []rune(text); s.F.GetStringWidth(text) > wide && len(r) > 3; {
		r = append(r[:len(r)/2], r[len(r)/2+1:]...)
		text = string(r[:len(r)/2]) + "…" + string(r[len(r)/2:])
	}
	s.F.Text(x, y, text)
}

// TextRight writes a line that ends at x.
func (s *Sheet) TextRight(x, y, size float64, style string, c RGB, text string) {
	s.F.SetFont("Go", style, size)
	s.Text(x-s.F.GetStringWidth(drawable(text)), y, size, "Go", style, c, Width, text)
}

// drawable replaces the characters that the fonts do not have.
func drawable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= ' ' && r <= '~',
			r >= 0xa0 && r <= 0x17f,
			r >= 0x391 && r <= 0x3ce && r != 0x3a2,
			r >= 0x401 && r <= 0x45f && r != 0x40d && r != 0x450 && r != 0x45d,
			r == '–',
			r == '—',
			r == '…',
			r == '·',
			r == '‘',
			r == '’',
			r == '“',
			r == '”',
			r == '€':
			return r
		}
		return '?'
	}, s)
}

// Title starts a section.
func (s *Sheet) Title(text string) {
	s.Text(Left, s.Y, 8.5, "Go", "B", Soft, Width, strings.ToUpper(text))
	s.Stroke(Line)
	s.F.SetLineWidth(0.25)
	s.F.Line(Left, s.Y+2.2, Right, s.Y+2.2)
	s.Y += 8
}

// Logo draws a PNG above the title, as large as the place allows.
func (s *Sheet) Logo(png []byte) error {
	const top, wide, high = 9.0, 60.0, 13.0
	options := fpdf.ImageOptions{ImageType: "PNG"}
	image := s.F.RegisterImageOptionsReader("logo", options, bytes.NewReader(png))
	if err := s.F.Error(); err != nil {
		return fmt.Errorf("sheet: logo: %w", err)
	}
	scale := min(wide/image.Width(), high/image.Height())
	s.F.ImageOptions("logo", Left, top, image.Width()*scale, image.Height()*scale, false, options, 0, "")
	return nil
}

// ColourOf reads #rrggbb. Anything else is green.
func ColourOf(text string) RGB {
	var c RGB
	if n, err := fmt.Sscanf(text, "#%02x%02x%02x", &c.R, &c.G, &c.B); n != 3 || err != nil {
		return Green
	}
	return c
}

// Bytes returns the finished document.
func (s *Sheet) Bytes() ([]byte, error) {
	var out bytes.Buffer
	if err := s.F.Output(&out); err != nil {
		return nil, fmt.Errorf("sheet: %w", err)
	}
	return out.Bytes(), nil
}
