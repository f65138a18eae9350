package proof_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/proof"
)

// A decision records events. They change the state once they are applied, as the log does it.
func ExampleProof_Add() {
	p := proof.New(uuid.New())
	err := p.Add(
		proof.AttachmentAdded{Order: uuid.New(), Kind: proof.CustomerReview},
		uuid.New(),
		proof.File{Name: "label.pdf", Key: "files/label", Size: 1, SHA256: strings.Repeat("a", 64)},
		time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC),
	)
	fmt.Println(err, len(p.Live()))
	for i, r := range p.TakeRecorded() {
		fmt.Println(r.Type, p.Apply(domain.Event{Stream: p.ID, Version: i + 1, Type: r.Type, Data: r.Data}))
	}
	fmt.Println(p.Name, len(p.Live()), p.Reviewable())
	// Output:
	// <nil> 0
	// proof.attachment_added <nil>
	// proof.version_added <nil>
	// label.pdf 1 true
}
