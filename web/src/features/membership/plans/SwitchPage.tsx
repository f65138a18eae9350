import { Link } from 'react-router';
import { useAbility } from '@/api/hooks';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { PlanChoices, type PlanGroup } from './PlanChoices';

const groups: PlanGroup[] = [
  {
    name: 'Pay as you Go',
    has: ({ payg }) => payg === true,
    about: 'Nothing is paid in advance: the time that is worked on an order is billed by the hour when the order ends.',
  },
  {
    name: 'Subscription',
    has: ({ payg }) => !payg,
    about: 'You pay for each cycle in advance, and hours of work are included up to the limit of the plan.',
  },
];

/** `/payg/switch`: the plans with work that is paid by the hour, and those with hours included (SH-082). */
export default function SwitchPage() {
  const able = useAbility('manage-membership');
  if (!able) return <NotForYou />;
  return (
    <Page title="Subscription or Pay as you Go" above={<Link to="/payg">Pay as you Go</Link>}>
      <PlanChoices groups={groups} />
    </Page>
  );
}
