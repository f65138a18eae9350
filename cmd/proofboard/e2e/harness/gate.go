package harness

import (
	"net"
	"sync"
	"testing"
	"time"
)

// Modes of a gate.
const (
	Passes = "passes"
	Refuse = "refuses" // closes connections at once
	Silent = "silent"  // accepts connections and sends nothing
	Slow   = "slow"    // forwards all data one second later
)

// gate is a proxy before a server. A test can block it in several ways.
type gate struct {
	net.Listener
	server string
	mu     sync.Mutex
	mode   string
	conns  map[net.Conn]bool
}

func newGate(t *testing.T, server string) *gate {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := &gate{Listener: l, server: server, mode: Passes, conns: map[net.Conn]bool{}}
	t.Cleanup(func() { _ = l.Close(); g.Set(Refuse) })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go g.serve(client)
		}
	}()
	return g
}

func (g *gate) address() string { return g.Addr().String() }

// Set changes the mode and ends every connection.
func (g *gate) Set(mode string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.mode = mode
	for c := range g.conns {
		_ = c.Close()
	}
	clear(g.conns)
}

// keep records a connection, unless the mode has changed since the connection was accepted.
func (g *gate) keep(mode string, c net.Conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.mode == mode && mode != Refuse {
		g.conns[c] = true
		return true
	}
	_ = c.Close()
	return false
}

func (g *gate) serve(client net.Conn) {
	g.mu.Lock()
	mode := g.mode
	g.mu.Unlock()
	if !g.keep(mode, client) || mode == Silent {
		return
	}
	server, err := net.Dial("tcp", g.server)
	if err != nil || !g.keep(mode, server) {
		_ = client.Close()
		return
	}
	var both sync.WaitGroup
	both.Go(func() { hand(server, client, mode) })
	hand(client, server, mode)
	both.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.conns, client)
	delete(g.conns, server)
}

// hand copies data in one direction and closes both connections when either closes.
func hand(to, from net.Conn, mode string) {
	defer func() { _, _ = to.Close(), from.Close() }()
	for buffer := make([]byte, 64<<10); ; {
		n, err := from.Read(buffer)
		if n > 0 && mode == Slow {
			<-time.After(time.Second)
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
