package domain

import (
	"crypto/sha256"
	"encoding/hex"
	"unicode/utf8"
)

// Watermark is a picture that is tiled over the proofs that people download (BD-282).
type Watermark struct {
	Name        string `json:"name"`
	ContentType string `json:"contentType"`
	Key         string `json:"key"` // key in the file store
	Size        int64  `json:"size"`
	SHA256      string `json:"sha256"`         // hex
	Dark        bool   `json:"dark,omitempty"` // the proofs are dark, so the watermark is drawn light (BD-283)
}

// Limits of the picture of a watermark.
const (
	MaxWatermarkSize = 1 << 20 // bytes
	maxWatermarkName = 200     // characters
	maxWatermarkKey  = 1024
)

// ErrWatermarkInvalid refuses a picture that cannot be tiled over a proof.
var ErrWatermarkInvalid = &Error{
	Code:    Invalid,
	Reason:  "watermark.invalid",
	Message: "A watermark is a PNG or JPEG picture of at most 1 MB. Please choose another file.",
}

// Check returns an error if the watermark is invalid.
func (w Watermark) Check() error {
	hash, err := hex.DecodeString(w.SHA256)
	switch {
	case w.ContentType != "image/png" && w.ContentType != "image/jpeg",
		w.Size <= 0,
		w.Size > MaxWatermarkSize,
		err != nil,
		len(hash) != sha256.Size,
		w.Name == "",
		utf8.RuneCountInString(w.Name) > maxWatermarkName,
		!Storable(w.Name),
		w.Key == "",
		len(w.Key) > maxWatermarkKey,
		!Storable(w.Key):
		return ErrWatermarkInvalid
	}
	return nil
}
