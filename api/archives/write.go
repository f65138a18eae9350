package archives

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/api/contract"
	"github.com/proofboard/proofboard/api/present"
	"github.com/proofboard/proofboard/api/read"
	"github.com/proofboard/proofboard/commands/policy"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/domain/topic"
	"github.com/proofboard/proofboard/internal/accounts"
	"github.com/proofboard/proofboard/internal/accounts/transfers"
	"github.com/proofboard/proofboard/internal/archive"
	"github.com/proofboard/proofboard/internal/files/objects"
	"github.com/proofboard/proofboard/projections/board"
	"github.com/proofboard/proofboard/projections/proofs"
	"github.com/proofboard/proofboard/projections/topics"
)

const readme = `This is everything that the owner of the account may see of it.

account.json                      the company, its people and its terms
orders/<number>/order.json        an order, with its files and their versions
orders/<number>/comments.json     the comments and marks on its proofs
orders/<number>/conversation.json what was written about the order itself
orders/<number>/history.jsonl     what happened to it, one event in a line
orders/<number>/files/            the files
orders/<number>/certificates/     the certificates of approvals
SHA256SUMS                        the SHA-256 of every file, as sha256sum -c reads it
manifest.json                     the SHA-256 of that list, signed with the key of the log

To check that nothing was changed, added or removed, run

    proofboard audit check <this zip> --key <public key of the log>

It needs no network. Have the public key from the design service, not from this archive.
`

// page is the number of orders that are listed at a time.
const page = 100

// write makes an archive in the file store. The content is streamed: one order is in memory at a
// time, and no file.
func (s *API) write(ctx context.Context, a *transfers.Archive) error {
	by, err := s.Accounts.Actor(ctx, a.Person)
	if err != nil {
		return err
	}
	if mayExport(by) != nil || by.CustomerID != a.Customer {
		return domain.ErrForbidden // they have lost the account since they asked
	}
	head, err := s.SignedHead(ctx)
	if err != nil {
		return err
	}
	size, err := s.Files.Stream(ctx, a.Key(), func(w io.Writer) error {
		out := archive.NewWriter(w, a.Customer, by.ID, head, s.Clock())
		return (&job{API: s, by: by, archive: a, out: out}).all(ctx)
	})
	if err == nil {
		a.FileName, a.Size = "account-export-"+s.Clock().UTC().Format(time.DateOnly)+".zip", size
	}
	return err
}

// job is the making of one archive.
type job struct {
	*API
	by      domain.Actor // the owner who asked for it
	archive *transfers.Archive
	out     *archive.Writer
	told    time.Time
}

func (j *job) all(ctx context.Context) error {
	if err := j.out.Add("README.txt", strings.NewReader(readme), false); err != nil {
		return err
	}
	if err := j.account(ctx); err != nil {
		return err
	}
	f := board.Filter{Customers: []uuid.UUID{j.by.CustomerID}, Now: j.Clock()}
	oldest := board.Sort{By: "created", Ascending: true}
	for _, archived := range []bool{false, true} {
		p, err := j.Board.List(ctx, j.by, f, archived, oldest, 1, 1)
		if err != nil {
			return err
		}
		j.archive.Orders += p.Total
	}
	for _, archived := range []bool{false, true} {
		var place board.Place
		for {
			cards, next, err := j.Board.After(ctx, j.by, f, archived, oldest, place, page)
			if err != nil {
				return err
			}
			for _, c := range cards {
				if err := j.order(ctx, c.ID); err != nil {
					return err
				}
			}
			if place = next; len(cards) < page {
				break
			}
		}
	}
	return j.out.Close(j.archive.Written, j.Signer)
}

// order writes an order and tells how far the archive is. An order that was deleted meanwhile is left
// out.
func (j *job) order(ctx context.Context, id uuid.UUID) error {
	o, err := j.Board.One(ctx, j.by, id)
	if errors.Is(err, domain.ErrNotFound) {
		return nil
	}
	if err == nil {
		err = j.one(ctx, &o)
	}
	if err != nil {
		return fmt.Errorf("archive: order %s: %w", id, err)
	}
	j.archive.Written++
	if now := j.Clock(); now.Sub(j.told) >= tellEvery {
		j.told = now
		if err := j.Transfers.SaveArchive(ctx, *j.archive); err != nil {
			return err
		}
		return j.tell(ctx, *j.archive)
	}
	return nil
}

