package accounts

import (
	"testing"
	"time"
)

// What was read before an event is not remembered after it.
func TestWhatWasReadBeforeItWasForgottenIsNotRemembered(t *testing.T) { // D-66
	var r rememberedExceptions
	now := time.Unix(0, 0)
	_, _, forgotten := r.known(now)
	r.forget()
	r.remember(Exceptions{}, now.Add(time.Minute), forgotten)
	if _, known, _ := r.known(now); known {
		t.Error("it is remembered")
	}
	_, _, forgotten = r.known(now)
	r.remember(Exceptions{}, now.Add(time.Minute), forgotten)
	if _, known, _ := r.known(now); !known {
		t.Error("what was read afterwards is not")
	}
}
