// Package proof decides what may happen to an attachment of an order and to its versions.
package proof

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/domain"
)

// Errors of a proof.
var (
	ErrExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.exists",
		Message: "An attachment with this id exists already.",
	}
	ErrVersionUnknown = &domain.Error{
		Code:    domain.NotFound,
		Reason:  "proof.version_unknown",
		Message: "This version does not exist or was deleted.",
	}
	ErrVersionExists = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.version_exists",
		Message: "A version with this id exists already.",
	}
	ErrNotReviewable = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.not_reviewable",
		Message: "Supplied files are not up for review.",
	}
	ErrApprovedStays = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.approved_version_stays",
		Message: "A checked version cannot be deleted. Revise it first.",
	}
	ErrLastVersionStays = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.last_version_stays",
		Message: "The only version of an attachment cannot be deleted.",
	}
	ErrKindUnknown = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "proof.kind_unknown",
		Message: "A file is attached for customer review, as a supplied file or for internal review.",
	}
	ErrFileInvalid = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "proof.file_invalid",
		Message: "The uploaded file is not complete.",
	}
	ErrTabUnknown = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "proof.tab_unknown",
		Message: "The tabs are internal and public.",
	}
	ErrTooManyVersions = &domain.Error{
		Code:    domain.Conflict,
		Reason:  "proof.too_many_versions",
		Message: "An attachment takes at most 500 versions.",
	}
)

const maxVersions = 500

// Limits of a file. Names are shown everywhere, so a longer name in an old event is shortened when
// the event is read.
const (
	MaxFileName    = 200     // characters
	MaxFileSize    = 2 << 30 // bytes
	maxKey         = 1000
	maxContentType = 255
	maxSide        = 1 << 30 // pixels, as the image's header says
)

// Kind is the list of the order that contains an attachment (BD-144).
type Kind string

const (
	CustomerReview Kind = "customerReview"
	SuppliedFiles  Kind = "suppliedFiles"
	InternalReview Kind = "internalReview"
)

// Kinds lists all kinds.
var Kinds = []Kind{CustomerReview, SuppliedFiles, InternalReview}

// Tab is one of the two lists of topics on a proof (BD-178).
type Tab string

const (
	Internal Tab = "internal"
	Public   Tab = "public"
)

// Version is one version of the attachment's file.
type Version struct {
	ID              uuid.UUID
	Number          int
	File            File
	State           State
	ApprovedSHA256  string // hash of the approved bytes
	ApprovalCleared bool   // the version lost its approval to another file (D-15)
	By              uuid.UUID
	At              time.Time
	Since           int64 // position of the event that added its file
	Journey         Journey
}

// Proof is an attachment with its versions, oldest first, folded from its events.
type Proof struct {
	domain.Base
	Facts
	Versions []Version
}

// Facts are what is known of an attachment besides its versions.
type Facts struct {
	Order            uuid.UUID
	Kind             Kind
	Name             string
	StartingTab      Tab
	ByCustomer       bool
	InternalDisabled bool
	PublicDisabled   bool
	Deleted          bool
	AddedAt          time.Time
}

// New returns an attachment without events.
func New(id uuid.UUID) *Proof { return &Proof{Base: domain.Base{ID: id}} }

// Add creates the attachment with its first version.
func (p *Proof) Add(a AttachmentAdded, version uuid.UUID, f File, at time.Time) error {
	if p.Exists() {
		return ErrExists
	}
	if a.Kind != CustomerReview && a.Kind != SuppliedFiles && a.Kind != InternalReview {
		return ErrKindUnknown
	}
	if err := f.check(); err != nil {
		return err
	}
	if a.Name = f.Name; a.StartingTab == "" {
		a.StartingTab = Public
		if a.Kind == InternalReview {
			a.StartingTab = Internal
		}
	}
	p.Record(AttachmentAddedType, &a, at)
	p.Record(VersionAddedType, &VersionAdded{version, 1, f}, at)
	return nil
}

// AddVersion adds the next version.
func (p *Proof) AddVersion(id uuid.UUID, f File, at time.Time) error {
	if err := p.alive(); err != nil {
		return err
	}
	if _, err := p.find(id); err == nil {
		return ErrVersionExists
	}
	if len(p.Versions) >= maxVersions {
		return ErrTooManyVersions
	}
	if err := f.check(); err != nil {
		return err
	}
	p.Record(VersionAddedType, &VersionAdded{id, p.lastNumber() + 1, f}, at)
	return nil
}

