// Package memory measures what the processes of the product need together. The server's own process is
// one of several: PostgreSQL, the S3 gateway and the processes that draw pictures are its children, and
// any of them may pay for a request. Every bound on memory in tests and benchmarks is measured here. It
// needs Linux.
package memory

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

var errNoProcess = errors.New("there is no such process, or no /proc")

// Of returns the memory of a process and its descendants in bytes. A page that several of them share
// counts once: PostgreSQL's processes, one for each connection, share their buffers. It returns an
// error if the process has ended.
func Of(pid int) (total int64, err error) {
	all, err := byName(pid)
	return sum(all), err
}

// byName returns the same in parts: the memory of all processes with a name, and of the process alone as
// 'itself'.
func byName(pid int) (map[string]int64, error) {
	all := map[string]int64{}
	for _, one := range tree(pid) {
		name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", one))
		if err != nil {
			continue // it has ended
		}
		if one == pid {
			name = []byte("itself")
		}
		all[string(bytes.TrimSpace(name))] += proportional(one)
	}
	if sum(all) == 0 {
		return nil, fmt.Errorf("memory of process %d: %w", pid, errNoProcess)
	}
	return all, nil
}

func sum(all map[string]int64) (total int64) {
	for _, one := range all {
		total += one
	}
	return total
}

// Alone returns the memory of a process without its descendants in bytes, counted as Of does.
func Alone(pid int) (int64, error) {
	alone := proportional(pid)
	if alone == 0 {
		return 0, fmt.Errorf("memory of process %d: %w", pid, errNoProcess)
	}
	return alone, nil
}

// How a process is looked at. What needs much memory keeps it for longer than a pause.
const (
	pause    = 50 * time.Millisecond // at least, between two looks
	lookCost = 4                     // a pause is at least so many times as long as a look
	// calm is for how long the memory has not grown when it has settled. It is longer than the server
	// keeps the memory of passwords' hashes, which would hide what grows when it is returned.
	calm     = 12 * time.Second
	noise    = 1 << 20         // bytes; less is no growth
	patience = 2 * time.Minute // for what does not settle
)

// Watch looks at a process and its descendants until it is stopped. It must be stopped.
type Watch struct {
	used   Used
	lowest map[string]int64 // when all together needed least
	stop   context.CancelFunc
	done   chan struct{}
}

// Start waits until the memory of a process and its descendants has settled, because a start leaves
// work behind, and watches it from then on.
func Start(ctx context.Context, pid int) (*Watch, error) {
	if err := settle(ctx, pid); err != nil {
		return nil, err
	}
	return Join(ctx, pid)
}

// Join watches from now on a process that has work to do and does not settle.
func Join(ctx context.Context, pid int) (*Watch, error) {
	before, err := byName(pid)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	w := &Watch{lowest: before, stop: cancel, done: make(chan struct{})}
	w.used.Before = sum(before)
	w.saw(before)
	go func() {
		defer close(w.done)
		for {
			began := time.Now()
			w.look(pid)
			select {
			case <-ctx.Done():
				w.look(pid)
				return
			case <-time.After(max(pause, lookCost*time.Since(began))):
			}
		}
	}()
	return w, nil
}

func (w *Watch) look(pid int) {
	if now, err := byName(pid); err == nil { // it may have ended
		w.saw(now)
	}
}

func (w *Watch) saw(now map[string]int64) {
	total, lowest := sum(now), sum(w.lowest)
	w.used.Peak = max(w.used.Peak, total)
	if total < lowest {
		w.lowest = now
	}
	if total-lowest > w.used.Grown {
		w.used.Grown, w.used.Where = total-lowest, difference(w.lowest, now)
	}
}

// difference returns in words by how much each process has grown, in MB.
func difference(before, now map[string]int64) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if by := now[name] - before[name]; by >= noise || by <= -noise {
			words = append(words, fmt.Sprintf("%s %+d", name, by>>20))
		}
	}
	return strings.Join(words, ", ")
}

// Used is what a process and its descendants needed together while they were watched, in bytes.
type Used struct {
	Before, Peak int64
	// Grown is the largest rise above what they needed at some moment before. A process that ends
	// meanwhile, such as one that draws pictures and has nothing to do, hides no growth of others.
	Grown int64
	Where string // which processes grew then, in words
}

// Stop looks once more and stops watching. It can be called again.
func (w *Watch) Stop() Used {
	w.stop()
	<-w.done
	return w.used
}

func settle(ctx context.Context, pid int) error {
	highest, since := int64(0), time.Now()
	for began := since; time.Since(since) < calm && time.Since(began) < patience; {
		now, err := Of(pid)
		if err != nil {
			return err
		}
		if now > highest+noise {
			highest, since = now, time.Now()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(4 * pause):
		}
	}
	return nil
}

// tree returns a process and its descendants.
func tree(pid int) []int {
	processes, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	children := map[int][]int{}
	for _, p := range processes {
		child, err := strconv.Atoi(p.Name())
		if err != nil {
			continue // not a process
		}
		if parent, ok := parentOf(child); ok {
			children[parent] = append(children[parent], child)
		}
	}
	all := []int{pid}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// parentOf returns the parent of a process. ok is false if the process has ended.
func parentOf(pid int) (parent int, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, false
	}
	// The name in parentheses may contain anything. The state and the parent follow it.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	if len(fields) < 2 {
		return 0, false
	}
	parent, err = strconv.Atoi(string(fields[1]))
	return parent, err == nil
}

// proportional returns the memory of a process in bytes, with its share of what it shares. It returns
// 0 if the process has ended.
//
// Pages of files do not count, such as those of the program itself. The kernel drops them when memory is
// short, and all products on a machine share them: the share of one grows when another ends.
func proportional(pid int) (total int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	for _, kind := range []string{"Anon", "Shmem"} {
		_, after, _ := bytes.Cut(text, []byte("\nPss_"+kind+":"))
		fields := bytes.Fields(after)
		if len(fields) == 0 {
			return 0
		}
		kb, err := strconv.ParseInt(string(fields[0]), 10, 64)
		if err != nil {
			return 0
		}
		total += kb << 10
	}
	return total
}
