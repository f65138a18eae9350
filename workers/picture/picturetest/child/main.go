// Command child makes pictures as the product's binary does. For tests, it can also fail in every
// way that a process can.
package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/proofboard/proofboard/workers/picture"
)

func main() {
	task := picture.Task{PDF: slices.Contains(os.Args, "--pdf")}
	for _, arg := range os.Args {
		if folder, ok := strings.CutPrefix(arg, "--cache="); ok {
			task.Cache = folder
		}
	}
	var err error
	if task.Size, err = strconv.ParseInt(os.Args[len(os.Args)-1], 10, 64); err == nil {
		err = do(os.Args[1], task)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func do(what string, task picture.Task) error {
	switch what {
	case "picture":
		return picture.Child(os.Stdin, os.Stdout, task)
	case "hog": // allocates far more than the memory limit, and says how much it holds
		if err := picture.Limit(); err != nil {
			return err
		}
		var held [][]byte
		for range 64 {
			held = append(held, bytes.Repeat([]byte{1}, 32<<20))
			fmt.Fprintln(os.Stderr, "held", len(held)*32)
		}
	case "measure": // runs "hog" from a small process: exec counts the memory used before it
		cmd := exec.Command(os.Args[0], "hog", "0") //nolint:gosec,noctx // G702: this program itself.
		_ = cmd.Run()
		used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok {
			return errors.New("this system does not tell")
		}
		fmt.Fprintln(os.Stdout, used.Maxrss>>10)
	case "write": // tries to write a file
		if err := picture.Limit(); err != nil {
			return err
		}
		signal.Ignore(syscall.SIGXFSZ)
		return os.WriteFile(os.Args[2], []byte("written"), 0o600) //nolint:gosec // G703: a test says where.
	case "hang": // ignores all signals that can be ignored, and starts a child of its own
		signal.Ignore(os.Interrupt, syscall.SIGTERM, syscall.SIGPIPE)
		//nolint:gosec // G702: this program itself.
		p, err := os.StartProcess(
			os.Args[0], []string{os.Args[0], "sit", "0"}, &os.ProcAttr{Files: []*os.File{nil, os.Stdout, os.Stderr}},
		)
		if err != nil {
			return err
		}
		//nolint:gosec // G703: a test says where.
		if err := os.WriteFile(os.Args[2], []byte(strconv.Itoa(p.Pid)), 0o600); err != nil {
			return err
		}
		sit()
	case "sit":
		sit()
	case "crash":
		panic("crash")
	case "kill":
		return syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "garbage":
		fmt.Fprintln(os.Stdout, `{"thumbnail":4}`)
		fmt.Fprint(os.Stdout, "<ht>")
	case "flood": // writes 200 MB each to stdout and stderr
		block := bytes.Repeat([]byte("x"), 1<<20)
		for range 200 {
			_, _ = os.Stderr.Write(block)
			if _, err := os.Stdout.Write(block); err != nil {
				return err
			}
		}
	case "ask": // sends invalid requests for blocks
		return ask(os.Args[2])
	case "environment":
		_, _ = io.Copy(io.Discard, os.Stdin)
		return fmt.Errorf("environment: %q", strings.Join(os.Environ(), ","))
	}
	return nil
}

// ask sends requests that the parent must not answer.
func ask(what string) error {
	requests := map[string][]int64{
		"before": {-1, 10},
		"beyond": {256<<10 - 9, 10},
		"much":   {0, 1 << 30},
		"often":  {0, 256 << 10},
	}
	pipe := os.NewFile(3, "requests")
	defer pipe.Close() //nolint:errcheck // this process ends.
	request := binary.BigEndian.AppendUint32(
		binary.BigEndian.AppendUint64(nil, uint64(requests[what][0])), uint32(requests[what][1]),
	)
	answer := make([]byte, min(requests[what][1], 256<<10))
	for range 1 << 20 {
		if _, err := pipe.Write(request); err != nil {
			return fmt.Errorf("refused: %w", err)
		}
		if _, err := io.ReadFull(os.Stdin, answer); err != nil {
			return fmt.Errorf("refused: %w", err)
		}
	}
	return errors.New("every request was answered")
}

func sit() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR1)
	<-c
}
