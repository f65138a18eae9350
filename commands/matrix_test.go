package commands_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/proofboard/proofboard/commands"
	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/inbox"
	"github.com/proofboard/proofboard/domain/order"
	"github.com/proofboard/proofboard/domain/proof"
)

const (
	managers = "manager creative_manager production_manager admin"
	provider = "operator " + managers
)

// scene is an order with three attachments: public is for customer review and has two versions,
// internal is for internal review, and supplied was uploaded by the customer. Both topics are on
// the first version of public. topicP is on the public tab and has a comment, topicI is on the
// internal tab. saidP and saidI are the same in the order's conversation.
type scene struct {
	*world
	order                        uuid.UUID
	public, internal, supplied   uuid.UUID
	versionP, versionI, versionS uuid.UUID
	topicP, topicI               commands.TopicPath
	saidP, saidI                 commands.TopicPath
	comment, answer              uuid.UUID
}

// newScene creates the scene with the order in status s, which is either in progress or in review.
// Topic topicP is opened by the sender by, or by the operator if the sender cannot open one.
func newScene(t *testing.T, s order.Status, by domain.Actor) *scene {
	t.Helper()
	w := newWorld(t)
	sc := &scene{world: w, order: w.in(order.InProgress, "label"), comment: id("comment"), answer: id("answer")}
	sc.public, sc.versionP = w.attach(sc.order, "public", proof.CustomerReview, operator)
	sc.internal, sc.versionI = w.attach(sc.order, "internal", proof.InternalReview, operator)
	sc.supplied, sc.versionS = w.attach(sc.order, "supplied", proof.SuppliedFiles, owner)
	w.must(
		&commands.AddVersion{Order: sc.order, Attachment: sc.public, Version: id("second"), File: file("b")},
		operator,
	)
	sc.topicP = commands.TopicPath{Order: sc.order, Attachment: sc.public, Version: sc.versionP, Topic: id("topic p")}
	sc.topicI = commands.TopicPath{Order: sc.order, Attachment: sc.public, Version: sc.versionP, Topic: id("topic i")}
	if s == order.InReview {
		w.must(moving(sc.order, s, order.StatusControl), manager)
	}
	author := by
	// These senders cannot open a topic themselves.
	if by.Role == domain.Guest || by.Role == domain.CSO || s == order.InProgress {
		author = operator
	}
	w.open(sc.topicP, true, author)
	w.must(&commands.AddComment{TopicPath: sc.topicP, Comment: sc.comment, Message: says("a comment")}, author)
	w.open(sc.topicI, false, operator)
	sc.saidP = commands.TopicPath{Order: sc.order, Topic: id("said p")}
	sc.saidI = commands.TopicPath{Order: sc.order, Topic: id("said i")}
	w.open(sc.saidP, true, author)
	w.must(&commands.AddComment{TopicPath: sc.saidP, Comment: sc.answer, Message: says("an answer")}, author)
	w.open(sc.saidI, false, operator)
	return sc
}

