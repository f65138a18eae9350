package web

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/proofboard/proofboard/domain"
)

var errHost = &domain.Error{
	Code:    domain.Forbidden,
	Reason:  "host.unknown",
	Message: "The product does not answer under this name. Whoever runs it can add the name with --hosts.",
}

// probes are the paths that monitoring requests by any address. They disclose nothing about people.
var probes = []string{"/healthz", "/readyz", "/metrics"}

// OwnHost rejects requests and websockets that are sent to another name than the product's or one of
// a client.
// Otherwise a foreign page could point its own name at this server's address and read answers as
// its own (DNS rebinding).
func (s *Server) OwnHost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostName(r.Host)
		if slices.Contains(probes, r.URL.Path) || s.Named(host) ||
			isLocalAddress(r, host) {
			next.ServeHTTP(w, r)
			return
		}
		of, err := s.Accounts.ClientOfHost(r.Context(), host)
		if err == nil && of == "" {
			err = errHost
		}
		if err != nil {
			s.Fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Named reports whether a host name is one of the product itself.
func (s *Server) Named(host string) bool { return loopbackName(host) || slices.Contains(s.Hosts, host) }

// Client returns the client whose sign-in the host name of a request leads to: the one that has the
// name, or the provider.
func (s *Server) Client(ctx context.Context) (string, error) {
	name, _ := s.Host(ctx)
	of, err := s.Accounts.ClientOfHost(ctx, name)
	return cmp.Or(of, domain.ProviderClient), err
}

// hostName returns a Host header without its port, in lower case.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}

func loopbackName(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && ip.Unmap().IsLoopback()
}

// isLocalAddress reports whether the request named the address at which the connection arrived. An
// address cannot be rebound.
func isLocalAddress(r *http.Request, host string) bool {
	at, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	ip, err := netip.ParseAddr(host)
	return at != nil && err == nil && ip.Unmap() == at.AddrPort().Addr().Unmap()
}

// OnlyHere serves pages for the person at this machine: to a loopback peer that requests a loopback
// name, without a proxy.
func OnlyHere(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		direct := r.Header.Get("X-Forwarded-For") == "" && r.Header.Get("Forwarded") == "" &&
			r.Header.Get("Via") == "" &&
			r.Header.Get("X-Real-Ip") == ""
		if err != nil || !peer.Addr().Unmap().IsLoopback() || !loopbackName(hostName(r.Host)) || !direct {
			http.NotFound(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}
