package embedded

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// S3Config configures a gateway. Only Dir is required.
type S3Config struct {
	Dir         string             // root folder, with objects/, meta/, credentials.json, lock and gateway.log
	Port        int                // on loopback; 0 is the previous port, else a free one
	AllowOrigin string             // web app origin for CORS; empty allows all: requests are signed anyway
	Log         *slog.Logger       // nil logs nothing
	Program     string             // path of versitygw; empty searches for it
	CheckSpace  func(Upload) error // rejects uploads if the disk has no room; nil rejects none
}

// S3 is a running gateway.
type S3 struct {
	child *child
	front *front
	inner string // host:port on which the gateway itself listens
	creds s3Credentials
	done  chan struct{}
	stop  sync.Once
}

type s3Credentials struct {
	AccessKey string `json:"accessKey"`
	SecretKey string `json:"secretKey"`
	Port      int    `json:"port"`
}

// S3Region is the region in the signatures of requests to the gateway.
const S3Region = "us-east-1"

// StartS3 starts the gateway of a folder and returns when it answers.
func StartS3(ctx context.Context, cfg S3Config) (*S3, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	for _, d := range []string{dir, filepath.Join(dir, "objects"), filepath.Join(dir, "meta")} {
		if err := os.MkdirAll(d, 0o700); errors.Is(err, fs.ErrPermission) {
			return nil, notOwner(dir, err)
		} else if err != nil {
			return nil, fmt.Errorf("create %s: %w", d, err)
		}
	}
	lock, err := lockDir(ctx, dir)
	if err != nil {
		return nil, err
	}
	s, err := startS3(ctx, cfg, dir)
	if err != nil {
		_ = lock.Close()
		return nil, err
	}
	go func() {
		<-s.child.done
		_ = s.front.server.Close()
		<-s.front.served
		_ = lock.Close()
		close(s.done)
	}()
	return s, nil
}

// S3Access holds what another process needs to use a running gateway.
type S3Access struct{ Endpoint, AccessKey, SecretKey string }

// FindS3 looks for a gateway that another process runs in a folder.
func FindS3(dir string) (access S3Access, running bool, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return access, false, err
	}
	held, err := lockHeld(dir)
	if err != nil || !held {
		return access, false, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	err = poll(ctx, func() (bool, error) {
		creds, err := readCredentials(dir)
		if errors.Is(err, fs.ErrNotExist) {
			return false, nil
		}
		if err != nil {
			return false, err
		}
		s := &S3{creds: creds}
		access = S3Access{s.Endpoint(), creds.AccessKey, creds.SecretKey}
		return creds.Port != 0 && healthy(ctx, s.Endpoint()), nil
	})
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("the S3 gateway of %s is starting or stopping: try again in a moment", dir)
	}
	return access, err == nil, err
}

func startS3(ctx context.Context, cfg S3Config, dir string) (*S3, error) {
	program, err := findGateway(cfg.Program)
	if err != nil {
		return nil, err
	}
	creds, err := loadCredentials(dir)
	if err != nil {
		return nil, err
	}
	if err := awaitGatewayGone(ctx, dir); err != nil {
		return nil, err
	}
	// Another process may take the free port first, so a start is tried several times.
	for attempt := 0; ; attempt++ {
		port, err := choosePort(ctx, cfg.Port, creds.Port)
		if err != nil {
			return nil, err
		}
		inner, err := choosePort(ctx, 0, 0)
		if err != nil {
			return nil, err
		}
		s := &S3{creds: creds, inner: loopback(inner), done: make(chan struct{})}
		s.creds.Port = port
		err = s.launch(ctx, cfg, program, dir)
		if err == nil {
			if port != creds.Port {
				err = saveCredentials(dir, s.creds)
			}
			if err != nil {
				_ = s.front.server.Close()
				s.kill()
				return nil, err
			}
			cfg.Log.Info("S3 gateway is up", "endpoint", s.Endpoint(), "data", dir)
			return s, nil
		}
		if cfg.Port != 0 || attempt == 3 || !errors.Is(err, ErrPortInUse) {
			return nil, err
		}
		creds.Port = 0
	}
}