// matrix lists for each command the roles that may send it for an order in review. It was written
// by hand from SH-093..SH-107, 4.4, D-05, D-12 and D-26. The sender in the role staff created the
// order. Commands that require another status have their own tests.
var matrix = map[string]struct {
	may string
	cmd func(*scene) commands.Command
}{
	"draft an order for the customer": {
		"owner staff admin",
		func(*scene) commands.Command {
			return &commands.DraftOrder{Order: id("new"), Customer: acme, Details: named("New")}
		},
	},
	"import an order of the customer": { // BY-051
		"owner admin",
		func(*scene) commands.Command { return importing(id("imported"), acme, order.Queue) },
	},
	"import an order that is completed": {
		"admin",
		func(*scene) commands.Command { return importing(id("imported"), acme, order.Completed) },
	},
	"duplicate": {
		"owner staff",
		func(s *scene) commands.Command { return &commands.DuplicateOrder{Order: id("copy"), Of: s.order} },
	},
	"change details": {"owner " + managers, func(s *scene) commands.Command {
		n := "Renamed"
		return &commands.ChangeOrderDetails{Order: s.order, Change: order.DetailsChanged{Name: &n}}
	}},
	"assign": {
		managers,
		func(s *scene) commands.Command {
			return &commands.AssignOrder{Order: s.order, Operator: &operator.ID, Manager: &manager.ID}
		},
	},
	"set the team": {
		"owner staff " + managers,
		func(s *scene) commands.Command {
			return &commands.SetCollaborators{Order: s.order, Users: []uuid.UUID{mate.ID}}
		},
	},
	"choose the watermark": {"owner " + managers, func(s *scene) commands.Command {
		return &commands.SetWatermark{Order: s.order, Use: order.NoWatermark}
	}},
	"drop into approved": {
		"owner staff " + managers,
		func(s *scene) commands.Command { return moving(s.order, order.Approved, order.Board) },
	},
	"drop into in progress": {
		provider,
		func(s *scene) commands.Command { return moving(s.order, order.InProgress, order.Board) },
	},
	"change the status to approved": {
		"owner staff " + managers,
		func(s *scene) commands.Command { return moving(s.order, order.Approved, order.StatusControl) },
	},
	"Order Approved on the proof": {
		"owner staff",
		func(s *scene) commands.Command { return reviewing(s, order.Approved, s.public) },
	},
	"hold": {
		"owner staff " + provider,
		func(s *scene) commands.Command {
			return &commands.ActOnOrder{Order: s.order, Action: order.Hold, Reason: "wait"}
		},
	},
	"cancel": {
		"owner staff " + provider,
		func(s *scene) commands.Command { return &commands.ActOnOrder{Order: s.order, Action: order.Cancel} },
	},
	"ask the guest": {
		"owner " + managers,
		func(s *scene) commands.Command { return &commands.ActOnOrder{Order: s.order, Action: order.AskGuest} },
	},
	"freeze": {
		managers,
		func(s *scene) commands.Command { return &commands.ActOnOrder{Order: s.order, Action: order.Freeze} },
	},
	"attach for customer review": {
		"cso " + provider,
		func(s *scene) commands.Command { return attaching(s, proof.CustomerReview) },
	},
	"attach for internal review": {
		provider,
		func(s *scene) commands.Command { return attaching(s, proof.InternalReview) },
	},
	"supply a file": {
		"owner staff " + provider,
		func(s *scene) commands.Command { return attaching(s, proof.SuppliedFiles) },
	},
	"add a version to a proof": {
		provider,
		func(s *scene) commands.Command {
			return &commands.AddVersion{Order: s.order, Attachment: s.public, Version: id("v9"), File: file("c")}
		},
	},
	"add a version to a supplied file": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.AddVersion{Order: s.order, Attachment: s.supplied, Version: id("v9"), File: file("c")}
	}},
	"replace a file": {provider, func(s *scene) commands.Command {
		return &commands.ReplaceFile{Order: s.order, Attachment: s.public, Version: s.versionP, File: file("c")}
	}},
	"delete a version": {managers, func(s *scene) commands.Command {
		return &commands.DeleteVersion{Order: s.order, Attachment: s.public, Version: s.versionP, Reason: "wrong"}
	}},
	"delete a proof": {
		provider,
		func(s *scene) commands.Command {
			return &commands.DeleteAttachment{Order: s.order, Attachment: s.public}
		},
	},
	"delete an internal proof": {
		managers,
		func(s *scene) commands.Command {
			return &commands.DeleteAttachment{Order: s.order, Attachment: s.internal}
		},
	},
	"delete a supplied file": {
		"owner " + managers,
		func(s *scene) commands.Command {
			return &commands.DeleteAttachment{Order: s.order, Attachment: s.supplied}
		},
	},
	"switch tabs": {managers, func(s *scene) commands.Command {
		on := true
		return &commands.ChangeSettings{
			Order:      s.order,
			Attachment: s.public,
			Change:     proof.SettingsChanged{PublicDisabled: &on},
		}
	}},
	"request a review": {
		provider,
		func(s *scene) commands.Command { return &commands.RequestReview{Order: s.order, Attachment: s.public} },
	},
	"open a public topic": {
		"owner staff " + provider,
		func(s *scene) commands.Command { return opening(s, s.public, s.versionP, true) },
	},
	"open an internal topic": {
		provider,
		func(s *scene) commands.Command { return opening(s, s.internal, s.versionI, false) },
	},
	"reply publicly": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.AddComment{TopicPath: s.topicP, Comment: id("c9"), Message: says("x")}
	}},
	"reply internally": {provider, func(s *scene) commands.Command {
		return &commands.AddComment{TopicPath: s.topicI, Comment: id("c9"), Message: says("x")}
	}},
	"resolve a public topic": {
		"owner staff " + provider,
		func(s *scene) commands.Command { return &commands.ResolveTopic{TopicPath: s.topicP, Resolved: true} },
	},
	"resolve an internal topic": {
		provider,
		func(s *scene) commands.Command { return &commands.ResolveTopic{TopicPath: s.topicI, Resolved: true} },
	},
	// The same people write on the public and the internal tab of a conversation as on those of a proof (BY-061).
	"write to the customer": {"owner staff " + provider, func(s *scene) commands.Command { return saying(s, true) }},
	"reply in the conversation": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.AddComment{TopicPath: s.saidP, Comment: id("c9"), Message: says("x")}
	}},
	"reply internally in the conversation": {provider, func(s *scene) commands.Command {
		return &commands.AddComment{TopicPath: s.saidI, Comment: id("c9"), Message: says("x")}
	}},
	"edit one's message": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.EditTopicMessage{TopicPath: s.saidP, Message: says("x")}
	}},
	"edit one's reply": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.EditComment{TopicPath: s.saidP, Comment: s.answer, Message: says("x")}
	}},
	"delete one's reply": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.DeleteComment{TopicPath: s.saidP, Comment: s.answer}
	}},
	"delete one's message": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.DeleteTopic{TopicPath: s.saidP}
	}},
	"edit another's message": {"operator", func(s *scene) commands.Command {
		return &commands.EditTopicMessage{TopicPath: s.saidI, Message: says("x")}
	}},
	"delete another's message": {"operator", func(s *scene) commands.Command {
		return &commands.DeleteTopic{TopicPath: s.saidI}
	}},
	"edit one's topic": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.EditTopicMessage{TopicPath: s.topicP, Message: says("x")}
	}},
	"reshape one's mark": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.UpdateAnnotation{TopicPath: s.topicP, Annotation: `{"className":"rect"}`}
	}},
	"edit one's comment": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.EditComment{TopicPath: s.topicP, Comment: s.comment, Message: says("x")}
	}},
	"delete one's comment": {"owner staff " + provider, func(s *scene) commands.Command {
		return &commands.DeleteComment{TopicPath: s.topicP, Comment: s.comment}
	}},
	"delete one's topic": {
		"owner staff " + provider,
		func(s *scene) commands.Command { return &commands.DeleteTopic{TopicPath: s.topicP} },
	},
	"invite a guest": {"owner " + provider, func(s *scene) commands.Command {
		return &commands.InviteGuest{
			Order:       s.order,
			Guest:       id("visitor"),
			Attachments: []uuid.UUID{s.public},
			Expires:     clock().Add(24 * time.Hour),
		}
	}},
	"promote": {
		"",
		func(s *scene) commands.Command { return &commands.PromoteNext{Order: s.order, Freed: math.MaxInt64} },
	},
	"notify": {"", func(*scene) commands.Command {
		return &commands.Notify{
			Person: owner.ID,
			News:   []inbox.News{{Notified: inbox.Notified{Message: id("m"), Group: "g"}}},
		}
	}},
	"edit another's topic": {"operator", func(s *scene) commands.Command {
		return &commands.EditTopicMessage{TopicPath: s.topicI, Message: says("x")}
	}},
	"delete another's topic": {
		"operator",
		func(s *scene) commands.Command { return &commands.DeleteTopic{TopicPath: s.topicI} },
	},
}