func (j *job) add(name string, content any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(content); err != nil {
		return err
	}
	return j.out.Add(name, &b, false)
}

type account struct {
	ID      uuid.UUID `json:"id"`
	Company company   `json:"company"`
	Terms   terms     `json:"terms"`
	People  []person  `json:"people"`
}

type company struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	Country string `json:"country"`
	Contact string `json:"contact"`
}

type terms struct {
	Package      string `json:"package"`
	ActiveOrders int    `json:"activeOrders"` // unlimited if below 0
	PayAsYouGo   bool   `json:"payAsYouGo"`
	Storage      int64  `json:"storage"` // bytes, unlimited if below 0
}

type person struct {
	ID       uuid.UUID   `json:"id"`
	Name     string      `json:"name"`
	Email    string      `json:"email"`
	Phone    string      `json:"phone,omitempty"`
	JobTitle string      `json:"jobTitle,omitempty"`
	Role     domain.Role `json:"role"`
	Approver bool        `json:"approver,omitempty"`
	State    string      `json:"state"`
}

func (j *job) account(ctx context.Context) error {
	of, err := j.Accounts.FindCustomer(ctx, j.by.CustomerID)
	if err != nil {
		return err
	}
	about, err := j.Accounts.Company(ctx, of.ClientID, of.ID)
	if err != nil {
		return err
	}
	a := account{
		ID:      of.ID,
		Company: company{about.Name, about.Address, about.Country, about.Contact},
		Terms:   terms{of.Package, of.MaxActiveOrders, of.PAYG, of.Storage},
		People:  []person{},
	}
	people, err := j.Accounts.PeopleOf(ctx, of.ClientID, of.ID)
	if err != nil {
		return err
	}
	for _, u := range people {
		a.People = append(a.People, person{
			u.ID, u.Name(), u.Email, u.Phone, u.JobTitle, u.Role, u.IsApprover, string(u.State),
		})
	}
	return j.add("account.json", a)
}

type orderFile struct {
	ID         uuid.UUID       `json:"id"`
	Number     string          `json:"number"`
	Name       string          `json:"name"`
	Brief      string          `json:"brief"`
	Document   json.RawMessage `json:"briefDocument,omitempty"` // the brief with its formats
	References []string        `json:"references"`
	Status     order.Status    `json:"status"`
	present.ArchivedDetails
	Archived    bool         `json:"archived"`
	CreatedAt   time.Time    `json:"createdAt"`
	CreatedBy   string       `json:"createdBy"`
	Attachments []attachment `json:"attachments"`
}

type attachment struct {
	ID       uuid.UUID  `json:"id"`
	Kind     proof.Kind `json:"kind"`
	Versions []version  `json:"versions"` // newest first
}

type version struct {
	ID          uuid.UUID   `json:"id"`
	Number      int         `json:"number"`
	File        string      `json:"file"` // in the archive, empty if the file store has lost it
	Name        string      `json:"name"`
	ContentType string      `json:"contentType"`
	Size        int64       `json:"size"` // bytes
	SHA256      string      `json:"sha256"`
	State       proof.State `json:"state"`
	AddedAt     time.Time   `json:"addedAt"`
	AddedBy     string      `json:"addedBy"`
	Certificate string      `json:"certificate,omitempty"` // in the archive
}

// one writes an order with its files, comments, history and certificates.
func (j *job) one(ctx context.Context, o *order.Order) error {
	folder := "orders/" + o.Number.String()
	all, err := j.Proofs.OfOrder(ctx, o.ID)
	if err != nil {
		return err
	}
	wanted := accounts.Wanted{People: []uuid.UUID{o.Creator}}
	seen := all[:0]
	for _, a := range all {
		if a, visible := read.VisibleVersions(j.by, &o.Summary, a); visible && len(a.Newest) > 0 {
			seen = append(seen, a)
			for _, v := range a.Newest {
				wanted.People = append(wanted.People, v.By)
			}
		}
	}
	names, err := j.Accounts.Names(ctx, wanted)
	if err != nil {
		return err
	}
	if err := j.Texts.Open(ctx, &o.Brief); err != nil {
		return err
	}
	about := fileOf(names, o)
	var named archive.Names
	for _, a := range seen {
		shown := attachment{ID: a.ID, Kind: a.Kind}
		for _, v := range a.Newest {
			name, err := j.version(ctx, o, folder, &named, a, v)
			if err != nil {
				return err
			}
			certificate, err := j.certificates(ctx, o, folder, a.ID, v)
			if err != nil {
				return err
			}
			shown.Versions = append(shown.Versions, version{
				v.ID, v.Number, name, v.File.Name, v.File.ContentType, v.File.Size, v.File.SHA256, v.State, v.At,
				nameOf(names, v.By), certificate,
			})
		}
		about.Attachments = append(about.Attachments, shown)
	}
	if err := j.add(folder+"/order.json", about); err != nil {
		return err
	}
	if err := j.comments(ctx, folder, o.ID, seen); err != nil {
		return err
	}
	return j.history(ctx, o, folder)
}

