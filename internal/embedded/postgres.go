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

// PostgresConfig says where a server keeps its data. Only Dir is needed.
type PostgresConfig struct {
	Dir      string            // root: data/, run/, lock and postgres.log
	Log      *slog.Logger      // nil is silent
	BinDir   string            // the folder of initdb and postgres; empty finds one
	User     string            // OS user of the server when this process is root; empty is postgres, else nobody
	Settings map[string]string // further server settings; durability cannot be turned off
}

// Postgres is a running server that listens on a unix socket only.
type Postgres struct {
	child     *child
	passwords passwords
	socket    string
	temp      bool // the socket's folder is a temporary one
	done      chan struct{}
	log       *slog.Logger
	stop      sync.Once
}

const (
	longestSocket  = 100 // bytes; the kernel's limit is 104 to 108
	orphanPatience = 30 * time.Second
	logLimit       = 8 << 20
	freshSuffix    = ".new" // of data that initdb is still making
)

// StartPostgres starts the server of this folder, creating the data the first time, and returns when it answers. An
// orphan of a killed predecessor is waited for.
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

// errOrphans: processes of a server that was killed still have its memory, though they are no longer to be seen.
var errOrphans = errors.New("its predecessor has not ended yet")

// launch starts the server and waits until it is ready.
func (p *Postgres) launch(
	ctx context.Context,
	acct account,
	bin binaries,
	data string,
	settings map[string]string,
	out *os.File,
) error {
	// It outlives ctx, which only limits the start.
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

// DSN returns the URL of the application's database for the service's role, which owns everything in it and is not a superuser.
func (p *Postgres) DSN() string {
	return socketDSN(p.socket, loginRole, p.passwords.Service, defaultDatabase)
}

// AdminDSN returns the same URL for the superuser, which creates databases and roles.
func (p *Postgres) AdminDSN() string {
	return socketDSN(p.socket, superuser, p.passwords.Superuser, defaultDatabase)
}

// PID is the process id of the server.
func (p *Postgres) PID() int { return p.child.cmd.Process.Pid }

// Done is closed when the server has ended, wanted or not. The folder is free again then.
func (p *Postgres) Done() <-chan struct{} { return p.done }

// Stop closes all connections, writes a checkpoint and ends the server. When ctx ends first it ends at once, and the next
// start replays the log.
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

// recovered waits until a server that is being restored to a moment takes writes: before that it answers reads.
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

// settle waits until nothing runs on the data any more. It is called with the folder's lock held, so whatever still
// runs has lost its parent and is on its way out.
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
	// PostgreSQL refuses to start while the process id in the file lives, even when another program has it now.
	if err := os.Remove(filepath.Join(data, "postmaster.pid")); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// initData creates the cluster beside its place and then moves it there: a half-made one is never used.
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
	// The authentication is replaced before the server starts, see secure.
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

// socketDir is run/ in the root, or a folder of the system's temporary one when that path is too long
// for a socket.
func socketDir(dir string) (path string, temp bool, err error) {
	path = filepath.Join(dir, "run")
	if len(socketFile(path)) <= longestSocket &&
		!strings.ContainsRune(path, ',') { // clients take a comma for a list of hosts
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

// freshSocketDir makes the folder private and empty.
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

// serverArgs are the settings on the command line; the last of a name counts.
func serverArgs(data, socket string, more map[string]string) []string {
	set := []string{
		"listen_addresses=",
		"port=" + strconv.Itoa(socketPort),
		`unix_socket_directories="` + strings.ReplaceAll(socket, `"`, `""`) + `"`,
		"unix_socket_permissions=0700",
		"cluster_name=" + clusterName(data), // shown in the process titles, see settle
		"max_connections=200",               // several processes and commands beside them, up to 60 each
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
		"log_min_messages=log", // a statement's error goes to its client
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

// openLog starts over when the log has grown large; one old file is kept.
func openLog(path string) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && info.Size() > logLimit {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, err
		}
	}
	//nolint:gosec // G304: the operator names the data folder.
	return os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
}

// tail is what the server said since from, shortened from the front.
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
