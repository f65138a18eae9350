package imports

import (
	"maps"
	"slices"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/web"
	"github.com/proofboard/proofboard/internal/imports"
	"github.com/proofboard/proofboard/internal/imports/requests"
)

// reading returns how the caller wants a file of a kind to be read.
func reading(k imports.Kind, r contract.CsvReading) (how imports.Reading, err error) {
	known := imports.Fields(k)
	if known == nil && r != (contract.CsvReading{}) {
		return how, errNotCSV
	}
	how.Encoding = imports.Encoding(web.Value(r.Encoding))
	how.Dates = imports.DateOrder(web.Value(r.Dates))
	if r.Columns == nil {
		return how, nil
	}
	how.Columns = map[int]string{}
	taken := map[string]bool{}
	for _, c := range *r.Columns {
		field := string(c.Field)
		_, twice := how.Columns[c.Number]
		if twice || taken[field] || !slices.ContainsFunc(known, func(f imports.Field) bool { return f.Name == field }) {
			return how, errColumn
		}
		how.Columns[c.Number], taken[field] = field, true
	}
	return how, nil
}

// layout returns how the CSV file of an import was read.
func layout(j requests.Import) *contract.CsvLayout {
	l := &contract.CsvLayout{
		Encoding: contract.CsvEncoding(j.Layout.Encoding),
		Dates:    web.Some(contract.CsvDates(j.Layout.Dates)),
		DateText: web.Some(j.Layout.DateText),
		DateRead: web.Some(j.Layout.DateRead),
		Columns:  make([]contract.CsvColumn, len(j.Layout.Columns)),
		Fields:   []contract.CsvField{},
		Chosen: contract.CsvReading{
			Encoding: web.Some(contract.CsvEncoding(j.Reading.Encoding)),
			Dates:    web.Some(contract.CsvDates(j.Reading.Dates)),
		},
	}
	for i, c := range j.Layout.Columns {
		l.Columns[i] = contract.CsvColumn{
			Number: i + 1, Name: c.Name, Samples: c.Samples, Field: web.Some(contract.ImportField(c.Field)),
		}
	}
	for _, f := range imports.Fields(j.Kind) {
		l.Fields = append(l.Fields, contract.CsvField{Name: contract.ImportField(f.Name), Required: f.Required})
	}
	if j.Reading.Columns != nil {
		l.Chosen.Columns = &[]contract.CsvColumnChoice{}
		for _, n := range slices.Sorted(maps.Keys(j.Reading.Columns)) {
			*l.Chosen.Columns = append(
				*l.Chosen.Columns,
				contract.CsvColumnChoice{Number: n, Field: contract.ImportField(j.Reading.Columns[n])},
			)
		}
	}
	return l
}
