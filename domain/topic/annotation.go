package topic

import (
	"encoding/json"
	"math"
	"strings"

	"github.com/proofboard/proofboard/domain"
)

// Limits of an annotation.
const (
	MaxAnnotationBytes = 256 << 10
	maxPoints          = 20_000 // numbers, two for each point
	maxPage            = 10_000
	maxCoordinate      = 1e6
)

// Errors of an annotation.
var (
	ErrAnnotationInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "topic.annotation_invalid",
		Message: "The mark on the proof is not valid.",
	}
	ErrAnnotationTooLarge = &domain.Error{
		Code:    domain.TooLarge,
		Reason:  "topic.annotation_too_large",
		Message: "The mark on the proof is too large.",
	}
)

// annotation is a shape drawn on a page (BD-182, BD-257). Fields that only the browser needs
// (isUnsaved, unsavedComment) are dropped.
type annotation struct {
	ClassName string     `json:"className"`
	Attrs     shapeAttrs `json:"attrs"`
	Scale     *float64   `json:"scale,omitempty"`
	Page      int        `json:"page,omitempty"`
}

type shapeAttrs struct {
	ID          string      `json:"id,omitempty"`
	X           *float64    `json:"x,omitempty"`
	Y           *float64    `json:"y,omitempty"`
	Points      []float64   `json:"points,omitempty"`
	Width       *float64    `json:"width,omitempty"`
	Height      *float64    `json:"height,omitempty"`
	Radius      *float64    `json:"radius,omitempty"`
	Stroke      string      `json:"stroke,omitempty"`
	Fill        string      `json:"fill,omitempty"`
	StrokeWidth *float64    `json:"strokeWidth,omitempty"`
	Group       any         `json:"group,omitempty"` // older canvases disagree on the type
	GroupAttrs  *groupAttrs `json:"groupAttrs,omitempty"`
	Version     any         `json:"version,omitempty"` // 0.2 for the newer canvas (BD-262)
}

type groupAttrs struct {
	ID string   `json:"id,omitempty"`
	X  *float64 `json:"x,omitempty"`
	Y  *float64 `json:"y,omitempty"`
}

// shapes are the kinds a mark can have (BD-258).
var shapes = map[string]bool{"arrow": true, "circle": true, "rect": true, "line": true}

// colours are the six of the palette (BD-260). Older marks have them as CSS colours.
var colours = map[string]bool{
	"green":       true,
	"red":         true,
	"blue":        true,
	"yellow":      true,
	"pink":        true,
	"purple":      true,
	"transparent": true,
	"":            true,
}

// ParseAnnotation validates the JSON of a mark and returns it with the allowed fields only. An
// empty text is a topic without a mark.
func ParseAnnotation(s string) (text string, page int, err error) {
	if s == "" {
		return "", 0, nil
	}
	if len(s) > MaxAnnotationBytes {
		return "", 0, ErrAnnotationTooLarge
	}
	var a annotation
	if !shallow([]byte(s), 8) || domain.DecodeLoose([]byte(s), &a) != nil || !a.valid() {
		return "", 0, ErrAnnotationInvalid
	}
	if a.Page == 0 {
		a.Page = 1
	}
	b, err := json.Marshal(a)
	if err != nil {
		return "", 0, ErrAnnotationInvalid
	}
	if len(b) > MaxAnnotationBytes { // encoded numbers may be longer than they were
		return "", 0, ErrAnnotationTooLarge
	}
	return string(b), a.Page, nil
}

func (a annotation) valid() bool {
	t := a.Attrs
	numbers := []*float64{a.Scale, t.X, t.Y, t.Width, t.Height, t.Radius, t.StrokeWidth}
	if t.GroupAttrs != nil {
		numbers = append(numbers, t.GroupAttrs.X, t.GroupAttrs.Y)
		if len(t.GroupAttrs.ID) > 100 {
			return false
		}
	}
	for _, n := range numbers {
		if n != nil && !finite(*n) {
			return false
		}
	}
	for _, n := range t.Points {
		if !finite(n) {
			return false
		}
	}
	switch {
	case !shapes[strings.ToLower(a.ClassName)], a.Page < 0, a.Page > maxPage, len(t.ID) > 100:
		return false
	case a.Scale != nil && *a.Scale <= 0, t.Radius != nil && *t.Radius < 0, t.StrokeWidth != nil && *t.StrokeWidth < 0:
		return false
	case len(t.Points) > maxPoints, len(t.Points)%2 != 0:
		return false
	case !colour(t.Stroke), !colour(t.Fill), !scalar(t.Group), !scalar(t.Version):
		return false
	}
	return true
}

func finite(n float64) bool { return !math.IsNaN(n) && math.Abs(n) <= maxCoordinate }

func colour(s string) bool {
	if colours[s] {
		return true
	}
	if len(s) > 40 {
		return false
	}
	for _, c := range s {
		if !strings.ContainsRune("0123456789abcdefABCDEFrgbhsl#(),.% ", c) {
			return false
		}
	}
	return true
}

// scalar accepts a short JSON string, a number or a boolean.
func scalar(v any) bool {
	switch v := v.(type) {
	case nil, bool, float64, int64:
		return true
	case string:
		return len(v) <= 100
	}
	return false
}
