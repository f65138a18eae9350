package embedded

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// account is the OS user that runs a server. PostgreSQL refuses to run as root.
type account struct {
	uid, gid int
	name     string
	switched bool // this process is root, and the server runs as another user
}

// serverAccount returns the current user. If that is root, it returns the owner of data, else the
// named user, else postgres or nobody.
func serverAccount(data, name string) (account, error) {
	if uid := os.Geteuid(); uid != 0 {
		if owner, ok := ownerOf(data); ok && owner.uid != uid {
			return account{}, notOwner(data, fmt.Errorf("owner is uid %d", owner.uid))
		}
		return account{uid: uid, gid: os.Getegid()}, nil
	}
	if owner, ok := ownerOf(data); ok && owner.uid != 0 {
		owner.switched = true
		return owner, nil
	}
	names := []string{"postgres", "nobody"}
	if name != "" {
		names = []string{name}
	}
	for _, n := range names {
		u, err := user.Lookup(n)
		if err != nil {
			continue
		}
		uid, err1 := strconv.Atoi(u.Uid)
		gid, err2 := strconv.Atoi(u.Gid)
		if err := errors.Join(err1, err2); err != nil {
			return account{}, err
		}
		if uid != 0 {
			return account{uid: uid, gid: gid, name: n, switched: true}, nil
		}
	}
	return account{}, fmt.Errorf(
		"%w: PostgreSQL does not run as root and there is no user %q: run as a normal user, or create one with `useradd postgres`",
		ErrNotOwner,
		names,
	)
}

func ownerOf(path string) (account, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return account{}, false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return account{}, false
	}
	return account{uid: int(st.Uid), gid: int(st.Gid)}, true
}

// own creates a private folder that belongs to this account.
func (a account) own(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if a.switched {
		if err := os.Chown(dir, a.uid, a.gid); err != nil {
			return err
		}
	}
	return os.Chmod(dir, 0o700) //nolint:gosec // G302: a folder needs its x bit.
}

// command returns a command that runs a program in dir as this account. It returns an error if the
// account cannot access the program, dir or the folders in reach.
func (a account) command(ctx context.Context, dir, program string, args []string, reach ...string) (*exec.Cmd, error) {
	//nolint:gosec // G204: found by this package or named by the operator.
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.SysProcAttr = &syscall.SysProcAttr{}
	if !a.switched {
		return cmd, nil
	}
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}
	for _, p := range append(reach, dir, program) {
		shut, err := a.shutOut(p)
		if err != nil {
			return nil, err
		}
		if shut != "" && !grantEntry(cmd.SysProcAttr) {
			return nil, fmt.Errorf(
				"%w: PostgreSQL runs as uid %d here, which may not enter %s: allow it with `chmod o+x %s`, run as a normal user, or choose another folder with --data",
				ErrNotReachable,
				a.uid,
				shut,
				shut,
			)
		}
	}
	return cmd, nil
}

// shutOut returns the first folder above path that the account may not enter, or an empty string.
func (a account) shutOut(path string) (string, error) {
	path, err := filepath.EvalSymlinks(path)
	if err != nil {
		return "", err
	}
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if errors.Is(err, fs.ErrPermission) {
			return dir, nil
		}
		if err != nil {
			return "", err
		}
		owner, _ := ownerOf(dir)
		x := fs.FileMode(0o001)
		switch {
		case owner.uid == a.uid:
			x = 0o100
		case owner.gid == a.gid:
			x = 0o010
		}
		if info.Mode()&x == 0 {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", nil
		}
	}
}
