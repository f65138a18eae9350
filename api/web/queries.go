package web

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/routers"

	"github.com/proofboard/proofboard/domain"
)

var errQuery = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "query.unknown_parameter",
	Message: "This call does not know one of the query parameters.",
}

// declared returns the query parameters that the contract has for an operation.
func declared(r *routers.Route) (names []string) {
	for _, all := range []openapi3.Parameters{r.PathItem.Parameters, r.Operation.Parameters} {
		for _, p := range all {
			if p.Value.In == openapi3.ParameterInQuery {
				names = append(names, p.Value.Name)
			}
		}
	}
	return names
}

// onlyDeclared rejects a query parameter that the contract does not have, which would otherwise look like a filter that
// finds everything (D-88). It names the nearest one that the contract has.
func onlyDeclared(query url.Values, r *routers.Route) error {
	known := declared(r)
	for _, name := range slices.Sorted(maps.Keys(query)) { // the same answer each time
		if slices.Contains(known, name) {
			continue
		}
		sent := domain.Shorten(name, 60)
		if len(known) == 0 {
			return errQuery.Saying("This call takes no query parameters, and got '%s'.", sent)
		}
		return errQuery.Saying("The query parameter '%s' is unknown. Did you mean '%s'?", sent, nearest(sent, known))
	}
	return nil
}

// nearest returns the name that takes the fewest changes to get to, whatever the case of its letters.
func nearest(sent string, known []string) string {
	return slices.MinFunc(known, func(a, b string) int { return changes(sent, a) - changes(sent, b) })
}

// changes returns how many letters are to be added, removed or replaced to make one name of another (Levenshtein).
func changes(from, to string) int {
	a, b := []rune(strings.ToLower(from)), []rune(strings.ToLower(to))
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, letter := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			replaced := diagonal
			if letter != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
