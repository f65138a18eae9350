package embedded

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

// PostgresConfig configures a server. Only Dir is required.
type PostgresConfig struct {
	Dir      string            // root folder, with data/, run/, lock and postgres.log
	Log      *slog.Logger      // nil logs nothing
	BinDir   string            // folder of initdb and postgres; empty searches for one
	User     string            // OS user of the server if this process is root; empty is postgres, else nobody
	Settings map[string]string // additional server settings; durability cannot be turned off
}

// Postgres is a running server. It listens on a unix socket only.
type Postgres struct {
	child     *child
	passwords passwords
	socket    string
	temp      bool // the socket is in a temporary folder
	done      chan struct{}
	log       *slog.Logger
	stop      sync.Once
}

const (
	longestSocket  = 100 // bytes; kernels limit it to between 104 and 108
	orphanPatience = 30 * time.Second
	logLimit       = 8 << 20
	freshSuffix    = ".new" // suffix of a data folder that initdb is still creating
)

// StartPostgres starts the server of a folder and returns when the server accepts connections. It
// creates the data on the first start. It waits until an orphaned server of a killed process has
// ended.
func StartPostgres(ctx context.Context, cfg PostgresConfig) (*Postgres, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	//nolint:gosec // G301: the server's own user has to pass; data/ and run/ are private.
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("create %s: %w", dir, err)
	}
	lock, err := lockDir(ctx, dir)
	if err != nil {
		return nil, err
	}
	p, err := startPostgres(ctx, cfg, dir, lock)
	if err != nil {
		_ = lock.Close()
		return nil, err
	}
	return p, nil
}

