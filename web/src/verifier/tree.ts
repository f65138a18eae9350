import { sha256 } from '@noble/hashes/sha2.js';
import { concat, equal } from './bytes';

const leaf = (record: Uint8Array) => sha256(concat(Uint8Array.of(0), record));

const node = (left: Uint8Array, right: Uint8Array) => sha256(concat(Uint8Array.of(1), left, right));

/**
 * Reports whether a record is the leaf with this index of the Merkle tree with this size and hash
 * (RFC 9162, 2.1.3.2).
 */
export function includes(
  root: { size: number; hash: Uint8Array },
  index: number,
  record: Uint8Array,
  path: readonly Uint8Array[],
): boolean {
  if (index < 0 || index >= root.size) return false;
  let at = index;
  let last = root.size - 1;
  let hash = leaf(record);
  for (const other of path) {
    if (last === 0 || other.length !== 32) return false;
    if (at % 2 === 1 || at === last) {
      hash = node(other, hash);
      while (at % 2 === 0 && at !== 0) {
        at /= 2;
        last = Math.floor(last / 2);
      }
    } else {
      hash = node(hash, other);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 && equal(hash, root.hash);
}
