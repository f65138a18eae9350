package domain_test

import (
	"errors"
	"fmt"

	"github.com/proofboard/proofboard/domain"
)

// A machine made by NewLife stores no state: each question brings the state with it.
func ExampleNext() {
	type door string
	life := domain.NewLife(door("closed"))
	life.Configure(door("closed")).Permit("open", door("open"))
	life.Configure(door("open")).Permit("close", door("closed"))

	fmt.Println(domain.Next(life, door("closed"), "open"))
	fmt.Println(domain.Next(life, door("closed"), "close"))
	// Output:
	// open true
	// closed false
}

// Errors compare by reason, whatever their message says.
func ExampleError_Saying() {
	err := domain.ErrNotFound.Saying("There is no order %d.", 7)
	fmt.Println(err, errors.Is(err, domain.ErrNotFound), domain.ReasonOf(err))
	// Output: not_found: There is no order 7. true not_found
}

// A name that differs in case is refused, so nothing can be stored that a check has not seen.
func ExampleDecode() {
	var v struct {
		Name string `json:"name"`
	}
	fmt.Println(domain.Decode([]byte(`{"name":"proof.png"}`), &v), v.Name)
	fmt.Println(domain.Decode([]byte(`{"Name":"other.png"}`), &v) != nil)
	// Output:
	// <nil> proof.png
	// true
}
