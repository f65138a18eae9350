package certificate

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/boombuler/barcode/qr"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/mod/sumdb/note"

	"github.com/proofboard/proofboard/internal/eventstore/record"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
)

// Look is the brand that a page shows. It is not part of the document.
type Look struct {
	Name   string // empty for the product's
	Colour string // #rrggbb, empty for the product's
	Logo   []byte // a PNG to show in place of the name, or nil
	URL    string // address of the product, whose page /verify checks the file
}

// PDF returns a signed document as one page. The document is attached to it, and the PDF is signed
// too. Equal documents in an equal look give equal bytes.
func PDF(c *Certificate, l Look, s note.Signer, key string) ([]byte, error) {
	document, err := c.Encode()
	if err != nil {
		return nil, err
	}
	_, head, err := checkJSON(document, []string{key}) // a document that cannot be checked is not printed
	if err != nil {
		return nil, err
	}
	at, err := time.Parse(timeLayout, c.Decision.At)
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	sum := sha256.Sum256(document)
	p := newPage(c, at)
	p.f.SetAttachments([]fpdf.Attachment{
		{Content: document, Filename: "certificate.json", Description: "The certificate, to be checked by a program"},
	})
	if err := p.heading(l); err != nil {
		return nil, err
	}
	p.facts(at)
	p.annotations()
	if err := p.evidence(head, hex.EncodeToString(sum[:]), strings.TrimSuffix(l.URL, "/")+"/verify"); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := p.f.Output(&out); err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return sealPDF(out.Bytes(), document, s)
}

type rgb struct{ r, g, b int }

var (
	ink    = rgb{17, 26, 43}
	soft   = rgb{86, 100, 122}
	line   = rgb{225, 230, 236}
	sunken = rgb{246, 248, 250}
	green  = rgb{20, 116, 58}
	pale   = rgb{232, 246, 237}
	white  = rgb{255, 255, 255}
)

// Millimetres of an A4 page.
const (
	left  = 18.0
	right = 192.0
	width = right - left
)

type page struct {
	f *fpdf.Fpdf
	c *Certificate
	y float64
}

func newPage(c *Certificate, at time.Time) *page {
	f := fpdf.New("P", "mm", "A4", "")
	f.SetCatalogSort(true)
	f.SetCreationDate(at)
	f.SetModificationDate(at)
	f.SetProducer(product, true)
	f.SetTitle("Approval certificate: "+c.File.Name, true)
	f.SetLang("en")
	f.AddUTF8FontFromBytes("Go", "", goregular.TTF)
	f.AddUTF8FontFromBytes("Go", "B", gobold.TTF)
	f.AddUTF8FontFromBytes("Mono", "", gomono.TTF)
	f.SetMargins(0, 0, 0)
	f.SetAutoPageBreak(false, 0)
	f.AddPage()
	return &page{f: f, c: c}
}

func (p *page) fill(c rgb)   { p.f.SetFillColor(c.r, c.g, c.b) }
func (p *page) stroke(c rgb) { p.f.SetDrawColor(c.r, c.g, c.b) }

// text writes a line with its baseline at y. If the line is too wide, its middle is left out.
func (p *page) text(x, y, size float64, font, style string, c rgb, wide float64, text string) {
	p.f.SetFont(font, style, size)
	p.f.SetTextColor(c.r, c.g, c.b)
	text = drawable(text)
	for r := []rune(text); p.f.GetStringWidth(text) > wide && len(r) > 3; {
		r = append(r[:len(r)/2], r[len(r)/2+1:]...)
		text = string(r[:len(r)/2]) + "…" + string(r[len(r)/2:])
	}
	p.f.Text(x, y, text)
}

// drawable removes the characters that the fonts do not have. The document itself has the whole
// name.
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

