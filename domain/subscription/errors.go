package subscription

import "github.com/proofboard/proofboard/domain"

func refused(reason, message string) *domain.Error {
	return &domain.Error{Code: domain.Conflict, Reason: "subscription." + reason, Message: message}
}

// Errors of subscriptions.
var (
	ErrZone = &domain.Error{
		Code:    domain.Invalid,
		Reason:  "subscription.zone_invalid",
		Message: "The time zone of the account is not known. Set it in the profile.",
	}
	ErrStarted       = refused("started", "This account has a subscription already.")
	ErrNotActive     = refused("not_active", "The subscription is not active.")
	ErrCancelled     = refused("cancelled", "This subscription is cancelled already.")
	ErrSamePlan      = refused("same_plan", "This is the plan you have.")
	ErrOtherCurrency = refused("other_currency", "This plan is sold in another currency.")
	ErrScheduled     = refused("change_scheduled",
		"A change is scheduled for the end of this cycle. Cancel it first.")
	ErrNotScheduled = refused("no_change_scheduled", "This change is not scheduled.")
	ErrNotAtOnce    = refused("not_at_once", "This plan can begin when the present cycle ends.")
	ErrNoWayBack    = refused("no_way_back",
		"The plan before this change cannot be had again. Its cycle is over, or the plan was changed once more.")
	ErrNotCancelled = refused("not_cancelled", "This subscription was not cancelled.")
	ErrNotOnLeave   = refused("not_on_leave", "This subscription is not on leave.")
	ErrLeaveEnd     = refused("leave_end_invalid",
		"A leave ends after the present cycle, and lasts 366 days at most.")
	ErrTooManyOrders = refused("too_many_active_orders", "There are too many active orders for this plan.")
	ErrTooMuchStored = refused("too_much_storage", "The files of this account do not fit into this plan.")
	ErrNoOrders      = refused("no_orders_left",
		"All orders of this cycle are used. Add orders, or choose a larger plan.")
	ErrNoHours = refused("no_hours_left",
		"All hours of this cycle are used. Add hours, or choose a larger plan.")
	ErrPastDue   = refused("past_due", "An invoice is past due. Pay it first.")
	ErrSuspended = refused("suspended",
		"An invoice has been past due for more than 14 days. Pay it to place new orders.")
	// ErrOnLeave has the wording of the decisions (D-52).
	ErrOnLeave = refused("on_leave",
		"Your subscription is on leave. Please contact the account owner to reactivate it.")
	// ErrTrialOver has the wording of the decisions (D-56).
	ErrTrialOver = refused("trial_over", "Your free trial has ended. Choose a plan to place new orders.")
	// ErrInTrial has the wording of the documents (BD-411).
	ErrInTrial = refused("in_trial", "This feature is restricted during free trial.")
	ErrNoPlan  = refused("none", "Choose a plan before you buy extra resources.")
	ErrNoAddOn = refused("no_add_on", "This account does not have this pack.")
	ErrOver    = refused("ended", "The subscription has ended. Choose a plan to place new orders.")
)
