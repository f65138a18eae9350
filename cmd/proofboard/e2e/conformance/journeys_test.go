package conformance

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pquerna/otp/totp"

	"github.com/proofboard/proofboard/cmd/proofboard/e2e/harness"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/embedded"
	"github.com/proofboard/proofboard/internal/payments/paymentstest"
	"github.com/proofboard/proofboard/internal/refusals"
)

// createdByID lists operations that create the object of the path if there is none.
var createdByID = []string{"saveCategory", "savePackage", "saveService", "saveWorkflow"}

// ofEverybody lists operations that answer alike for every id: what is gone already is removed, and a read without
// anything to show is empty.
var ofEverybody = []string{"removeUpload"}

// unreached lists the operations that no call of this test completes, with the reason.
var unreached = map[string]string{
	"setUp":          "an installation is set up once: TestAnInstallationIsSetUpOnceByItsLink",
	"beginPasskey":   "passkeys need a host name: TestAPasskeyIsASecondFactorUnderItsHostName",
	"confirmPasskey": "passkeys need a host name: TestAPasskeyIsASecondFactorUnderItsHostName",
	"cancelRebuild":  "a small read model is rebuilt before it can be cancelled: projections/engine has tests",
}

// journey makes calls that need what the calls before them made. Each answer is compared with the contract.
type journey struct {
	t    *testing.T
	c    *checker
	pool *pgxpool.Pool
	sink *embedded.MailSink
}

// do makes a call that succeeds, and returns the answer.
func (j journey) do(p *harness.Person, name string, at ids, body any, options ...harness.Option) harness.Object {
	j.t.Helper()
	name, query, _ := strings.Cut(name, "?")
	op, known := j.c.by[name]
	if !known {
		j.t.Fatalf("the contract has no %s", name)
	}
	path := op.path
	for param, v := range at {
		path = strings.ReplaceAll(path, "{"+param+"}", url.PathEscape(v))
	}
	if query != "" {
		path += "?" + query
	}
	a := j.send(p, op, path, body, options...)
	j.c.check(j.t, p.Firstname, input{op: op, path: at}, a, anything)
	if a.Status >= 300 {
		j.t.Errorf("%s by %s at %v: %d %s", name, p.Firstname, at, a.Status, a.Body)
	}
	var o harness.Object
	if a.Header.Get("Content-Type") == asJSON {
		if err := json.Unmarshal(a.Body, &o); err != nil {
			j.t.Error(err)
		}
	}
	return o
}

// id returns the first id of an answer's data.
func id(o harness.Object) string { return firstOf(o["data"]) }

const good = "a-Good-one-7"

// newcomer adds somebody to an account, and returns them signed in.
func (j journey) newcomer(customer string, role string) (p *harness.Person, address, id string) {
	j.t.Helper()
	address = fmt.Sprintf("newcomer-%d@example.test", counter.Add(1))
	added := j.do(harness.SignedIn(j.t, "admin"), "addPerson", nil, map[string]any{
		"customerId": customer, "firstname": "New", "lastname": "Comer", "role": role, "password": good,
		"emailAddress": address,
	})
	p, err := harness.World.Enter(address, good)
	if err != nil {
		j.t.Fatal(err)
	}
	return p, address, firstOf(added["data"])
}

var links = regexp.MustCompile(`https?://[^\s"<>]+`)

// mailed waits for the nth mail to an address with a link to a page, and returns the parameters of the newest link.
func (j journey) mailed(to, page string, nth int) (q url.Values) {
	j.t.Helper()
	harness.Eventually(j.t, "a mail to "+to+" leads to "+page, func() bool {
		all, err := j.sink.List(100)
		if err != nil {
			j.t.Fatal(err)
		}
		n := 0
		for _, listed := range slices.Backward(all) { // oldest first
			if !strings.Contains(strings.Join(listed.To, " "), to) {
				continue
			}
			m, err := j.sink.Read(listed.ID)
			if err != nil {
				j.t.Fatal(err)
			}
			if u, err := url.Parse(links.FindString(m.Text)); err == nil && u.Path == page {
				n++
				q = harness.Behind(j.t, u)
			}
		}
		return n >= nth
	})
	return q
}

// journeys completes the operations that generated inputs complete by luck only.
func journeys(t *testing.T, c *checker) {
	picture = harness.Picture(t, 7)
	sink, err := embedded.OpenMailSink(filepath.Join(folder, "mail"))
	if err != nil {
		t.Fatal(err)
	}
	j := journey{t, c, harness.Pool(t), sink}
	for name, of := range map[string]func(journey){
		"people": journey.people, "accounts": journey.accounts, "proofs": journey.proofs, "guests": journey.guests,
		"workflows": journey.workflows, "billing": journey.billing, "packs": journey.packs, "shell": journey.shell,
		"operations": journey.operations, "webhooks": journey.webhooks,
		"imports": journey.imports,
	} {
		t.Run(name, func(t *testing.T) {
			j := j
			j.t = t
			of(j)
		})
	}
}

