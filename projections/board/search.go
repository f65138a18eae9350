package board

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/internal/dberror"
)

const (
	maxWords = 8
	// newest is the number of newest orders that are searched before the index is used. Frequent
	// words are found among them at once, so only rare words are left for the index.
	newest = 500
)

// wordsOf splits a text into different words in lower case.
func wordsOf(text string) []string {
	var words []string
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if len(words) < maxWords && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// misspelt returns patterns for a whole word with one letter wrong, missing, added, or two letters
// swapped. It returns none for numbers and very short words. The trigram index serves the patterns,
// mainly by both ends of the word: without its end, "sumxyz" would match the trigrams of every
// "summer".
func misspelt(word string) []string {
	letters := []rune(word)
	if n := len(letters); n < 4 || n > 24 ||
		slices.ContainsFunc(letters, func(r rune) bool { return !unicode.IsLetter(r) }) {
		return nil
	}
	var forms []string
	form := func(parts ...[]rune) { forms = append(forms, "% "+string(slices.Concat(parts...))+" %") }
	anything := []rune("_")
	for i := range letters {
		before, after := letters[:i], letters[i+1:]
		form(before, anything, after) // a wrong letter
		if i > 0 {
			form(before, anything, letters[i:])                        // a missing letter
			form(letters[:i-1], letters[i:i+1], letters[i-1:i], after) // swapped letters
			form(before, after)                                        // an additional letter
		}
	}
	return forms
}

// forLike escapes a text for a pattern of like.
var forLike = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// like returns the pattern of a word: anywhere in the text, or at the beginning of a word if it is
// too short for a trigram.
func like(word string) string {
	before := "%"
	if len([]rune(word)) < 3 {
		before = "% "
	}
	return before + forLike.Replace(word) + "%"
}

// term is a word with the people and accounts whose names contain it, exactly or misspelt.
type term struct {
	word          string
	exact, likely named
}

type named struct {
	customers, creators []uuid.UUID
	clients             []string
}

type terms []term

// terms looks up the names, which orders do not contain.
func (q *Queries) terms(ctx context.Context, words []string) (terms, error) {
	found := make(terms, len(words))
	for i, word := range words {
		found[i].word = word
		match, args := "%[1]s like $1", []any{like(word)}
		if either := misspelt(word); either != nil {
			match, args = "(%[1]s like $1 or %[1]s like any($2))", append(args, either)
		}
		names := func(kind, id, name, from string) string {
			return "select '" + kind + "', " + id + "::text, " + name + " like $1 from " + from + " where " + fmt.Sprintf(
				match,
				name,
			)
		}
		sql := names("customer", "id", "(' ' || lower(name) || ' ')", "companies") + " union all " +
			names("client", "id", "(' ' || lower(name) || ' ')", "tenants") +
			" union all " + names(
			"creator",
			"id",
			"(' ' || lower(firstname || ' ' || lastname) || ' ')",
			"people",
		)
		type hit struct {
			Kind, ID string
			Exact    bool
		}
		hits, err := collect(ctx, q, sql, args, pgx.RowToStructByPos[hit])
		if err != nil {
			return nil, dberror.Of("names", err)
		}
		for _, h := range hits {
			into := &found[i].likely
			if h.Exact {
				into = &found[i].exact
			}
			if h.Kind == "client" {
				into.clients = append(into.clients, h.ID)
				continue
			}
			id, err := uuid.Parse(h.ID)
			if err != nil {
				return nil, fmt.Errorf("board: the id %q of a %s: %w", h.ID, h.Kind, err)
			}
			if h.Kind == "customer" {
				into.customers = append(into.customers, id)
			} else {
				into.creators = append(into.creators, id)
			}
		}
	}
	return found, nil
}

// sql returns the condition on order_texts t: each word is in the order's own text or in a name.
// With misspellings it may also be something similar.
func (ts terms) sql(w *where, tolerant bool) string {
	all := make([]string, len(ts))
	for i, t := range ts {
		either := []string{"t.words like " + w.arg(like(t.word))}
		either = t.exact.sql(w, either)
		if similar := misspelt(t.word); tolerant && similar != nil {
			either = append(either, "t.words like any("+w.arg(similar)+")")
			either = t.likely.sql(w, either)
		}
		all[i] = "(" + strings.Join(either, " or ") + ")"
	}
	return strings.Join(all, " and ")
}

func (n named) sql(w *where, either []string) []string {
	if len(n.customers) > 0 {
		either = append(either, "t.customer = any("+w.arg(n.customers)+")")
	}
	if len(n.clients) > 0 {
		either = append(either, "t.client = any("+w.arg(n.clients)+")")
	}
	if len(n.creators) > 0 {
		either = append(either, "t.creator = any("+w.arg(n.creators)+")")
	}
	return either
}

// Search returns the orders that a person may see and that have every word of a text, or something
// similar. The orders of that number come first, then exact matches, each group newest first.
func (q *Queries) Search(ctx context.Context, to domain.Actor, text string, limit int) ([]Card, error) {
	words := wordsOf(text)
	if len(words) == 0 {
		return nil, nil
	}
	terms, err := q.terms(ctx, words)
	if err != nil {
		return nil, err
	}
	ids, err := q.numbered(ctx, to, text, limit)
	if err != nil {
		return nil, dberror.Of("search", err)
	}
	for _, step := range []struct{ tolerant, indexed bool }{{false, false}, {false, true}, {true, false}, {true, true}} {
		if len(ids) >= limit ||
			step.tolerant && !slices.ContainsFunc(words, func(word string) bool { return misspelt(word) != nil }) {
			break
		}
		found, err := q.matching(ctx, to, terms, step.tolerant, step.indexed, limit, ids)
		if err != nil {
			return nil, dberror.Of("search", err)
		}
		if ids = append(ids, found...); len(ids) >= limit {
			break
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	w := visible(to)
	w.add("c.id = any(?)", ids)
	cards, err := collect(ctx, q, "select "+listed+" from board_cards c where "+w.sql(), w.args, scanListed)
	slices.SortFunc(cards, func(a, b Card) int { return slices.Index(ids, a.ID) - slices.Index(ids, b.ID) })
	return cards, dberror.Of("search", err)
}

// numbered returns the orders with the number that a text names, which would be lost among those whose numbers only
// begin with it.
func (q *Queries) numbered(ctx context.Context, to domain.Actor, text string, limit int) ([]uuid.UUID, error) {
	if _, ok := order.Named(text); !ok {
		return nil, nil
	}
	w := visible(to)
	sees := strings.ReplaceAll(w.sql(), "c.", "t.")
	number := w.arg("% " + strings.ToLower(strings.TrimSpace(text)) + " %")
	sql := "select t.id from order_texts t where " + sees + " and t.words like " + number +
		" order by t.number + 0 desc limit " + w.arg(limit)
	return collect(ctx, q, sql, w.planned(), pgx.RowTo[uuid.UUID])
}

// matching returns up to limit further ids, newest first. Unless indexed is set, it searches only
// the newest orders that the person may see.
func (q *Queries) matching(
	ctx context.Context,
	to domain.Actor,
	ts terms,
	tolerant, indexed bool,
	limit int,
	known []uuid.UUID,
) ([]uuid.UUID, error) {
	w := visible(to)
	sees := strings.ReplaceAll(w.sql(), "c.", "t.")
	from := "order_texts t where " + sees + " and "
	if !indexed {
		from = "(select * from order_texts t where " + sees + " order by t.number desc limit " + w.arg(newest) +
			") t where "
	}
	if len(known) > 0 {
		from += "t.id <> all(" + w.arg(known) + ") and "
	}
	// The plus prevents the planner from scanning by number: the remaining matches are rare.
	sql := "select t.id from " + from + ts.sql(w, tolerant) +
		" order by t.number + 0 desc limit " + w.arg(limit-len(known))
	return collect(ctx, q, sql, w.planned(), pgx.RowTo[uuid.UUID])
}

// planned returns arguments for a query that is planned for their values, because the best plan
// depends on how frequent a word, a name or a status is.
func (w *where) planned() []any { return append([]any{pgx.QueryExecModeCacheDescribe}, w.args...) }

func collect[T any](ctx context.Context, q *Queries, sql string, args []any, scan pgx.RowToFunc[T]) ([]T, error) {
	rows, err := q.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, scan)
}
