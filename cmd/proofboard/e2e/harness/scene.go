package harness

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/eventstore/eventlog"
)

// Do sends a command directly to the bus as the given person. Tests use it to prepare scenes.
func Do(t *testing.T, by string, cmd commands.Command) commands.Result {
	t.Helper()
	r := commands.Request{Actor: Actor(by), ID: uuid.New()}
	done, err := World.Bus.Do(t.Context(), cmd, r)
	for try := 0; errors.Is(err, eventlog.ErrUnavailable) && try < 10; try++ { // a slow disk: resend with the same id, as clients do
		done, err = World.Bus.Do(t.Context(), cmd, r)
	}
	if err != nil {
		t.Fatalf("%s: %s: %v", by, commands.TypeOf(cmd), err)
	}
	for {
		if old := World.Latest.Load(); done.Position <= old || World.Latest.CompareAndSwap(old, done.Position) {
			return done
		}
	}
}

// Draft creates an order of a person.
func Draft(t *testing.T, by string) uuid.UUID {
	t.Helper()
	o := uuid.New()
	Do(
		t,
		by,
		&commands.DraftOrder{
			Order:   o,
			Details: order.Details{Headline: order.Headline{Name: "Order of " + by, Service: Labels}},
		},
	)
	return o
}

// Act performs an action on an order.
func Act(t *testing.T, by string, o uuid.UUID, a order.Action) {
	t.Helper()
	Do(t, by, &commands.ActOnOrder{Order: o, Action: a, Reason: "a reason"})
}

// Move moves an order on the board.
func Move(t *testing.T, by string, o uuid.UUID, to order.Status) {
	t.Helper()
	Do(t, by, &commands.MoveOrder{Order: o, To: to, Via: order.StatusControl})
}

// OrderIn creates an order of a person and moves it to a status by the same steps as users.
func OrderIn(t *testing.T, by string, s order.Status) uuid.UUID {
	t.Helper()
	o := Draft(t, by)
	lead(t, by, o, s)
	return o
}

// lead moves a draft to a status.
func lead(t *testing.T, by string, o uuid.UUID, s order.Status) {
	t.Helper()
	if s == order.Draft {
		return
	}
	Act(t, by, o, order.Publish)
	switch s {
	case order.ReadyToGo:
		return
	case order.Queue:
		Act(t, by, o, order.MoveToQueue)
		return
	case order.OnHold:
		Act(t, by, o, order.Hold)
		return
	case order.CancelledOff:
		Act(t, by, o, order.Cancel)
		return
	}
	Move(t, "manager", o, order.InProgress)
	if s == order.InProgress {
		return
	}
	Move(t, "manager", o, order.InReview)
	switch s {
	case order.GuestRevision:
		Act(t, "manager", o, order.AskGuest)
	case order.Approved:
		Move(t, "manager", o, order.Approved)
	case order.Completed:
		Move(t, "manager", o, order.Approved)
		Move(t, "manager", o, order.Completed)
	}
}

// Attachment is an attachment with two versions. The first version has a public and an internal
// topic with one comment each.
type Attachment struct {
	Attachment                    uuid.UUID
	Versions                      [2]uuid.UUID
	Public, Internal              uuid.UUID // ids of the topics
	PublicComment, InternalAnswer uuid.UUID
}

// Scene is an order with one attachment of each kind, and its conversation.
type Scene struct {
	Order                      uuid.UUID
	Review, Supplied, Internal Attachment
	Talk                       Attachment // has topics only
}

// NewScene creates an order of a person's account in a status. It adds the collaborators of the
// tests.
func NewScene(t *testing.T, owner string, s order.Status) Scene {
	t.Helper()
	sc := Scene{Order: Draft(t, owner)}
	if owner == "owner" {
		Do(
			t,
			owner,
			&commands.SetCollaborators{
				Order: sc.Order,
				Users: []uuid.UUID{Cast["both"].ID, Cast["collab"].ID, Cast["looker"].ID},
			},
		)
	}
	lead(t, owner, sc.Order, s)
	return sc
}

