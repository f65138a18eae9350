package browsers

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/proofboard/proofboard/domain"
)

// Limits of a report, in characters and lines.
const (
	maxMessage = 500
	maxPage    = 200
	maxFrames  = 40
	maxFrame   = 200
)

var (
	// aQuote is a quoted text of a message. It can be what somebody wrote.
	aQuote = regexp.MustCompile("\"[^\"]*\"?|'[^']*'?|`[^`]*`?|“[^”]*”?|‘[^’]*’?")
	// aProperty is how browsers name the property that a value does not have. It is a name of the
	// code.
	aProperty  = regexp.MustCompile(`\((?:reading|setting|evaluating) '[A-Za-z_$][\w$.]{0,60}'\)`)
	anAddress  = regexp.MustCompile(`[^\s@<>"']+@[^\s@<>"']+`)
	aURL       = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://\S+`)
	anID       = regexp.MustCompile(`[0-9a-fA-F]{8}-[0-9a-fA-F-]{12,}|[A-Za-z0-9_+/=-]{24,}`)
	aNumber    = regexp.MustCompile(`\d{3,}`)
	pathOfCode = regexp.MustCompile(`/(?:assets/)?[\w.-]+\.(?:js|mjs|tsx?|html):\d+(?::\d+)?`)
	aFunction  = regexp.MustCompile(`^(?:async |new )?[A-Za-z_$][\w$.<>/]*$`)
	aBuild     = regexp.MustCompile(`^[0-9a-f]{1,64}$`)
)

// parts of paths that the app's routes have. Every other part names a thing, a client or a person.
var parts = map[string]bool{
	"admin":                true,
	"annotation":           true,
	"announcements":        true,
	"archived-order":       true,
	"attachments":          true,
	"audit":                true,
	"branding":             true,
	"business-hours":       true,
	"catalogue":            true,
	"change-email":         true,
	"clear-history":        true,
	"clients":              true,
	"clone":                true,
	"compare":              true,
	"billing":              true,
	"invoices":             true,
	"retail":               true,
	"reporting":            true,
	"order":                true,
	"operator":             true,
	"payg":                 true,
	"payment-methods":      true,
	"known-browser":        true,
	"list":                 true,
	"switch":               true,
	"process":              true,
	"invoice":              true,
	"checkout":             true,
	"cart":                 true,
	"membership":           true,
	"package":              true,
	"payments":             true,
	"plans":                true,
	"service":              true,
	"customer":             true,
	"customers":            true,
	"detail":               true,
	"developers":           true,
	"email-verification":   true,
	"forgot-password":      true,
	"guestreviewer":        true,
	"history":              true,
	"impersonate-customer": true,
	"invitation":           true,
	"import":               true,
	"my-images":            true,
	"new":                  true,
	"not-support":          true,
	"old-kanban":           true,
	"operations":           true,
	"order-list":           true,
	"orders":               true,
	"people":               true,
	"profile":              true,
	"reset-password":       true,
	"settings":             true,
	"setup":                true,
	"signin":               true,
	"signout":              true,
	"signup":               true,
	"team-members":         true,
	"versions":             true,
	"webhooks":             true,
	"work":                 true,
	"workflow-and-roles":   true,
}

// masked returns the report without anything that could be personal: of the message no quoted text, no
// address, id or number; of the path only parts that routes have; of the stack only names of functions
// and places in the code.
func (r Report) masked() Report {
	return Report{
		Build:   aBuild.FindString(r.Build),
		Page:    maskedPage(r.Page),
		Message: maskedMessage(r.Message),
		Stack:   maskedStack(r.Stack),
		Browser: r.Browser,
	}
}

func maskedMessage(m string) string {
	m = domain.Shorten(strings.Map(printable, m), 4*maxMessage)
	var kept strings.Builder
	for {
		at := aProperty.FindStringIndex(m)
		if at == nil {
			break
		}
		kept.WriteString(maskedText(m[:at[0]]) + m[at[0]:at[1]])
		m = m[at[1]:]
	}
	kept.WriteString(maskedText(m))
	return domain.Shorten(strings.Join(strings.Fields(kept.String()), " "), maxMessage)
}

// printable turns everything into a space that is not text.
func printable(r rune) rune {
	if r == utf8.RuneError || !unicode.IsPrint(r) {
		return ' '
	}
	return r
}

func maskedText(text string) string {
	for _, hidden := range []struct {
		what *regexp.Regexp
		by   string
	}{{aURL, "{address}"}, {anAddress, "{address}"}, {aQuote, "{text}"}, {anID, "{id}"}, {aNumber, "{number}"}} {
		text = hidden.what.ReplaceAllString(text, hidden.by)
	}
	return text
}

func maskedPage(page string) string {
	page, _, _ = strings.Cut(page, "?")
	page, _, _ = strings.Cut(page, "#")
	named := strings.Split(page, "/")
	for i, part := range named {
		if part != "" && !parts[part] {
			named[i] = "{id}"
		}
	}
	return domain.Shorten(strings.Join(named, "/"), maxPage)
}

// maskedStack keeps what it can read of each line: "name /assets/file.js:1:234".
func maskedStack(stack string) string {
	var frames []string
	for line := range strings.Lines(stack) {
		place := pathOfCode.FindString(line)
		if place == "" {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "at "), "(")
		name, _, _ = strings.Cut(name, "@")
		if name = strings.TrimSpace(name); aFunction.MatchString(name) {
			place = name + " " + place
		}
		frames = append(frames, domain.Shorten(place, maxFrame))
		if len(frames) == maxFrames {
			break
		}
	}
	return strings.Join(frames, "\n")
}
