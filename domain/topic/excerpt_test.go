package topic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/topic"
)

func TestAnExcerptIsTheFirstWordsInOneLine(t *testing.T) {
	ben := uuid.New()
	name := func(id uuid.UUID) string {
		if id == ben {
			return "Ben"
		}
		return "somebody"
	}
	mention := func(id uuid.UUID) string { return fmt.Sprintf(`{"type":"mention","attrs":{"id":%q}}`, id) }
	for what, c := range map[string]struct{ message, want string }{
		"short":           {says("Too green"), "Too green"},
		"lines and lists": {`{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"One"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{"type":"text","text":" two "}]}]}]}]}`, "One two"},
		"mentions":        {`{"type":"doc","content":[{"type":"paragraph","content":[` + mention(ben) + `,{"type":"text","text":" and "},` + mention(uuid.New()) + `]}]}`, "@Ben and @somebody"},
		"exactly as long": {says(strings.Repeat("ü", 20)), strings.Repeat("ü", 20)},
		"longer":          {says(strings.Repeat("ü", 21)), strings.Repeat("ü", 19) + "…"},
		"cut at a space":  {says("a word and then more words"), "a word and then mor…"},
		"no message":      {"sealed1.abc", ""},
	} {
		if got := topic.Excerpt(c.message, 20, name); got != c.want {
			t.Errorf("%s: %q, want %q", what, got, c.want)
		}
	}
}
