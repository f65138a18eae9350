package harness

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/nats-io/nats-server/v2/server"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program/core"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/embedded"
)

// natsEnv makes this test binary run as a NATS server.
const natsEnv = "PROOFBOARD_E2E_NATS"

// Member describes one process of a cluster.
type Member struct {
	Name   string
	Part   core.Part // empty for a NATS server
	Config config.Config
	Dir    string
	Port   int   // the client port of a NATS server
	Routes []int // cluster ports of all NATS servers, this server's port first
}

func serveNATS(raw string) int {
	var m Member
	if err := json.Unmarshal([]byte(raw), &m); err != nil {
		return 2
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	var routes []*url.URL
	for _, port := range m.Routes {
		routes = append(routes, &url.URL{Scheme: "nats", Host: net.JoinHostPort("127.0.0.1", strconv.Itoa(port))})
	}
	s, err := server.NewServer(&server.Options{
		ServerName: m.Name,
		Host:       "127.0.0.1",
		Port:       m.Port,
		NoSigs:     true,
		JetStream:  true,
		StoreDir:   m.Dir,
		Routes:     routes,
		Cluster:    server.ClusterOpts{Name: "proofboard", Host: "127.0.0.1", Port: m.Routes[0]},
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, m.Name, err)
		return 1
	}
	s.Start()
	<-ctx.Done()
	s.Shutdown()
	s.WaitForShutdown()
	return 0
}

// Running is a started process of a cluster. It may have been killed since.
type Running struct {
	Member
	Program string // the build of the product that it runs
	Cmd     *exec.Cmd
}

// Start starts the process of a member.
func (r *Running) Start(t *testing.T) {
	t.Helper()
	if r.Part == "" {
		r.Cmd = r.nats(t)
	} else {
		out, err := os.Create(r.log())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = out.Close() }() // the process has its own copy
		r.Cmd = exec.Command(r.Program, string(r.Part))
		r.Cmd.Env, r.Cmd.Stderr = append(os.Environ(), environment(r.Config)...), out
	}
	if err := r.Cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

func (r *Running) nats(t *testing.T) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(r.Member)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env, cmd.Stderr = append(os.Environ(), natsEnv+"="+string(raw)), os.Stderr
	return cmd
}

func (r *Running) log() string { return filepath.Join(r.Dir, "test.log") }

// environment returns a configuration as environment variables.
func environment(c config.Config) []string {
	return []string{
		"PROOFBOARD_LISTEN=" + c.Listen,
		"PROOFBOARD_DATA=" + c.Data,
		"PROOFBOARD_DEMO=false",
		"DATABASE_URL=" + c.DatabaseURL,
		"NATS_URL=" + c.NATSURL,
		"S3_ENDPOINT=" + c.S3.Endpoint,
		"S3_ACCESS_KEY=" + c.S3.AccessKey,
		"S3_SECRET_KEY=" + c.S3.SecretKey,
		"S3_BUCKET=" + c.S3.Bucket,
		"S3_REGION=" + c.S3.Region,
		"PROOFBOARD_AUDIT_KEY=" + c.AuditKey,
		"PROOFBOARD_AUDIT_HEADS=" + c.AuditHeads,
		"PROOFBOARD_MASTER_KEY=" + c.MasterKey,
	}
}

// Stop ends the process as an orchestrator does.
func (r *Running) Stop(t *testing.T) {
	t.Helper()
	if err := r.Cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := r.Cmd.Wait(); err != nil {
		t.Errorf("%s: %v", r.Name, err)
	}
}

var listens = regexp.MustCompile(`msg=ready address=(http://\S+)`)

// addressIn returns the address from a server's log, or "" while the server is not ready.
func addressIn(log string) string {
	text, _ := os.ReadFile(log)
	if found := listens.FindSubmatch(text); found != nil {
		return string(found[1])
	}
	return ""
}

// Kill ends the process as kill -9 does.
func (r *Running) Kill() {
	if r.Cmd != nil && r.Cmd.ProcessState == nil {
		_ = r.Cmd.Process.Kill()
		_ = r.Cmd.Wait() // the error is expected: the signal ended the process
	}
}

// Base returns the address that the process serves, empty until it listens.
func (r *Running) Base() string { return addressIn(r.log()) }