func reviewing(s *scene, to order.Status, attachment uuid.UUID) commands.Command {
	return &commands.MoveOrder{Order: s.order, To: to, Via: order.Review, Reason: "a reason", Attachment: attachment}
}

func attaching(s *scene, k proof.Kind) commands.Command {
	return &commands.AddAttachment{
		Order:      s.order,
		Attachment: id("attachment"),
		Kind:       k,
		Version:    id("attachment v1"),
		File:       file("a"),
	}
}

func opening(s *scene, attachment, version uuid.UUID, public bool) commands.Command {
	return &commands.OpenTopic{
		TopicPath: commands.TopicPath{Order: s.order, Attachment: attachment, Version: version, Topic: id("topic")},
		Public:    &public,
		Message:   says("x"),
	}
}

func saying(s *scene, public bool) commands.Command {
	return &commands.OpenTopic{
		TopicPath: commands.TopicPath{Order: s.order, Topic: id("topic")}, Public: &public, Message: says("x"),
	}
}

func TestWhoMayDoWhichCommand(t *testing.T) { // SH-093..SH-105, BD-300, BD-302, BY-061
	for name, row := range matrix {
		t.Run(name, func(t *testing.T) {
			for _, by := range everybody {
				s := newScene(t, order.InReview, by)
				before := s.appends
				_, err := s.do(row.cmd(s), by)
				if want := slices.Contains(strings.Fields(row.may), string(by.Role)); (err == nil) != want {
					t.Errorf("%s: %v, want it allowed: %t", by.Role, err, want)
				}
				if err != nil {
					var e *domain.Error
					if !errors.As(err, &e) ||
						e.Code != domain.Forbidden && e.Code != domain.NotFound && e.Code != domain.Conflict {
						t.Errorf("%s: refused as %v", by.Role, err)
					}
				}
				if (err == nil) != (s.appends > before) {
					t.Errorf("%s: %v, and %d appends", by.Role, err, s.appends-before)
				}
			}
		})
	}
}

