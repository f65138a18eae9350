package embedded

import (
	"errors"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// child is a process that the kernel ends when this one ends.
type child struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error // why it ended; read after done
}

// startChild starts cmd in a process group of its own. onDeath is the signal it gets when this process dies.
func startChild(cmd *exec.Cmd, onDeath syscall.Signal) (*child, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true // Ctrl-C in a terminal is for the parent, which then stops the child in order
	endWithParent(cmd.SysProcAttr, onDeath)
	c := &child{cmd: cmd, done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		// The kernel's parent-death signal belongs to the thread that forked: it has to live as long as the child. It is
		// never unlocked, so it ends with this goroutine and takes what prepareThread changed along.
		runtime.LockOSThread()
		if err := prepareThread(cmd.SysProcAttr); err != nil {
			started <- err
			return
		}
		if err := cmd.Start(); err != nil {
			started <- err
			return
		}
		started <- nil
		c.err = cmd.Wait()
		close(c.done)
	}()
	return c, <-started
}

func (c *child) signal(s syscall.Signal) error {
	err := c.cmd.Process.Signal(s)
	if err != nil && c.ended() {
		return nil
	}
	return err
}

func (c *child) ended() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}

var errStillRunning = errors.New("still running")

// within waits for the end.
func (c *child) within(d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-c.done:
		return nil
	case <-t.C:
		return errStillRunning
	}
}
