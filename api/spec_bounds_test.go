package api

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/proofboard/proofboard/domain/billing"
)

// Names that a schema does not list, and values without an end, never reach a handler: neither in
// what is sent nor in what is promised.
func TestEverySchemaIsClosedAndEveryStringBounded(t *testing.T) {
	v := validator(t)
	w := walkSchemas{seen: map[string]bool{}}
	for key, r := range v {
		for _, params := range []openapi3.Parameters{r.PathItem.Parameters, r.Operation.Parameters} {
			for _, p := range params {
				w.schema(key+" "+p.Value.Name, p.Value.Schema, true)
			}
		}
		if b := r.Operation.RequestBody; b != nil {
			for kind, m := range b.Value.Content {
				w.schema(key+" "+kind, m.Schema, true)
			}
		}
		for status, a := range r.Operation.Responses.Map() {
			for _, m := range a.Value.Content {
				w.schema(key+" "+status, m.Schema, false)
			}
		}
	}
	for name, s := range v["GET /profile"].Spec.Components.Schemas {
		w.schema(name, s, false)
	}
	for _, fault := range w.faults {
		t.Error(fault)
	}
	if len(w.seen) < 500 {
		t.Errorf("looked at %d schemas only", len(w.seen))
	}
}

type walkSchemas struct {
	seen   map[string]bool
	faults []string
}

func (w *walkSchemas) schema(at string, ref *openapi3.SchemaRef, sent bool) {
	if ref == nil || ref.Value == nil {
		w.faults = append(w.faults, at+" has no schema")
		return
	}
	if ref.Ref != "" {
		at = ref.Ref
	}
	key := fmt.Sprint(at, sent)
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	s := ref.Value
	fault := func(what string) { w.faults = append(w.faults, at+" "+what) }
	if len(s.AllOf)+len(s.AnyOf)+len(s.OneOf) > 0 || s.Not != nil {
		fault("combines schemas: closed ones cannot be combined")
	}
	switch {
	case s.Type.Is("object"):
		rest := s.AdditionalProperties
		switch {
		case rest.Schema != nil && !sent:
			w.schema(at+".*", rest.Schema, sent)
		case rest.Has == nil || *rest.Has && (sent || len(s.Properties) > 0):
			fault("is open")
		}
		for name, p := range s.Properties {
			w.schema(at+"."+name, p, sent)
		}
	case s.Type.Is("array"):
		if sent && s.MaxItems == nil {
			fault("has no maxItems")
		}
		w.schema(at+"[]", s.Items, sent)
	case s.Type.Is("string"):
		if s.MaxLength == nil && len(s.Enum) == 0 && s.Format != "uuid" &&
			(sent || s.Format != "date-time" && s.Format != "date" && s.Format != "binary") {
			fault("has no maxLength")
		}
	case s.Type.Is("integer"), s.Type.Is("number"):
		if sent && (s.Min == nil || s.Max == nil) {
			fault("has no minimum and maximum")
		}
	case s.Type.Is("boolean"):
	default:
		fault("has no type")
	}
}

// The web app takes the pattern from the contract. The domain gets capital letters, and refuses the prefix of the credit
// notes of earlier builds as well.
func TestThePrefixOfNumbersIsThatOfTheDomain(t *testing.T) { // D-87
	terms := validator(t)["GET /profile"].Spec.Components.Schemas["SellingTerms"].Value
	pattern := regexp.MustCompile(terms.Properties["numberPrefix"].Value.Pattern)
	for _, text := range []string{
		"", "A", "AB", "ab", "aB", "ABC", "PBD", "ABCD", "ABCDE", "ABCDEF", "A1", "1A", "A-B", " AB", "AB ", "AB\n", "ÄÖ", "A B",
	} {
		if in, of := pattern.MatchString(text), billing.IsPrefix(strings.ToUpper(text)); in != of {
			t.Errorf("%q is a prefix in the contract: %v, in the domain: %v", text, in, of)
		}
	}
}

// Price lists and carts have the same limits in the contract and in the domain.
func TestPriceListsAndCartsHaveTheLimitsOfTheDomain(t *testing.T) {
	v := validator(t)
	schemas := v["GET /profile"].Spec.Components.Schemas
	for name, want := range map[string]uint64{"PriceList packs": billing.MaxPacks, "Cart items": billing.MaxItems, "Checkout items": billing.MaxItems} {
		schema, property, _ := strings.Cut(name, " ")
		if got := schemas[schema].Value.Properties[property].Value.MaxItems; got == nil || *got != want {
			t.Errorf("%s: %v, want %d", name, got, want)
		}
	}
	if got := schemas["CartItem"].Value.Properties["qty"].Value.Max; got == nil || *got != billing.MaxQuantity {
		t.Errorf("quantity: %v, want %d", got, billing.MaxQuantity)
	}
}