func (j journey) people() {
	t := j.t
	admin, anybody := harness.SignedIn(t, "admin"), harness.SignedIn(t, "neither")
	for _, door := range []struct{ op, name, who string }{
		{"signInCustomer", "web-customer", "neither"}, {"signInDesk", "web-desk", "operator2"},
	} {
		j.do(anybody, door.op, nil, harness.Form{
			"grant_type": {"password"}, "username": {harness.Cast[door.who].Email}, "password": {harness.Password},
		}, func(r *http.Request) { r.SetBasicAuth(door.name, "") })
	}
	p, address, me := j.newcomer(harness.Beta.String(), "staff")
	picture := map[string]any{"image": base64.StdEncoding.EncodeToString(picture)}
	j.do(p, "saveAvatar", nil, picture)
	shown := j.do(p, "profile", nil, nil)
	avatar := fmt.Sprint(shown.In(t, "data")["avatar"])
	j.do(p, "avatar", ids{"pictureId": avatar[strings.LastIndex(avatar, "/")+1:]}, nil)
	change := map[string]any{"password": good, "newPassword": "b" + good, "reNewPassword": "b" + good}
	j.do(p, "changePassword", nil, change)
	q := j.mailed(address, "/email-verification", 1)
	j.do(anybody, "requestVerification", nil, map[string]any{
		"token": q.Get("key"), "userType": "customer", "email": address,
	})
	q = j.mailed(address, "/email-verification", 2)
	j.do(anybody, "verifyEmail", nil, map[string]any{"token": q.Get("key"), "user": "customer", "email": address})
	j.do(anybody, "forgotPassword", nil, map[string]any{"email": address})
	q = j.mailed(address, "/reset-password", 1)
	j.do(anybody, "resetPassword", nil, map[string]any{
		"token": q.Get("token"), "type": q.Get("type"), "email": address, "newPassword": good, "reNewPassword": good,
	})
	ended, err := harness.World.Enter(address, good)
	if err != nil {
		t.Fatal(err)
	}
	j.do(ended, "endOtherSessions", nil, nil)
	other, err := harness.World.Enter(address, good)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range j.do(other, "sessions", nil, nil)["data"].([]any) {
		if s := s.(map[string]any); s["current"] == false {
			j.do(other, "endSession", ids{"sessionId": fmt.Sprint(s["id"])}, nil)
			break
		}
	}
	if p, err = harness.World.Enter(address, good); err != nil {
		t.Fatal(err)
	}
	if err := forgive(j.pool); err != nil {
		t.Fatal(err)
	}
	j.do(p, "saveProfile", nil, map[string]any{
		"firstname": "Kim", "lastname": "Park", "phone": "0151 2345 678", "jobTitle": "", "timeZone": "Europe/Oslo",
	})
	token := map[string]any{
		"name": "Sync", "scopes": []string{"orders:read"}, "endsAt": time.Now().Add(time.Hour), "password": good,
	}
	j.do(p, "createAccessToken", nil, token)
	j.do(p, "revokeAccessToken", ids{"tokenId": id(j.do(p, "accessTokens", nil, nil))}, nil)
	fresh := "fresh-" + address
	j.do(p, "changeEmail", nil, map[string]any{"emailAddress": fresh, "password": good})
	q = j.mailed(fresh, "/change-email", 1)
	j.do(anybody, "confirmEmail", nil, map[string]any{"token": q.Get("token"), "email": fresh})
	acting := j.do(admin, "impersonate", ids{"personId": me}, map[string]any{"reason": "They asked us to look."})
	link := fmt.Sprint(acting.In(t, "data")["url"])
	j.do(p, "validateImpersonation", nil, nil, harness.Header("Authorization", "Bearer "+link[len(link)-43:]))
	j.factors(p, fresh)

	_, _, left := j.newcomer(harness.Beta.String(), "staff")
	j.do(admin, "changePerson", ids{"personId": left}, map[string]any{"isApprover": true})
	j.do(admin, "removePerson", ids{"personId": left}, nil)
	j.do(admin, "setNewOrders", ids{"personId": harness.Cast["manager"].ID.String()}, map[string]any{"orders": "mine"})

	invited := fmt.Sprintf("invited-%d@example.test", counter.Add(1))
	added := j.do(admin, "addPerson", nil, map[string]any{
		"customerId": harness.Beta, "firstname": "In", "lastname": "Vited", "role": "staff", "emailAddress": invited,
	})
	j.do(admin, "copyInvitation", ids{"personId": id(added)}, nil)
	j.do(admin, "renewInvitation", ids{"personId": id(added)}, nil)
	first := j.mailed(invited, "/invitation", 2)
	whether := map[string]any{
		"purpose": "invitation",
		"token":   first.Get("token"),
		"type":    first.Get("type"),
		"email":   invited,
	}
	j.do(anybody, "checkLink", nil, whether)
	j.do(anybody, "acceptInvitation", nil, map[string]any{
		"token": first.Get("token"), "type": first.Get("type"), "email": invited, "newPassword": good,
		"reNewPassword": good,
	})
	j.severalAccounts(admin, anybody, invited)
}