func (s *S3) launch(ctx context.Context, cfg S3Config, program, dir string) error {
	out, err := openLog(filepath.Join(dir, "gateway.log"))
	if err != nil {
		return err
	}
	defer func() { _ = out.Close() }() // the child has its own copy
	origin := cfg.AllowOrigin
	if origin == "" {
		origin = "*"
	}
	from, _ := out.Seek(0, 2)
	//nolint:gosec,noctx // G204: found by this package; it outlives ctx.
	cmd := exec.Command(
		program,
		"--port",
		s.inner,
		"--region",
		S3Region,
		"--health",
		"/healthz",
		"--quiet",
		"--keep-alive",
		"--cors-allow-origin",
		origin,
		"posix",
		"--sidecar",
		filepath.Join(dir, "meta"),
		filepath.Join(dir, "objects"),
	)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+s.creds.AccessKey, "ROOT_SECRET_KEY="+s.creds.SecretKey)
	if os.Getenv("GOGC") == "" {
		// It holds a part of each upload for a moment. On a busy machine these add up until the next collection.
		cmd.Env = append(cmd.Env, "GOGC=40")
	}
	cmd.Stdout, cmd.Stderr = out, out
	// The gateway renames complete files into place, so killing it leaves no partial files.
	if s.child, err = startChild(cmd, syscall.SIGKILL); err != nil {
		return fmt.Errorf("start %s: %w", program, err)
	}
	err = poll(ctx, func() (bool, error) {
		if s.child.ended() {
			return false, errGatewayEnded
		}
		return healthy(ctx, s.inner), nil
	})
	if err == nil {
		s.front, err = listenFront(context.WithoutCancel(ctx), s.Endpoint(), s.inner, origin, cfg.CheckSpace, cfg.Log)
		if err == nil {
			return nil
		}
	}
	s.kill()
	said := tail(out.Name(), from)
	if errors.Is(err, syscall.EADDRINUSE) || strings.Contains(said, "address already in use") {
		return portInUse(s.creds.Port)
	}
	return fmt.Errorf("start the S3 gateway: %w: %s", err, said)
}

var errGatewayEnded = errors.New("it ended at once")

// healthy reports whether a gateway answers at an address.
func healthy(ctx context.Context, address string) bool {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+address+"/healthz", nil)
	if err != nil {
		return false
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	return resp.Body.Close() == nil && resp.StatusCode == http.StatusOK
}

// Endpoint returns host:port. The protocol is plain HTTP.
func (s *S3) Endpoint() string { return loopback(s.creds.Port) }

