package core

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/proofboard/proofboard/internal/diskspace"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/files"
)

// database returns the DSN of PostgreSQL. If none is configured, it starts the embedded one. With
// beside it uses the embedded PostgreSQL of a running server instead.
func (p *Core) database(ctx context.Context, beside bool) (string, error) {
	if p.Config.DatabaseURL != "" {
		return p.Config.DatabaseURL, nil
	}
	dir := filepath.Join(p.Config.Data, "postgres")
	if beside {
		if dsn, running, err := embedded.FindPostgres(dir); err != nil || running {
			return dsn, err
		}
	}
	if err := diskspace.ToStart(dir); err != nil {
		return "", err
	}
	start := func(ctx context.Context) (*embedded.Postgres, error) {
		return embedded.StartPostgres(ctx, embedded.PostgresConfig{Dir: dir, Log: p.Log})
	}
	pg, err := start(ctx)
	if err != nil {
		return "", err
	}
	p.Disk = diskspace.NewGuard(dir)
	p.OnClose("PostgreSQL", embedded.Supervise(p.Log, "PostgreSQL", pg, start))
	return pg.DSN(), nil
}

func (p *Core) connectNATS(ctx context.Context) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name("proofboard"),
		nats.MaxReconnects(-1),
		nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(500 * time.Millisecond),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { p.Log.Warn("nats", "error", err) }),
	}
	if p.Config.NATSURL != "" {
		nc, err := nats.Connect(p.Config.NATSURL, options...)
		if err != nil {
			return nil, fmt.Errorf("NATS at NATS_URL: %w", err)
		}
		p.OnClose("NATS connection", drain(nc))
		return nc, nil
	}
	server, err := embedded.StartNATS(ctx, embedded.NATSConfig{Dir: filepath.Join(p.Config.Data, "nats"), Log: p.Log})
	if err != nil {
		return nil, err
	}
	p.OnClose("NATS", server.Stop)
	nc, err := server.Conn(options...)
	if err != nil {
		return nil, err
	}
	p.OnClose("NATS connection", drain(nc))
	return nc, nil
}

// drain returns a function that sends the pending messages, then closes the connection.
func drain(nc *nats.Conn) func(context.Context) error {
	return func(ctx context.Context) error {
		err := nc.FlushWithContext(ctx)
		nc.Close()
		if errors.Is(err, nats.ErrConnectionClosed) {
			return nil
		}
		return err
	}
}

// openFiles opens the file store. origin is the URL from which browsers download files.
func (p *Core) openFiles(ctx context.Context, beside bool) (store *files.Store, origin string, err error) {
	s := p.Config.S3
	cfg := files.Config{
		Endpoint:       s.Endpoint,
		AccessKey:      s.AccessKey,
		SecretKey:      s.SecretKey,
		Bucket:         s.Bucket,
		Region:         s.Region,
		PublicEndpoint: s.PublicEndpoint,
		Now:            time.Now,
	}
	origin = s.Endpoint
	if s.PublicEndpoint != "" {
		origin = s.PublicEndpoint
	}
	if s.Endpoint == "" {
		access, err := p.gateway(ctx, beside)
		if err != nil {
			return nil, "", err
		}
		cfg.Endpoint, cfg.AccessKey, cfg.SecretKey, cfg.Region = access.Endpoint, access.AccessKey, access.SecretKey, embedded.S3Region
		origin = "http://" + access.Endpoint
	}
	store, err = files.Open(ctx, cfg)
	if errors.Is(err, files.ErrUnavailable) {
		p.Log.Warn("the file store cannot be reached: the board works without it, uploads do not", "error", err)
		err = nil
	}
	return store, origin, err
}

func (p *Core) gateway(ctx context.Context, beside bool) (embedded.S3Access, error) {
	dir := filepath.Join(p.Config.Data, "s3")
	if beside {
		if access, running, err := embedded.FindS3(dir); err != nil || running {
			return access, err
		}
	}
	checkSpace := func(u embedded.Upload) error { return diskspace.ForObject(p.Config.Data, u.Bytes, u.Browser) }
	s3, err := embedded.StartS3(ctx, embedded.S3Config{Dir: dir, CheckSpace: checkSpace, Log: p.Log})
	if err != nil {
		return embedded.S3Access{}, err
	}
	restart := func(ctx context.Context) (*embedded.S3, error) {
		return embedded.StartS3(ctx, embedded.S3Config{Dir: dir, Port: s3.Port(), CheckSpace: checkSpace, Log: p.Log})
	}
	p.OnClose("S3 gateway", embedded.Supervise(p.Log, "S3 gateway", s3, restart))
	return embedded.S3Access{Endpoint: s3.Endpoint(), AccessKey: s3.AccessKey(), SecretKey: s3.SecretKey()}, nil
}
