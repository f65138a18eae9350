package access

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/internal/accounts/sessions"
)

var examples = regexp.MustCompile("(?s)```sh\n(curl.*?)```")

// The commands of docs/api.md, one after the other, with the variables that the page names.
func TestTheExamplesForOtherSoftwareWork(t *testing.T) { // BY-052
	if _, err := exec.LookPath("curl"); err != nil {
		t.Fatal("curl is missing: run scripts/setup-tests.sh")
	}
	page, err := os.ReadFile("../../../../docs/api.md")
	if err != nil {
		t.Fatal(err)
	}
	token, _ := plantToken(
		t, "beta", sessions.ReadOrders, sessions.WriteOrders, sessions.ReadPeople, sessions.ReadEvents,
	)
	values := map[string]string{
		"PROOFBOARD": harness.World.Base, "TOKEN": token,
		"KEY": uuid.NewString(), "KEY2": uuid.NewString(), "KEY3": uuid.NewString(),
		"NEXT": strconv.FormatInt(harness.Head(t), 10), // before what the examples change
	}
	var feeds []contract.Feed
	found := examples.FindAllStringSubmatch(string(page), -1)
	for _, example := range found {
		run := exec.CommandContext(t.Context(), "sh", "-c", example[1])
		run.Env = os.Environ()
		for name, value := range values {
			run.Env = append(run.Env, name+"="+value)
		}
		out, err := run.Output()
		var answer struct {
			Success bool
			Data    json.RawMessage
		}
		if err != nil || json.Unmarshal(out, &answer) != nil || !answer.Success {
			t.Fatalf("%s\n%v: %s", example[1], err, out)
		}
		switch {
		case strings.Contains(example[1], "orderName"):
			var made contract.OrderChange
			if err := json.Unmarshal(answer.Data, &made); err != nil {
				t.Fatal(err)
			}
			values["ORDER"] = made.OrderId.String()
		case strings.Contains(example[1], "/api/events"):
			var feed contract.Feed
			if err := json.Unmarshal(answer.Data, &feed); err != nil {
				t.Fatal(err)
			}
			feeds = append(feeds, feed)
		}
	}
	if len(found) < 7 || len(feeds) != 2 || len(feeds[0].Events) > 0 {
		t.Fatalf("%d examples, the feed has %+v", len(found), feeds)
	}
	var types []string
	for _, e := range feeds[1].Events {
		if e.Order.String() == values["ORDER"] {
			types = append(types, e.Type)
		}
	}
	if want := []string{"order.created", "order.status_changed", "order.status_changed"}; !slices.Equal(types, want) {
		t.Errorf("the feed tells %v of the order", types)
	}
}
