package web

import (
	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
)

// Changed answers that something was changed. done is zero for what is not in the log.
func Changed(done commands.Result, message string) (a contract.AccountChangedJSONResponse) {
	a.Body.Success, a.Body.Message, a.Headers.XPosition = true, message, Some(done.Position)
	return a
}
