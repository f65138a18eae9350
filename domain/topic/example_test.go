package topic_test

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/topic"
)

// What a node may not have is dropped, so that stored messages contain no script.
func ExampleParseMessage() {
	m, err := topic.ParseMessage(
		`{"type":"doc","content":[{"type":"paragraph","attrs":{"onclick":"x()"},"content":[{"type":"text","text":"Darker, please"}]}]}`,
	)
	fmt.Println(err, m.Text)
	fmt.Println(m.JSON)
	// Output:
	// <nil> Darker, please
	// {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Darker, please"}]}]}
}

func ExampleExcerpt() {
	message := `{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Please make the plum darker"}]}]}`
	fmt.Println(topic.Excerpt(message, 12, func(uuid.UUID) string { return "" }))
	// Output: Please make…
}
