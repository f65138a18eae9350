package migrations

import (
	"fmt"
	"net/url"
	"strings"
)

// AppRole is the database role of the application. It cannot change or remove events (D-34).
const AppRole = "proofboard_app"

// AsApp returns the DSN with which the application connects. dsn is the DSN of the owner, or of a
// login that is a member of AppRole.
func AsApp(dsn string) (string, error) {
	if !strings.HasPrefix(dsn, "postgres://") && !strings.HasPrefix(dsn, "postgresql://") {
		return dsn + " role=" + AppRole, nil
	}
	u, err := url.Parse(dsn)
	if err != nil { // its text may contain the password
		return "", fmt.Errorf("the DSN of the database is not a URL")
	}
	q := u.Query()
	q.Set("role", AppRole)
	u.RawQuery = q.Encode()
	return u.String(), nil
}
