package e2e

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
	"testing"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/eventstore"
)

// do sends a command directly to the bus as the given person. Tests use it to prepare scenes.
func do(t *testing.T, by string, cmd commands.Command) commands.Done {
	t.Helper()
	r := commands.Request{Actor: actor(by), ID: uuid.New()}
	done, err := world.Bus.Do(t.Context(), cmd, r)
	for try := 0; errors.Is(err, eventstore.ErrUnavailable) && try < 10; try++ { // a slow disk: resend with the same id, as clients do
		done, err = world.Bus.Do(t.Context(), cmd, r)
	}
	if err != nil {
		t.Fatalf("%s: %s: %v", by, cmd.CommandType(), err)
	}
	for {
		if old := world.latest.Load(); done.Position <= old || world.latest.CompareAndSwap(old, done.Position) {
			return done
		}
	}
}

// draft creates an order of a person.
func draft(t *testing.T, by string) uuid.UUID {
	t.Helper()
	o := uuid.New()
	do(t, by, commands.NewDraftOrder(o, uuid.Nil, order.Details{Name: "Order of " + by, Service: labels}))
	return o
}

func act(t *testing.T, by string, o uuid.UUID, a order.Action) {
	t.Helper()
	do(t, by, commands.NewActOnOrder(o, a, "a reason"))
}

func move(t *testing.T, by string, o uuid.UUID, to order.Status) {
	t.Helper()
	do(t, by, commands.NewMoveOrder(o, commands.MoveOrder{To: to, Via: order.StatusControl}))
}

// inStatus creates an order of a person and moves it to a status by the same steps as users.
func inStatus(t *testing.T, by string, s order.Status) uuid.UUID {
	t.Helper()
	o := draft(t, by)
	lead(t, by, o, s)
	return o
}

// lead moves a draft to a status.
func lead(t *testing.T, by string, o uuid.UUID, s order.Status) {
	t.Helper()
	if s == order.Draft {
		return
	}
	act(t, by, o, order.Publish)
	switch s {
	case order.ReadyToGo:
		return
	case order.Queue:
		act(t, by, o, order.MoveToQueue)
		return
	case order.OnHold:
		act(t, by, o, order.Hold)
		return
	case order.CancelledOff:
		act(t, by, o, order.Cancel)
		return
	}
	move(t, "manager", o, order.InProgress)
	if s == order.InProgress {
		return
	}
	move(t, "manager", o, order.InReview)
	switch s {
	case order.GuestRevision:
		act(t, "manager", o, order.AskGuest)
	case order.Approved:
		move(t, "manager", o, order.Approved)
	case order.Completed:
		move(t, "manager", o, order.Approved)
		move(t, "manager", o, order.Completed)
	}
}

// set is an attachment with two versions. The first version has a public and an internal topic with
// one comment each.
type set struct {
	attachment                    uuid.UUID
	versions                      [2]uuid.UUID
	public, internal              uuid.UUID // ids of the topics
	publicComment, internalAnswer uuid.UUID
}

// scene is an order with one attachment of each kind.
type scene struct {
	order                      uuid.UUID
	review, supplied, internal set
}

// stage creates an order of a person's account in a status. It adds the collaborators of the tests.
func stage(t *testing.T, owner string, s order.Status) scene {
	t.Helper()
	sc := scene{order: draft(t, owner)}
	if owner == "owner" {
		do(
			t, owner,
			commands.NewSetCollaborators(sc.order, []uuid.UUID{cast["both"].ID, cast["collab"].ID, cast["looker"].ID}),
		)
	}
	lead(t, owner, sc.order, s)
	return sc
}

// play creates a scene with one attachment of each kind. The topics and comments are by author. The
// files have no content, because only the tests of uploads need it.
func play(t *testing.T, owner string, s order.Status, author string) scene {
	t.Helper()
	sc := stage(t, owner, s)
	for _, k := range proof.Kinds {
		a := sc.set(k)
		*a = attach(t, sc.order, owner, k)
		a.discuss(t, sc.order, k, author)
	}
	return sc
}

func (sc *scene) set(k proof.Kind) *set {
	switch k {
	case proof.SuppliedFiles:
		return &sc.supplied
	case proof.InternalReview:
		return &sc.internal
	}
	return &sc.review
}

// discuss opens a topic on each tab. If the author may not write there, an operator opens the
// topic.
func (a *set) discuss(t *testing.T, o uuid.UUID, k proof.Kind, author string) {
	t.Helper()
	inside, outside := author, author
	if cast[author].Role.IsCustomer() {
		inside = "operator2"
		if k == proof.InternalReview {
			outside = inside
		}
	}
	a.public, a.publicComment = talk(t, o, *a, outside, true)
	a.internal, a.internalAnswer = talk(t, o, *a, inside, false)
}

