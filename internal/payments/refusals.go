package payments

// sentences say why a card was refused, by Stripe's codes. A stolen card has the same sentence as any other
// refusal, as Stripe advises: a thief should not learn that the bank knows.
var sentences = map[string]string{
	"authentication_required": "The bank wants you to confirm this payment. Pay it on the page of the invoice.",
	"card_not_supported":      "The card cannot be used for this payment.",
	"currency_not_supported":  "The card cannot be used for this currency.",
	"expired_card":            "The card has expired.",
	"incorrect_cvc":           "The security code of the card is wrong.",
	"incorrect_number":        "The number of the card is wrong.",
	"insufficient_funds":      "There is not enough money on the card.",
	"invalid_expiry_month":    "The month in which the card expires is wrong.",
	"invalid_expiry_year":     "The year in which the card expires is wrong.",
	"processing_error":        "The bank could not be reached. Try again soon.",
	"try_again_later":         "The bank could not be reached. Try again soon.",
}

// Sentence says why a card was refused.
func Sentence(code string) string {
	if s, known := sentences[code]; known {
		return s
	}
	return "The bank refused the card. Ask it for the reason, or use another card."
}
