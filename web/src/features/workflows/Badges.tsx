import type { Workflow } from '@/api/approvals';
import { Tag, type Tone } from '@/ui/content/Tag';
import { phaseLabel } from './words';

const tones: Partial<Record<Workflow['phase'], Tone>> = { draft: 'warning', published: 'good' };

/** The state of a workflow, and whether new orders get it. */
export function Badges({ workflow: { phase, chosen } }: { workflow: Pick<Workflow, 'phase' | 'chosen'> }) {
  return (
    <>
      <Tag tone={tones[phase]}>{phaseLabel(phase)}</Tag>
      {chosen && <Tag tone="brand">Used for new orders</Tag>}
    </>
  );
}
