package picture

import (
	"sync/atomic"
	"time"
)

// lookEvery is how often a child is looked at while it draws.
const lookEvery = 100 * time.Millisecond

// watch ends a child that uses too much CPU time, or that makes no progress. CPU time belongs to the
// file. Progress also depends on what else the machine does. The time that the parent itself did not
// run, and the time spent waiting for the file's bytes, do not count.
type watch struct {
	paused atomic.Bool
	done   chan struct{}
	ended  chan struct{}
}

func (c *worker) watch() *watch {
	w := &watch{done: make(chan struct{}), ended: make(chan struct{})}
	pid, begin := c.cmd.Process.Pid, c.used
	go func() {
		defer close(w.ended)
		ticker := time.NewTicker(lookEvery)
		defer ticker.Stop()
		waited, mark := time.Duration(0), begin
		for {
			select {
			case <-w.done:
				return
			case <-ticker.C:
			}
			if !w.paused.Load() {
				waited += lookEvery
			}
			if used, ok := cpuTime(pid); ok {
				if used-begin >= c.CPU {
					c.kill(errTooCostly)
					return
				}
				if used-mark >= progress {
					waited, mark = 0, used
				}
			}
			if waited >= c.Time {
				c.kill(errTooSlow)
				return
			}
		}
	}()
	return w
}

func (w *watch) pause()  { w.paused.Store(true) }
func (w *watch) resume() { w.paused.Store(false) }

// stop ends the watch. The child is not killed afterwards.
func (w *watch) stop() {
	close(w.done)
	<-w.ended
}
