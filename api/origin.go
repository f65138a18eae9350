package api

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/netip"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/internal/accounts"
)

// address is where a request comes from. What proxies say is believed only of trusted ones, from the nearest on: everything left of the first
// address that is not trusted can be made up.
func (s *server) address(r *http.Request) string {
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

func (s *server) trusts(ip netip.Addr) bool {
	return slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(ip.WithZone("")) })
}

// deviceCookieName is that of one account, so that a browser can be known to several. It does not tell which.
func deviceCookieName(account string) string {
	sum := sha256.Sum256([]byte(strings.ToLower(account)))
	return "device-" + hex.EncodeToString(sum[:8])
}

// device is the browser that a request comes from, if it has signed in to an account before (D-72).
func (s *server) device(r *http.Request, account string) uuid.UUID {
	c, err := r.Cookie(deviceCookieName(account))
	if err != nil {
		return uuid.Nil
	}
	return s.Devices.Check(c.Value, account, s.Clock())
}

// deviceCookie lets a browser be known to an account from now on. It proves nothing else and signs nobody in.
func (s *server) deviceCookie(account string, device uuid.UUID) *string {
	if device == uuid.Nil {
		device = s.NewID()
	}
	c := http.Cookie{ //nolint:gosec // G124: it is Secure wherever the product is reached by https
		Name:     deviceCookieName(account),
		Value:    s.Devices.Token(account, device, s.Clock()),
		Path:     "/api/",
		MaxAge:   int(accounts.DeviceLifetime.Seconds()),
		HttpOnly: true,
		Secure:   strings.HasPrefix(s.PublicURL, "https:"),
		SameSite: http.SameSiteStrictMode,
	}
	return some(c.String())
}
