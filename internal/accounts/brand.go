package accounts

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/names"
	"github.com/proofboard/proofboard/internal/dberror"
)

// A client's names and brand files are here, everything else that people see of it is in the read
// model. Direct customers see the brand of the provider (D-49).

// ErrBrandFile refuses a brand that names a file which was not uploaded for this client.
var ErrBrandFile = &domain.Error{
	Code:    domain.Invalid,
	Reason:  "client.brand_file_unknown",
	Message: "This picture is not there any more. Please upload it again.",
}

// b is the client whose brand is shown.
const (
	clientColumns = `t.id, t.name, coalesce(a.kind, ''), coalesce(b.colour, ''), coalesce(b.logo, ''), coalesce(b.favicon, ''),
		coalesce(b.placeholder, ''), coalesce(bt.sender, ''), coalesce(b.hosts, '{}')`
	fromClients = ` from tenants t join account_clients a on a.id = t.id` + brandOf
	brandOf     = `
		left join account_clients b on b.id = case when a.kind = 'direct' and exists (
			select from account_clients where id = '` + domain.ProviderClient + `'
		) then '` + domain.ProviderClient + `' else a.id end
		left join tenants bt on bt.id = b.id`
)

func scanClient(row pgx.CollectableRow) (c Client, err error) {
	err = row.Scan(
		&c.ID, &c.Name, &c.Kind, &c.Brand, &c.Logo, &c.Favicon, &c.Placeholder, &c.Sender, &c.Hosts,
	)
	c.Sender = cmp.Or(c.Sender, c.Name)
	return c, err
}

// BrandFilePath is the path under which the API serves brand files.
const BrandFilePath = "/api/brand/files/"

// Limits of brand files.
const (
	keptBrandFiles = 30             // of a client, besides those in use
	keptBrandFor   = 24 * time.Hour // a page that was opened before may still show an older file
)

// SaveBrandFile stores a picture, a PNG, for the branding of a client. It returns its name, which is
// its SHA-256. Files that no branding has used for a day are removed.
func (s *Store) SaveBrandFile(ctx context.Context, client string, picture []byte) (string, error) {
	sum := sha256.Sum256(picture)
	id := hex.EncodeToString(sum[:])
	now := s.clock()
	err := pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(
			ctx,
			`insert into brand_files (client, sha256, picture, created_at) values ($1, $2, $3, $4)
			on conflict (client, sha256) do update set created_at = excluded.created_at`,
			client, id, picture, now,
		); err != nil {
			return err
		}
		_, err := tx.Exec(
			ctx,
			`delete from brand_files f where client = $1 and created_at < $2
			and not exists (select from account_clients a where a.id = f.client and f.sha256 in (a.logo, a.favicon, a.placeholder))
			and sha256 not in (select sha256 from brand_files where client = $1 order by created_at desc limit $3)`,
			client, now.Add(-keptBrandFor), keptBrandFiles,
		)
		return err
	})
	return id, dberror.Of("brand file", err)
}

// BrandFile returns a picture by its SHA-256, or domain.ErrNotFound.
func (s *Store) BrandFile(ctx context.Context, sha256 string) (picture []byte, err error) {
	err = s.pool.QueryRow(ctx, "select picture from brand_files where sha256 = $1 limit 1", sha256).Scan(&picture)
	return picture, dberror.Of("brand file", err)
}

// CheckBrandFiles returns ErrBrandFile unless each of the files was uploaded for a client. Empty
// names are no files.
func (s *Store) CheckBrandFiles(ctx context.Context, client string, files ...string) error {
	wanted := map[string]bool{}
	for _, f := range files {
		if f != "" {
			wanted[f] = true
		}
	}
	var found int
	err := s.pool.QueryRow(
		ctx, "select count(*) from brand_files where client = $1 and sha256 = any($2)", client,
		slices.Collect(maps.Keys(wanted)),
	).Scan(&found)
	if err == nil && found < len(wanted) {
		return ErrBrandFile
	}
	return dberror.Of("brand file", err)
}