func (r *Running) ready() bool {
	base := r.Base()
	if base == "" {
		return false
	}
	res, err := http.Get(base + "/readyz")
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

// Cluster is the product with several processes: three NATS servers, two api processes, two worker
// processes, one PostgreSQL and one S3 gateway.
type Cluster struct {
	t       *testing.T
	Dir     string
	Pg      embedded.PostgresConfig
	Db      *embedded.Postgres
	Nats    []*Running
	Apis    []*Running
	Workers []*Running
	Files   *gate  // the gate between the processes and the S3 gateway
	Program string // the build of the product that the processes start with
	cfg     config.Config
}

// StartCluster starts a cluster. prepare may change its settings before PostgreSQL is created.
func StartCluster(t *testing.T, prepare ...func(*Cluster)) *Cluster {
	t.Helper()
	c := &Cluster{t: t, Dir: Folder(t), Program: Product}
	c.Pg = embedded.PostgresConfig{Dir: filepath.Join(c.Dir, "pg")}
	for _, f := range prepare {
		f(c)
	}
	c.StartDatabase()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := c.Db.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	s3, err := embedded.StartS3(t.Context(), embedded.S3Config{Dir: filepath.Join(c.Dir, "s3")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := s3.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	c.Files = newGate(t, s3.Endpoint())
	routes, ports := freePorts(t, 3), freePorts(t, 3)
	var urls []string
	for i := range 3 {
		own := append([]int{routes[i]}, append(append([]int{}, routes[:i]...), routes[i+1:]...)...)
		c.Nats = append(c.Nats, &Running{
			Member: Member{
				Name:   fmt.Sprintf("nats%d", i),
				Dir:    c.folder(fmt.Sprintf("nats%d", i)),
				Port:   ports[i],
				Routes: own,
			},
		})
		urls = append(urls, fmt.Sprintf("nats://127.0.0.1:%d", ports[i]))
	}
	no := false
	c.cfg = config.Config{
		Listen:      "127.0.0.1:0",
		LogLevel:    "warn",
		Demo:        &no,
		DatabaseURL: c.Db.DSN(),
		NATSURL:     strings.Join(urls, ","),
		MailFrom:    "a@b.test",
		S3: config.S3{
			Endpoint:  "http://" + c.Files.address(),
			AccessKey: s3.AccessKey(),
			SecretKey: s3.SecretKey(),
			Bucket:    "proofboard",
			Region:    embedded.S3Region,
		},
		AuditKey:   filepath.Join(c.Dir, "log.key"),
		MasterKey:  filepath.Join(c.Dir, "master.key"),
		AuditHeads: c.folder("heads"),
		Program:    Product,
	}
	for _, part := range []core.Part{core.API, core.API, core.Worker, core.Worker} {
		name := fmt.Sprintf("%s%d", part, len(c.Apis)+len(c.Workers))
		cfg := c.cfg
		cfg.Data = c.folder(name)
		r := &Running{Member: Member{Name: name, Part: part, Config: cfg, Dir: cfg.Data}, Program: c.Program}
		if part == core.API {
			c.Apis = append(c.Apis, r)
		} else {
			c.Workers = append(c.Workers, r)
		}
	}
	if c.Program == Product { // an older program has an older schema
		core := c.Core()
		if err := errors.Join(core.Plant(t.Context(), Seed()), core.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range c.everybody() {
		t.Cleanup(r.Kill)
		r.Start(t)
	}
	c.Settled()
	return c
}

func (c *Cluster) everybody() []*Running {
	return append(append(append([]*Running{}, c.Nats...), c.Apis...), c.Workers...)
}

func (c *Cluster) folder(name string) string {
	dir := filepath.Join(c.Dir, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		c.t.Fatal(err)
	}
	return dir
}

// StartDatabase starts PostgreSQL. It retries, because right after a kill the old processes may
// still be ending.
func (c *Cluster) StartDatabase() {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		db, err := embedded.StartPostgres(ctx, c.Pg)
		if err == nil {
			c.Db = db
			return
		}
		if ctx.Err() != nil {
			c.t.Fatal(err)
		}
	}
}

// Core opens the log and the read models of the cluster for the test.
func (c *Cluster) Core() *core.Core {
	c.t.Helper()
	cfg := c.cfg
	cfg.Data = c.folder("beside")
	core, err := core.Open(c.t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		c.t.Fatal(err)
	}
	return core
}

// Settled waits until every process is ready.
func (c *Cluster) Settled() {
	c.t.Helper()
	for _, r := range append(append([]*Running{}, c.Apis...), c.Workers...) {
		for end := time.Now().Add(readyLimit); !r.ready(); {
			if time.Now().After(end) {
				log, _ := os.ReadFile(r.log())
				c.t.Fatalf("%s is not ready:\n%s", r.Name, lastLines(log))
			}
			select {
			case <-c.t.Context().Done():
				c.t.Fatal(c.t.Context().Err())
			case <-time.After(20 * time.Millisecond):
			}
		}
	}
}

func lastLines(log []byte) []byte {
	lines := bytes.Split(log, []byte("\n"))
	return bytes.Join(lines[max(0, len(lines)-30):], []byte("\n"))
}

// Bases returns the addresses of the API processes.
func (c *Cluster) Bases() (bases []string) {
	for _, r := range c.Apis {
		if base := r.Base(); base != "" {
			bases = append(bases, base)
		}
	}
	return bases
}

// freePorts returns loopback ports that are currently unused.
func freePorts(t *testing.T, n int) (ports []int) {
	t.Helper()
	for range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = l.Close() }()
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
	}
	return ports
}

// FillLog writes a megabyte into the write-ahead log, if the database still accepts writes.
func (c *Cluster) FillLog(t *testing.T) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.Db.DSN())
	if err != nil {
		return // expected: the database ended because its log disk is full
	}
	defer func() { _ = conn.Close(context.WithoutCancel(t.Context())) }()
	_, _ = conn.Exec(t.Context(), "select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))")
}