// fileOf returns an order without its attachments. The brief must be decrypted.
func fileOf(names accounts.Names, o *order.Order) orderFile {
	return orderFile{
		ID: o.ID, Number: o.Number.String(), Name: o.Name, Brief: plain(names, o.Brief),
		Document: document(o.Brief), References: o.References, Status: o.Status,
		ArchivedDetails: present.NewArchivedDetails(o.Details()), Archived: o.Archived, CreatedAt: o.CreatedAt,
		CreatedBy: nameOf(names, o.Creator), Attachments: []attachment{},
	}
}

func nameOf(names accounts.Names, id uuid.UUID) string {
	u, known := names.People[id]
	if !known {
		return ""
	}
	return u.Name()
}

// version streams the file of a version into the archive.
func (j *job) version(
	ctx context.Context,
	o *order.Order,
	folder string,
	names *archive.Names,
	a proofs.Attachment,
	v proofs.Version,
) (name string, err error) {
	name = names.Of(fmt.Sprintf("%s/files/%s/v%d", folder, a.ID, v.Number), v.File.Name)
	r, err := j.Files.Get(ctx, v.File.Key)
	if errors.Is(err, objects.ErrNotFound) {
		j.Logger.WarnContext(ctx, "the export of an account goes without a lost file", "order", o.ID, "version", v.ID)
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("version %s: %w", v.ID, err)
	}
	err = j.out.Add(name, r, true)
	return name, errors.Join(err, r.Close())
}

// certificates writes the certificate of a version as a document and as a page, if the owner may have
// one. It returns the name of the document.
func (j *job) certificates(
	ctx context.Context,
	o *order.Order,
	folder string,
	a uuid.UUID,
	v proofs.Version,
) (string, error) {
	if v.State != proof.Checked || !policy.SeesCertificate(j.by, &o.Summary) {
		return "", nil
	}
	name := fmt.Sprintf("%s/%s/approval-%s", folder, archive.CertificateFolder, v.ID)
	for _, pdf := range []bool{false, true} {
		content, err := j.Certify(ctx, j.by, o, a, v.ID, pdf)
		if err != nil {
			return "", fmt.Errorf("certificate of version %s: %w", v.ID, err)
		}
		full := name + ".json"
		if pdf {
			full = name + ".pdf"
		}
		if err := j.out.Add(full, bytes.NewReader(content), pdf); err != nil {
			return "", err
		}
	}
	return name + ".json", nil
}

type thread struct {
	ID         uuid.UUID       `json:"id"`
	Attachment uuid.UUID       `json:"attachment,omitzero"`
	Version    uuid.UUID       `json:"version,omitzero"`
	Tab        proof.Tab       `json:"tab"`
	Page       int             `json:"page"`
	Resolved   bool            `json:"resolved"`
	Mark       json.RawMessage `json:"mark,omitempty"` // as it was drawn
	Comments   []comment       `json:"comments"`       // the first one opened the topic
}

type comment struct {
	ID       uuid.UUID       `json:"id"`
	By       string          `json:"by"`
	At       time.Time       `json:"at"`
	EditedAt *time.Time      `json:"editedAt,omitempty"`
	Text     string          `json:"text"`
	Message  json.RawMessage `json:"message,omitempty"` // as it was written, with its formats
}

