package present

import (
	"encoding/json"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
)

// Mentioned returns the people whom a stored message mentions.
func Mentioned(message string) []uuid.UUID {
	m, err := topic.ParseMessage(message)
	if err != nil {
		return nil
	}
	return m.Mentions
}

// Named adds the present names to a stored message, which has ids only (D-33).
func Named(message string, names accounts.Names) string {
	if len(Mentioned(message)) == 0 {
		return message
	}
	var doc map[string]any
	if err := json.Unmarshal([]byte(message), &doc); err != nil {
		return message
	}
	label(doc, names)
	b, err := json.Marshal(doc)
	if err != nil {
		return message
	}
	return string(b)
}

func label(n map[string]any, names accounts.Names) {
	if attrs, ok := n["attrs"].(map[string]any); ok && n["type"] == "mention" {
		text, _ := attrs["id"].(string)
		id, err := uuid.Parse(text)
		if u, known := names.People[id]; err == nil && known {
			attrs["label"] = u.Name()
		} else {
			attrs["label"] = "somebody"
		}
	}
	children, _ := n["content"].([]any)
	for _, c := range children {
		if child, ok := c.(map[string]any); ok {
			label(child, names)
		}
	}
}
