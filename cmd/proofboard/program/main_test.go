package program

import (
	"os"
	"testing"

	"github.com/proofboard/proofboard/internal/embedded/embeddedtest"
)

func TestMain(m *testing.M) { os.Exit(embeddedtest.Run(m)) }
