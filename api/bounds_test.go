package api

import (
	"slices"
	"strings"
	"testing"

	"github.com/proofboard/proofboard/api/web"
)

// Every field of an answer that has a link to a file or the text of a comment names the scope that shows it, written by
// hand (D-84). A presigned link says so in its description.
var texts = []string{
	"Topic.message", "Topic.annotation", "Comment.message", "HistoryEvent.data", "GuestInvitation.link",
	"OrderDownloadWithWatermark.watermarkFile",
}

func TestLinksAndTextsOfCommentsNameTheirScope(t *testing.T) { // D-84
	doc := validator(t)["GET /profile"].Spec
	found := 0
	for name, s := range doc.Components.Schemas {
		for field, p := range s.Value.Properties {
			if p.Value == nil {
				continue
			}
			at := name + "." + field
			needs := strings.HasPrefix(p.Value.Description, "presigned") || slices.Contains(texts, at)
			if has := p.Value.Extensions[web.ScopeField] == "proofs:read"; has != needs {
				t.Errorf("%s names its scope: %v", at, has)
			}
			if needs {
				found++
			}
		}
	}
	if found < 10 {
		t.Errorf("%d fields only", found)
	}
	bounds := web.NewBounds(doc)
	for _, name := range []string{"Order", "Version", "Versions", "Covers", "History", "InviteGuest", "GuestData"} {
		if bounds[name] == nil {
			t.Errorf("the answer of %s is not bounded", name)
		}
	}
	if bounds["Profile"] != nil || bounds["Timeline"] != nil {
		t.Error("answers without files and comments are read again")
	}
}
