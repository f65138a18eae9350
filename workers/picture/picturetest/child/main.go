// Command child makes pictures as the product's binary does. For tests, it can also fail in every
// way that a process can.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
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
	child := picture.Child{PDF: slices.Contains(os.Args, "--pdf")}
	for _, arg := range os.Args {
		if folder, ok := strings.CutPrefix(arg, "--cache="); ok {
			child.Cache = folder
		}
	}
	if err := do(os.Args[1], child); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// tasks is what the parent sends.
var tasks = bufio.NewReader(os.Stdin)

// begin says that this process can draw, and waits for a file.
func begin() error {
	fmt.Fprintln(os.Stdout, `{"ready":true}`)
	_, err := tasks.ReadString('\n')
	return err
}

func do(what string, child picture.Child) error {
	switch what {
	case "picture":
		return child.Run(os.Stdin, os.Stdout)
	case "counted": // as above, and notes in a file that a process began
		//nolint:gosec // G703: a test says where.
		f, err := os.OpenFile(os.Args[2], os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(f, os.Getpid()); err != nil {
			return err
		}
		return child.Run(os.Stdin, os.Stdout)
	case "measure": // runs "hog" from a small process: exec counts the memory used before it
		cmd := exec.Command(os.Args[0], "hog") //nolint:gosec,noctx // G702: this program itself.
		cmd.Stdin = strings.NewReader("\n")
		_ = cmd.Run()
		used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage)
		if !ok {
			return errors.New("this system does not tell")
		}
		fmt.Fprintln(os.Stdout, used.Maxrss>>10)
		return nil
	case "unable":
		return errors.New("it cannot begin")
	case "sit":
		sit()
		return nil
	}
	if err := begin(); err != nil {
		return err
	}
	return misbehave(what)
}

// misbehave does with a file what a child never does.
func misbehave(what string) error {
	switch what {
	case "hog": // allocates far more than the memory limit, and says how much it holds
		if err := picture.Limit(); err != nil {
			return err
		}
		var held [][]byte
		for range 64 {
			held = append(held, bytes.Repeat([]byte{1}, 32<<20))
			fmt.Fprintln(os.Stderr, "held", len(held)*32)
		}
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
			os.Args[0], []string{os.Args[0], "sit"}, &os.ProcAttr{Files: []*os.File{nil, os.Stdout, os.Stderr}},
		)
		if err != nil {
			return err
		}
		//nolint:gosec // G703: a test says where.
		if err := os.WriteFile(os.Args[2], []byte(strconv.Itoa(p.Pid)), 0o600); err != nil {
			return err
		}
		sit()
	case "spin": // uses CPU time and comes to no end
		for i := 0; ; i++ {
			if i < 0 {
				return errors.New("it is over")
			}
		}
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
	case "promise": // announces a picture of a terabyte
		fmt.Fprintln(os.Stdout, `{"thumbnail":1099511627776}`)
	case "lie": // ends as if it had drawn
		fmt.Fprintln(os.Stdout, `{"thumbnail":1000}`)
	case "ask": // sends invalid requests for blocks
		return ask(os.Args[2])
	case "environment":
		return fmt.Errorf("environment: %q", strings.Join(os.Environ(), ","))
	}
	return nil
}

// ask sends requests that the parent must not answer.
func ask(what string) error {
	request := map[string]map[string]int64{
		"before":   {"offset": -1, "length": 10},
		"beyond":   {"offset": 256<<10 - 9, "length": 10},
		"much":     {"offset": 0, "length": 1 << 30},
		"negative": {"offset": 0, "length": -1},
		"often":    {"offset": 0, "length": 256 << 10},
	}[what]
	line, err := json.Marshal(request)
	if err != nil {
		return err
	}
	for range 1 << 20 {
		if _, err := os.Stdout.Write(append(line, '\n')); err != nil {
			return err
		}
		if _, err := io.CopyN(io.Discard, tasks, request["length"]); err != nil {
			return err
		}
	}
	return errors.New("every request was answered")
}

func sit() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGUSR1)
	<-c
}