// severalAccounts adds another account to somebody's address, signs in to it, and switches back.
func (j journey) severalAccounts(admin, nobody *harness.Person, address string) {
	j.do(admin, "addPerson", nil, map[string]any{
		"clientId": harness.ResellerClient, "firstname": "In", "lastname": "Vited", "role": "staff",
		"emailAddress": address,
	})
	q := j.mailed(address, "/invitation", 3)
	j.do(nobody, "acceptInvitation", nil, map[string]any{
		"token": q.Get("token"), "type": q.Get("type"), "email": address, "password": good,
	})
	step := j.do(nobody, "signInCustomer", nil, harness.Form{
		"grant_type": {"password"}, "username": {address}, "password": {good},
	}, func(r *http.Request) { r.SetBasicAuth("web-customer", "") }).In(j.t, "data")
	all := step["accounts"].([]any)
	of := func(i int) string { return fmt.Sprint(all[i].(map[string]any)["id"]) }
	entered := j.do(nobody, "chooseAccount", nil, map[string]any{"token": step["token"], "accountId": of(0)})
	p := harness.World.With(fmt.Sprint(entered["accessToken"]))
	j.do(p, "ownAccounts", nil, nil)
	j.do(p, "switchAccount", ids{"accountId": of(1)}, nil)
}