func (f File) check() error {
	hash, err := hex.DecodeString(f.SHA256)
	switch {
	case f.Name == "",
		utf8.RuneCountInString(f.Name) > MaxFileName,
		!domain.Storable(f.Name),
		f.Key == "",
		len(f.Key) > maxKey,
		len(f.Thumbnail) > maxKey,
		len(f.ContentType) > maxContentType,
		err != nil,
		len(hash) != sha256.Size,
		f.Size <= 0,
		f.Size > MaxFileSize,
		f.Width < 0,
		f.Width > maxSide,
		f.Height < 0,
		f.Height > maxSide:
		return ErrFileInvalid
	}
	return nil
}

func (p *Proof) lastNumber() int {
	if len(p.Versions) == 0 {
		return 0
	}
	return p.Versions[len(p.Versions)-1].Number
}

// Approve checks a version (BD-163). Approving it again has no effect.
func (p *Proof) Approve(version uuid.UUID, at time.Time) error {
	v, err := p.reviewable(version)
	if err != nil || v.State == Checked {
		return err
	}
	if !v.State.takes(approve) {
		return ErrVersionUnknown
	}
	p.Record(VersionApprovedType, &VersionApproved{v.ID, v.File.SHA256}, at)
	return nil
}

// Revise withdraws an approval (BD-164). Revising an open version has no effect.
func (p *Proof) Revise(version uuid.UUID, at time.Time) error {
	v, err := p.reviewable(version)
	if err != nil || v.State == Open {
		return err
	}
	if !v.State.takes(revise) {
		return ErrVersionUnknown
	}
	p.Record(VersionRevisedType, &VersionRevised{v.ID}, at)
	return nil
}

// DeleteVersion deletes a version, for a reason (D-14).
func (p *Proof) DeleteVersion(version uuid.UUID, reason string, at time.Time) error {
	v, err := p.Find(version)
	if err != nil {
		return err
	}
	if !domain.ValidReason(reason) {
		return domain.ErrReasonMissing
	}
	if v.State == Checked {
		return ErrApprovedStays
	}
	if len(p.Live()) < 2 {
		return ErrLastVersionStays
	}
	if !v.State.takes(remove) {
		return ErrVersionUnknown
	}
	p.Record(VersionDeletedType, &VersionDeleted{v.ID, strings.TrimSpace(reason)}, at)
	return nil
}

// ReplaceFile replaces the file of a version. The version loses its approval, even if the bytes are
// the same (D-15).
func (p *Proof) ReplaceFile(version uuid.UUID, f File, at time.Time) error {
	v, err := p.Find(version)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if !v.State.takes(replace) {
		return ErrVersionUnknown
	}
	p.Record(FileReplacedType, &FileReplaced{v.ID, f, v.State == Checked}, at)
	return nil
}

// ChangeSettings switches tabs on or off and sets the starting tab (BD-232, D-16).
func (p *Proof) ChangeSettings(c SettingsChanged, at time.Time) error {
	if err := p.alive(); err != nil {
		return err
	}
	if c.StartingTab != nil && *c.StartingTab != Internal && *c.StartingTab != Public {
		return ErrTabUnknown
	}
	same := (c.InternalDisabled == nil || *c.InternalDisabled == p.InternalDisabled) &&
		(c.PublicDisabled == nil || *c.PublicDisabled == p.PublicDisabled) &&
		(c.StartingTab == nil || *c.StartingTab == p.StartingTab)
	if !same {
		p.Record(SettingsChangedType, &c, at)
	}
	return nil
}

// RequestReview asks the creative managers to look at the newest version (D-12).
func (p *Proof) RequestReview(at time.Time) error {
	live := p.Live()
	if err := p.alive(); err != nil {
		return err
	}
	if len(live) == 0 {
		return ErrVersionUnknown
	}
	v, err := p.reviewable(live[len(live)-1].ID)
	if err != nil {
		return err
	}
	p.Record(ReviewRequestedType, &ReviewRequested{v.ID}, at)
	return nil
}

// Delete deletes the attachment. It refuses if a version is checked, because an approval must not
// get lost.
func (p *Proof) Delete(at time.Time) error {
	if err := p.alive(); err != nil {
		return err
	}
	for _, v := range p.Versions {
		if v.State == Checked {
			return ErrApprovedStays
		}
	}
	p.Record(AttachmentDeletedType, &AttachmentDeleted{}, at)
	return nil
}

