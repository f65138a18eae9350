package accounts

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/domain"
)

// drawing returns a PNG with a transparent left half.
func drawing(t *testing.T, width, height int) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := width / 2; x < width; x++ {
			img.SetNRGBA(x, y, color.NRGBA{200, 40, 10, 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func upload(kind string, content []byte) map[string]any {
	return map[string]any{"kind": kind, "image": base64.StdEncoding.EncodeToString(content)}
}

func branding(more map[string]any) map[string]any {
	b := map[string]any{
		"name": "Brightside", "senderName": "", "colour": "#c2410c", "logo": "", "favicon": "", "imagePlaceholder": "",
	}
	maps.Copy(b, more)
	return b
}

// reseller creates a client and returns its owner, signed in, and its id.
func reseller(t *testing.T) (owner *harness.Person, client string) {
	t.Helper()
	admin := harness.SignedIn(t, "admin")
	client = "brand" + strings.ReplaceAll(uuid.NewString(), "-", "")[:12]
	harness.MustCall[contract.AccountCreatedAnswer](t, admin, http.MethodPost, "/clients", map[string]any{
		"id": client, "name": "Harbor " + client, "owner": map[string]any{
			"firstname": "Ola", "lastname": "Berg", "emailAddress": uuid.NewString() + "@people.test",
		},
	})
	email := uuid.NewString() + "@people.test"
	harness.MustCall[contract.PersonAddedAnswer](t, admin, http.MethodPost, "/people", map[string]any{
		"clientId": client, "firstname": "Kim", "lastname": "Park", "emailAddress": email, "role": "owner",
		"password": "a-Good-one-7",
	})
	return entered(t, email, "a-Good-one-7"), client
}

// as asks the server under a host name.
func as(t *testing.T, host, path string) harness.Answer {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, harness.World.Base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	if host != "" {
		r.Host = host
	}
	a, err := harness.World.Do(harness.World.Client, r)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAResellerBrandsItselfAndEveryOpenBrowserShowsIt(t *testing.T) { // SH-162 SH-163 D-49 D-66 check 18
	owner, client := reseller(t)
	at := "/clients/" + client
	browser := harness.Listen(t, owner)
	sent := drawing(t, 1280, 240)
	ids := map[string]contract.BrandFile{}
	for _, kind := range []string{"logo", "favicon", "imagePlaceholder"} {
		f := harness.MustCall[contract.BrandFileAnswer](
			t,
			owner,
			http.MethodPost,
			at+"/brand-files",
			upload(kind, sent),
		).Data
		ids[kind] = f
		a := as(t, "", f.Path)
		shown, err := png.Decode(bytes.NewReader(a.Body))
		if err != nil || a.Status != http.StatusOK || a.Header.Get("Content-Type") != "image/png" ||
			!strings.Contains(a.Header.Get("Cache-Control"), "immutable") {
			t.Fatalf("%s: %v %d %v", kind, err, a.Status, a.Header)
		}
		if shown.Bounds().Dx() != f.Width || shown.Bounds().Dy() != f.Height || bytes.Equal(a.Body, sent) {
			t.Errorf("%s is shown as it was sent, or with %v", kind, shown.Bounds())
		}
		if _, _, _, alpha := shown.At(0, 0).RGBA(); alpha != 0 {
			t.Errorf("%s lost its transparent part", kind)
		}
	}
	if ids["logo"].Width != 640 || ids["logo"].Height != 120 || ids["favicon"].Width != 256 {
		t.Errorf("%+v", ids)
	}
	harness.MustCall[contract.Plain](t, owner, http.MethodPut, at+"/branding", branding(map[string]any{
		"name": "Harbor  Prints", "senderName": "Harbor Studio", "colour": "#AA3311", "logo": ids["logo"].Id,
		"favicon": ids["favicon"].Id, "imagePlaceholder": ids["imagePlaceholder"].Id,
	}))
	browser.Expect(t, "reload-profile")
	theme := profile(t, owner).Theme
	if theme.Brand != "#aa3311" || *theme.Name != "Harbor Prints" || *theme.Logo != ids["logo"].Path ||
		*theme.Favicon != ids["favicon"].Path || *theme.ImagePlaceholder != ids["imagePlaceholder"].Path {
		t.Errorf("%+v", theme)
	}
	detail := harness.MustCall[contract.ClientAccountAnswer](t, owner, http.MethodGet, at, nil).Data
	if detail.Branding.SenderName != "Harbor Studio" || detail.Branding.Name != "Harbor Prints" {
		t.Errorf("%+v", detail.Branding)
	}
	for reason, wrong := range map[string]map[string]any{
		"client.branding_invalid":   {"colour": "red;}}}"},
		"client.brand_file_unknown": {"logo": strings.Repeat("ab", 32)},
		"account.name_invalid":      {"name": "   "},
	} {
		before := harness.Head(t)
		harness.MustRefuse(t, owner, 400, reason, http.MethodPut, at+"/branding", branding(wrong))
		harness.Unchanged(t, before)
	}
	for what, content := range map[string][]byte{
		"an SVG":            []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
		"a page":            []byte("<html><script>alert(1)</script></html>"),
		"half a picture":    sent[:len(sent)/2],
		"a bomb of a claim": append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x7f\xff\xff\xff\x7f\xff\xff\xff\x08\x06\x00\x00\x00"), make([]byte, 64)...),
	} {
		a := owner.Call(t, http.MethodPost, at+"/brand-files", upload("logo", content))
		if a.Status != 400 || a.Reason() != "brand.picture_invalid" {
			t.Errorf("%s: %d %s", what, a.Status, a.Body)
		}
	}
	other, _ := reseller(t) // a file that somebody else uploaded is no file of this client
	harness.MustRefuse(
		t, other, 400, "client.brand_file_unknown", http.MethodPut, "/clients/"+clientOf(t, other)+"/branding",
		branding(map[string]any{"logo": ids["logo"].Id}),
	)
	if a := as(t, "", "/api/brand/files/"+strings.Repeat("0", 64)); a.Status != http.StatusNotFound {
		t.Errorf("an unknown file: %d", a.Status)
	}
}

func clientOf(t *testing.T, p *harness.Person) string { return profile(t, p).ClientId }

func TestAHostNameLeadsToTheBrandOfItsClient(t *testing.T) { // D-25 D-49
	owner, client := reseller(t)
	admin := harness.SignedIn(t, "admin")
	host := client + ".example.com"
	at := "/clients/" + client
	if a := as(t, host, "/api/brand"); a.Reason() != "host.unknown" {
		t.Errorf("before: %d %s", a.Status, a.Body)
	}
	harness.MustRefuse(
		t, owner, 403, "forbidden", http.MethodPut, at+"/hosts", map[string]any{"hosts": []string{host}},
	)
	harness.MustCall[contract.Plain](
		t,
		admin,
		http.MethodPut,
		at+"/hosts",
		map[string]any{"hosts": []string{" " + host}},
	)
	brand := func(host string) contract.Brand {
		t.Helper()
		a := as(t, host, "/api/brand")
		if a.Status != http.StatusOK {
			t.Fatalf("%s: %d %s", host, a.Status, a.Body)
		}
		return harness.Decode[contract.BrandAnswer](t, a).Data
	}
	if b := brand(host + ":8080"); b.Kind != contract.ResellerClient || *b.Theme.Name != "Harbor "+client || b.SignUp {
		t.Errorf("%+v", b)
	}
	if b := brand(""); b.Kind != contract.ProviderClient {
		t.Errorf("the product's own name: %+v", b)
	}
	if a := as(t, host, "/signin"); a.Status != http.StatusOK ||
		!strings.Contains(string(a.Body), "<title>Harbor "+client+"</title>") ||
		strings.Contains(string(a.Body), "Proofboard") {
		t.Errorf("the sign-in page: %d %s", a.Status, a.Body)
	}
	for reason, hosts := range map[string][]string{
		"client.host_taken":    {host},
		"client.hosts_invalid": {"not a host"},
	} {
		status := http.StatusConflict
		if reason == "client.hosts_invalid" {
			status = http.StatusBadRequest
		}
		harness.MustRefuse(
			t, admin, status, reason, http.MethodPut, "/clients/"+harness.ResellerClient+"/hosts",
			map[string]any{"hosts": hosts},
		)
	}
	harness.MustRefuse(
		t, admin, 409, "client.host_taken", http.MethodPut, at+"/hosts", map[string]any{"hosts": []string{"localhost"}},
	)
	harness.MustCall[contract.Plain](t, admin, http.MethodPut, at+"/hosts", map[string]any{"hosts": []string{}})
	if a := as(t, host, "/api/brand"); a.Reason() != "host.unknown" {
		t.Errorf("afterwards: %d %s", a.Status, a.Body)
	}
}

// Direct customers see the provider's brand, and the admin changes it.
func TestTheBrandOfTheProviderIsThatOfItsDirectCustomers(t *testing.T) { // SH-167 D-49
	admin := harness.SignedIn(t, "admin")
	before := harness.MustCall[contract.ClientAccountAnswer](
		t, admin, http.MethodGet, "/clients/"+domain.ProviderClient, nil,
	).Data.Branding
	t.Cleanup(func() {
		harness.MustCall[contract.Plain](
			t,
			admin,
			http.MethodPut,
			"/clients/"+domain.ProviderClient+"/branding",
			before,
		)
	})
	harness.MustCall[contract.Plain](
		t, admin, http.MethodPut, "/clients/"+domain.ProviderClient+"/branding",
		branding(map[string]any{"name": "Studio North", "colour": "#0f766e"}),
	)
	for _, who := range []string{"admin", "owner"} {
		theme := profile(t, harness.SignedIn(t, who)).Theme
		if theme.Brand != "#0f766e" || *theme.Name != "Studio North" {
			t.Errorf("%s: %+v", who, theme)
		}
	}
	if theme := profile(t, harness.SignedIn(t, "resold")).Theme; theme.Brand == "#0f766e" {
		t.Error("a reseller's customer sees the provider's brand")
	}
	harness.MustRefuse(
		t,
		admin,
		409,
		"client.providers_brand",
		http.MethodPut,
		"/clients/"+domain.DirectClient+"/branding",
		branding(map[string]any{"name": "Studio South"}),
	)
}

// The provider is a client beside its direct customers and the resellers.
func TestTheProviderIsAClientOfItsOwn(t *testing.T) { // BD-004 BD-008 D-25
	kinds := map[string]contract.ClientKind{}
	for _, c := range harness.MustCall[contract.ClientsListAnswer](
		t, harness.SignedIn(t, "admin"), http.MethodGet, "/clients", nil,
	).Data.Clients {
		kinds[c.Id] = c.Kind
	}
	if kinds["admin"] != contract.ProviderClient || kinds["customer"] != contract.DirectClient ||
		kinds[harness.ResellerClient] != contract.ResellerClient {
		t.Errorf("%v", kinds)
	}
	if p := profile(t, harness.SignedIn(t, "reseller")); !p.IsClientWhitelabel || !p.IsClientType {
		t.Errorf("a reseller's person: %+v", p)
	}
	if p := profile(t, harness.SignedIn(t, "resold")); !p.IsClientWhitelabel || p.IsClientType {
		t.Errorf("a reseller's customer: %+v", p)
	}
	if p := profile(t, harness.SignedIn(t, "owner")); p.IsClientWhitelabel {
		t.Errorf("a direct customer: %+v", p)
	}
}

func TestOnlyTheProviderLetsPeopleSignUp(t *testing.T) { // D-49
	harness.MustRefuse(
		t,
		harness.SignedIn(t, "admin"),
		409,
		"client.signup_direct_only",
		http.MethodPut,
		"/clients/brightside/sign-up",
		map[string]any{"open": true},
	)
}

// A reseller's people read their profile in the client view too (SH-036).
func TestTheClientViewHasTheSameProfile(t *testing.T) { // SH-036 SH-164 D-49
	p := harness.SignedIn(t, "reseller")
	client := harness.MustCall[contract.ProfileAnswer](t, p, http.MethodGet, "/r/profile", nil).Data
	if own := profile(t, p); client.Id != own.Id || !client.IsClientWhitelabel || !client.IsClientType {
		t.Errorf("%+v", client)
	}
}

func TestMailsCarryTheBrandOfTheClient(t *testing.T) { // D-49
	harness.Parallel(t)
	w, sink := harness.MailSite(t, time.Hour)
	owner := w.SignedIn(t, "reseller")
	f := harness.Decode[contract.BrandFileAnswer](
		t, owner.Call(t, http.MethodPost, "/clients/brightside/brand-files", upload("logo", drawing(t, 64, 16))),
	).Data
	granted(t, "brands", owner.Call(t, http.MethodPut, "/clients/brightside/branding", branding(map[string]any{
		"senderName": "Brightside Orders", "logo": f.Id,
	})))
	granted(t, "a host", w.SignedIn(t, "admin").Call(
		t, http.MethodPut, "/clients/brightside/hosts", map[string]any{"hosts": []string{"orders.brightside.example"}},
	))
	const email = "invited@brightside.test"
	a := owner.Call(t, http.MethodPost, "/people", map[string]any{
		"customerId": harness.Resold, "firstname": "Kim", "lastname": "Park", "emailAddress": email, "role": "staff",
	})
	granted(t, "invites", a)
	link(t, sink, email, 1)
	all, err := sink.List(1)
	if err != nil {
		t.Fatal(err)
	}
	m, err := sink.Read(all[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	for what, part := range map[string]bool{
		"the sender":     strings.Contains(m.From, "Brightside Orders"),
		"the colour":     strings.Contains(m.HTML, "#c2410c"),
		"the logo":       strings.Contains(m.HTML, `alt="Brightside"`),
		"the host":       strings.Contains(m.Text, "://orders.brightside.example"),
		"the name":       strings.Contains(m.Text, "You are invited to Brightside"),
		"no other brand": !strings.Contains(m.Text+m.HTML+m.From, "Proofboard"),
	} {
		if !part {
			t.Errorf("%s: %s\n%s", what, m.From, m.HTML)
		}
	}
}