// NewDiscussedScene creates a scene with one attachment of each kind and a conversation. The topics and
// comments are by author. The files have no content, because only the tests of uploads need it.
func NewDiscussedScene(t *testing.T, owner string, s order.Status, author string) Scene {
	t.Helper()
	sc := NewScene(t, owner, s)
	for _, k := range proof.Kinds {
		a := sc.Attachment(k)
		*a = Attach(t, sc.Order, owner, k)
		a.Discuss(t, sc.Order, k, author)
	}
	sc.Talk.Discuss(t, sc.Order, proof.CustomerReview, author)
	return sc
}

// Attachment returns the attachment of a kind.
func (sc *Scene) Attachment(k proof.Kind) *Attachment {
	switch k {
	case proof.SuppliedFiles:
		return &sc.Supplied
	case proof.InternalReview:
		return &sc.Internal
	}
	return &sc.Review
}

// Discuss opens a topic on each tab. If the author may not write there, an operator opens the
// topic.
func (a *Attachment) Discuss(t *testing.T, o uuid.UUID, k proof.Kind, author string) {
	t.Helper()
	inside, outside := author, author
	if Cast[author].Role.IsCustomer() {
		inside = "operator2"
		if k == proof.InternalReview {
			outside = inside
		}
	}
	a.Public, a.PublicComment = Discuss(t, o, *a, outside, true)
	a.Internal, a.InternalAnswer = Discuss(t, o, *a, inside, false)
}

// Attach adds an attachment with two versions. The customer uploads supplied files, an operator
// uploads other files.
func Attach(t *testing.T, o uuid.UUID, owner string, k proof.Kind) Attachment {
	t.Helper()
	by := "operator2"
	if k == proof.SuppliedFiles {
		by = owner
	}
	a := Attachment{Attachment: uuid.New(), Versions: [2]uuid.UUID{uuid.New(), uuid.New()}}
	Do(
		t,
		by,
		&commands.AddAttachment{
			Order:      o,
			Attachment: a.Attachment,
			Kind:       k,
			Version:    a.Versions[0],
			File:       File("first.png"),
		},
	)
	Do(
		t,
		by,
		&commands.AddVersion{Order: o, Attachment: a.Attachment, Version: a.Versions[1], File: File("second.png")},
	)
	return a
}

// File returns a stored file that was never uploaded.
func File(name string) proof.File {
	hash := sha256.Sum256([]byte(name))
	return proof.File{
		Name:        name,
		ContentType: "application/zip",
		Key:         "files/none/" + name,
		Size:        10,
		SHA256:      hex.EncodeToString(hash[:]),
	}
}

// Discuss opens a topic on the newest version of an attachment and replies to it.
func Discuss(t *testing.T, o uuid.UUID, a Attachment, by string, public bool) (topic, comment uuid.UUID) {
	t.Helper()
	path := commands.TopicPath{Order: o, Attachment: a.Attachment, Version: a.Versions[0], Topic: uuid.New()}
	comment = uuid.New()
	mark := Mark
	if a.Attachment == uuid.Nil { // the conversation
		mark = ""
	}
	Do(t, by, &commands.OpenTopic{TopicPath: path, Public: &public, Message: Message("look here"), Annotation: mark})
	Do(t, by, &commands.AddComment{TopicPath: path, Comment: comment, Message: Message("I see")})
	return path.Topic, comment
}

// Mark is a valid mark of a topic.
const Mark = `{"className":"circle","attrs":{"x":0.4,"y":0.5,"radius":10,"stroke":"blue","version":0.2},"scale":1,"page":1}`

// Message returns a message in the editor's format, with the mentions after the text.
func Message(text string, mentions ...uuid.UUID) string {
	content := []string{fmt.Sprintf(`{"type":"text","text":%q}`, text)}
	for _, m := range mentions {
		content = append(content, fmt.Sprintf(`{"type":"mention","attrs":{"id":%q}}`, m))
	}
	return `{"type":"doc","content":[{"type":"paragraph","content":[` + strings.Join(content, ",") + `]}]}`
}

