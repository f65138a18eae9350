package web

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

const boundedContract = `
openapi: 3.0.3
info: {title: t, version: "1"}
paths:
  /files:
    get:
      operationId: files
      responses:
        '200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Files'}}}}
  /names:
    get:
      operationId: names
      responses:
        '200': {description: ok, content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
components:
  schemas:
    Files:
      type: object
      properties:
        list: {type: array, items: {$ref: '#/components/schemas/File'}}
        byName: {type: object, additionalProperties: {$ref: '#/components/schemas/File'}}
    File:
      type: object
      required: [url, data]
      properties:
        position: {type: integer}
        kind: {type: string}
        url: {type: string, x-token-scope: 'proofs:read'}
        small: {type: string, x-token-scope: 'proofs:read'}
        data: {type: object, additionalProperties: true, x-token-scope: 'proofs:read', x-token-scope-where: {kind: topic}}
        within: {$ref: '#/components/schemas/File'}
`

func TestAnAnswerIsSentWithoutTheFieldsThatNeedAnotherScope(t *testing.T) { // D-84
	doc, err := openapi3.NewLoader().LoadFromData([]byte(boundedContract))
	if err != nil {
		t.Fatal(err)
	}
	b := NewBounds(doc)
	if b["Files"] == nil || b["Names"] != nil {
		t.Fatalf("bounded are %v", b)
	}
	const file = `{"position":9007199254740993,"kind":"order","url":"u","small":"s","data":{"a":1}}`
	const bare = `{"data":{"a":1},"kind":"order","position":9007199254740993,"url":""}`
	for answer, want := range map[string]string{
		`{"list":[` + file + `]}`:                                `{"list":[` + bare + `]}`,
		`{"byName":{"x":` + file + `}}`:                          `{"byName":{"x":` + bare + `}}`,
		`{"list":[{"kind":"topic","url":"u","data":{"a":1}}]}`:   `{"list":[{"data":{},"kind":"topic","url":""}]}`,
		`{"list":[{"url":"","data":{},"within":{"small":"s"}}]}`: `{"list":[{"data":{},"url":"","within":{}}]}`,
		`{"list":null,"more":"&<>"}`:                             `{"list":null,"more":"\u0026\u003c\u003e"}`,
		`no JSON`:                                                ``,
	} {
		if got := string(hide([]byte(answer), b["Files"], []sessions.TokenScope{sessions.ReadOrders})); got != want {
			t.Errorf("%s became %s, not %s", answer, got, want)
		}
	}
	all := `{"list":[{"data":{"a":1},"kind":"topic","small":"s","url":"u"}]}`
	if got := string(hide([]byte(all), b["Files"], []sessions.TokenScope{sessions.ReadProofs})); got != all {
		t.Errorf("with the scope: %s", got)
	}
}
