package demo

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/billing"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
	"github.com/proofboard/proofboard/internal/demo/artwork"
)

// step is one command of the demo's history.
type step struct {
	at      time.Time
	gap     float64 // time since the previous step, relative to the order's other steps
	by      domain.Actor
	via     string
	command func() commands.Command // called after its files are drawn
	order   uuid.UUID
	id      uuid.UUID
	wants   order.Status // the order's status afterwards; empty for any
	says    string
	store   *upload
}

// upload is a file that must be in the store before a step.
type upload struct {
	key   string
	piece *drawing
}

// drawing is a piece and the result of drawing it.
type drawing struct {
	piece
	file artwork.File
	hash string
}

func (d *drawing) stored(key string) proof.File {
	return proof.File{
		Name: d.name, ContentType: d.format.ContentType(), Key: key, Size: int64(len(d.file.Content)), SHA256: d.hash,
		Width: d.file.Width, Height: d.file.Height,
	}
}

// tale builds the history of one order.
type tale struct {
	entry
	no       int
	now      time.Time
	id       uuid.UUID
	cast     map[string]Person
	creator  string
	designer string
	steps    []step
	told     []*step // including the steps of the working time
	drawings *[]*drawing
	topics   int
	proof    uuid.UUID // the attachment for customer review
	last     uuid.UUID // the newest version of that attachment
	shown    *drawing
}

// plan returns all steps of the demo in time order, and the files to draw. now is the end of the
// history.
func plan(now time.Time) ([]step, []*drawing) {
	cast := map[string]Person{}
	for _, p := range People() {
		cast[p.Email] = p
	}
	var drawings []*drawing
	var all [][]*step
	var work []session
	for no, e := range catalogue() {
		t := &tale{
			entry:    e,
			no:       no,
			now:      now,
			id:       idOf("order " + e.customer + e.name),
			cast:     cast,
			drawings: &drawings,
		}
		t.creator = acmePeople[no%len(acmePeople)]
		if e.customer != acme {
			t.creator = []string{brightBoss, brightDesk}[no%2]
		}
		if e.flag == copied {
			t.creator = acmeOwner
		}
		t.designer = []string{operator, operator2}[no%2]
		t.tell()
		t.spread()
		work = append(work, t.record()...)
		all = append(all, t.told)
	}
	oneAtATime(work)
	return inTime(all), drawings
}

var acmePeople = []string{acmeOwner, acmeStaff, acmeStaff2}

// inTime merges the histories. Every step gets its own time.
func inTime(all [][]*step) []step {
	var steps []step
	for {
		first := -1
		for i, s := range all {
			if len(s) > 0 && (first < 0 || s[0].at.Before(all[first][0].at)) {
				first = i
			}
		}
		if first < 0 {
			return steps
		}
		s := *all[first][0]
		all[first] = all[first][1:]
		if n := len(steps); n > 0 && !s.at.After(steps[n-1].at) {
			s.at = steps[n-1].at.Add(time.Second)
		}
		steps = append(steps, s)
	}
}

// spread sets the times of the steps, from the order's first day to its last.
func (t *tale) spread() {
	all := 0.0
	for _, s := range t.steps {
		all += s.gap
	}
	sum := 0.0
	for i := range t.steps {
		sum += t.steps[i].gap
		t.steps[i].at = atWork(daysBefore(t.now, t.start+(t.end-t.start)*sum/all), t.now).Truncate(time.Millisecond)
	}
}

func (t *tale) add(
	gap float64,
	who, says string,
	wants order.Status,
	via string,
	command func() commands.Command,
) *step {
	t.steps = append(t.steps, step{
		gap:     gap,
		by:      t.cast[who].Actor(),
		via:     via,
		command: command,
		order:   t.id,
		wants:   wants,
		says:    fmt.Sprintf("%s: %s %s", t.name, who, says),
		id:      uuid.NewSHA1(t.id, fmt.Appendf(nil, "step %d", len(t.steps))),
	})
	return &t.steps[len(t.steps)-1]
}

// do adds a step whose command needs no file.
func (t *tale) do(gap float64, who, says string, wants order.Status, via string, c commands.Command) {
	t.add(gap, who, says, wants, via, func() commands.Command { return c })
}

func (t *tale) move(gap float64, who string, to order.Status, via order.Via) {
	m := commands.MoveOrder{Order: t.id, To: to, Via: via}
	if via == order.Review {
		m.Attachment = t.proof
	}
	t.do(gap, who, "moves it to "+string(to), to, string(via), &m)
}

func (t *tale) act(gap float64, who string, a order.Action, reason string, wants order.Status) {
	t.do(
		gap,
		who,
		a.Label(),
		wants,
		string(order.StatusControl),
		&commands.ActOnOrder{Order: t.id, Action: a, Reason: reason},
	)
}

// lead returns the person who decides for the customer.
func (t *tale) lead() string {
	if t.customer == acme {
		return acmeOwner
	}
	return brightBoss
}