// attach adds an attachment with two versions. The customer uploads supplied files, an operator
// uploads other files.
func attach(t *testing.T, o uuid.UUID, owner string, k proof.Kind) set {
	t.Helper()
	by := "operator2"
	if k == proof.SuppliedFiles {
		by = owner
	}
	a := set{attachment: uuid.New(), versions: [2]uuid.UUID{uuid.New(), uuid.New()}}
	do(t, by, commands.NewAddAttachment(o, a.attachment, a.versions[0], k, file("first.png")))
	do(t, by, commands.NewAddVersion(o, a.attachment, a.versions[1], file("second.png")))
	return a
}

func file(name string) proof.File {
	hash := sha256.Sum256([]byte(name))
	return proof.File{
		Name:        name,
		ContentType: "application/zip",
		Key:         "files/none/" + name,
		Size:        10,
		SHA256:      hex.EncodeToString(hash[:]),
	}
}

func talk(t *testing.T, o uuid.UUID, a set, by string, public bool) (topic, comment uuid.UUID) {
	t.Helper()
	path := commands.TopicPath{Order: o, Attachment: a.attachment, Version: a.versions[0], Topic: uuid.New()}
	comment = uuid.New()
	do(t, by, &commands.OpenTopic{TopicPath: path, Public: &public, Message: says("look here"), Annotation: mark})
	do(t, by, &commands.AddComment{TopicPath: path, Comment: comment, Message: says("I see")})
	return path.Topic, comment
}

const mark = `{"className":"circle","attrs":{"x":0.4,"y":0.5,"radius":10,"stroke":"blue","version":0.2},"scale":1,"page":1}`

// says returns a message in the editor's format, with the mentions after the text.
func says(text string, mentions ...uuid.UUID) string {
	content := fmt.Sprintf(`{"type":"text","text":%q}`, text)
	for _, m := range mentions {
		content += fmt.Sprintf(`,{"type":"mention","attrs":{"id":%q}}`, m)
	}
	return `{"type":"doc","content":[{"type":"paragraph","content":[` + content + `]}]}`
}

// picture returns a valid PNG. Different values of shade give different bytes.
func picture(t *testing.T, shade uint8) []byte {
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

// put uploads bytes as a browser does: it gets a form from the API and posts it directly to the
// file store. It returns the key.
func put(t *testing.T, p *person, kind string, target uuid.UUID, name string, content []byte) string {
	t.Helper()
	form := uploadForm(t, p, kind, target, name, len(content))
	if status := post(t, form, content); status != http.StatusNoContent && status != http.StatusOK {
		t.Fatalf("the store answers %d to an upload", status)
	}
	return form.Fields["key"]
}

func uploadForm(t *testing.T, p *person, kind string, target uuid.UUID, name string, size int) contract.UploadForm {
	t.Helper()
	return ok[struct{ Data contract.UploadForm }](
		t,
		p,
		http.MethodPost,
		"/upload/upload-token/"+kind+"/"+target.String(),
		map[string]any{"name": name, "size": size, "type": "image/png"},
	).Data
}

// post sends the fields of the form, followed by the file.
func post(t *testing.T, f contract.UploadForm, content []byte) int {
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
	res, err := world.http.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	return res.StatusCode
}

// completed returns the body that turns an upload into an attachment or a version.
func completed(name, key string, size int, k proof.Kind) map[string]any {
	b := map[string]any{"name": name, "type": "image/png", "size": size, "key": key}
	if k != "" {
		b["reviewType"] = k
	}
	return b
}

// upload attaches a picture with real content to an order.
func upload(t *testing.T, p *person, o uuid.UUID, k proof.Kind, name string, content []byte) changed {
	t.Helper()
	at := put(t, p, "attachment", o, name, content)
	return write(t, p, http.MethodPut, "/upload/attachment/"+o.String(), completed(name, at, len(content), k))
}

func assign(o uuid.UUID) commands.Command {
	operator, manager := cast["operator"].ID, cast["manager"].ID
	return commands.NewAssignOrder(o, &operator, &manager)
}

// windows reads a whole board: the first answer, and the answers that the cursors of its columns
// lead to.
func windows[T any](t *testing.T, p *person, path string) []T {
	t.Helper()
	answers := []T{}
	read := func(path string) []contract.Column {
		a := p.get(t, path)
		var known contract.OrdersAnswer
		var shown T
		if err := errors.Join(json.Unmarshal(a.body, &known), json.Unmarshal(a.body, &shown)); err != nil ||
			known.Data.Columns == nil {
			t.Fatalf("%s: %d %v", path, a.status, err)
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

// boardOf returns all cards that a person sees on the board.
func boardOf(t *testing.T, p *person) map[string]contract.Card {
	t.Helper()
	all := map[string]contract.Card{}
	for _, b := range windows[contract.OrdersAnswer](t, p, "/order?view=board") {
		maps.Copy(all, *b.Data.Cards)
	}
	return all
}
