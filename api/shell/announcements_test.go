package shell

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"
)

// hostile is html of which nothing may be left that runs, loads, or changes the page.
var hostile = []string{
	`<script>alert(1)</script>`, `<ScRiPt src=//evil.test></sCrIpT>`, `<img src=x onerror=alert(1)>`,
	`<svg onload=alert(1)><script>1</script></svg>`, `<svg><a xlink:href="javascript:alert(1)">x</a></svg>`,
	`<a href="javascript:alert(1)">x</a>`, `<a href=" jAvA&#x0A;sCrIpT:alert(1)">x</a>`,
	`<a href="data:text/html,<script>1</script>">x</a>`, `<a href="vbscript:msgbox(1)">x</a>`,
	`<a href="https://ok.test" onclick="alert(1)">x</a>`, `<a href="https://ok.test" style="position:fixed">x</a>`,
	`<p style="background:url(javascript:alert(1))">x</p>`, `<p class="a" id="root" data-x="1">x</p>`,
	`<style>@import "//evil.test"</style>`, `<link rel=stylesheet href=//evil.test>`, `<base href=//evil.test>`,
	`<meta http-equiv=refresh content="0;url=//evil.test">`, `<iframe srcdoc="<script>1</script>"></iframe>`,
	`<object data=x></object>`, `<embed src=x>`, `<form action=//evil.test><input name=q></form>`,
	`<button formaction=javascript:alert(1)>x</button>`, `<math><mi xlink:href="javascript:1">x</mi></math>`,
	`<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<template><script>1</script></template>`,
	`<b><!--<img src=x onerror=alert(1)>--></b>`, `<table background="javascript:alert(1)"><td>x</table>`,
	`<body onload=alert(1)>`, `<isindex type=image src=1 onerror=alert(1)>`, `<video><source onerror=alert(1)></video>`,
	`<p>x<plaintext>`, `<xmp><img src=x onerror=alert(1)></xmp>`, `<a href="//evil.test">x</a>`,
	"<a href=\"java\u0000script:alert(1)\">x</a>", `<details open ontoggle=alert(1)>x</details>`,
}

// strange returns the tags and attributes of html that an announcement may not have.
func strange(html string) (found []string) {
	allowed := strings.Fields("p br strong em b i u s ul ol li a span")
	for z := nethtml.NewTokenizer(strings.NewReader(html)); ; {
		switch z.Next() {
		case nethtml.ErrorToken:
			return found
		case nethtml.TextToken, nethtml.EndTagToken:
			continue
		}
		tag := z.Token()
		if !slices.Contains(allowed, tag.Data) {
			found = append(found, tag.String())
		}
		for _, a := range tag.Attr {
			switch {
			case tag.Data == "a" && (a.Key == "rel" || a.Key == "target"):
			case tag.Data == "a" && a.Key == "href" && links.MatchString(a.Val):
			default:
				found = append(found, tag.Data+" "+a.Key+"="+a.Val)
			}
		}
	}
}

var links = regexp.MustCompile(`^(https?:|mailto:)\S*$`)

func TestNothingHostileIsLeftOfAnAnnouncement(t *testing.T) { // D-42 SH-329 BD-381
	for _, html := range hostile {
		if found := strange(clean(html)); len(found) > 0 {
			t.Errorf("%q is left of %q", found, html)
		}
	}
}

func TestAnAnnouncementKeepsEmphasisListsAndLinks(t *testing.T) {
	const html = `<p>We <strong>move</strong> on <em>Monday</em>.<br/></p><ul><li>New address</li></ul>`
	if got := clean(html); got != html {
		t.Errorf("got %q", got)
	}
	link := clean(`<a href="https://ok.test/a?b=c">x</a>`)
	if !strings.Contains(link, `href="https://ok.test/a?b=c"`) || !strings.Contains(link, "noreferrer") {
		t.Errorf("the link became %q", link)
	}
	for _, empty := range []string{"", "<p></p>", "<p> <br> </p>", "<script>alert(1)</script>"} {
		if got := clean(empty); got != "" {
			t.Errorf("%q became %q, which nobody can read", empty, got)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, html := range hostile {
		f.Add(html)
	}
	f.Fuzz(func(t *testing.T, html string) {
		once := clean(html)
		if twice := clean(once); once != twice {
			t.Errorf("%q became %q, and cleaned again %q", html, once, twice)
		}
		if found := strange(once); len(found) > 0 {
			t.Errorf("%q is left of %q", found, html)
		}
	})
}
