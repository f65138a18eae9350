package migrations

import (
	"fmt"
	"net/url"
	"strings"
)

// AppRole is what the application works as: it cannot change or remove what is in the log (D-34).
const AppRole = "proofboard_app"

// AsApp is the DSN with which the application connects, from the owner's or of a login that is a
// member of AppRole.
func AsApp(dsn string) (string, error) {
	if !strings.HasPrefix(dsn, "postgres://") && !strings.HasPrefix(dsn, "postgresql://") {
		return dsn + " role=" + AppRole, nil
	}
	u, err := url.Parse(dsn)
	if err != nil { // its text may hold the password
		return "", fmt.Errorf("the DSN of the database is not a URL")
	}
	q := u.Query()
	q.Set("role", AppRole)
	u.RawQuery = q.Encode()
	return u.String(), nil
}
