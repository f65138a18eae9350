package access

import (
	"os"
	"testing"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
)

func TestMain(m *testing.M) { os.Exit(harness.Main(m)) }
