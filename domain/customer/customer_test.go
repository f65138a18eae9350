package customer_test

import (
	"strings"
	"testing"
	"time"

	"github.com/proofboard/proofboard/domain"
	"github.com/proofboard/proofboard/domain/customer"
	"github.com/proofboard/proofboard/domain/domaintest"
)

var customers = domaintest.Of(customer.Streams)

var (
	now     = domaintest.Now
	terms   = customer.Terms{Package: "Studio 12", MaxActiveOrders: 12, Storage: 20 << 30}
	created = &customer.Created{Client: domain.DirectClient, Terms: terms}
	leaving = &customer.DeletionRequested{Reason: "We merge.", On: now}
	stays   = &customer.DeletionTakenBack{}
	deleted = &customer.WasDeleted{}
)

type decision = func(*customer.Customer) error

func create(client string, t customer.Terms) decision {
	return func(c *customer.Customer) error { return c.Create(client, t, now) }
}
func leave(reason string) decision {
	return func(c *customer.Customer) error { return c.RequestDeletion(reason, now) }
}
func stay(c *customer.Customer) error   { return c.TakeBackDeletion(now) }
func remove(c *customer.Customer) error { return c.Delete(now) }
func change(t customer.Terms) decision {
	return func(c *customer.Customer) error { return c.ChangeTerms(t, now) }
}

func TestACustomerBelongsToAReseller(t *testing.T) {
	customers.Given(t).When(create(domain.DirectClient, terms)).Then(created)
	customers.Given(t, created).When(create("brightside", terms)).ThenRefused(customer.ErrExists)
	for _, client := range []string{"", domain.ProviderClient} {
		customers.Given(t).When(create(client, terms)).ThenRefused(customer.ErrClient)
	}
}

func TestTermsHaveLimits(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*customer.Terms)
		valid  bool
	}{
		"unlimited":           {func(t *customer.Terms) { t.MaxActiveOrders, t.Storage = -1, -1 }, true},
		"nothing":             {func(t *customer.Terms) { *t = customer.Terms{} }, true},
		"a long name":         {func(t *customer.Terms) { t.Package = strings.Repeat("é", 101) }, false},
		"a name in bytes":     {func(t *customer.Terms) { t.Package = "\xff" }, false},
		"too many orders":     {func(t *customer.Terms) { t.MaxActiveOrders = 100_001 }, false},
		"too much storage":    {func(t *customer.Terms) { t.Storage = 1<<50 + 1 }, false},
		"negative additional": {func(t *customer.Terms) { t.AdditionalStorage = -1 }, false},
	} {
		t.Run(name, func(t *testing.T) {
			other := customer.Terms{Package: "Other"}
			c.change(&other)
			if out := customers.Given(t).When(create("brightside", other)); c.valid {
				out.Then(&customer.Created{Client: "brightside", Terms: other})
				customers.Given(t, created).When(change(other)).Then(&customer.TermsChanged{Terms: other})
			} else {
				out.ThenRefused(customer.ErrTerms)
				customers.Given(t, created).When(change(other)).ThenRefused(customer.ErrTerms)
			}
		})
	}
	customers.Given(t, created).When(change(terms)).ThenNothing()
	customers.Given(t).When(change(terms)).ThenRefused(domain.ErrNotFound)
	customers.Given(t, created, leaving).When(change(terms)).ThenRefused(customer.ErrLeaving)
}

func TestADeletionNeedsAReasonAndCanBeTakenBackFor30Days(t *testing.T) { // BD-020 BD-022 SH-175
	customers.Given(t, created).When(leave(" We merge. ")).Then(&customer.DeletionRequested{
		Reason: "We merge.", On: now.Add(30 * 24 * time.Hour).Truncate(time.Second),
	})
	for _, reason := range []string{"", "  ", strings.Repeat("x", 256)} {
		customers.Given(t, created).When(leave(reason)).ThenRefused(domain.ErrReasonMissing)
	}
	customers.Given(t, created, leaving).When(leave("again")).ThenRefused(customer.ErrLeaving)
	customers.Given(t, created, leaving).When(stay).Then(stays)
	customers.Given(t, created).When(stay).ThenRefused(customer.ErrNotLeaving)
	customers.Given(t, created, leaving, stays).When(remove).ThenRefused(customer.ErrNotLeaving)
	customers.Given(t, created, leaving).When(remove).Then(deleted)
	early := &customer.DeletionRequested{Reason: "We merge.", On: now.Add(time.Second)}
	customers.Given(t, created, early).When(remove).ThenRefused(customer.ErrTooEarly)
	customers.Given(t, created, leaving, deleted).When(remove).ThenNothing()
	for _, do := range []decision{leave("again"), stay, change(terms)} {
		customers.Given(t, created, leaving, deleted).When(do).ThenRefused(domain.ErrNotFound)
		customers.Given(t).When(do).ThenRefused(domain.ErrNotFound)
	}
}

func TestAnAccountThatNobodyUsedIsGivenUpAtOnce(t *testing.T) { // D-238
	abandon := func(c *customer.Customer) error { return c.Abandon(now) }
	at := &customer.DeletionRequested{On: now.Truncate(time.Second)}
	customers.Given(t, created).When(abandon).Then(at)
	customers.Given(t, created, at).When(remove).Then(deleted)
	customers.Given(t, created, leaving).When(abandon).ThenRefused(customer.ErrLeaving)
	customers.Given(t).When(abandon).ThenRefused(domain.ErrNotFound)
}

func TestOwnersAreRemindedAWeekAndADayBeforeTheDeletion(t *testing.T) { // D-79
	remind := func(c *customer.Customer) error { return c.Remind(now) }
	due := func(in time.Duration) *customer.DeletionRequested {
		return &customer.DeletionRequested{Reason: "We merge.", On: now.Add(in)}
	}
	const day = 24 * time.Hour
	week, last := &customer.DeletionNear{Days: 7}, &customer.DeletionNear{Days: 1}
	customers.Given(t, created, due(7*day+time.Second)).When(remind).ThenNothing()
	customers.Given(t, created, due(7*day)).When(remind).Then(week)
	customers.Given(t, created, due(3*day), week).When(remind).ThenNothing()
	customers.Given(t, created, due(day), week).When(remind).Then(last)
	customers.Given(t, created, due(time.Hour)).When(remind).Then(last) // nobody reminded them before
	customers.Given(t, created, due(time.Hour), week, last).When(remind).ThenNothing()
	customers.Given(t, created, due(0)).When(remind).ThenNothing()
	customers.Given(t, created, due(day), week, stays).When(remind).ThenNothing()
	customers.Given(t, created, due(day), week, stays, due(day)).When(remind).Then(last)
	customers.Given(t, created).When(remind).ThenNothing()
}
