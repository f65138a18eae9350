package harness

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// Tree watches the memory of a process and its descendants. The product's own process is one of
// several: PostgreSQL, the S3 gateway and the process that draws pictures are its children, and any of
// them may pay for a request.
type Tree struct {
	before, peak int64 // bytes
	stop         context.CancelFunc
	done         chan struct{}
}

// lookEvery is how often a Tree looks. What needs much memory keeps it for longer.
const lookEvery = 50 * time.Millisecond

// WatchTree waits until the memory of a process and its descendants has settled, because a start
// leaves work behind, and watches it from then on.
func WatchTree(t *testing.T, pid int) *Tree {
	t.Helper()
	highest, since := int64(0), time.Now()
	Eventually(t, "the memory settles", func() bool {
		if now := ofTree(pid); now > highest+1<<20 {
			highest, since = now, time.Now()
		}
		return time.Since(since) > 2*time.Second
	})
	ctx, cancel := context.WithCancel(t.Context())
	w := &Tree{before: ofTree(pid), stop: cancel, done: make(chan struct{})}
	if w.before == 0 {
		t.Fatalf("there is no process %d", pid)
	}
	go func() {
		defer close(w.done)
		tick := time.NewTicker(lookEvery)
		defer tick.Stop()
		for {
			w.peak = max(w.peak, ofTree(pid))
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
	t.Cleanup(func() { w.Grown() })
	return w
}

// Grown stops watching and returns by how many bytes the memory of all processes together has grown at
// most.
func (w *Tree) Grown() int64 {
	w.stop()
	<-w.done
	return w.peak - w.before
}

// ofTree returns the memory of a process and its descendants in bytes. A page that several of them
// share counts once. PostgreSQL's processes, one for each connection, share most of theirs.
func ofTree(pid int) (bytes int64) {
	for _, one := range tree(pid) {
		bytes += proportional(one)
	}
	return bytes
}

// tree returns a process and its descendants.
func tree(pid int) []int {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, path := range stats {
		if child, parent, ok := parentIn(path); ok {
			children[parent] = append(children[parent], child)
		}
	}
	all := []int{pid}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// parentIn reads a process and its parent from the file /proc/PID/stat. ok is false if the process has
// ended.
func parentIn(path string) (pid, parent int, ok bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, 0, false
	}
	// The name in parentheses may contain anything. The state and the parent follow it.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 2 {
		return 0, 0, false
	}
	pid, badPID := strconv.Atoi(filepath.Base(filepath.Dir(path)))
	parent, badParent := strconv.Atoi(string(fields[1]))
	return pid, parent, badPID == nil && badParent == nil
}

// proportional returns the memory of a process in bytes, with its share of what it shares. It returns
// 0 if the process has ended.
func proportional(pid int) int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	_, after, _ := bytes.Cut(text, []byte("\nPss:"))
	fields := bytes.Fields(after)
	if len(fields) == 0 {
		return 0
	}
	kb, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return 0
	}
	return kb << 10
}
