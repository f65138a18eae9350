package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// NATSConfig configures a server. Only Dir is required.
type NATSConfig struct {
	Dir string       // root folder, with jetstream/ and lock
	Log *slog.Logger // nil logs nothing
}

// NATS is a server inside this process. It opens no port. JetStream acknowledges messages before it
// syncs them to disk, so publishers must be able to publish them again.
type NATS struct {
	server *server.Server
	lock   *os.File
	stop   sync.Once
}

// StartNATS starts the server of a folder and returns when it accepts connections.
func StartNATS(ctx context.Context, cfg NATSConfig) (*NATS, error) {
	if cfg.Log == nil {
		cfg.Log = slog.New(slog.DiscardHandler)
	}
	dir, err := filepath.Abs(cfg.Dir)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); errors.Is(err, fs.ErrPermission) {
		return nil, notOwner(dir, err)
	} else if err != nil {
		return nil, fmt.Errorf("create %s: %w", dir, err)
	}
	lock, err := lockDir(ctx, dir)
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(&server.Options{
		ServerName: "proofboard", DontListen: true, NoSigs: true,
		JetStream: true, StoreDir: dir, DisableJetStreamBanner: true,
	})
	if err != nil {
		_ = lock.Close()
		return nil, fmt.Errorf("start NATS: %w", err)
	}
	n := &NATS{server: s, lock: lock}
	s.SetLoggerV2(natsLog{cfg.Log}, false, false, false)
	s.Start()
	err = poll(ctx, func() (bool, error) {
		if !s.Running() {
			return false, fmt.Errorf(
				"start NATS: it stopped at once, the log says why; if %s is damaged, remove it: it is rebuilt", dir,
			)
		}
		return s.ReadyForConnections(10*time.Millisecond) && s.JetStreamEnabled(), nil
	})
	if err != nil {
		return nil, errors.Join(err, n.Stop(context.WithoutCancel(ctx)))
	}
	cfg.Log.Info("NATS is up", "data", dir)
	return n, nil
}

// Options returns the options that connect a client inside the process. The client ignores the URL.
func (n *NATS) Options() []nats.Option {
	return []nats.Option{nats.InProcessServer(n.server), nats.MaxReconnects(-1)}
}

// Conn opens a connection inside the process.
func (n *NATS) Conn(more ...nats.Option) (*nats.Conn, error) {
	return nats.Connect("", append(n.Options(), more...)...)
}

// Stop closes all connections and writes the streams to disk. It returns when ctx ends, at the
// latest.
func (n *NATS) Stop(ctx context.Context) error {
	n.stop.Do(n.server.Shutdown)
	down := make(chan struct{})
	go func() {
		n.server.WaitForShutdown()
		_ = n.lock.Close()
		close(down)
	}()
	select {
	case <-down:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop NATS: %w", ctx.Err())
	}
}

// natsLog logs the server's notices at debug level, and its warnings and errors at their own level.
type natsLog struct{ log *slog.Logger }

func (l natsLog) Noticef(format string, v ...any) { l.log.Debug("NATS: " + fmt.Sprintf(format, v...)) }
func (l natsLog) Warnf(format string, v ...any)   { l.log.Warn("NATS: " + fmt.Sprintf(format, v...)) }
func (l natsLog) Fatalf(format string, v ...any)  { l.log.Error("NATS: " + fmt.Sprintf(format, v...)) }
func (l natsLog) Errorf(format string, v ...any)  { l.log.Error("NATS: " + fmt.Sprintf(format, v...)) }
func (l natsLog) Debugf(format string, v ...any)  { l.log.Debug("NATS: " + fmt.Sprintf(format, v...)) }
func (l natsLog) Tracef(string, ...any)           {}
