package workflow_test

import (
	"fmt"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain/route"
	"github.com/proofboard/proofboard/domain/workflow"
)

// A workflow is published only if every step can be passed by people who can approve now.
func ExampleDraft_Check() {
	anna, ben := uuid.New(), uuid.New()
	d := workflow.Draft{
		Name:  "Packaging",
		Steps: []route.Step{{Name: "Brand", Approvers: []uuid.UUID{anna, ben}, Rule: route.All}},
	}
	fmt.Println(d.Check(func(uuid.UUID) bool { return true }))
	fmt.Println(d.Check(func(person uuid.UUID) bool { return person == anna }))
	// Output:
	// <nil>
	// workflow.step_impassable: Step 1: A step has too few active approvers to be passed.
}
