package embedded

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

const (
	superuser = "postgres"
	loginRole = "proofboard" // role of the service: owns its database, is no superuser
)

// passwords holds the passwords of the roles that can log in. They are stored in the data folder,
// readable by this user only.
type passwords struct {
	Service   string `json:"service"`
	Superuser string `json:"superuser"`
}

func passwordsFile(dir string) string { return filepath.Join(dir, "passwords.json") }

func readPasswords(dir string) (p passwords, err error) {
	b, err := os.ReadFile(passwordsFile(dir))
	if errors.Is(err, fs.ErrPermission) {
		return p, notOwner(dir, err)
	}
	if err != nil {
		return p, err
	}
	if err := json.Unmarshal(b, &p); err != nil || p.Service == "" || p.Superuser == "" {
		return p, fmt.Errorf(
			"%s cannot be read: remove it, and new passwords are made: %w", passwordsFile(dir),
			errors.Join(err, errNoKeys),
		)
	}
	return p, nil
}

// loadPasswords reads the passwords from a folder, or creates them.
func loadPasswords(dir string) (passwords, error) {
	p, err := readPasswords(dir)
	if !errors.Is(err, fs.ErrNotExist) {
		return p, err
	}
	p = passwords{Service: rand.Text() + rand.Text(), Superuser: rand.Text() + rand.Text()}
	b, err := json.MarshalIndent(p, "", "  ")
	if err != nil {
		return p, err
	}
	return p, replaceFile(passwordsFile(dir), append(b, '\n'))
}

func replaceFile(path string, content []byte) error {
	tmp := path + ".new"
	if err := os.WriteFile(tmp, content, 0o600); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}

// Contents of pg_hba.conf. It requires passwords, except while the passwords are being set: then it
// admits the superuser through the private socket.
const (
	hbaHead   = "# Written by Proofboard at each start: changes are lost.\n"
	hbaClosed = hbaHead + "local all all scram-sha-256\nlocal replication " + loginRole + " scram-sha-256\n"
	hbaOpen   = hbaHead + "local all " + superuser + " trust\n"
)

func hbaFile(data string) string { return filepath.Join(data, "pg_hba.conf") }

// closed reports whether the server admits nobody without a password.
func closed(data string) (bool, error) {
	b, err := os.ReadFile(hbaFile(data))
	return string(b) == hbaClosed, err
}

func writeHBA(acct account, data, content string) error {
	if err := replaceFile(hbaFile(data), []byte(content)); err != nil || !acct.switched {
		return err
	}
	return os.Chown(hbaFile(data), acct.uid, acct.gid)
}

// secure sets the passwords of the roles and creates the service's database. It also takes over
// data from an older build that required no passwords, and data restored from a backup with other
// passwords. It waits until a server that is being restored accepts writes.
func (p *Postgres) secure(ctx context.Context, acct account, data string) error {
	shut, err := closed(data)
	if err != nil {
		return err
	}
	if shut {
		err := p.check(ctx)
		if !refusedLogin(err) {
			return err
		}
		p.log.Info("the database has other passwords than its folder: they are set again")
		if err := p.reload(acct, data, hbaOpen); err != nil {
			return err
		}
	}
	var conn *pgx.Conn
	err = poll(ctx, func() (bool, error) {
		conn, err = pgx.Connect(ctx, socketDSN(p.socket, superuser, "", superuser))
		if refusedLogin(err) { // the configuration is not reloaded yet
			return false, nil
		}
		return err == nil, err
	})
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	if err := p.recovered(ctx, conn); err != nil {
		return err
	}
	if err := p.roles(ctx, conn); err != nil {
		return fmt.Errorf("roles of the database: %w", err)
	}
	if err := p.reload(acct, data, hbaClosed); err != nil {
		return err
	}
	return poll(ctx, func() (bool, error) {
		err := p.check(ctx)
		if refusedLogin(err) {
			return false, nil
		}
		return err == nil, err
	})
}

// check logs in as the service and waits until the server accepts writes.
func (p *Postgres) check(ctx context.Context) error {
	conn, err := pgx.Connect(ctx, p.DSN())
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	return p.recovered(ctx, conn)
}

func (p *Postgres) reload(acct account, data, hba string) error {
	if err := writeHBA(acct, data, hba); err != nil {
		return err
	}
	return p.child.signal(syscall.SIGHUP)
}

// refusedLogin reports whether the server refused this role, its password or its database.
func refusedLogin(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (strings.HasPrefix(refused.Code, "28") || refused.Code == "3D000")
}

// roles creates the roles and the database, as the superuser.
func (p *Postgres) roles(ctx context.Context, conn *pgx.Conn) error {
	for _, sql := range []string{
		`do $$ begin
			if not exists (select from pg_roles where rolname = 'proofboard_app') then create role proofboard_app nologin; end if;
			if not exists (select from pg_roles where rolname = '` + loginRole + `') then create role ` + loginRole + `; end if;
		end $$`,
		// Benchmarks need to create databases, and base backups need replication.
		"alter role " + loginRole + " login nosuperuser nocreaterole createdb replication password " + quoted(p.passwords.Service),
		"alter role " + superuser + " password " + quoted(p.passwords.Superuser),
		"grant proofboard_app to " + loginRole,
		"grant pg_checkpoint to " + loginRole,
		"grant alter system on parameter wal_recycle, min_wal_size to " + loginRole,
	} {
		if _, err := conn.Exec(ctx, sql); err != nil {
			return err
		}
	}
	var exists bool
	if err := conn.QueryRow(ctx, "select exists (select from pg_database where datname = $1)", defaultDatabase).
		Scan(&exists); err != nil {
		return err
	}
	if !exists {
		if _, err := conn.Exec(ctx, "create database "+defaultDatabase+" owner "+loginRole); err != nil {
			return err
		}
	}
	inside, err := pgx.Connect(ctx, socketDSN(p.socket, superuser, "", defaultDatabase))
	if err != nil {
		return err
	}
	defer func() { _ = inside.Close(context.WithoutCancel(ctx)) }()
	_, err = inside.Exec(ctx, handOver)
	return err
}

// handOver makes the service's role the owner of the superuser's objects, and grants it the rights
// that backups and erasures need.
const handOver = `do $$
declare
	o record;
begin
	alter database ` + defaultDatabase + ` owner to ` + loginRole + `;
	for o in select c.oid::regclass as name, case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'materialized view' else 'table' end as kind
		from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S') and pg_get_userbyid(c.relowner) = '` + superuser + `'
		and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i', 'e')) loop
		execute format('alter %s %s owner to ` + loginRole + `', o.kind, o.name);
	end loop;
	for o in select f.oid::regprocedure as name from pg_proc f where f.pronamespace = 'public'::regnamespace and pg_get_userbyid(f.proowner) = '` + superuser + `'
		and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = f.oid and d.deptype = 'e') loop
		execute format('alter routine %s owner to ` + loginRole + `', o.name);
	end loop;
	alter default privileges for role ` + loginRole + ` in schema public grant select, insert, update, delete on tables to proofboard_app;
	grant execute on function pg_switch_wal(), pg_reload_conf(), pg_create_restore_point(text) to ` + loginRole + `;
end $$`

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