// comments writes the topics of an order that the owner may see. It streams them, because there is no
// limit to their number.
func (j *job) comments(ctx context.Context, folder string, o uuid.UUID, all []proofs.Attachment) error {
	var versions []topics.Place
	for _, a := range all {
		for _, v := range a.Newest {
			versions = append(versions, topics.Place{Order: o, Version: v.ID})
		}
	}
	return errors.Join(
		j.discussion(ctx, folder+"/comments.json", versions),
		j.discussion(ctx, folder+"/conversation.json", []topics.Place{{Order: o}}),
	)
}

func (j *job) discussion(ctx context.Context, name string, places []topics.Place) error {
	r, w := io.Pipe()
	go func() { w.CloseWithError(j.writeTopics(ctx, w, places)) }()
	err := j.out.Add(name, r, false)
	return errors.Join(err, r.Close())
}

func (j *job) writeTopics(ctx context.Context, w io.Writer, places []topics.Place) error {
	if _, err := io.WriteString(w, "["); err != nil {
		return err
	}
	between := "\n"
	for _, at := range places {
		var from *topics.Cursor
		for {
			found, next, err := j.Topics.Page(ctx, at, from)
			if err != nil {
				return err
			}
			threads, err := j.threads(ctx, found)
			if err != nil {
				return err
			}
			for _, t := range threads {
				text, err := json.Marshal(t)
				if err != nil {
					return err
				}
				if _, err := io.WriteString(w, between+string(text)); err != nil {
					return err
				}
				between = ",\n"
			}
			if from = next; next == nil {
				break
			}
		}
	}
	_, err := io.WriteString(w, "\n]\n")
	return err
}

// threads decrypts topics and puts names into them. Those of tabs that the owner may not see are left
// out.
func (j *job) threads(ctx context.Context, found []topics.Topic) ([]thread, error) {
	var w accounts.Wanted
	var sealed []*string
	seen := found[:0]
	for _, t := range found {
		if policy.SeesTab(j.by, tabOf(t)) {
			seen = append(seen, t)
		}
	}
	for i := range seen {
		t := &seen[i]
		w.People = append(w.People, t.Author)
		sealed = append(sealed, &t.Message, &t.Annotation)
		for k := range t.Comments {
			w.People = append(w.People, t.Comments[k].Author)
			sealed = append(sealed, &t.Comments[k].Message)
		}
	}
	if err := j.Texts.Open(ctx, sealed...); err != nil {
		return nil, err
	}
	names, err := j.Accounts.Names(ctx, w)
	if err != nil {
		return nil, err
	}
	threads := make([]thread, len(seen))
	for i, t := range seen {
		threads[i] = thread{
			ID: t.ID, Attachment: t.Attachment, Version: t.On, Tab: tabOf(t), Page: t.Page, Resolved: t.Resolved,
			Mark:     document(t.Annotation),
			Comments: []comment{commentOf(names, t.ID, t.Author, t.OpenedAt, t.EditedAt, t.Message)},
		}
		for _, c := range t.Comments {
			threads[i].Comments = append(
				threads[i].Comments,
				commentOf(names, c.ID, c.Author, c.At, c.EditedAt, c.Message),
			)
		}
	}
	return threads, nil
}

func tabOf(t topics.Topic) proof.Tab {
	if t.Public {
		return proof.Public
	}
	return proof.Internal
}

// longest is the number of characters of a comment's plain text.
const longest = 100_000

func commentOf(names accounts.Names, id, by uuid.UUID, at time.Time, edited *time.Time, message string) comment {
	return comment{
		ID: id, By: nameOf(names, by), At: at, EditedAt: edited, Message: document(message),
		Text: plain(names, message),
	}
}

// plain returns a text without its formats.
func plain(names accounts.Names, message string) string {
	return topic.Excerpt(message, longest, func(p uuid.UUID) string { return nameOf(names, p) })
}

// document returns stored JSON as it is, or nothing if it is empty or was erased.
func document(stored string) json.RawMessage {
	if !json.Valid([]byte(stored)) {
		return nil
	}
	return json.RawMessage(stored)
}

// history writes what happened to an order, one event in a line.
func (j *job) history(ctx context.Context, o *order.Order, folder string) error {
	r, w := io.Pipe()
	go func() {
		e := json.NewEncoder(w)
		e.SetEscapeHTML(false)
		w.CloseWithError(j.History(ctx, j.by, o, func(step contract.HistoryEvent) error { return e.Encode(step) }))
	}()
	err := j.out.Add(folder+"/history.jsonl", r, false)
	return errors.Join(err, r.Close())
}
