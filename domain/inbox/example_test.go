package inbox_test

import (
	"fmt"

	"github.com/proofboard/proofboard/domain/inbox"
)

// The log stores the kind and ids of a notification. The sentence is made when it is read.
func ExampleKind_Sentence() {
	fmt.Println(inbox.OrderMoved.Sentence("Yuki Tanaka", "In Review"))
	fmt.Println(inbox.Mentioned.Sentence("Olivia Hart", ""))
	// Output:
	// Yuki Tanaka moved the order to In Review
	// Olivia Hart mentioned you in a comment
}