func startPostgres(ctx context.Context, cfg PostgresConfig, dir string, lock io.Closer) (*Postgres, error) {
	data := filepath.Join(dir, "data")
	acct, err := serverAccount(data, cfg.User)
	if err != nil {
		return nil, err
	}
	bin, err := findBinaries(ctx, cfg.BinDir, data)
	if err != nil {
		return nil, err
	}
	if err := settle(ctx, data); err != nil {
		return nil, err
	}
	if err := initData(ctx, acct, bin, dir); err != nil {
		return nil, err
	}
	secrets, err := loadPasswords(dir)
	if err != nil {
		return nil, err
	}
	if shut, err := closed(data); err != nil {
		return nil, err
	} else if !shut {
		if err := writeHBA(acct, data, hbaOpen); err != nil {
			return nil, err
		}
	}
	socket, temp, err := socketDir(dir)
	if err != nil {
		return nil, err
	}
	if err := freshSocketDir(acct, socket); err != nil {
		return nil, err
	}
	out, err := openLog(filepath.Join(dir, "postgres.log"))
	if err != nil {
		return nil, err
	}
	p := &Postgres{passwords: secrets, socket: socket, temp: temp, done: make(chan struct{}), log: cfg.Log}
	patient, cancel := context.WithTimeout(ctx, orphanPatience)
	defer cancel()
	err = poll(patient, func() (bool, error) {
		if err = p.launch(ctx, acct, bin, data, cfg.Settings, out); errors.Is(err, errOrphans) {
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		_ = out.Close()
		return nil, fmt.Errorf("start PostgreSQL: %w", err)
	}
	c := p.child
	go func() {
		<-c.done
		_ = out.Close()
		_ = lock.Close()
		close(p.done)
	}()
	if err := p.secure(ctx, acct, data); err != nil {
		return nil, errors.Join(err, p.Stop(context.WithoutCancel(ctx)))
	}
	p.log.Info("PostgreSQL is up", "version", bin.major, "data", data)
	return p, nil
}

// errOrphans means that processes of a killed server still hold its shared memory, although they
// are no longer visible.
var errOrphans = errors.New("its predecessor has not ended yet")

// launch starts the server and waits until it accepts connections.
func (p *Postgres) launch(
	ctx context.Context,
	acct account,
	bin binaries,
	data string,
	settings map[string]string,
	out *os.File,
) error {
	// The server outlives ctx, which only limits the start.
	cmd, err := acct.command(
		context.WithoutCancel(ctx), data, filepath.Join(bin.dir, "postgres"), serverArgs(data, p.socket, settings),
		p.socket,
	)
	if err != nil {
		return err
	}
	from, _ := out.Seek(0, io.SeekEnd)
	cmd.Env, cmd.Stdout, cmd.Stderr = serverEnv(data), out, out
	if p.child, err = startChild(cmd, syscall.SIGINT); err != nil {
		return fmt.Errorf("%s: %w", cmd.Path, err)
	}
	if err := p.awaitReady(ctx, data); err != nil {
		p.halt(ctx)
		said := tail(out.Name(), from)
		if strings.Contains(said, "pre-existing shared memory block") {
			err = errors.Join(err, errOrphans)
		}
		return fmt.Errorf("%w: %s", err, said)
	}
	return nil
}

// DSN returns the URL of the application's database for the service's role. The role owns
// everything in the database and is not a superuser.
func (p *Postgres) DSN() string {
	return socketDSN(p.socket, loginRole, p.passwords.Service, defaultDatabase)
}

// AdminDSN returns the same URL for the superuser, which can create databases and roles.
func (p *Postgres) AdminDSN() string {
	return socketDSN(p.socket, superuser, p.passwords.Superuser, defaultDatabase)
}

// PID returns the process id of the server.
func (p *Postgres) PID() int { return p.child.cmd.Process.Pid }

// Done returns a channel that is closed when the server has ended for any reason. The folder's lock
// is released then.
func (p *Postgres) Done() <-chan struct{} { return p.done }

// Stop closes all connections, writes a checkpoint and ends the server. If ctx ends first, the
// server ends at once and the next start replays its write-ahead log.
func (p *Postgres) Stop(ctx context.Context) error {
	p.stop.Do(func() { p.halt(ctx) })
	select {
	case <-p.done:
	case <-time.After(10 * time.Second):
		return fmt.Errorf("PostgreSQL (process %d) does not end", p.PID())
	}
	if p.temp {
		_ = os.RemoveAll(p.socket)
	}
	return nil
}

func (p *Postgres) halt(ctx context.Context) {
	_ = p.child.signal(syscall.SIGINT)
	select {
	case <-p.child.done:
		return
	case <-ctx.Done():
	}
	_ = p.child.signal(syscall.SIGQUIT)
	if p.child.within(5*time.Second) != nil {
		_ = p.child.signal(syscall.SIGKILL)
		<-p.child.done
	}
}

func (p *Postgres) awaitReady(ctx context.Context, data string) error {
	return poll(ctx, func() (bool, error) {
		if p.child.ended() {
			return false, fmt.Errorf("it ended at once: %w", p.child.err)
		}
		pm, err := readPostmaster(data)
		if err != nil {
			return false, nil //nolint:nilerr // not written yet
		}
		return pm.ready && pm.pid == p.PID(), nil
	})
}

// recovered waits until a server that is being restored to a point in time accepts writes. Until
// then it accepts reads only.
func (p *Postgres) recovered(ctx context.Context, conn *pgx.Conn) error {
	told := false
	return poll(ctx, func() (bool, error) {
		var recovering bool
		err := conn.QueryRow(ctx, "select pg_is_in_recovery()").Scan(&recovering)
		if recovering && !told {
			p.log.Info("PostgreSQL is being restored from its archive")
			told = true
		}
		return !recovering, err
	})
}

// settle waits until no process uses the data. The caller holds the folder's lock, so a process
// that still uses the data has lost its parent and will end soon.
func settle(ctx context.Context, data string) error {
	ctx, cancel := context.WithTimeout(ctx, orphanPatience)
	defer cancel()
	mine := "postgres: " + clusterName(data) + ":"
	runs := func(args []string) bool {
		return strings.HasPrefix(args[0], mine) ||
			slices.Contains([]string{"postgres", "initdb"}, filepath.Base(args[0])) &&
				(slices.Contains(args, data) || slices.Contains(args, data+freshSuffix))
	}
	pid := 0
	err := poll(ctx, func() (bool, error) {
		pm, err := readPostmaster(data)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return false, err
		}
		if pid = findProcess(runs); pid != 0 {
			return false, nil
		}
		if !pm.alive() {
			return true, nil
		}
		pid = pm.pid
		return false, stopOrphan(pid)
	})
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf(
			"%w: a PostgreSQL (process %d) that this program did not start runs on %s: stop it with `kill -INT %d`",
			ErrInUse,
			pid,
			data,
			pid,
		)
	}
	if err != nil {
		return err
	}
	// PostgreSQL refuses to start while the process in this file is alive, even if the id now
	// belongs to another program.
	if err := os.Remove(filepath.Join(data, "postmaster.pid")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// initData creates the data in a temporary folder and then renames it, so that incomplete data is
// never used.
func initData(ctx context.Context, acct account, bin binaries, dir string) error {
	data := filepath.Join(dir, "data")
	if _, err := os.Stat(filepath.Join(data, "PG_VERSION")); err == nil {
		return nil
	}
	fresh := data + freshSuffix
	if err := os.RemoveAll(fresh); err != nil {
		return err
	}
	if err := acct.own(fresh); err != nil {
		return err
	}
	// secure replaces this authentication setting before the server starts.
	args := []string{"-D", fresh, "-U", superuser, "--auth=trust", "--encoding=UTF8", "--locale=C"}
	if bin.major >= 17 {
		args = append(args, "--locale-provider=builtin", "--builtin-locale=C.UTF-8")
	}
	cmd, err := acct.command(ctx, fresh, filepath.Join(bin.dir, "initdb"), args)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	cmd.Env, cmd.Stdout, cmd.Stderr = serverEnv(fresh), &out, &out
	c, err := startChild(cmd, syscall.SIGKILL)
	if err != nil {
		return fmt.Errorf("start %s: %w", cmd.Path, err)
	}
	if <-c.done; c.err != nil {
		return fmt.Errorf("initdb: %w: %s", c.err, bytes.TrimSpace(out.Bytes()))
	}
	if err := os.Remove(data); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf(
			"%w: %s holds other files than a database: move them away, or choose another folder with --data: %w",
			ErrInUse, data, err,
		)
	}
	return os.Rename(fresh, data)
}

// socketDir returns run/ in the root folder, or a temporary folder if that path is too long for a
// socket.
func socketDir(dir string) (path string, temp bool, err error) {
	path = filepath.Join(dir, "run")
	if len(socketFile(path)) <= longestSocket &&
		!strings.ContainsRune(path, ',') { // clients split a path with a comma into several hosts
		return path, false, nil
	}
	sum := sha256.Sum256([]byte(dir))
	path = filepath.Join(os.TempDir(), fmt.Sprintf("proofboard-%d-%s", os.Geteuid(), hex.EncodeToString(sum[:6])))
	if n := len(socketFile(path)); n > longestSocket {
		return "", false, fmt.Errorf(
			"%w: %s has %d bytes, %d are possible: use a shorter --data, or a shorter TMPDIR", ErrPathTooLong, path, n,
			longestSocket,
		)
	}
	return path, true, nil
}

// freshSocketDir creates an empty private folder.
func freshSocketDir(acct account, path string) error {
	if info, err := os.Lstat(path); err == nil {
		owner, _ := ownerOf(path)
		if !info.IsDir() || owner.uid != acct.uid {
			return fmt.Errorf("%w: %s exists and is not a folder of uid %d: remove it", ErrNotOwner, path, acct.uid)
		}
	}
	if err := acct.own(path); err != nil {
		return err
	}
	for _, f := range []string{socketFile(path), socketFile(path) + ".lock"} {
		if err := os.Remove(f); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

func clusterName(data string) string {
	sum := sha256.Sum256([]byte(data))
	return "pb-" + hex.EncodeToString(sum[:6])
}

func serverEnv(data string) []string {
	return []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "TZ=UTC", "HOME=" + filepath.Dir(data)}
}

// serverArgs returns the server's command line. The last value of a setting applies.
func serverArgs(data, socket string, more map[string]string) []string {
	set := []string{
		"listen_addresses=",
		"port=" + strconv.Itoa(socketPort),
		`unix_socket_directories="` + strings.ReplaceAll(socket, `"`, `""`) + `"`,
		"unix_socket_permissions=0700",
		"cluster_name=" + clusterName(data), // part of the process titles; settle searches for it
		"max_connections=220",               // several server processes and commands, up to 65 each
		"shared_buffers=256MB",
		"effective_cache_size=1GB",
		"wal_buffers=16MB",
		"min_wal_size=256MB",
		"max_wal_size=2GB",
		"checkpoint_timeout=10min",
		"random_page_cost=1.1",
		"jit=off",
		"timezone=UTC",
		"log_timezone=UTC",
		"log_min_messages=log", // the client gets the errors of its statements
		"log_checkpoints=off",
		"logging_collector=off",
	}
	if smallSharedMemory() {
		set = append(set, "dynamic_shared_memory_type=mmap")
	}
	for k, v := range more {
		set = append(set, k+"="+v)
	}
	set = append(set, "fsync=on", "synchronous_commit=on", "full_page_writes=on")
	args := []string{"-D", data}
	for _, s := range set {
		args = append(args, "-c", s)
	}
	return args
}

// openLog opens the log file. If it is large, openLog renames it first and starts a new one.
func openLog(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > logLimit {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, err
		}
	}
	//nolint:gosec // G304: the operator names the data folder.
	return os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
}

// tail returns the log text after an offset. It shortens a long text at the front.
func tail(path string, from int64) string {
	b, err := os.ReadFile(path) //nolint:gosec // G304: as above.
	if err != nil || from > int64(len(b)) {
		return ""
	}
	b = bytes.TrimSpace(b[from:])
	if len(b) > 2000 {
		b = b[len(b)-2000:]
	}
	return string(b)
}
