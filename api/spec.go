package api

import _ "embed"

// Spec is the contract, as the server serves it and validates requests by it.
//
//go:embed openapi.yaml
var Spec []byte

//go:generate go tool oapi-codegen -config oapi.yaml -o contract/contract.gen.go openapi.yaml
