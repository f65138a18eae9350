package config

import (
	"encoding/base64"
	"fmt"
	"os"
	"strings"
)

// KeyFile is one of the three key files.
type KeyFile string

// The key files, as messages name them.
const (
	AuditKeys KeyFile = "audit key"
	MasterKey KeyFile = "master key"
	EventKeys KeyFile = "event key"
)

// Swapped returns an error that says which key file a file is, if it is another one than the wanted
// one. Otherwise it returns the error that reading the file returned.
func Swapped(file string, want KeyFile, err error) error {
	if err == nil {
		return nil
	}
	text, readErr := os.ReadFile(file) //nolint:gosec // G304: the operator names it
	if readErr != nil {
		return err
	}
	if is := kindOf(string(text)); is != "" && is != want {
		return fmt.Errorf("%s is the file of the %s, not of the %s: were they swapped?", file, is, want)
	}
	return err
}

// kindOf recognises a key file by its first line, empty if it is none.
func kindOf(text string) KeyFile {
	first, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	first = strings.TrimSpace(first)
	switch {
	case strings.HasPrefix(first, "PRIVATE+KEY+"):
		return AuditKeys
	case strings.HasPrefix(first, "key ") || strings.HasPrefix(first, "after "):
		return EventKeys
	}
	if key, err := base64.StdEncoding.DecodeString(first); err == nil && len(key) == 32 {
		return MasterKey
	}
	return ""
}
