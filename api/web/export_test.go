package web

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
)

// cell is a line of one column.
type cell string

func (c cell) Cells() []string { return []string{string(c)} }

func write(ctx context.Context, w http.ResponseWriter, next func(context.Context) ([]cell, error)) (broken any) {
	defer func() { broken = recover() }()
	x := Export[cell]{
		Ctx:    ctx,
		Log:    slog.New(slog.DiscardHandler),
		Name:   "lines",
		Csv:    true,
		Header: []string{"Cell"},
		First:  []cell{"first"},
		Next:   next,
	}
	if err := x.Write(w); err != nil {
		panic(err)
	}
	return nil
}

func TestAnExportIsWrittenPageByPage(t *testing.T) { // BY-018
	w := httptest.NewRecorder()
	var sent []int // what had been written when each page was asked for
	broken := write(t.Context(), w, func(context.Context) ([]cell, error) {
		sent = append(sent, w.Body.Len())
		if len(sent) == 4 {
			return nil, nil
		}
		page := make([]cell, 10_000)
		for i := range page {
			page[i] = cell("line " + strconv.Itoa(len(sent)*10_000+i))
		}
		return page, nil
	})
	if broken != nil {
		t.Fatal(broken)
	}
	lines, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(w.Body.Bytes(), []byte("\ufeff")))).ReadAll()
	if err != nil || len(lines) != 2+3*10_000 || lines[1][0] != "first" || lines[30_001][0] != "line 39999" {
		t.Errorf("%d lines: %v", len(lines), err)
	}
	if !slices.IsSorted(sent) || sent[1] == sent[0] || sent[3] == sent[2] {
		t.Errorf("pages are kept back: %v bytes were sent before each", sent)
	}
}

func TestAnExportThatFailsBreaksOffAndOneNobodyWaitsForStops(t *testing.T) { // BY-018
	broken := write(
		t.Context(), httptest.NewRecorder(),
		func(context.Context) ([]cell, error) { return nil, errors.New("no database") },
	)
	if err, is := broken.(error); !is || !errors.Is(err, http.ErrAbortHandler) {
		t.Errorf("a failure ends as %v: a part would pass for the whole", broken)
	}
	ctx, gone := context.WithCancel(t.Context())
	pages := 0
	broken = write(ctx, httptest.NewRecorder(), func(context.Context) ([]cell, error) {
		if pages++; pages == 3 {
			gone()
		}
		return []cell{"more"}, nil
	})
	if err, is := broken.(error); !is || !errors.Is(err, http.ErrAbortHandler) || pages != 3 {
		t.Errorf("%d pages after the client has gone: %v", pages, broken)
	}
}

func TestNoCellOfACSVFileIsAFormula(t *testing.T) { // BY-018
	for text, want := range map[string]string{
		"=1+1": "'=1+1", "+1": "'+1", "-1": "'-1", "@a": "'@a", "\ta": "'\ta", "\ra": "'\ra", "＝1": "'＝1", "＋1": "'＋1", "－1": "'－1", "＠a": "'＠a", "": "", "a=b": "a=b", "Ünicode": "Ünicode", "a =1": "a =1",
	} {
		if got := harmless(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
