package certificate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"github.com/boombuler/barcode/qr"
	"golang.org/x/mod/sumdb/note"

	"github.com/proofboard/proofboard/internal/eventstore/record"
	"github.com/proofboard/proofboard/internal/eventstore/translog"
	"github.com/proofboard/proofboard/internal/sheet"
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
	p := &page{sheet.New("Approval certificate: "+c.File.Name, product, at), c}
	p.F.SetAttachments([]fpdf.Attachment{
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
	out, err := p.Bytes()
	if err != nil {
		return nil, fmt.Errorf("certificate: %w", err)
	}
	return sealPDF(out, document, s)
}

// page is the one page of a certificate.
type page struct {
	*sheet.Sheet
	c *Certificate
}

func (p *page) heading(l Look) error {
	p.Fill(sheet.ColourOf(l.Colour))
	p.F.Rect(0, 0, 210, 4, "F")
	if l.Logo == nil {
		p.Text(sheet.Left, 20, 9, "Go", "B", sheet.Soft, 80, strings.ToUpper(cmp.Or(l.Name, product)))
	} else if err := p.Logo(l.Logo); err != nil {
		return err
	}
	p.Text(sheet.Left, 33, 25, "Go", "B", sheet.Ink, 130, "Approval certificate")
	p.Text(
		sheet.Left,
		41.5,
		11.5,
		"Go",
		"",
		sheet.Soft,
		130,
		fmt.Sprintf("%s, version %d", p.c.File.Name, p.c.Version.Number),
	)
	const x, y, w, h = 150.0, 21.0, 42.0, 13.0
	p.Fill(sheet.Pale)
	p.Stroke(sheet.Green)
	p.F.SetLineWidth(0.35)
	p.F.RoundedRect(x, y, w, h, 6.5, "1234", "FD")
	p.Fill(sheet.Green)
	p.F.Circle(x+7.5, y+h/2, 3.4, "F")
	p.Stroke(sheet.White)
	p.F.SetLineWidth(0.75)
	p.F.SetLineCapStyle("round")
	p.F.SetLineJoinStyle("round")
	p.F.MoveTo(x+6, y+h/2+0.1)
	p.F.LineTo(x+7.1, y+h/2+1.2)
	p.F.LineTo(x+9.1, y+h/2-1.2)
	p.F.DrawPath("D")
	p.Text(x+13.5, y+8.2, 13, "Go", "B", sheet.Green, 27, "Approved")
	p.Y = 52
	return nil
}

// fact writes a line of a section: a name and its value.
func (p *page) fact(what, value string, mono bool) {
	p.Text(sheet.Left, p.Y, 9.5, "Go", "", sheet.Soft, 36, what)
	if mono {
		p.Text(sheet.Left+38, p.Y, 8.8, "Mono", "", sheet.Ink, sheet.Width-38, value)
	} else {
		p.Text(sheet.Left+38, p.Y, 9.8, "Go", "", sheet.Ink, sheet.Width-38, value)
	}
	p.Y += 5.9
}

func (p *page) facts(at time.Time) {
	p.Title("The decision")
	p.fact("Approved on", at.Format("2 January 2006, 15:04:05.000000")+" UTC", false)
	p.fact("Approved by", strings.ReplaceAll(p.c.Decision.Role, "_", " "), false)
	p.fact("Account", p.c.Decision.By.String(), true)
	if since := p.c.sinceWords(); since != "" {
		p.fact("Stale: since then", since, false)
	}
	p.Y += 3.5
	p.Title("What was approved")
	p.fact("File", p.c.File.Name, false)
	p.fact("Size", bytesOf(p.c.File.Size), false)
	p.fact("SHA-256", p.c.File.SHA256, true)
	p.fact("Version", fmt.Sprintf("%d", p.c.Version.Number), false)
	p.fact("Version id", p.c.Version.ID.String(), true)
	p.fact("Attachment id", p.c.Attachment.String(), true)
	p.fact("Order id", p.c.Order.String(), true)
	p.Y += 3.5
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
	p.Title(title)
	if len(p.c.Annotations) == 0 {
		p.Text(sheet.Left, p.Y, 9.5, "Go", "", sheet.Soft, sheet.Width, "There were none.")
		p.Y += 9
		return
	}
	columns := []float64{
		sheet.Left,
		sheet.Left + 63,
		sheet.Left + 81,
		sheet.Left + 99,
		sheet.Left + 117,
		sheet.Left + 139,
	}
	for i, name := range []string{"Topic", "Tab", "Page", "State", "Comments", "SHA-256 of the mark"} {
		p.Text(columns[i], p.Y, 8, "Go", "B", sheet.Soft, 40, name)
	}
	p.Y += 4.8
	for i, a := range p.c.Annotations {
		if i == shownAnnotations {
			break
		}
		if i%2 == 0 {
			p.Fill(sheet.Sunken)
			p.F.Rect(sheet.Left-1.5, p.Y-3.4, sheet.Width+3, 4.8, "F")
		}
		p.Text(columns[0], p.Y, 7.2, "Mono", "", sheet.Ink, 62, a.ID.String())
		page, mark := "–", "–"
		if a.Page > 0 {
			page = fmt.Sprint(a.Page)
		}
		if a.Mark != "" {
			mark = a.Mark[:20] + "…"
		}
		for k, v := range []string{a.Tab, page, a.State, fmt.Sprint(a.Comments)} {
			p.Text(columns[k+1], p.Y, 8.2, "Go", "", sheet.Ink, 22, v)
		}
		p.Text(columns[5], p.Y, 7.2, "Mono", "", sheet.Ink, sheet.Right-columns[5], mark)
		p.Y += 4.8
	}
	p.Y += 1.2
	more := fmt.Sprintf("%d in all, %d of them open.", len(p.c.Annotations), open)
	if len(p.c.Annotations) > shownAnnotations {
		more += " Every one is in the attached certificate.json."
	}
	p.Text(sheet.Left, p.Y, 8.5, "Go", "", sheet.Soft, sheet.Width, more)
	p.Y += 8.5
}

// evidence writes the lower part of the page: the proof, and how to check it.
func (p *page) evidence(head translog.Head, digest, verify string) error {
	const top, side = 216.0, 47.0
	p.Fill(sheet.Sunken)
	p.F.Rect(0, top, 210, 297-top, "F")
	p.Stroke(sheet.Line)
	p.F.SetLineWidth(0.25)
	p.F.Line(0, top, 210, top)
	if err := p.code(sheet.Right-side, top+9, side, verify+"#sha256="+digest); err != nil {
		return err
	}
	leaf, err := record.Read(p.c.Proof.Record)
	if err != nil {
		return err
	}
	p.Y = top + 13
	const wide = sheet.Width - side - 8
	p.Text(sheet.Left, p.Y, 12, "Go", "B", sheet.Ink, wide, "Proven by the event log")
	p.Y += 6.3
	for _, f := range [][2]string{
		{"Event", fmt.Sprintf("number %d of %d that the signed head covers", leaf.Position, head.Size)},
		{"Log", head.Log}, {"Head", head.Hash.String()}, {"Signed by", p.c.Key}, {"Certificate", digest},
	} {
		p.Text(sheet.Left, p.Y, 8.5, "Go", "", sheet.Soft, 24, f[0])
		font, size := "Mono", 7.0
		if f[0] == "Event" {
			font, size = "Go", 8.5
		}
		p.Text(sheet.Left+21, p.Y, size, font, "", sheet.Ink, wide-21, f[1])
		p.Y += 4.9
	}
	p.Y += 3.6
	p.Text(sheet.Left, p.Y, 12, "Go", "B", sheet.Ink, wide, "Check it yourself")
	p.Y += 5.8
	for _, s := range []string{
		"Open the address of the code, or a verifier page kept on your own computer, and drop",
		"this file there; or run: proofboard audit check FILE. Neither needs a network. Have the",
		"log's public key from the operator, not from this file. A single changed byte here, or in",
		"the certificate.json attached to this page, is refused.",
	} {
		p.Text(sheet.Left, p.Y, 8.5, "Go", "", sheet.Soft, wide, s)
		p.Y += 4.4
	}
	p.Text(sheet.Right-side, top+9+side+5, 7.5, "Go", "", sheet.Soft, side, verify)
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
	p.Fill(sheet.White)
	p.F.RoundedRect(x, y, side, side, 2, "1234", "F")
	p.Fill(sheet.Ink)
	m := (side - 2*quiet) / float64(n)
	for row := range n {
		for col := 0; col < n; col++ {
			from := col
			for col < n && dark(c.At(col, row)) {
				col++
			}
			if col > from { // adjacent squares are one bar, so that no gaps show
				p.F.Rect(x+quiet+float64(from)*m, y+quiet+float64(row)*m, float64(col-from)*m, m, "F")
			}
		}
	}
	return nil
}

func dark(c interface{ RGBA() (r, g, b, a uint32) }) bool {
	r, _, _, _ := c.RGBA()
	return r < 0x8000
}