func (p *page) heading(l Look) error {
	p.fill(colourOf(l.Colour))
	p.f.Rect(0, 0, 210, 4, "F")
	if l.Logo == nil {
		p.text(left, 20, 9, "Go", "B", soft, 80, strings.ToUpper(cmp.Or(l.Name, product)))
	} else if err := p.logo(l.Logo); err != nil {
		return err
	}
	p.text(left, 33, 25, "Go", "B", ink, 130, "Approval certificate")
	p.text(left, 41.5, 11.5, "Go", "", soft, 130, fmt.Sprintf("%s, version %d", p.c.File.Name, p.c.Version.Number))
	const x, y, w, h = 150.0, 21.0, 42.0, 13.0
	p.fill(pale)
	p.stroke(green)
	p.f.SetLineWidth(0.35)
	p.f.RoundedRect(x, y, w, h, 6.5, "1234", "FD")
	p.fill(green)
	p.f.Circle(x+7.5, y+h/2, 3.4, "F")
	p.stroke(white)
	p.f.SetLineWidth(0.75)
	p.f.SetLineCapStyle("round")
	p.f.SetLineJoinStyle("round")
	p.f.MoveTo(x+6, y+h/2+0.1)
	p.f.LineTo(x+7.1, y+h/2+1.2)
	p.f.LineTo(x+9.1, y+h/2-1.2)
	p.f.DrawPath("D")
	p.text(x+13.5, y+8.2, 13, "Go", "B", green, 27, "Approved")
	p.y = 52
	return nil
}

// logo draws a PNG above the title, as large as the place allows.
func (p *page) logo(png []byte) error {
	const top, wide, high = 9.0, 60.0, 13.0
	options := fpdf.ImageOptions{ImageType: "PNG"}
	image := p.f.RegisterImageOptionsReader("logo", options, bytes.NewReader(png))
	if err := p.f.Error(); err != nil {
		return fmt.Errorf("certificate: logo: %w", err)
	}
	scale := min(wide/image.Width(), high/image.Height())
	p.f.ImageOptions("logo", left, top, image.Width()*scale, image.Height()*scale, false, options, 0, "")
	return nil
}

// colourOf reads #rrggbb. Anything else is the product's colour.
func colourOf(s string) rgb {
	var c rgb
	if n, err := fmt.Sscanf(s, "#%02x%02x%02x", &c.r, &c.g, &c.b); n != 3 || err != nil {
		return green
	}
	return c
}

// title starts a section.
func (p *page) title(text string) {
	p.text(left, p.y, 8.5, "Go", "B", soft, width, strings.ToUpper(text))
	p.stroke(line)
	p.f.SetLineWidth(0.25)
	p.f.Line(left, p.y+2.2, right, p.y+2.2)
	p.y += 8
}

// fact writes a line of a section: a name and its value.
func (p *page) fact(what, value string, mono bool) {
	p.text(left, p.y, 9.5, "Go", "", soft, 36, what)
	if mono {
		p.text(left+38, p.y, 8.8, "Mono", "", ink, width-38, value)
	} else {
		p.text(left+38, p.y, 9.8, "Go", "", ink, width-38, value)
	}
	p.y += 5.9
}

func (p *page) facts(at time.Time) {
	p.title("The decision")
	p.fact("Approved on", at.Format("2 January 2006, 15:04:05.000000")+" UTC", false)
	p.fact("Approved by", strings.ReplaceAll(p.c.Decision.Role, "_", " "), false)
	p.fact("Account", p.c.Decision.By.String(), true)
	if since := p.c.sinceWords(); since != "" {
		p.fact("Stale: since then", since, false)
	}
	p.y += 3.5
	p.title("What was approved")
	p.fact("File", p.c.File.Name, false)
	p.fact("Size", bytesOf(p.c.File.Size), false)
	p.fact("SHA-256", p.c.File.SHA256, true)
	p.fact("Version", fmt.Sprintf("%d", p.c.Version.Number), false)
	p.fact("Version id", p.c.Version.ID.String(), true)
	p.fact("Attachment id", p.c.Attachment.String(), true)
	p.fact("Order id", p.c.Order.String(), true)
	p.y += 3.5
}

