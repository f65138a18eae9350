package embedded

import (
	"errors"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// child is a process that the kernel ends when this process ends.
type child struct {
	cmd  *exec.Cmd
	done chan struct{}
	err  error // the reason for the end; valid after done is closed
}

// startChild starts cmd in its own process group. onDeath is the signal that cmd receives when this
// process dies.
func startChild(cmd *exec.Cmd, onDeath syscall.Signal) (*child, error) {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	cmd.SysProcAttr.Setpgid = true // Ctrl-C in a terminal must reach only the parent, which then stops the child
	endWithParent(cmd.SysProcAttr, onDeath)
	c := &child{cmd: cmd, done: make(chan struct{})}
	started := make(chan error, 1)
	go func() {
		// The kernel sends the parent-death signal when the thread that forked ends, so the thread
		// must live as long as the child. It stays locked, so it ends with this goroutine, and the
		// changes of prepareThread end with it.
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

// within waits until the child has ended, at most for d.
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
