package api

import (
	"context"
	"net/http"

	"github.com/proofboard/proofboard/api/web"
)

// Dependency is a dependency of the product and its present state.
type Dependency struct {
	Name  string `json:"name"`
	Ready bool   `json:"ready"`
	// Required dependencies are needed to serve at all. The others limit what is served.
	Required   bool     `json:"required"`
	Reason     string   `json:"reason,omitempty"`     // why it is not ready
	LagEvents  *int64   `json:"lagEvents,omitempty"`  // how far it is behind the log
	LagSeconds *float64 `json:"lagSeconds,omitempty"` // age of the oldest event that it has not handled
}

// The states that /readyz returns.
const (
	ready    = "ready"
	degraded = "degraded"  // it serves although something is missing: 200
	notReady = "not ready" // 503
)

// readyz says which dependencies are not ready. A missing dependency that the product works without
// (BY-010) must not take the process out of service.
func readyz(state func(context.Context) []Dependency) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		answer := struct {
			Status       string       `json:"status"`
			Waiting      []string     `json:"waiting"` // names of the dependencies that are not ready
			Dependencies []Dependency `json:"dependencies"`
		}{ready, []string{}, state(r.Context())}
		status := http.StatusOK
		for _, d := range answer.Dependencies {
			if d.Ready {
				continue
			}
			answer.Waiting = append(answer.Waiting, d.Name)
			switch {
			case d.Required:
				answer.Status, status = notReady, http.StatusServiceUnavailable
			case status == http.StatusOK:
				answer.Status = degraded
			}
		}
		w.Header().Set("Cache-Control", "no-store")
		web.WriteJSON(w, status, answer)
	}
}