// factors adds an authenticator app, signs in with it, and removes it.
func (j journey) factors(p *harness.Person, address string) {
	t := j.t
	withPassword := map[string]any{"password": good}
	code := func(secret string, periods int) string {
		text, err := totp.GenerateCode(secret, time.Now().Add(time.Duration(periods)*30*time.Second))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	app := j.do(p, "beginApp", nil, withPassword).In(t, "data")
	factor, secret := fmt.Sprint(app["id"]), fmt.Sprint(app["secret"])
	j.do(p, "confirmApp", ids{"factorId": factor}, map[string]any{"code": code(secret, 0), "name": "Phone"})
	half := j.do(p, "signInCustomer", nil, harness.Form{
		"grant_type": {"password"}, "username": {address}, "password": {good},
	}, func(r *http.Request) { r.SetBasicAuth("web-customer", "") })
	j.do(p, "takeSecondFactor", nil, map[string]any{"token": half.In(t, "data")["token"], "code": code(secret, 1)})
	j.knows(p, address)
	codes := j.do(p, "renewRecoveryCodes", nil, withPassword).In(t, "data")["recoveryCodes"].([]any)
	again := j.do(p, "askStepUp", nil, nil).In(t, "data")["token"]
	j.do(p, "stepUp", nil, map[string]any{"token": again, "recoveryCode": codes[0]})
	j.do(p, "removeFactor", ids{"factorId": factor}, withPassword)
}

// knows makes a browser known after many failures, with the link that the right password sends.
func (j journey) knows(p *harness.Person, address string) {
	j.t.Helper()
	pool, err := pgxpool.New(j.t.Context(), harness.World.Owner)
	if err != nil {
		j.t.Fatal(err)
	}
	defer pool.Close()
	_, err = pool.Exec(
		j.t.Context(),
		`insert into signin_failures (subject, at)
		select sha256(convert_to('account:' || $1, 'UTF8')), now() - interval '10 minutes' from generate_series(1, 20)`,
		address,
	)
	if err != nil {
		j.t.Fatal(err)
	}
	if a, err := harness.World.Password(
		harness.World.Client,
		false,
		address,
		good,
	); err != nil ||
		a.Status != http.StatusForbidden {
		j.t.Fatalf("%v: %d %s", err, a.Status, a.Body)
	}
	q := j.mailed(address, "/known-browser", 1)
	j.do(p, "knowBrowser", nil, map[string]any{
		"token": q.Get("token"), "type": q.Get("type"), "email": q.Get("email"),
	})
	harness.Forgive(j.t)
}

func (j journey) accounts() {
	t := j.t
	admin, anybody := harness.SignedIn(t, "admin"), harness.SignedIn(t, "neither")
	n := counter.Add(1)
	owner := map[string]any{
		"firstname": "Olga", "lastname": "Owner", "emailAddress": fmt.Sprintf("olga-%d@example.test", n),
	}
	j.do(admin, "limitInvitations", nil, map[string]any{"clientId": harness.ResellerClient, "most": 60})
	made := j.do(admin, "createCustomer", nil, map[string]any{
		"clientId": "customer", "name": fmt.Sprint("Customer ", n), "owner": owner,
	})
	company := map[string]any{
		"name": fmt.Sprint("Company ", n), "address": "Main Street 1", "country": "DE", "contact": "0",
	}
	customer := id(made)
	j.do(admin, "changeCustomer", ids{"customerId": customer}, map[string]any{"company": company})
	head, _, _ := j.newcomer(customer, "owner")
	j.do(head, "saveCompany", nil, company)
	j.do(head, "requestDeletion", nil, map[string]any{"password": good, "reason": "We merge."})
	j.do(head, "takeBackDeletion", nil, nil)
	j.do(head, "deleteProfile", nil, map[string]any{"password": good, "reason": "We merge."})
	j.do(head, "takeBackDeletion", nil, nil)
	owner["emailAddress"] = fmt.Sprintf("rita-%d@example.test", n)
	j.do(admin, "createClient", nil, map[string]any{
		"id": fmt.Sprint("client", n), "name": fmt.Sprint("Client ", n), "owner": owner,
	})
	at := ids{"clientId": fmt.Sprint("client", n)}
	j.do(admin, "changeClient", at, company)
	j.do(admin, "requireSecondFactor", at, map[string]any{"required": true})
	j.do(admin, "setHosts", at, map[string]any{"hosts": []string{fmt.Sprintf("proofs-%d.example.test", n)}})
	brand := ids{"clientId": harness.ResellerClient}
	reseller := harness.SignedIn(t, "reseller")
	logo := j.do(reseller, "uploadBrandFile", brand, map[string]any{
		"kind": "logo", "image": base64.StdEncoding.EncodeToString(picture),
	})
	file := id(logo)
	j.do(reseller, "brandFile", ids{"fileId": file}, nil)
	j.do(reseller, "changeBranding", brand, map[string]any{
		"name":             "Brightside",
		"senderName":       "",
		"colour":           "#2563eb",
		"logo":             file,
		"favicon":          "",
		"imagePlaceholder": "",
	})
	j.do(admin, "switchSignUp", ids{"clientId": "customer"}, map[string]any{"open": true})
	j.do(anybody, "signUp", nil, map[string]any{
		"company": "New company", "firstname": "Nora", "lastname": "New", "timeZone": "UTC", "password": good,
		"emailAddress": fmt.Sprintf("nora-%d@example.test", n),
	})
}

func (j journey) proofs() {
	t := j.t
	owner, manager := harness.SignedIn(t, "owner"), harness.SignedIn(t, "manager")
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	at := scene(sc, sc.Review)
	message := map[string]any{"message": harness.Message("please change")}
	j.do(owner, "openTopic", at, message)
	comment := j.do(owner, "addComment", at, message).In(t, "data")["commentId"]
	changed := map[string]any{"data": harness.Message("on second thought")}
	j.do(owner, "editTopicMessage", at, changed)
	at["commentId"] = fmt.Sprint(comment)
	j.do(owner, "editComment", at, changed)
	j.do(owner, "updateAnnotation", at, map[string]any{"topicId": at["topicId"], "annotation": harness.Mark})
	j.do(owner, "resolveTopic", at, map[string]any{"data": true})
	j.do(owner, "deleteComment", at, nil)
	j.do(owner, "deleteTopic", at, nil)
	talk := scene(sc, sc.Talk)
	j.do(owner, "addConversationMessage", talk, message)
	talk["commentId"] = fmt.Sprint(j.do(owner, "addConversationReply", talk, message).In(t, "data")["commentId"])
	j.do(owner, "editConversationMessage", talk, changed)
	j.do(owner, "editConversationReply", talk, changed)
	j.do(manager, "conversation", talk, nil)
	j.do(owner, "deleteConversationReply", talk, nil)
	j.do(owner, "deleteConversationMessage", talk, nil)
	draft := harness.Draft(t, "owner")
	drawn := harness.UploadFile(t, owner, draft, proof.SuppliedFiles, "a.png", harness.Picture(t, 29)).Data
	j.do(owner, "makePicture", ids{
		"orderId": drawn.OrderID.String(), "attachmentId": drawn.AttachmentID.String(),
		"versionId": drawn.VersionID.String(),
	}, nil)
	j.do(owner, "covers?ids="+drawn.OrderID.String(), nil, nil)
	j.do(owner, "covers?ids="+at["orderId"], nil, nil)

	working := harness.NewScene(t, "owner", order.InProgress)
	a := harness.Attach(t, working.Order, "owner", proof.CustomerReview)
	gone := ids{"orderId": working.Order.String(), "attachmentId": a.Attachment.String(), "reason": "wrong file"}
	decision := map[string]any{"timelineType": "history", "content": "Revise", "attachmentVersionId": a.Versions[1]}
	creative := harness.SignedIn(t, "creative")
	j.do(creative, "decideVersion", gone, decision)
	gone["versionId"] = a.Versions[1].String()
	j.do(manager, "deleteVersion", gone, map[string]any{"reason": "wrong file"})
	b := harness.Attach(t, working.Order, "owner", proof.CustomerReview)
	gone["attachmentId"], gone["versionId"] = b.Attachment.String(), b.Versions[0].String()
	j.do(manager, "deleteVersionWithReason", gone, nil)
	decision["content"], decision["attachmentVersionId"] = "Approved", b.Versions[1]
	j.do(creative, "decideVersion", gone, decision)
	gone["versionId"] = b.Versions[1].String()
	for _, format := range []string{"json", "pdf"} {
		j.do(creative, "certificate?format="+format, gone, nil)
	}
	j.do(owner, "uploadToken", ids{"kind": "attachment", "id": at["orderId"]}, map[string]any{
		"name": "proof.png", "size": len(picture), "type": "image/png",
	})
	key := harness.PostFile(t, owner, "attachment", sc.Order, "proof.png", picture)
	j.do(owner, "completeUpload", ids{"kind": "attachment", "id": at["orderId"]},
		harness.Completion("proof.png", key, len(picture), proof.SuppliedFiles))
	begun := ids{
		"id": fmt.Sprint(j.do(owner, "beginUpload", ids{"kind": "attachment", "id": at["orderId"]}, map[string]any{
			"name": "large.psd", "size": len(picture), "type": "image/png",
		}).In(t, "data")["id"]),
	}
	j.do(owner, "linkParts", begun, harness.LinksFor(harness.SumOf(t, bytes.NewReader(picture)), 1))
	j.do(owner, "uploadedParts", begun, nil)
	prepared := j.do(owner, "requestBulkDownload", at, nil).In(t, "data")
	j.do(owner, "bulkDownload", ids{"downloadId": fmt.Sprint(prepared["id"])}, nil)

	preset := harness.Form{"name": {"Mine"}, "customSearch": {"label"}}
	j.do(owner, "createArchivedFilter", nil, preset)
	kept := ids{"presetId": id(j.do(owner, "archivedFilters", nil, nil))}
	j.do(owner, "updateArchivedFilter", kept, preset)
	j.do(owner, "deleteArchivedFilter", kept, nil)
}

func (j journey) guests() {
	t := j.t
	owner := harness.SignedIn(t, "owner")
	sc := harness.NewDiscussedScene(t, "owner", order.InReview, "owner")
	at := scene(sc, sc.Review)
	invited := j.do(owner, "inviteGuest", at, map[string]any{
		"name": "Vera", "email": "vera@example.test", "attachmentIds": []any{sc.Review.Attachment},
	}).In(t, "data")
	link := fmt.Sprint(invited["link"])
	guest := harness.World.Visitor(t, link)
	j.do(owner, "guestReviewAuth", nil, nil, func(r *http.Request) { r.SetBasicAuth(harness.TokenIn(t, link), "") })
	j.do(guest, "guestData", nil, nil)
	j.do(guest, "guestVersion", at, nil)
	message := map[string]any{"message": harness.Message("nice")}
	changed := map[string]any{"data": harness.Message("very nice")}
	at["topicId"] = fmt.Sprint(j.do(guest, "guestOpenTopic", at, message).In(t, "data")["id"])
	at["commentId"] = fmt.Sprint(j.do(guest, "guestAddComment", at, message).In(t, "data")["commentId"])
	j.do(guest, "guestEditComment", at, changed)
	j.do(guest, "guestUpdateAnnotation", at, map[string]any{"topicId": at["topicId"], "annotation": harness.Mark})
	j.do(guest, "guestResolveComment", at, map[string]any{"data": true})
	j.do(guest, "guestResolveTopic", at, map[string]any{"data": true})
	j.do(guest, "guestDeleteComment", at, nil)
	j.do(guest, "guestDeleteTopic", at, nil)
	at["guestId"] = fmt.Sprint(invited["id"])
	j.do(owner, "revokeGuest", at, nil)
}

func (j journey) imports() {
	owner := harness.SignedIn(j.t, "owner")
	file := fmt.Sprintf("reference,name\n%s,Label\n", uuid.NewString())
	announced := map[string]any{"kind": "orders", "fileName": "orders.csv", "size": len(file)}
	at := ids{"importId": id(j.do(owner, "beginImport", nil, announced)), "number": "0"}
	j.do(owner, "addImportPart", at, map[string]any{"content": base64.StdEncoding.EncodeToString([]byte(file))})
	j.do(owner, "checkImport", at, map[string]any{})
	harness.Eventually(j.t, "the file is checked", func() bool {
		return strings.Contains(fmt.Sprint(j.do(owner, "showImport", at, nil)), "checked")
	})
	j.do(owner, "confirmImport", at, nil)
	j.do(owner, "cancelImport", ids{"importId": id(j.do(owner, "beginImport", nil, announced))}, nil)
}

func (j journey) webhooks() {
	owner := harness.SignedIn(j.t, "owner")
	content := map[string]any{"url": receiver, "types": []string{"order.created"}}
	at := ids{"endpointId": id(j.do(owner, "addWebhookEndpoint", nil, content))}
	j.do(owner, "webhookEndpoints", nil, nil)
	j.do(owner, "changeWebhookEndpoint", at, content)
	j.do(owner, "rotateWebhookSecret", at, nil)
	j.do(owner, "testWebhookEndpoint", at, nil)
	j.do(owner, "switchWebhookEndpoint", at, map[string]any{"state": "paused"})
	j.do(owner, "replayWebhookEvents", at, map[string]any{"after": 0})
	j.do(owner, "webhookDeliveries?state=failed", at, nil)
	j.do(owner, "replayWebhookDeliveries", at, map[string]any{"ids": []string{}})
	j.do(owner, "removeWebhookEndpoint", at, nil)
}

func (j journey) workflows() {
	t := j.t
	owner := harness.SignedIn(t, "owner")
	step := func(who string) map[string]any {
		return map[string]any{"name": "By " + who, "rule": "all", "approvers": []any{harness.Cast[who].ID}}
	}
	at := ids{"workflowId": uuid.NewString()}
	content := map[string]any{
		"name": fmt.Sprint("Workflow ", counter.Add(1)), "steps": []any{step("both"), step("approver")},
	}
	j.do(owner, "saveWorkflow", at, content)
	j.do(owner, "publishWorkflow", at, nil)
	j.do(owner, "workflow", at, nil)
	j.do(owner, "tryWorkflow", at, nil)
	j.do(owner, "workflowTrial", at, nil)
	j.do(owner, "chooseWorkflow", nil, map[string]any{"workflowId": at["workflowId"]})
	sc := harness.NewScene(t, "owner", order.InProgress)
	sc.Review = harness.Attach(t, sc.Order, "owner", proof.CustomerReview)
	harness.Move(t, "manager", sc.Order, order.InReview)
	of := scene(sc, sc.Review)
	j.do(owner, "replaceApprover", of, map[string]any{
		"step": 1, "from": harness.Cast["approver"].ID, "to": harness.Cast["collab"].ID,
	})
	j.do(harness.SignedIn(t, "both"), "decideStep", of, map[string]any{
		"versionId": sc.Review.Versions[1], "approved": true,
	})
	j.do(owner, "chooseWorkflow", nil, map[string]any{})
	j.do(owner, "saveWorkflow", at, content)
	j.do(owner, "discardWorkflow", at, nil)
	j.do(owner, "retireWorkflow", at, nil)
}

func offer(name string, price int, more map[string]any) map[string]any {
	body := map[string]any{
		"name": name, "price": price, "currency": "EUR", "term": "month", "hours": -1, "orders": -1, "activeOrders": -1,
		"storage": -1,
	}
	maps.Copy(body, more)
	return body
}

// plan creates a plan of a client and returns its id.
func (j journey) plan(seller *harness.Person, client string, body map[string]any) string {
	j.t.Helper()
	j.do(seller, "createPlan", ids{"clientId": client}, body)
	for _, p := range j.do(seller, "plans", ids{"clientId": client}, nil)["data"].([]any) {
		if p := harness.Object(p.(map[string]any)); p.In(j.t, "offer")["name"] == body["name"] {
			return fmt.Sprint(p["id"])
		}
	}
	j.t.Fatalf("the plan %s is not listed", body["name"])
	return ""
}

// choose lets an owner choose a plan at the price that they were shown.
func (j journey) choose(owner *harness.Person, plan string) {
	j.t.Helper()
	body := map[string]any{"planId": plan}
	for _, o := range j.do(owner, "membership", nil, nil).In(j.t, "data")["options"].([]any) {
		o := harness.Object(o.(map[string]any))
		if c, priced := o["confirm"]; priced && o.In(j.t, "plan")["id"] == plan {
			body["confirmed"] = c
		}
	}
	j.do(owner, "choosePlan", nil, body)
}

// invoiced waits for an open invoice of an account, and returns its id.
func (j journey) invoiced(owner *harness.Person) (found string) {
	j.t.Helper()
	harness.Eventually(j.t, "there is an open invoice", func() bool {
		for _, i := range j.do(owner, "invoices", nil, nil)["data"].([]any) {
			if i := i.(map[string]any); i["state"] == "open" {
				found = fmt.Sprint(i["id"])
			}
		}
		return found != ""
	})
	return found
}

// billing buys and pays in ways of a direct customer: by card, then by transfer.
func (j journey) billing() {
	t := j.t
	admin, owner := harness.SignedIn(t, "admin"), harness.SignedIn(t, "beta")
	small := j.plan(admin, "customer", offer("Small", 3_000, nil))
	large := j.plan(admin, "customer", offer("Large", 30_000, nil))
	j.do(admin, "revisePlan", ids{"planId": small}, offer("Small", 2_000, nil))
	j.do(admin, "retirePlan", ids{"planId": large}, nil)
	j.do(admin, "reofferPlan", ids{"planId": large}, nil)
	j.choose(owner, small)
	i := ids{"invoiceId": j.invoiced(owner)}
	j.do(owner, "invoice", i, nil)
	j.do(owner, "invoicePdf", i, nil)
	begun := j.do(owner, "payByCard", i, nil).In(t, "data")
	stripe.Pay(fmt.Sprint(begun["clientSecret"]), paymentstest.Good)
	j.do(owner, "finishCardPayment", i, nil)
	harness.Eventually(t, "the payment is listed", func() bool {
		return id(j.do(owner, "payments", nil, nil)) != ""
	})
	j.do(owner, "payment", ids{"paymentId": id(j.do(owner, "payments", nil, nil))}, nil)
	for range 2 {
		entry := j.do(owner, "enterCard", nil, nil).In(t, "data")
		j.do(owner, "addPaymentMethod", nil, map[string]any{
			"entryId": stripe.EnterCard(fmt.Sprint(entry["clientSecret"]), paymentstest.Good),
		})
	}
	yearly := j.plan(admin, "customer", offer("Yearly", 60_000, map[string]any{"term": "year"}))
	j.choose(owner, yearly)
	j.choose(owner, large)
	j.do(owner, "cancelUpgrade", nil, nil)
	j.choose(owner, small)
	j.do(owner, "cancelDowngrade", nil, nil)
	method := ids{"methodId": id(j.do(owner, "paymentMethods", nil, nil))}
	j.do(owner, "changePaymentMethod", method, map[string]any{"change": "deactivate"})
	j.do(owner, "deletePaymentMethod", method, nil)
	j.do(owner, "cancelSubscription", nil, nil)
	j.do(owner, "continueSubscription", nil, nil)
	until := time.Now().UTC().AddDate(1, 2, 0).Format(time.DateOnly)
	j.do(owner, "takeLeave", nil, map[string]any{"until": until})
	j.do(owner, "cancelLeave", nil, nil)
}

// packs sells a plan and packs to a customer of a reseller, who pays by transfer.
func (j journey) packs() {
	t := j.t
	reseller, owner := harness.SignedIn(t, "reseller"), harness.SignedIn(t, "resold")
	at := ids{"clientId": harness.ResellerClient}
	small := j.plan(reseller, harness.ResellerClient, offer("Free", 0, map[string]any{"hours": 3600}))
	j.choose(owner, small)
	pack := uuid.NewString()
	j.do(reseller, "savePacks", at, map[string]any{"version": 0, "packs": []any{map[string]any{
		"id": pack, "name": "Storage", "kind": "bytes", "size": 1 << 30, "price": 500, "currency": "EUR",
	}}})
	items := []any{map[string]any{"id": pack, "qty": 1, "type": "subscription"}}
	buy := func() ids {
		priced := j.do(owner, "priceCart", nil, map[string]any{"items": items}).In(t, "data")
		j.do(owner, "checkout", nil, map[string]any{"items": items, "quoteHash": priced["quoteHash"]})
		return ids{"invoiceId": j.invoiced(owner)}
	}
	paid := buy()
	today := map[string]any{"on": harness.Today()}
	j.do(reseller, "payInvoice", paid, today)
	j.do(reseller, "correctPayment", paid, today)
	harness.Eventually(t, "what was bought is added", func() bool {
		added, _ := j.do(owner, "retail", nil, nil).In(t, "data")["addOns"].([]any)
		return len(added) > 0
	})
	j.do(owner, "stopAddOn", ids{"packId": pack}, nil)
	j.do(owner, "keepAddOn", ids{"packId": pack}, nil)
	j.do(reseller, "creditInvoice", paid, map[string]any{"reason": "By mistake."})
	j.do(reseller, "voidInvoice", buy(), map[string]any{"reason": "By mistake."})
	until := time.Now().UTC().AddDate(0, 2, 0).Format(time.DateOnly)
	j.do(owner, "takeLeave", nil, map[string]any{"until": until})
	j.do(owner, "reactivate", nil, nil)

	hourly := j.plan(harness.SignedIn(t, "admin"), "customer", offer("As you go", 0, map[string]any{
		"payg": true, "hourPrice": 6_000,
	}))
	customer := harness.SignedIn(t, "small")
	j.choose(customer, hourly)
	o := ids{"orderId": harness.Draft(t, "small").String()}
	j.do(harness.SignedIn(t, "manager"), "askForEstimate", o, nil)
	j.do(customer, "confirmEstimate", o, j.do(customer, "estimate", o, nil).In(t, "data")["terms"])
}

func (j journey) shell() {
	t := j.t
	admin := harness.SignedIn(t, "admin")
	day := map[string]any{"opens": 540, "closes": 1080}
	j.do(admin, "saveOfficeHours", nil, map[string]any{
		"timeZone":    "Europe/Berlin",
		"days":        []any{day, day, day, day, day, day, day},
		"holidays":    []any{},
		"description": "",
	})
	j.do(admin, "saveService", ids{"entryId": uuid.NewString()}, map[string]any{
		"name": fmt.Sprint(
			"Service ",
			counter.Add(1),
		),
		"categoryId":    harness.Printing,
		"promisedStart": 0,
		"allocated":     0,
		"place":         9,
		"retired":       false,
	})
	announcement := map[string]any{
		"html": "<p>We <strong>move</strong>.</p>", "lasting": false, "roles": []string{}, "clients": []string{},
		"styles": map[string]string{"backgroundColor": "#1e3a8a", "textColor": "#ffffff"},
	}
	j.do(admin, "publishAnnouncement", nil, announcement)
	at := ids{"announcementId": id(j.do(admin, "listAnnouncements", nil, nil))}
	j.do(admin, "changeAnnouncement", at, announcement)
	j.do(harness.SignedIn(t, "both"), "dismissAnnouncement", at, nil)
	j.do(admin, "withdrawAnnouncement", at, nil)
}

// operations looks at a read model that is held up by an event, and at what the payment provider and browsers told.
func (j journey) operations() {
	t := j.t
	admin := harness.SignedIn(t, "admin")
	j.do(admin, "requestRebuild", ids{"projection": "announcements"}, map[string]any{"dryRun": true})
	j.do(admin, "reportError", nil, map[string]any{"message": "It broke", "page": "/order"})
	j.do(admin, "removeErrorReport", ids{"reportId": id(j.do(admin, "errorReports", nil, nil))}, nil)
	o := harness.OrderIn(t, "beta", order.InProgress)
	events, err := harness.World.Store.Load(t.Context(), o, 1)
	if err != nil {
		t.Fatal(err)
	}
	last := events[len(events)-1]
	if _, err := j.pool.Exec(
		t.Context(), `insert into parked_streams (projection, stream_id, position, version, type, error, parked_at)
			values ('board', $1, $2, $3, $4, 'planted by a test', now())`, o, last.Position, last.Version, last.Type,
	); err != nil {
		t.Fatal(err)
	}
	at := ids{"projection": "board", "stream": o.String()}
	j.do(admin, "autopsy", at, nil)
	j.do(admin, "skipParked", at, map[string]any{"position": last.Position, "reason": "planted"})
	j.do(admin, "retryParked", ids{"projection": "board"}, nil)
	body, signature := paymentstest.Notice("evt_fuzzer", "charge.updated", "ch_none", time.Now())
	req, err := http.NewRequestWithContext(
		t.Context(), http.MethodPost, harness.World.Base+"/api/webhooks/stripe", strings.NewReader(string(body)),
	)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Stripe-Signature", signature)
	if a, err := harness.World.Do(harness.World.Client, req); err != nil || a.Status >= 300 {
		t.Fatalf("%v: %d %s", err, a.Status, a.Body)
	}
	j.do(admin, "replayPaymentNotice", ids{"noticeId": "evt_fuzzer"}, nil)
	if err := refusals.NewStore(j.pool).Add(t.Context(), refusals.Step{
		ID: uuid.New(), What: "Make an invoice", Stream: o, Position: last.Position, Message: "planted", At: time.Now(),
	}); err != nil {
		t.Fatal(err)
	}
	refused := ids{"stepId": id(j.do(admin, "refusedSteps", nil, nil))}
	j.do(admin, "removeRefusedStep", refused, nil)
	j.do(admin, "retryRefusedSteps", nil, nil)
	harness.Do(t, "beta", &commands.ActOnOrder{Order: o, Action: order.Hold, Reason: "a reason"})
}