func TestWhoApprovesAndRevisesVersions(t *testing.T) { // BD-166, BD-300, BD-301, D-12
	for _, by := range everybody {
		for _, approve := range []bool{true, false} {
			s := newScene(t, order.InProgress, by)
			if !approve {
				s.must(
					&commands.DecideVersion{Order: s.order, Attachment: s.public, Version: s.versionP, Approve: true},
					creative,
				)
			}
			c := &commands.DecideVersion{Order: s.order, Attachment: s.public, Version: s.versionP, Approve: approve}
			switch by.Role {
			case domain.CreativeManager, domain.ProductionManager, domain.Admin:
				s.must(c, by)
			case domain.Operator, domain.Manager:
				if e := s.refused(domain.ErrForbidden, c, by); e.Why == nil ||
					!slices.Equal(e.Why.AllowedRoles, strings.Fields("creative_manager production_manager admin")) {
					t.Errorf("%s: %+v", by.Role, e.Why)
				}
			default: // while in progress, they cannot see files they did not upload (BD-019)
				s.refused(domain.ErrNotFound, c, by)
			}
		}
	}
}

// Every command of a person from another account must return domain.ErrNotFound, so that they do
// not learn that the order, its proofs and its topics exist.
func TestForeignOrdersLookAsIfTheyDidNotExist(t *testing.T) {
	for name, row := range matrix {
		if strings.HasPrefix(name, "draft") || name == "promote" || name == "notify" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			for _, by := range []domain.Actor{rivalOwner, houseOwner, reseller, aGuest, {ID: owner.ID, Role: domain.Owner}} {
				s := newScene(t, order.InReview, owner)
				e := s.refused(domain.ErrNotFound, row.cmd(s), by)
				if e.Why != nil || e.Message != domain.ErrNotFound.Message {
					t.Errorf("%s of %s learns %+v", by.Role, by.ClientID, e)
				}
			}
		})
	}
	w := newWorld(t)
	w.draft("label")
	w.refused(domain.ErrNotFound, &commands.DraftOrder{Order: id("x"), Customer: acme, Details: named("x")}, rivalOwner)
	w.refused(domain.ErrNotFound, &commands.DraftOrder{Order: id("x"), Customer: acme, Details: named("x")}, reseller)
	w.must(&commands.DraftOrder{Order: id("x"), Customer: house, Details: named("x")}, reseller)
	w.refused(commands.ErrCustomerRequired, &commands.DraftOrder{Order: id("y"), Details: named("y")}, reseller)
	w.refused(
		domain.ErrNotFound,
		&commands.DraftOrder{Order: id("y"), Customer: id("nobody"), Details: named("y")},
		admin,
	)
	if got := w.order(id("x")); got.Client != "brightside" || got.Customer != house || got.Package != "House" ||
		got.Creator != reseller.ID {
		t.Errorf("a reseller's order: %+v", got)
	}
}

// The id of an order, proof, version or topic under the path of another one must not be found, not
// even by a sender who may see both.
func TestPathsThatDoNotHangTogetherAreNotFound(t *testing.T) {
	s := newScene(t, order.InReview, operator)
	other := s.in(order.InReview, "other")
	away, awayVersion := s.attach(other, "away", proof.CustomerReview, operator)
	for name, path := range map[string]commands.TopicPath{
		"another order":       {Order: other, Attachment: s.public, Version: s.versionP, Topic: s.topicP.Topic},
		"another attachment":  {Order: s.order, Attachment: s.internal, Version: s.versionP, Topic: s.topicP.Topic},
		"another version":     {Order: s.order, Attachment: s.public, Version: id("second"), Topic: s.topicP.Topic},
		"another's proof":     {Order: other, Attachment: away, Version: awayVersion, Topic: s.topicP.Topic},
		"no such topic":       {Order: s.order, Attachment: s.public, Version: s.versionP, Topic: id("none")},
		"the conversation":    {Order: s.order, Topic: s.topicP.Topic},
		"another's talk":      {Order: other, Topic: s.saidP.Topic},
		"a message as a mark": {Order: s.order, Attachment: s.public, Version: s.versionP, Topic: s.saidP.Topic},
		"a version alone":     {Order: s.order, Version: s.versionP, Topic: s.saidP.Topic},
	} {
		t.Run(name, func(t *testing.T) {
			s.refused(domain.ErrNotFound, &commands.ResolveTopic{TopicPath: path, Resolved: true}, operator)
			s.refused(
				domain.ErrNotFound, &commands.AddComment{TopicPath: path, Comment: id("c9"), Message: says("x")},
				operator,
			)
		})
	}
	s.refused(domain.ErrNotFound, &commands.RequestReview{Order: other, Attachment: s.public}, operator)
	s.refused(proof.ErrVersionUnknown, opening(s, s.public, awayVersion, true), operator)
	// An order is not a proof, and a proof is not an order.
	s.refused(domain.ErrNotFound, &commands.DeleteAttachment{Order: s.order, Attachment: s.order}, manager)
	s.refused(domain.ErrNotFound, moving(s.public, order.Approved, order.Board), manager)
}
