package translog

import (
	"fmt"
	"math/bits"

	"golang.org/x/mod/sumdb/tlog"
)

// frontier is the part of a tree that it needs in order to grow: the roots of its complete
// subtrees, one for each bit of its size.
type frontier struct {
	size  int64
	nodes [64]tlog.Hash // nodes[h] counts if bit h of size is set
	// made is called for each node that becomes complete, with its height and its index at that
	// height. It may be nil.
	made func(height int, n int64, hash tlog.Hash)
}

// add appends a leaf.
func (f *frontier) add(leaf tlog.Hash) {
	hash, n := leaf, f.size
	for h := 0; ; h++ {
		if f.made != nil {
			f.made(h, n, hash)
		}
		if f.size>>h&1 == 0 {
			f.nodes[h] = hash
			break
		}
		hash = tlog.NodeHash(f.nodes[h], hash)
		n /= 2
	}
	f.size++
}

// root returns the hash of the whole tree, the zero hash for an empty one.
func (f *frontier) root() (hash tlog.Hash) {
	first := true
	for rest := f.size; rest > 0; rest &= rest - 1 {
		node := f.nodes[bits.TrailingZeros64(uint64(rest))]
		if first {
			hash, first = node, false
		} else {
			hash = tlog.NodeHash(node, hash)
		}
	}
	return hash
}

// frontierOf reads the frontier of a size from a stored tree and checks it against the tree's
// signed hash.
func frontierOf(head Head, stored tlog.HashReader) (*frontier, error) {
	f := &frontier{size: head.Size}
	var heights []int
	var indexes []int64
	for h := range f.nodes {
		if head.Size>>h&1 == 1 {
			heights, indexes = append(heights, h), append(indexes, tlog.StoredHashIndex(h, head.Size>>h-1))
		}
	}
	hashes, err := stored.ReadHashes(indexes)
	if err != nil {
		return nil, err
	}
	for i, h := range heights {
		f.nodes[h] = hashes[i]
	}
	if head.Size > 0 && f.root() != head.Hash {
		return nil, fmt.Errorf("%w: it does not lead to the signed head of %d events", ErrBrokenTree, head.Size)
	}
	return f, nil
}
