package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// Answer writes itself: it is no JSON of status 200 without headers.
type Answer interface {
	Write(w http.ResponseWriter) error
}

// Done is the field `success` of an answer that is no refusal.
type Done struct{}

// MarshalJSON implements json.Marshaler.
func (Done) MarshalJSON() ([]byte, error) { return []byte("true"), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (*Done) UnmarshalJSON(text []byte) error {
	if string(text) != "true" {
		return fmt.Errorf("success is %s", text)
	}
	return nil
}

// Envelope is what most reads answer.
type Envelope[T any] struct {
	Data    T    `json:"data"`
	Success Done `json:"success"`
}

// EnvelopeSaying is what most writes answer: with a sentence for people.
type EnvelopeSaying[T any] struct {
	Data    T      `json:"data"`
	Message string `json:"message"`
	Success Done   `json:"success"`
}

// EnvelopePage is a page of a list.
type EnvelopePage[T any] struct {
	Data    T       `json:"data"`
	More    bool    `json:"more"`
	Next    *string `json:"next,omitempty"`
	Success Done    `json:"success"`
}

// Written is the answer of a write, as JSON.
type Written[T any] struct {
	Body     T
	Position *int64  // of the write's last event, in X-Position
	Cookie   *string // in Set-Cookie
	Status   int     // 200 if it is not set
}

// Write implements Answer.
func (a *Written[T]) Write(w http.ResponseWriter) error {
	if a.Position != nil {
		w.Header().Set("X-Position", strconv.FormatInt(*a.Position, 10))
	}
	if a.Cookie != nil {
		w.Header().Set("Set-Cookie", *a.Cookie)
	}
	status := a.Status
	if status == 0 {
		status = http.StatusOK
	}
	return writeJSON(w, status, &a.Body)
}

// File is an answer that is no JSON.
type File struct {
	Type         string
	Body         []byte
	CacheControl string
}

// Write implements Answer.
func (f *File) Write(w http.ResponseWriter) error {
	h := w.Header()
	h.Set("Cache-Control", f.CacheControl)
	h.Set("Content-Type", f.Type)
	if len(f.Body) > 0 {
		h.Set("Content-Length", strconv.Itoa(len(f.Body)))
	}
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(f.Body)
	return err
}

// write writes an answer.
func write(w http.ResponseWriter, answer any) error {
	if own, is := answer.(Answer); is {
		return own.Write(w)
	}
	return writeJSON(w, http.StatusOK, answer)
}

func writeJSON(w http.ResponseWriter, status int, body any) error {
	var buffer bytes.Buffer
	if err := json.NewEncoder(&buffer).Encode(body); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, err := buffer.WriteTo(w)
	return err
}