// tell adds the order's whole history.
func (t *tale) tell() {
	t.begin()
	if t.ends == order.Draft {
		return
	}
	t.publish()
	switch {
	case t.ends == order.Queue || t.ends == order.ReadyToGo:
		return
	case t.rounds == 0:
		t.move(2, t.designer, order.InProgress, order.StatusControl)
		return
	}
	t.work()
	t.finish()
}

func (t *tale) begin() {
	d := order.Details{
		Headline: order.Headline{
			Name: t.name, Service: idOf("service " + t.kind.service()), Priority: order.Normal,
		},
		Brief: t.brief(),
	}
	if t.flag == urgent {
		d.Priority = order.Urgent
	} else if t.no%7 == 3 {
		d.Priority = order.High
	}
	if t.due != 0 {
		due := daysBefore(t.now, -t.due).Truncate(24 * time.Hour).Add(17 * time.Hour)
		d.Due = &due
	}
	if t.flag == copied {
		t.do(
			.1, t.creator, "copies an order", order.Draft, "",
			&commands.DuplicateOrder{Order: t.id, Of: idOf("order " + acme + catalogue()[0].name)},
		)
		name := t.name
		t.do(
			1, t.creator, "renames it", order.Draft, "",
			&commands.ChangeOrderDetails{Order: t.id, Change: order.DetailsChanged{Name: &name, DueCleared: true}},
		)
		return
	}
	t.do(
		.1,
		t.creator,
		"drafts it",
		order.Draft,
		"",
		&commands.DraftOrder{Order: t.id, Customer: idOf("customer " + t.customer), Details: d},
	)
	for i, p := range t.supplied(t.no) {
		t.attach(.15, t.creator, proof.SuppliedFiles, fmt.Sprintf("supplied %d", i), p)
	}
	if t.customer == acme && t.no%5 != 4 {
		team := []uuid.UUID{t.cast[acmeStaff].ID, t.cast[acmeStaff2].ID}
		t.do(.1, t.creator, "adds collaborators", "", "", &commands.SetCollaborators{Order: t.id, Users: team})
	}
	if t.no%6 == 1 {
		urgentNow := order.High
		t.do(
			.3, t.lead(), "raises the priority", "", "",
			&commands.ChangeOrderDetails{Order: t.id, Change: order.DetailsChanged{Priority: &urgentNow}},
		)
	}
}

func (t *tale) publish() {
	wants := order.ReadyToGo
	if t.flag == queued || t.flag == promoted {
		wants = order.Queue
	}
	if t.customer == bakery { // it has no people of its own, so the reseller's owner answers for it
		price := billing.Hourly{Price: bakeryHour, Currency: "USD"}
		seen := order.Estimate{Hourly: price, Allocated: int64(allocated(t.kind).Seconds())}
		t.do(.1, brightBoss, "confirms the estimate", "", "", &commands.ConfirmEstimate{Order: t.id, Seen: seen})
	}
	t.act(.3, t.creator, order.Publish, "", wants)
	if t.ends == order.Queue {
		return
	}
	op, man := t.cast[t.designer].ID, t.cast[manager].ID
	t.do(.5, manager, "assigns it", "", "", &commands.AssignOrder{Order: t.id, Operator: &op, Manager: &man})
}

// attach adds a file to the order and schedules its drawing.
func (t *tale) attach(
	gap float64,
	who string,
	k proof.Kind,
	name string,
	p piece,
) (attachment, version uuid.UUID, d *drawing) {
	attachment, version = uuid.NewSHA1(t.id, []byte(name)), uuid.NewSHA1(t.id, []byte(name+" V1"))
	key := "files/" + t.id.String() + "/" + version.String()
	d = t.draw(p)
	s := t.add(gap, who, "attaches "+p.name, "", "", func() commands.Command {
		return &commands.AddAttachment{
			Order:      t.id,
			Attachment: attachment,
			Kind:       k,
			Version:    version,
			File:       d.stored(key),
		}
	})
	s.store = &upload{key, d}
	return attachment, version, d
}

func (t *tale) draw(p piece) *drawing {
	for _, d := range *t.drawings {
		if p.same != "" && d.same == p.same {
			return d
		}
	}
	d := &drawing{piece: p}
	*t.drawings = append(*t.drawings, d)
	return d
}

func (t *tale) addVersion(gap float64, name string, p piece) {
	version := uuid.NewSHA1(t.id, []byte(name))
	key := "files/" + t.id.String() + "/" + version.String()
	d := t.draw(p)
	attachment := t.proof
	s := t.add(gap, t.designer, "uploads "+p.name, "", "", func() commands.Command {
		return &commands.AddVersion{Order: t.id, Attachment: attachment, Version: version, File: d.stored(key)}
	})
	s.store = &upload{key, d}
	t.last, t.shown = version, d
}