// Reviewable reports whether versions of this attachment can be approved. Supplied files cannot
// (BD-167).
func (f *Facts) Reviewable() bool { return f.Kind != SuppliedFiles }

func (p *Proof) reviewable(version uuid.UUID) (Version, error) {
	v, err := p.Find(version)
	if err == nil && !p.Reviewable() {
		err = ErrNotReviewable
	}
	return v, err
}

func (p *Proof) alive() error {
	if !p.Exists() || p.Deleted {
		return domain.ErrNotFound
	}
	return nil
}

// Find returns a version. It returns an error for a deleted one.
func (p *Proof) Find(version uuid.UUID) (Version, error) {
	if err := p.alive(); err != nil {
		return Version{}, err
	}
	v, err := p.find(version)
	if err != nil || v.State == Gone {
		return Version{}, ErrVersionUnknown
	}
	return *v, nil
}

func (p *Proof) find(version uuid.UUID) (*Version, error) {
	for i := range p.Versions {
		if p.Versions[i].ID == version {
			return &p.Versions[i], nil
		}
	}
	return nil, ErrVersionUnknown
}

// Live lists the versions that are not deleted, oldest first.
func (p *Proof) Live() []Version {
	var live []Version
	for _, v := range p.Versions {
		if v.State != Gone {
			live = append(live, v)
		}
	}
	return live
}

// Since returns the position of the event that added the oldest version that was not deleted, 0 if
// there is none.
func (p *Proof) Since() int64 {
	var since int64
	for _, v := range p.Live() {
		if since == 0 || v.Since < since {
			since = v.Since
		}
	}
	return since
}

// TabDisabled reports whether a tab accepts no comments.
func (f *Facts) TabDisabled(t Tab) bool {
	if t == Internal {
		return f.InternalDisabled
	}
	return f.PublicDisabled
}

// Apply folds one event.
func (p *Proof) Apply(e domain.Event) error {
	if err := p.Advance(e); err != nil {
		return err
	}
	switch d := e.Data.(type) {
	case *AttachmentAdded:
		p.Order, p.Kind, p.Name, p.StartingTab, p.ByCustomer, p.AddedAt = d.Order, d.Kind, d.Name, d.StartingTab, d.ByCustomer, e.OccurredAt
	case *VersionAdded:
		p.Versions = append(p.Versions, Version{
			ID:     d.Version,
			Number: d.Number,
			File:   d.File,
			State:  Open,
			By:     e.Meta.Actor,
			At:     e.OccurredAt,
			Since:  e.Position,
		})
	case *VersionApproved:
		return p.change(
			d.Version, func(v *Version) { v.State, v.ApprovedSHA256, v.ApprovalCleared = Checked, d.SHA256, false },
		)
	case *VersionRevised:
		return p.change(d.Version, func(v *Version) { v.State, v.ApprovedSHA256, v.ApprovalCleared = Open, "", false })
	case *VersionDeleted:
		return p.change(d.Version, func(v *Version) { v.State = Gone })
	case *FileReplaced:
		return p.change(d.Version, func(v *Version) {
			v.File, v.Since, v.Journey = d.File, e.Position, Journey{}
			if d.ApprovalCleared {
				v.State, v.ApprovedSHA256, v.ApprovalCleared = Open, "", true
			}
		})
	case *SettingsChanged:
		set(&p.InternalDisabled, d.InternalDisabled)
		set(&p.PublicDisabled, d.PublicDisabled)
		set(&p.StartingTab, d.StartingTab)
	case *ReviewRequested:
	case *AttachmentDeleted:
		p.Deleted = true
	case *VersionDecided:
		return p.change(d.Version, func(v *Version) { v.Journey = v.Journey.With(d.decision(e)) })
	case *ApproversReminded:
		return p.change(
			d.Version,
			func(v *Version) { v.Journey = v.Journey.After(Reminder{d.Step, d.Began, d.Overdue}) },
		)
	default:
		return fmt.Errorf("proof: unknown event %s", e.Type)
	}
	return nil
}

func (p *Proof) change(version uuid.UUID, how func(*Version)) error {
	v, err := p.find(version)
	if err != nil {
		return err
	}
	how(v)
	return nil
}

func set[T any](field *T, to *T) {
	if to != nil {
		*field = *to
	}
}
