package order

import (
	"encoding/binary"
	"strings"
	"time"

	"github.com/google/uuid"
)

// A rank is a fractional index: base-62 digits compared byte by byte, so that a card can always be
// put between two others without touching them (D-10). The end of a zone needs no look at its last
// card: ranks made at the end begin with the time in microseconds, ten digits wide, and every rank
// made between two others stays below them.
const (
	digits    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	timeWidth = 10
	maxTime   = 62 * 62 * 62 * 62 * 62 * 62 * 62 * 62 * 62 * 62 // 62 to the power of timeWidth
	// MaxRank bounds a rank's length; one gap takes over 1,000 drops in a row to get there.
	MaxRank = 400
)

// RankAtEnd returns a rank after every rank made before at. Two orders that arrive in the same
// microsecond get different ranks from their ids.
func RankAtEnd(order uuid.UUID, at time.Time) string {
	n := binary.BigEndian.Uint64(order[8:])
	tail := []byte{digits[n%62], digits[n/62%62], digits[n/62/62%62], digits[1+n/62/62/62%61]}
	return encode(at.UnixMicro()) + string(tail)
}

func encode(n int64) string {
	b := make([]byte, timeWidth)
	for i := timeWidth - 1; i >= 0; i-- {
		b[i] = digits[n%62]
		n /= 62
	}
	return string(b)
}

// rankBehind returns a rank slightly above after. It is used in a zone whose last card has a later
// time, because another machine's clock is ahead.
func rankBehind(after, _ string, jitter uint32) (string, bool) {
	n := leading(after) + 1 + int64(jitter>>12)
	if n >= maxTime {
		return "", false
	}
	return encode(n) + string(digits[1+jitter%61]), true
}

// leading returns the time at the start of a rank.
func leading(rank string) int64 {
	var n int64
	for i := range timeWidth {
		n = n*62 + int64(digit(rank, i, 0))
	}
	return n
}

// rankAtTop returns a rank below before that is no longer than a new one, so that ranks do not grow
// when cards are put on top again and again.
func rankAtTop(before string, jitter uint32) (string, bool) {
	if len(before) < timeWidth {
		return "", false
	}
	n := leading(before) - 1 - int64(jitter>>12)
	if n <= 0 {
		return "", false
	}
	return encode(n) + string(digits[1+jitter%61]), true
}

// RankBetween returns a rank above after and below before. Either may be empty for an open end. The
// jitter (any random number) separates two people who drop into the same gap at once. It returns
// false if there is no room.
func RankBetween(after, before string, jitter uint32) (string, bool) {
	if before != "" && after >= before {
		return "", false
	}
	if after == "" {
		if r, ok := rankAtTop(before, jitter); ok {
			return r, true
		}
	}
	var b strings.Builder
	i, bounded := 0, before != ""
	for {
		if bounded && i >= len(before) {
			return "", false
		}
		lo, hi := digit(after, i, 0), 62
		if bounded {
			hi = digit(before, i, 0)
		}
		if hi-lo > 1 {
			b.WriteByte(digits[lo+1+int(jitter)%(hi-lo-1)])
			break
		}
		b.WriteByte(digits[lo])
		if hi > lo {
			bounded = false // already below before: what follows only has to stay above after
		}
		i++
	}
	for n := jitter / 61; n > 0 && b.Len() < i+4; n /= 62 {
		b.WriteByte(digits[n%62])
	}
	b.WriteByte(digits[1+int(jitter>>16)%61]) // a rank never ends in 0, so there is always room below it
	if b.Len() > MaxRank {
		return "", false
	}
	return b.String(), true
}

// RankRightBehind returns the upper bound of the gap right after a card. It is used for a drop
// whose other neighbour has moved away.
func RankRightBehind(after string) (before string) { return after + digits[61:] }

func digit(s string, i, beyond int) int {
	if i >= len(s) {
		return beyond
	}
	return strings.IndexByte(digits, s[i])
}
