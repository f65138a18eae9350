package web

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

func TestOnlyTrustedProxiesSayWhereARequestComesFrom(t *testing.T) { // D-72
	s := &Server{
		Ports: Ports{
			Proxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")},
		},
	}
	for name, c := range map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"nobody in between":                   {"203.0.113.1:99", nil, "203.0.113.1"},
		"somebody who claims to be forwarded": {"203.0.113.1:99", []string{"198.51.100.7"}, "203.0.113.1"},
		"a proxy":                             {"10.1.2.3:99", []string{"198.51.100.7"}, "198.51.100.7"},
		"a proxy by IPv6":                     {"[2001:db8::1]:99", []string{"2001:470::7"}, "2001:470::7"},
		"a proxy by mapped IPv4":              {"[::ffff:10.1.2.3]:99", []string{"198.51.100.7"}, "198.51.100.7"},
		"a claim before the proxy's own":      {"10.1.2.3:99", []string{"192.0.2.66, 198.51.100.7"}, "198.51.100.7"},
		"two proxies":                         {"10.1.2.3:99", []string{"192.0.2.66, 198.51.100.7, 10.9.9.9"}, "198.51.100.7"},
		"two header lines":                    {"10.1.2.3:99", []string{"192.0.2.66", "198.51.100.7"}, "198.51.100.7"},
		"a proxy that says nothing":           {"10.1.2.3:99", nil, "10.1.2.3"},
		"a proxy that says nonsense":          {"10.1.2.3:99", []string{"198.51.100.7, unknown"}, "10.1.2.3"},
		"people behind it in its own network": {"10.1.2.3:99", []string{"10.5.5.5"}, "10.5.5.5"},
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.RemoteAddr = c.peer
		r.Header["X-Forwarded-For"] = c.forwarded
		if got := s.address(r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}
