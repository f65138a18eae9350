package e2e

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

	"github.com/nats-io/nats-server/v2/server"

	"github.com/proofboard/proofboard/cmd/proofboard/config"
	"github.com/proofboard/proofboard/cmd/proofboard/program"
	"github.com/proofboard/proofboard/internal/embedded"
)

// natsEnv makes this test binary run as a NATS server.
const natsEnv = "PROOFBOARD_E2E_NATS"

// member describes one process of a cluster.
type member struct {
	Name   string
	Part   program.Part // empty for a NATS server
	Config config.Config
	Dir    string
	Port   int   // the client port of a NATS server
	Routes []int // cluster ports of all NATS servers, this server's port first
}

func serveNATS(raw string) int {
	var m member
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

// running is a started process of a cluster. It may have been killed since.
type running struct {
	member
	program string // the build of the product that it runs
	cmd     *exec.Cmd
}

func (r *running) start(t *testing.T) {
	t.Helper()
	if r.Part == "" {
		r.cmd = r.nats(t)
	} else {
		out, err := os.Create(r.log())
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = out.Close() }() // the process has its own copy
		r.cmd = exec.Command(r.program, string(r.Part))
		r.cmd.Env, r.cmd.Stderr = append(os.Environ(), environment(r.Config)...), out
	}
	if err := r.cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

func (r *running) nats(t *testing.T) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(r.member)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env, cmd.Stderr = append(os.Environ(), natsEnv+"="+string(raw)), os.Stderr
	return cmd
}

func (r *running) log() string { return filepath.Join(r.Dir, "test.log") }

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

// stop ends the process as an orchestrator does.
func (r *running) stop(t *testing.T) {
	t.Helper()
	if err := r.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := r.cmd.Wait(); err != nil {
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

// kill ends the process as kill -9 does.
func (r *running) kill() {
	if r.cmd != nil && r.cmd.ProcessState == nil {
		_ = r.cmd.Process.Kill()
		_ = r.cmd.Wait() // the error is expected: the signal ended the process
	}
}

func (r *running) base() string { return addressIn(r.log()) }

func (r *running) ready() bool {
	base := r.base()
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

// cluster is the product with several processes: three NATS servers, two api processes, two worker
// processes, one PostgreSQL and one S3 gateway.
type cluster struct {
	t       *testing.T
	dir     string
	pg      embedded.PostgresConfig
	db      *embedded.Postgres
	nats    []*running
	apis    []*running
	workers []*running
	files   *gate  // the gate between the processes and the S3 gateway
	program string // the build of the product that the processes start with
	cfg     config.Config
}

// startCluster starts a cluster. prepare may change its settings before PostgreSQL is created.
func startCluster(t *testing.T, prepare ...func(*cluster)) *cluster {
	t.Helper()
	c := &cluster{t: t, dir: folder(t), program: product}
	c.pg = embedded.PostgresConfig{Dir: filepath.Join(c.dir, "pg")}
	for _, f := range prepare {
		f(c)
	}
	c.startDatabase()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		if err := c.db.Stop(ctx); err != nil {
			t.Error(err)
		}
	})
	s3, err := embedded.StartS3(t.Context(), embedded.S3Config{Dir: filepath.Join(c.dir, "s3")})
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
	c.files = newGate(t, s3.Endpoint())
	routes, ports := freePorts(t, 3), freePorts(t, 3)
	var urls []string
	for i := range 3 {
		own := append([]int{routes[i]}, append(append([]int{}, routes[:i]...), routes[i+1:]...)...)
		c.nats = append(c.nats, &running{
			member: member{
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
		DatabaseURL: c.db.DSN(),
		NATSURL:     strings.Join(urls, ","),
		MailFrom:    "a@b.test",
		S3: config.S3{
			Endpoint:  "http://" + c.files.address(),
			AccessKey: s3.AccessKey(),
			SecretKey: s3.SecretKey(),
			Bucket:    "proofboard",
			Region:    embedded.S3Region,
		},
		AuditKey:   filepath.Join(c.dir, "log.key"),
		MasterKey:  filepath.Join(c.dir, "master.key"),
		AuditHeads: c.folder("heads"),
		Program:    product,
	}
	for _, part := range []program.Part{program.API, program.API, program.Worker, program.Worker} {
		name := fmt.Sprintf("%s%d", part, len(c.apis)+len(c.workers))
		cfg := c.cfg
		cfg.Data = c.folder(name)
		r := &running{member: member{Name: name, Part: part, Config: cfg, Dir: cfg.Data}, program: c.program}
		if part == program.API {
			c.apis = append(c.apis, r)
		} else {
			c.workers = append(c.workers, r)
		}
	}
	if c.program == product { // an older program has an older schema
		core := c.core()
		if err := errors.Join(core.Accounts.Plant(t.Context(), seed()), core.Close()); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range c.everybody() {
		t.Cleanup(r.kill)
		r.start(t)
	}
	c.settled()
	return c
}

func (c *cluster) everybody() []*running {
	return append(append(append([]*running{}, c.nats...), c.apis...), c.workers...)
}

func (c *cluster) folder(name string) string {
	dir := filepath.Join(c.dir, name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		c.t.Fatal(err)
	}
	return dir
}

// startDatabase starts PostgreSQL. It retries, because right after a kill the old processes may
// still be ending.
func (c *cluster) startDatabase() {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	for {
		db, err := embedded.StartPostgres(ctx, c.pg)
		if err == nil {
			c.db = db
			return
		}
		if ctx.Err() != nil {
			c.t.Fatal(err)
		}
	}
}

// core opens the log and the read models of the cluster for the test.
func (c *cluster) core() *program.Core {
	c.t.Helper()
	cfg := c.cfg
	cfg.Data = c.folder("beside")
	core, err := program.OpenCore(c.t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err != nil {
		c.t.Fatal(err)
	}
	return core
}

// settled waits until every process is ready.
func (c *cluster) settled() {
	c.t.Helper()
	for _, r := range append(append([]*running{}, c.apis...), c.workers...) {
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

func (c *cluster) bases() (bases []string) {
	for _, r := range c.apis {
		if base := r.base(); base != "" {
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
