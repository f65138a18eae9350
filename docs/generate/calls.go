package main

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/proofboard/proofboard/api"
	"github.com/proofboard/proofboard/api/web"
)

// webCalls is the file of what the web app takes from the contract beside the client of its calls, under docs.
const webCalls = "../web/src/api/generated/contract.ts"

// calls returns the scopes of CSRF tokens by path, and the pattern of what numbers of orders begin with.
func calls() string {
	doc, err := web.ReadContract(api.Spec)
	if err != nil {
		panic(err) // Tests of the contract fail before.
	}
	prefix := doc.Components.Schemas["SellingTerms"].Value.Properties["numberPrefix"].Value.Pattern
	var b strings.Builder
	b.WriteString("// docs/generate writes this file from api/openapi.yaml.\n\n" +
		"/** The scope of the CSRF token of writes to a path and below it. The first path counts that fits; {} is any part. */\n" +
		"export const csrfScopes = [\n")
	for _, of := range scopesOf(doc) {
		fmt.Fprintf(&b, "  ['%s', '%s'],\n", of[0], of[1])
	}
	b.WriteString("] as const;\n\n" +
		"/** What the numbers of orders and invoices of a client may begin with. */\n" +
		"export const numberPrefixPattern = /" + prefix + "/;\n")
	return b.String()
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// scopesOf returns pairs of the beginning of a path and the scope of the writes there, those of longer paths before
// those that they begin with. The scope of most writes is that of the empty path.
func scopesOf(doc *openapi3.T) [][2]string {
	scopes := map[string]string{} // of each path that is written to
	for path, item := range doc.Paths.Map() {
		for _, o := range item.Operations() {
			scope, _ := o.Extensions[web.CSRFField].(string)
			path = strings.Trim(parameter.ReplaceAllString(path, "{}"), "/")
			if scope == "" || strings.HasPrefix(path, "g/") { // guests have tokens of their own
				continue
			}
			if other, set := scopes[path]; set && other != scope {
				panic(path + " has two scopes") // The web app knows the path of a call, not its method.
			}
			scopes[path] = scope
		}
	}
	var pairs [][2]string
	var list func(at, inherited string)
	list = func(at, inherited string) {
		below, parts := map[string]int{}, map[string]bool{}
		for path, scope := range scopes {
			if rest, under := strings.CutPrefix(path, strings.TrimPrefix(at+"/", "/")); under {
				below[scope]++
				part, _, _ := strings.Cut(rest, "/")
				parts[strings.TrimPrefix(at+"/"+part, "/")] = true
			}
		}
		scope, own := scopes[at]
		if !own {
			scope = slices.MaxFunc(slices.Sorted(maps.Keys(below)), func(a, b string) int {
				return cmp.Or(cmp.Compare(below[a], below[b]), cmp.Compare(b, a))
			})
			if below[inherited] == below[scope] {
				scope = inherited
			}
		}
		for _, part := range slices.Sorted(maps.Keys(parts)) {
			list(part, scope)
		}
		if scope != inherited {
			pairs = append(pairs, [2]string{at, scope})
		}
	}
	list("", "")
	return pairs
}
