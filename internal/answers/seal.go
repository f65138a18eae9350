package answers

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
)

// sealer encrypts answers. The Idempotency-Key, which only the caller has, is part of each key, so that a copy of
// the database does not tell what was answered.
type sealer struct{ key []byte }

func (s sealer) aead(w Write) (cipher.AEAD, error) {
	h := hmac.New(sha256.New, s.key)
	h.Write(w.Key[:])
	h.Write(w.ID)
	block, err := aes.NewCipher(h.Sum(nil))
	if err != nil {
		return nil, fmt.Errorf("answers: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}

func (s sealer) seal(w Write, a Answer) ([]byte, error) {
	aead, err := s.aead(w)
	if err != nil {
		return nil, err
	}
	plain, err := json.Marshal(a)
	if err != nil {
		return nil, fmt.Errorf("answers: %w", err)
	}
	return aead.Seal(nil, nil, plain, w.Request), nil //nolint:gosec // G407: the AEAD makes a random nonce itself.
}

func (s sealer) open(w Write, sealed []byte) (a Answer, err error) {
	aead, err := s.aead(w)
	if err != nil {
		return a, err
	}
	plain, err := aead.Open(nil, nil, sealed, w.Request)
	if err == nil {
		err = json.Unmarshal(plain, &a)
	}
	if err != nil {
		return a, fmt.Errorf("answers: %w", err)
	}
	return a, nil
}
