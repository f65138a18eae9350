package harness

// Columns lists the columns of the matrix. Two people of a reseller have the expectations of the
// owner's column, for orders of their own.
var Columns = []string{
	"owner",
	"both",
	"collab",
	"approver",
	"neither",
	"looker",
	"operator",
	"manager",
	"creative",
	"production",
	"cso",
	"admin",
}

// WhoCalls maps all people of the matrix to the column with their expectations.
var WhoCalls = func() map[string]string {
	all := map[string]string{"reseller": "owner", "resold": "owner"}
	for _, c := range Columns {
		all[c] = c
	}
	return all
}()

// OwnerOf returns the owner whose orders a person works on.
func OwnerOf(name string) string {
	if u := Cast[name]; u.ClientID == ResellerClient {
		return "resold"
	}
	return "owner"
}

// Nobody is the row of a call that is open to nobody.
const Nobody = "404 404 404 404 404 404   404 404 404 404 404 404"

// Reviewers is the row of a call that is open to reviewers of internal files.
const Reviewers = "404 404 404 404 404 404   200 200 200 200 404 200" // for internal files and tabs: cso is no reviewer (D-13, SH-103)
