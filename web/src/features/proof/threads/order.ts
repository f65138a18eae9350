import type { Topic } from '@/api';

/** Comments on the whole file first, oldest first; then the others in the order of their pins. */
export function byPin(topics: readonly Topic[], numbers: ReadonlyMap<string, number>): Topic[] {
  return topics.toSorted((a, b) => {
    const [x, y] = [numbers.get(a.id) ?? 0, numbers.get(b.id) ?? 0];
    return x - y || a.dateCreated.localeCompare(b.dateCreated) || a.id.localeCompare(b.id);
  });
}