// work adds the rounds of designing, checking and reviewing.
func (t *tale) work() {
	t.move(1.5, t.designer, order.InProgress, order.StatusControl)
	for round := 1; round <= t.rounds; round++ {
		final := round == t.rounds
		if round == 1 {
			t.proof, t.last, t.shown = t.attach(4, t.designer, proof.CustomerReview, "review", t.version(t.no, 1))
		} else {
			t.addVersion(3, fmt.Sprintf("review V%d", round), t.version(t.no, round))
		}
		if round == 1 && t.no%3 != 1 && t.kind != photo {
			t.prepressCheck()
		}
		if round == 2 && t.no%8 == 5 {
			t.wrongFile()
		}
		t.insideTalk(round)
		if t.flag == frozen ||
			final &&
				(t.ends == order.InProgress || t.ends == order.OnHold && t.no%2 == 1 || t.ends == order.CancelledOff) {
			return
		}
		t.check(round)
		t.move(.6, []string{manager, t.designer}[t.no%2], order.InReview, order.StatusControl)
		t.outsideTalk(round, final)
		if !final {
			t.move(1, t.lead(), order.InProgress, order.Review)
		}
	}
}

// check adds the internal approval of the newest version. In some rounds an approval is first
// withdrawn.
func (t *tale) check(round int) {
	by := []string{creative, production}[t.no%2]
	if round == 1 {
		t.do(.4, t.designer, "asks for a check", "", "", &commands.RequestReview{Order: t.id, Attachment: t.proof})
	}
	t.do(
		.7,
		by,
		"checks the version",
		"",
		"",
		&commands.DecideVersion{Order: t.id, Attachment: t.proof, Version: t.last, Approve: true},
	)
	if t.no%9 == 2 && round == 1 {
		t.do(
			.3,
			by,
			"takes the check back",
			"",
			"",
			&commands.DecideVersion{Order: t.id, Attachment: t.proof, Version: t.last},
		)
		t.do(
			.6,
			by,
			"checks it again",
			"",
			"",
			&commands.DecideVersion{Order: t.id, Attachment: t.proof, Version: t.last, Approve: true},
		)
	}
}

// prepressCheck adds an attachment for internal review.
func (t *tale) prepressCheck() {
	attachment, version, d := t.attach(.8, t.designer, proof.InternalReview, "internal", t.prepress(t.no, 1))
	place := "logo"
	if t.kind == label || t.kind == flyer {
		place = "barcode"
	}
	t.discuss(conversation{
		talk: talk{
			place,
			rect,
			"red",
			"Ink limit is 300% for this stock, please check the dark areas " + mention(t.designer) + ".",
			"Highest spot is 286%.",
			"",
		},
		on:       attachment,
		version:  version,
		drawing:  d,
		asks:     production,
		answers:  t.designer,
		resolved: true,
	})
}

// wrongFile adds a mistaken upload that a manager removes.
func (t *tale) wrongFile() {
	last, shown := t.last, t.shown
	t.addVersion(.4, "review by mistake", t.version(t.no, 1))
	t.do(
		.3,
		manager,
		"deletes the version",
		"",
		"",
		&commands.DeleteVersion{
			Order:      t.id,
			Attachment: t.proof,
			Version:    t.last,
			Reason:     "Wrong file: this is the first version again",
		},
	)
	t.last, t.shown = last, shown
}

func (t *tale) finish() {
	lead := t.lead()
	switch t.ends {
	case order.Approved, order.Completed:
		who := lead
		if t.customer == acme && t.no%3 == 0 && t.no%5 != 4 {
			who = acmeStaff // an approver who is a collaborator
		}
		t.move(1.5, who, order.Approved, order.Review)
		if t.ends == order.Completed {
			t.move(3, []string{t.designer, manager}[t.no%2], order.Completed, order.StatusControl)
		}
	case order.GuestRevision:
		t.act(1, lead, order.AskGuest, "", order.GuestRevision)
	case order.OnHold:
		t.act(1, []string{t.designer, lead}[t.no%2], order.Hold, holdReasons[t.no%len(holdReasons)], order.OnHold)
	case order.CancelledOff:
		t.act(2, lead, order.Cancel, "", order.CancelledOff)
	}
	switch t.flag {
	case archived:
		t.act(1, production, order.Archive, "", "")
	case frozen:
		t.act(1, manager, order.Freeze, "", "")
	}
	if t.no == 24 { // one order shows a file of the customer success team, another has a tab disabled
		mock := piece{
			name:   fileName(t.name, "_on_the_shelf", artwork.JPEG),
			design: artwork.Photo{Label: t.labelDesign(t.no, 2), Wall: "#b9c4cc", Bottle: true}.Design(),
			format: artwork.JPEG,
		}
		t.attach(.5, cso, proof.CustomerReview, "mockup", mock)
	}
	if t.no == 21 {
		off := true
		t.do(
			.2,
			manager,
			"switches the internal tab off",
			"",
			"",
			&commands.ChangeSettings{
				Order:      t.id,
				Attachment: t.proof,
				Change:     proof.SettingsChanged{InternalDisabled: &off},
			},
		)
	}
}
