package web

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/mileusna/useragent"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/internal/accounts/secrets"
	"github.com/proofboard/proofboard/internal/accounts/throttle"
)

// Origin returns the address and the browser that a sign-in to an account comes from.
func (s *Server) Origin(ctx context.Context, account string) throttle.Origin {
	r := httpRequest(ctx)
	return throttle.Origin{Address: s.address(r), Device: s.device(r, account), Browser: browser(r.UserAgent())}
}

// Host returns the host name under which a caller has the product open, without a port, and its
// origin.
func (s *Server) Host(ctx context.Context) (name, origin string) { return s.HostOf(httpRequest(ctx)) }

// HostOf is Host for a request that is no call.
func (s *Server) HostOf(r *http.Request) (name, origin string) {
	scheme, _, _ := strings.Cut(s.PublicURL, ":")
	return hostName(r.Host), scheme + "://" + r.Host
}

// browser names a browser for people. It returns "" if a program is none or hides its name.
func browser(agent string) string {
	const longest = 40 // bytes of a name
	of := useragent.Parse(agent)
	if of.Name == "" || len(of.Name) > longest || len(of.OS) > longest || !domain.Storable(of.Name+of.OS) {
		return ""
	}
	if of.OS == "" {
		return of.Name
	}
	return of.Name + " on " + of.OS
}

// address returns the address that a request comes from. It believes X-Forwarded-For of trusted
// proxies only, from the nearest one on: everything left of the first address that is not trusted
// may be made up.
func (s *Server) address(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	at := peer.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		if !s.trusts(at) {
			break
		}
		next, err := netip.ParseAddr(strings.TrimSpace(hop))
		if err != nil {
			break
		}
		at = next.Unmap()
	}
	return at.String()
}

func (s *Server) trusts(ip netip.Addr) bool {
	return slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(ip.WithZone("")) })
}

// deviceCookieName returns the name of the cookie of one account, so that a browser can be known to
// several accounts. The name does not disclose the account.
func deviceCookieName(account string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(account)))
	return "device-" + hex.EncodeToString(sum[:8])
}

// device returns the browser that a request comes from, if it has signed in to an account before
// (D-72).
func (s *Server) device(r *http.Request, account string) uuid.UUID {
	c, err := r.Cookie(deviceCookieName(account))
	if err != nil {
		return uuid.Nil
	}
	return s.Devices.Check(c.Value, account, s.Clock())
}

// DeviceCookie returns a cookie that makes a browser known to an account. It proves nothing else
// and signs nobody in.
func (s *Server) DeviceCookie(account string, device uuid.UUID) *string {
	if device == uuid.Nil {
		device = s.NewID()
	}
	c := http.Cookie{ //nolint:gosec // G124: it is Secure wherever the product is reached by https
		Name:     deviceCookieName(account),
		Value:    s.Devices.Token(account, device, s.Clock()),
		Path:     "/api/",
		MaxAge:   int(secrets.DeviceLifetime.Seconds()),
		HttpOnly: true,
		Secure:   strings.HasPrefix(s.PublicURL, "https:"),
		SameSite: http.SameSiteStrictMode,
	}
	return Some(c.String())
}
