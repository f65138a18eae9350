package web

import (
	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
)

// Changed answers that something was changed. done is zero for what is not in the log.
func Changed(done commands.Result, message string) *contract.AccountChangedResponse {
	return &contract.AccountChangedResponse{
		Body: contract.Plain{Message: message}, Position: Some(done.Position),
	}
}
