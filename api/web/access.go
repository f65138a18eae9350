package web

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

// Access says which callers an operation admits and which projections it waits for. Whether a
// caller may read or change a certain object is decided by the operation itself. openapi.yaml has it
// beside the operation: fields with a JSON name are in x-access, which is not published.
type Access struct {
	Public    bool                `json:"-"`         // open without a session: security is empty
	Scope     string              `json:"-"`         // x-csrf-scope: scope of the CSRF token that a write needs, empty for reads
	Token     sessions.TokenScope `json:"-"`         // x-token-scope: scope that an access token needs, empty if none opens the operation
	TokenToo  sessions.TokenScope `json:"-"`         // x-token-scope-too: a second scope that it needs, empty for none
	Guest     bool                `json:"guest"`     // open to guests, and to nobody else
	Enrols    bool                `json:"enrols"`    // open to people who must add a second factor first
	OneSelf   bool                `json:"oneSelf"`   // closed to an admin who acts as the person (D-48)
	Gateless  bool                `json:"gateless"`  // a write that is open to people whose profile is incomplete (D-90)
	Needs     policy.Ability      `json:"needs"`     // ability that every caller needs, empty for none
	Shows     []string            `json:"shows"`     // projections that the answer is made from: X-Min-Position waits for them
	CatchesUp []string            `json:"catchesUp"` // projections that a write reads: they first catch up with the log
	// OneCommand: the call is one command. Its outcome is stored with its key, so its answer need not be (D-85).
	OneCommand bool `json:"oneCommand"`
	Secret     bool `json:"secret"` // the answer has a secret that is shown once
}

// Fields of an operation in the contract. The first three are published; so is ScopeField at fields of answers.
const (
	ScopeField    = "x-token-scope"
	ScopeTooField = "x-token-scope-too"
	CSRFField     = "x-csrf-scope"
	accessField   = "x-access"
	webField      = "x-web" // the part of the web app's client that has the call, see web/codegen.config.js
)

// Published reports whether a field of an operation is for those who call it, and not for the server alone.
func Published(field string) bool {
	return field == ScopeField || field == ScopeTooField || field == CSRFField
}

// Routes has the access of each operation of the contract, by its name.
type Routes map[string]Access

// NewRoutes reads the access of the operations of a contract. An operation without it is not listed, so nobody may
// call it.
func NewRoutes(doc *openapi3.T) (Routes, error) {
	all := Routes{}
	for _, item := range doc.Paths.Map() {
		for _, o := range item.Operations() {
			listed := o.Extensions[accessField] != nil
			public := o.Security != nil && len(*o.Security) == 0
			if !listed && !public {
				continue
			}
			rule, err := access(o.Extensions)
			if err == nil && public && (listed || rule.Scope != "" || rule.Token != "") {
				err = errPublic
			}
			if err != nil {
				return nil, fmt.Errorf("openapi.yaml: %s: %w", o.OperationID, err)
			}
			rule.Public = public
			all[NameOf(o)] = rule
		}
	}
	return all, nil
}

var errPublic = fmt.Errorf("a public operation has no %s and no scope", accessField)

// access reads the fields of an operation that begin with x-. Only those of this file exist.
func access(fields map[string]any) (rule Access, err error) {
	for field, value := range fields {
		text, isText := value.(string)
		switch {
		case field == accessField:
			content, bad := json.Marshal(value)
			if bad == nil {
				bad = domain.Decode(content, &rule)
			}
			if bad != nil {
				return rule, fmt.Errorf("%s: %w", field, bad)
			}
		case !isText || text == "" || !Published(field) && field != webField:
			return rule, fmt.Errorf("%s: %v is not known", field, value)
		}
	}
	rule.Scope, _ = fields[CSRFField].(string)
	token, _ := fields[ScopeField].(string)
	too, _ := fields[ScopeTooField].(string)
	rule.Token, rule.TokenToo = sessions.TokenScope(token), sessions.TokenScope(too)
	return rule, nil
}

// NameOf returns the name that an operation has in Go.
func NameOf(o *openapi3.Operation) string {
	return strings.ToUpper(o.OperationID[:1]) + o.OperationID[1:]
}
