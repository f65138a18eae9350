package web

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// formats check the format of texts before they are decoded, so that a refusal can name the field.
var formats = map[string]openapi3.StringFormatValidator{
	"uuid": openapi3.NewCallbackValidator(func(text string) error {
		_, err := uuid.Parse(text)
		return err
	}),
	"date-time": openapi3.NewCallbackValidator(func(text string) error {
		_, err := time.Parse(time.RFC3339, text)
		return err
	}),
}

// formatWords and typeWords describe values in words.
var (
	formatWords = map[string]string{
		"uuid":      "a UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6",
		"date-time": "a date and time, such as 2026-03-01T12:00:00Z",
	}
	typeWords = map[string]string{
		"string":  "a text",
		"integer": "a whole number",
		"number":  "a number",
		"boolean": "true or false",
		"array":   "a list",
		"object":  "an object",
	}
)

// Invalid returns the refusal of a request that violates the contract.
func Invalid(err error) error {
	var e *domain.Error
	if asDomainError(err, &e) {
		return e
	}
	request, isRequest := errors.AsType[*openapi3filter.RequestError](err)
	schema, isSchema := errors.AsType[*openapi3.SchemaError](err)
	if !isRequest && !isSchema {
		return ErrRequest.From(err)
	}
	where, what := "The body", "is not as the API describes it"
	if isRequest && request.Parameter != nil {
		where = quoted(request.Parameter.Name)
		if s := request.Parameter.Schema; s != nil {
			what = "must be " + valueWords(s.Value)
		}
	}
	switch {
	case errors.Is(err, openapi3filter.ErrInvalidRequired):
		what = "is required"
	case isSchema:
		if at := pathOf(schema); at != "" {
			where = quoted(at)
		}
		what = rule(schema)
	case isRequest && request.RequestBody != nil && strings.Contains(request.Reason, "Content-Type"):
		what = "must be sent as " + strings.Join(slices.Sorted(maps.Keys(request.RequestBody.Content)), " or ")
	}
	refused := ErrRequest.Saying("%s %s.", where, what)
	refused.Details = []string{refused.Message}
	return refused.From(err)
}

// pathOf returns the path of a wrong value in a body, with unknown names too.
func pathOf(e *openapi3.SchemaError) string {
	at := e.JSONPointer()
	var unknown string
	if _, err := fmt.Sscanf(e.Reason, "property %q is unsupported", &unknown); err == nil {
		at = append(at, unknown)
	}
	return strings.Join(at, ".")
}

// quoted returns the name of a field as it was sent, shortened.
func quoted(name string) string {
	const longest = 100
	if runes := []rune(name); len(runes) > longest {
		name = string(runes[:longest]) + "…"
	}
	return "'" + name + "'"
}

// valueWords describes what a value must be.
func valueWords(s *openapi3.Schema) string {
	if w := formatWords[s.Format]; w != "" {
		return w
	}
	if len(s.Enum) > 0 {
		return "one of " + choices(s.Enum)
	}
	for kind, w := range typeWords {
		if s.Type.Is(kind) {
			return w
		}
	}
	return "as the API describes it"
}

func choices(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = fmt.Sprint(v)
	}
	return strings.Join(words, ", ")
}

// rule describes in words the rule of a schema that a value violates.
func rule(e *openapi3.SchemaError) string {
	s := e.Schema
	if s == nil {
		return "is not as the API describes it"
	}
	number := func(n *float64) string { return strconv.FormatFloat(*n, 'f', -1, 64) }
	switch e.SchemaField {
	case "required":
		return "is required"
	case "properties", "additionalProperties":
		return "is no field of this call"
	case "minLength":
		return fmt.Sprintf("must have at least %s", counted(s.MinLength, "character"))
	case "maxLength":
		return fmt.Sprintf("must have at most %s", counted(*s.MaxLength, "character"))
	case "minItems":
		return fmt.Sprintf("must have at least %s", counted(s.MinItems, "entry"))
	case "maxItems":
		return fmt.Sprintf("must have at most %s", counted(*s.MaxItems, "entry"))
	case "minProperties":
		return fmt.Sprintf("must have at least %s", counted(s.MinProps, "field"))
	case "minimum":
		return "must be at least " + number(s.Min)
	case "maximum":
		return "must be at most " + number(s.Max)
	case "nullable":
		return "must not be null"
	}
	return "must be " + valueWords(s)
}

func counted(n uint64, what string) string {
	text := strconv.FormatUint(n, 10) + " " + what
	switch {
	case n == 1:
		return text
	case strings.HasSuffix(what, "y"):
		return strings.TrimSuffix(text, "y") + "ies"
	}
	return text + "s"
}