// Picture returns a valid PNG. Different values of shade give different bytes.
func Picture(t *testing.T, shade uint8) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 64, 48))
	for x := range 64 {
		for y := range 48 {
			img.Set(x, y, color.RGBA{uint8(4 * x), uint8(5 * y), shade, 255})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// PostFile uploads bytes as a browser does: it gets a form from the API and posts it directly to
// the file store. It returns the key.
func PostFile(t *testing.T, p *Person, kind string, target uuid.UUID, name string, content []byte) string {
	t.Helper()
	form := UploadForm(t, p, kind, target, name, len(content))
	if status := PostForm(t, form, content); status != http.StatusNoContent && status != http.StatusOK {
		t.Fatalf("the store answers %d to an upload", status)
	}
	return form.Fields["key"]
}

// UploadForm requests the form that posts a file.
func UploadForm(t *testing.T, p *Person, kind string, target uuid.UUID, name string, size int) contract.UploadForm {
	t.Helper()
	return MustCall[struct{ Data contract.UploadForm }](
		t,
		p,
		http.MethodPost,
		"/upload/upload-token/"+kind+"/"+target.String(),
		map[string]any{"name": name, "size": size, "type": "image/png"},
	).Data
}

// PostForm sends the fields of the form, followed by the file.
func PostForm(t *testing.T, f contract.UploadForm, content []byte) int {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for k, v := range f.Fields {
		if err := w.WriteField(k, v); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreateFormFile("file", "artwork.png")
	if err == nil {
		_, err = part.Write(content)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, f.Url, &b)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	res, err := World.Client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	return res.StatusCode
}

// Completion returns the body that turns an upload into an attachment or a version.
func Completion(name, key string, size int, k proof.Kind) map[string]any {
	b := map[string]any{"name": name, "type": "image/png", "size": size, "key": key}
	if k != "" {
		b["reviewType"] = k
	}
	return b
}

// UploadFile attaches a picture with real content to an order.
func UploadFile(t *testing.T, p *Person, o uuid.UUID, k proof.Kind, name string, content []byte) Changed {
	t.Helper()
	at := PostFile(t, p, "attachment", o, name, content)
	return MustWrite(t, p, http.MethodPut, "/upload/attachment/"+o.String(), Completion(name, at, len(content), k))
}

// Assign returns the command that assigns an order to the operator and the manager.
func Assign(o uuid.UUID) commands.Command {
	operator, manager := Cast["operator"].ID, Cast["manager"].ID
	return &commands.AssignOrder{Order: o, Operator: &operator, Manager: &manager}
}

// Windows reads a whole board: the first answer, and the answers that the cursors of its columns
// lead to.
func Windows[T any](t *testing.T, p *Person, path string) []T {
	t.Helper()
	answers := []T{}
	read := func(path string) []contract.Column {
		a := p.Get(t, path)
		var known contract.OrdersAnswer
		var shown T
		if err := errors.Join(json.Unmarshal(a.Body, &known), json.Unmarshal(a.Body, &shown)); err != nil ||
			known.Data.Columns == nil {
			t.Fatalf("%s: %d %v", path, a.Status, err)
		}
		answers = append(answers, shown)
		return *known.Data.Columns
	}
	for _, c := range read(path) {
		for c.Cursor != nil {
			c = read(fmt.Sprintf("/order?view=board&column=%s&cursor=%s", c.TypeStatus, *c.Cursor))[0]
		}
	}
	return answers
}

// BoardOf returns all cards that a person sees on the board.
func BoardOf(t *testing.T, p *Person) map[string]contract.Card {
	t.Helper()
	all := map[string]contract.Card{}
	for _, b := range Windows[contract.OrdersAnswer](t, p, "/order?view=board") {
		maps.Copy(all, *b.Data.Cards)
	}
	return all
}