// WaitingFor returns the parts that an api process reports as missing, and whether it serves
// requests.
func (r *Running) WaitingFor(t *testing.T) (waiting []string, status int) {
	t.Helper()
	res, err := http.Get(r.Base() + "/readyz")
	if err != nil {
		return nil, 0
	}
	defer func() { _ = res.Body.Close() }()
	var said struct{ Waiting []string }
	if err := json.NewDecoder(res.Body).Decode(&said); err != nil {
		t.Error(err)
	}
	return said.Waiting, res.StatusCode
}

// PlantBeside creates the accounts without migrating the cluster's schema to the current version. It
// writes them to the tables of versions that had no events of accounts.
func (c *Cluster) PlantBeside(t *testing.T) {
	t.Helper()
	then, seed := c.pool(t, c.Db.DSN()), Seed()
	password, err := argon2id.CreateHash(seed.Password, argon2id.DefaultParams)
	if err != nil {
		t.Fatal(err)
	}
	type row map[string]any
	rows := map[string][]row{}
	for _, v := range seed.Clients {
		rows["clients"] = append(
			rows["clients"], row{"id": v.ID, "name": v.Name, "kind": v.Kind, "brand": "#2563eb", "logo": ""},
		)
	}
	for _, v := range seed.Customers {
		if v.Quota == (accounts.Quota{}) {
			v.Storage = -1
		}
		rows["customers"] = append(rows["customers"], row{
			"id": v.ID, "client_id": v.ClientID, "name": v.Name, "package": v.Package,
			"max_active_orders": v.MaxActiveOrders, "payg": v.PAYG, "storage_quota": v.Storage,
			"additional_storage_quota": v.Additional,
		})
	}
	for _, v := range seed.Users {
		r := row{
			"id": v.ID, "email": v.Email, "password": password, "firstname": v.Firstname, "lastname": v.Lastname,
			"avatar": "", "job_title": v.JobTitle, "role": v.Role, "client_id": v.ClientID, "is_approver": v.IsApprover,
			"view_only": v.ViewOnly, "time_zone": v.TimeZone, "created_at": time.Now(),
		}
		if v.CustomerID != uuid.Nil {
			r["customer_id"] = v.CustomerID
		}
		rows["users"] = append(rows["users"], r)
	}
	for _, table := range []string{"clients", "customers", "users"} {
		if _, err := then.Exec(
			t.Context(),
			"insert into "+table+" select * from jsonb_populate_recordset(null::"+table+", $1) on conflict do nothing",
			rows[table],
		); err != nil {
			t.Fatal(table, err)
		}
	}
}

func (c *Cluster) pool(t *testing.T, dsn string) *pgxpool.Pool {
	t.Helper()
	pool, err := pgxpool.New(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}
