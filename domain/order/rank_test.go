package order_test

import "github.com/proofboard/proofboard/domain/order"

// endRank is where a card goes that nobody put in a place.
var endRank = order.RankAtEnd(now)