// NameBrand stores the names of a client: its own, and that of the sender of its mails, which is
// empty for the same one. changed is false if they are stored already. The provider's direct
// customers are named like the provider.
func (s *Store) NameBrand(ctx context.Context, client, name, sender string) (changed bool, err error) {
	name, sender = strings.Join(strings.Fields(name), " "), strings.Join(strings.Fields(sender), " ")
	if !validName(name) || sender != "" && !validName(sender) {
		return false, ErrNameInvalid
	}
	if err := legible(name, sender); err != nil {
		return false, err
	}
	if names.Links(name) || names.Links(sender) {
		return false, names.ErrLinks
	}
	named := []string{client}
	if client == domain.ProviderClient {
		named = append(named, domain.DirectClient)
	}
	err = pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		for _, shown := range []string{name, sender} { // people see either as the brand
			if shown == "" {
				continue
			}
			if err := freeBrand(ctx, tx, client, shown); err != nil {
				return err
			}
		}
		tag, err := tx.Exec(
			ctx,
			`update tenants set name = $2, sender = case when id = $4 then $3 else sender end
			where id = any($1) and (name <> $2 or id = $4 and sender <> $3)`,
			named, name, sender, client,
		)
		changed = tag.RowsAffected() > 0
		return err
	})
	s.Forget()
	return changed, dberror.Of("client", err)
}

// hostTable keeps which client a host name leads to, because every request asks for it.
type hostTable struct {
	mu      sync.Mutex
	clients map[string]string // by host name
	until   time.Time
}

func (h *hostTable) forget() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.clients = nil
}

// keepHosts is how long the table is kept. A host name works at most that much after it was added by
// another process.
const keepHosts = 5 * time.Second

// ClientOfHost returns the client whose sign-in a host name leads to, or "".
func (s *Store) ClientOfHost(ctx context.Context, host string) (string, error) {
	s.hosts.mu.Lock()
	defer s.hosts.mu.Unlock()
	now := s.clock()
	if s.hosts.clients != nil && now.Before(s.hosts.until) {
		return s.hosts.clients[host], nil
	}
	rows, err := s.pool.Query(
		ctx, "select unnest(hosts), id from account_clients where hosts <> '{}' order by created_at desc, id",
	)
	if err != nil {
		return "", dberror.Of("hosts", err)
	}
	found := map[string]string{}
	var name, id string
	// If two clients have the same name, the older one has it: its row comes last.
	_, err = pgx.ForEachRow(rows, []any{&name, &id}, func() error {
		found[name] = id
		return nil
	})
	if err != nil {
		return "", dberror.Of("hosts", err)
	}
	s.hosts.clients, s.hosts.until = found, now.Add(keepHosts)
	return found[host], nil
}

// FindClient returns a client with its brand, or domain.ErrNotFound.
func (s *Store) FindClient(ctx context.Context, client string) (Client, error) {
	names, err := s.Names(ctx, Wanted{Clients: []string{client}})
	if err != nil {
		return Client{}, err
	}
	c, known := names.Clients[client]
	if !known {
		return c, domain.ErrNotFound
	}
	return c, nil
}

// Settings are what an admin or a reseller sets for a client.
type Settings struct {
	Sender string // empty for the client's name
	Colour string
	// Logo, Favicon and Placeholder name brand files.
	Logo, Favicon, Placeholder string
	Named                      int
	Hosts                      []string
	SignUp                     bool
}

// Settings returns the settings of a client, or domain.ErrNotFound.
func (s *Store) Settings(ctx context.Context, client string) (c Settings, err error) {
	err = s.pool.QueryRow(
		ctx,
		`select coalesce(t.sender, ''), a.colour, a.logo, a.favicon, a.placeholder, a.named, a.hosts, a.signup
		from account_clients a left join tenants t on t.id = a.id where a.id = $1`,
		client,
	).Scan(&c.Sender, &c.Colour, &c.Logo, &c.Favicon, &c.Placeholder, &c.Named, &c.Hosts, &c.SignUp)
	return c, dberror.Of("client", err)
}

// ClientURL returns the address of the product under the first of a client's host names, or its own
// address if there is none.
func ClientURL(public string, hosts []string) string {
	u, err := url.Parse(public)
	if err != nil || len(hosts) == 0 {
		return public
	}
	host := hosts[0]
	if port := u.Port(); port != "" {
		host = net.JoinHostPort(host, port)
	}
	u.Host = host
	return u.String()
}
