import type { MemberState } from '@/api/people';
import { Tag, type Tone } from '@/ui/content/Tag';

const states: Record<MemberState, [words: string, tone?: Tone]> = {
  invited: ['Invited', 'brand'],
  active: ['Active', 'good'],
  deactivated: ['Deactivated'],
};

/** Says whether a person can sign in. */
export function StateBadge({ state }: { state: MemberState }) {
  const [words, tone] = states[state];
  return <Tag tone={tone}>{words}</Tag>;
}