// bytesOf returns a size with a comma between thousands.
func bytesOf(n int64) string {
	s := fmt.Sprint(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s + " bytes"
}

const shownAnnotations = 12

func (p *page) annotations() {
	open := 0
	for _, a := range p.c.Annotations {
		if a.State == "open" {
			open++
		}
	}
	title := "Annotations at the decision"
	if len(p.c.Tabs) == 1 {
		title += ", public tab"
	}
	p.title(title)
	if len(p.c.Annotations) == 0 {
		p.text(left, p.y, 9.5, "Go", "", soft, width, "There were none.")
		p.y += 9
		return
	}
	columns := []float64{left, left + 63, left + 81, left + 99, left + 117, left + 139}
	for i, name := range []string{"Topic", "Tab", "Page", "State", "Comments", "SHA-256 of the mark"} {
		p.text(columns[i], p.y, 8, "Go", "B", soft, 40, name)
	}
	p.y += 4.8
	for i, a := range p.c.Annotations {
		if i == shownAnnotations {
			break
		}
		if i%2 == 0 {
			p.fill(sunken)
			p.f.Rect(left-1.5, p.y-3.4, width+3, 4.8, "F")
		}
		p.text(columns[0], p.y, 7.2, "Mono", "", ink, 62, a.ID.String())
		page, mark := "–", "–"
		if a.Page > 0 {
			page = fmt.Sprint(a.Page)
		}
		if a.Mark != "" {
			mark = a.Mark[:20] + "…"
		}
		for k, v := range []string{a.Tab, page, a.State, fmt.Sprint(a.Comments)} {
			p.text(columns[k+1], p.y, 8.2, "Go", "", ink, 22, v)
		}
		p.text(columns[5], p.y, 7.2, "Mono", "", ink, right-columns[5], mark)
		p.y += 4.8
	}
	p.y += 1.2
	more := fmt.Sprintf("%d in all, %d of them open.", len(p.c.Annotations), open)
	if len(p.c.Annotations) > shownAnnotations {
		more += " Every one is in the attached certificate.json."
	}
	p.text(left, p.y, 8.5, "Go", "", soft, width, more)
	p.y += 8.5
}

// evidence writes the lower part of the page: the proof, and how to check it.
func (p *page) evidence(head translog.Head, digest, verify string) error {
	const top, side = 216.0, 47.0
	p.fill(sunken)
	p.f.Rect(0, top, 210, 297-top, "F")
	p.stroke(line)
	p.f.SetLineWidth(0.25)
	p.f.Line(0, top, 210, top)
	if err := p.code(right-side, top+9, side, verify+"#sha256="+digest); err != nil {
		return err
	}
	leaf, err := record.Read(p.c.Proof.Record)
	if err != nil {
		return err
	}
	p.y = top + 13
	const wide = width - side - 8
	p.text(left, p.y, 12, "Go", "B", ink, wide, "Proven by the event log")
	p.y += 6.3
	for _, f := range [][2]string{
		{"Event", fmt.Sprintf("number %d of %d that the signed head covers", leaf.Position, head.Size)},
		{"Log", head.Log}, {"Head", head.Hash.String()}, {"Signed by", p.c.Key}, {"Certificate", digest},
	} {
		p.text(left, p.y, 8.5, "Go", "", soft, 24, f[0])
		font, size := "Mono", 7.0
		if f[0] == "Event" {
			font, size = "Go", 8.5
		}
		p.text(left+21, p.y, size, font, "", ink, wide-21, f[1])
		p.y += 4.9
	}
	p.y += 3.6
	p.text(left, p.y, 12, "Go", "B", ink, wide, "Check it yourself")
	p.y += 5.8
	for _, s := range []string{
		"Open the address of the code, or a verifier page kept on your own computer, and drop",
		"this file there; or run: proofboard audit check FILE. Neither needs a network. Have the",
		"log's public key from the operator, not from this file. A single changed byte here, or in",
		"the certificate.json attached to this page, is refused.",
	} {
		p.text(left, p.y, 8.5, "Go", "", soft, wide, s)
		p.y += 4.4
	}
	p.text(right-side, top+9+side+5, 7.5, "Go", "", soft, side, verify)
	return nil
}

// code draws a QR code as squares.
func (p *page) code(x, y, side float64, content string) error {
	c, err := qr.Encode(content, qr.M, qr.Unicode)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	n := c.Bounds().Dx()
	const quiet = 2.5
	p.fill(white)
	p.f.RoundedRect(x, y, side, side, 2, "1234", "F")
	p.fill(ink)
	m := (side - 2*quiet) / float64(n)
	for row := range n {
		for col := 0; col < n; col++ {
			from := col
			for col < n && dark(c.At(col, row)) {
				col++
			}
			if col > from { // adjacent squares are one bar, so that no gaps show
				p.f.Rect(x+quiet+float64(from)*m, y+quiet+float64(row)*m, float64(col-from)*m, m, "F")
			}
		}
	}
	return nil
}

func dark(c interface{ RGBA() (r, g, b, a uint32) }) bool {
	r, _, _, _ := c.RGBA()
	return r < 0x8000
}