func loopback(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

// Port returns the port of Endpoint. It stays the same across starts unless another process takes
// it.
func (s *S3) Port() int { return s.creds.Port }

// AccessKey returns the access key of this data folder.
func (s *S3) AccessKey() string { return s.creds.AccessKey }

// SecretKey returns the secret for AccessKey. It stays the same as long as the data exists.
func (s *S3) SecretKey() string { return s.creds.SecretKey }

// PID returns the process id of the gateway.
func (s *S3) PID() int { return s.child.cmd.Process.Pid }

// Done returns a channel that is closed when the gateway has ended for any reason.
func (s *S3) Done() <-chan struct{} { return s.done }

// Stop waits for running requests until ctx ends, at most 5 seconds, and then ends the gateway.
func (s *S3) Stop(ctx context.Context) error {
	s.stop.Do(func() {
		finish, cancel := context.WithTimeout(ctx, 5*time.Second)
		s.front.stop(finish)
		cancel()
		_ = s.child.signal(syscall.SIGTERM)
		t := time.NewTimer(5 * time.Second)
		defer t.Stop()
		select {
		case <-s.child.done:
		case <-ctx.Done():
		case <-t.C:
		}
		s.kill()
	})
	<-s.done
	return nil
}

func (s *S3) kill() {
	_ = s.child.signal(syscall.SIGKILL)
	<-s.child.done
}

// awaitGatewayGone waits until the gateway of a killed process has ended.
func awaitGatewayGone(ctx context.Context, dir string) error {
	ctx, cancel := context.WithTimeout(ctx, orphanPatience)
	defer cancel()
	objects, pid := filepath.Join(dir, "objects"), 0
	err := poll(ctx, func() (bool, error) {
		pid = findProcess(func(args []string) bool {
			return filepath.Base(args[0]) == "versitygw" && args[len(args)-1] == objects
		})
		return pid == 0, nil
	})
	if err != nil {
		return fmt.Errorf(
			"%w: an S3 gateway (process %d) that this program did not start uses %s: stop it with `kill %d`",
			ErrInUse,
			pid,
			dir,
			pid,
		)
	}
	return nil
}

func findGateway(named string) (string, error) {
	if named != "" {
		if _, err := exec.LookPath(named); err != nil {
			return "", fmt.Errorf("%w: %s: %w", ErrProgramMissing, named, err)
		}
		return named, nil
	}
	if found := upwards(filepath.Join("bin", "versitygw")); len(found) > 0 {
		return found[0], nil
	}
	if p, err := exec.LookPath("versitygw"); err == nil {
		return p, nil
	}
	return "", fmt.Errorf("%w: the S3 gateway is not built: run `make setup`, or set S3_ENDPOINT", ErrProgramMissing)
}

// choosePort returns the wanted port, else the previous one, else a free one. Another process may
// take the free port before it is used.
func choosePort(ctx context.Context, wanted, last int) (int, error) {
	if wanted != 0 {
		if !portFree(ctx, wanted) {
			return 0, portInUse(wanted)
		}
		return wanted, nil
	}
	if last != 0 && portFree(ctx, last) {
		return last, nil
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err := errors.Join(err, l.Close()); err != nil {
		return 0, err
	}
	return strconv.Atoi(port)
}

func portFree(ctx context.Context, port int) bool {
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	return err == nil && l.Close() == nil
}

func portInUse(port int) error {
	return fmt.Errorf(
		"%w: 127.0.0.1:%d is taken by another program: stop it (`ss -ltnp | grep %d` shows it) or choose another port for the S3 gateway",
		ErrPortInUse,
		port,
		port,
	)
}

func credentialsFile(dir string) string { return filepath.Join(dir, "credentials.json") }

func loadCredentials(dir string) (s3Credentials, error) {
	c, err := readCredentials(dir)
	if errors.Is(err, fs.ErrNotExist) {
		c = s3Credentials{AccessKey: rand.Text(), SecretKey: rand.Text() + rand.Text()}
		return c, saveCredentials(dir, c)
	}
	return c, err
}

func readCredentials(dir string) (s3Credentials, error) {
	b, err := os.ReadFile(credentialsFile(dir))
	if errors.Is(err, fs.ErrPermission) {
		return s3Credentials{}, notOwner(dir, err)
	}
	if err != nil {
		return s3Credentials{}, err
	}
	var c s3Credentials
	if err := json.Unmarshal(b, &c); err != nil || c.AccessKey == "" || c.SecretKey == "" {
		return s3Credentials{}, fmt.Errorf(
			"%s cannot be read: remove it, and new credentials are made: %w", credentialsFile(dir),
			errors.Join(err, errNoKeys),
		)
	}
	return c, nil
}

var errNoKeys = errors.New("it has no keys")

func saveCredentials(dir string, c s3Credentials) error {
	b, err := json.MarshalIndent(c, "", "  ") //nolint:gosec // G117: into a file that only this user reads.
	if err != nil {
		return err
	}
	tmp := credentialsFile(dir) + ".new"
	if err := os.WriteFile(tmp, append(bytes.TrimSpace(b), '\n'), 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, credentialsFile(dir))
}
