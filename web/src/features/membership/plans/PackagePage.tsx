import { Link } from 'react-router';
import { useAbility } from '@/api/hooks';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import { PlanChoices, type PlanGroup } from './PlanChoices';

const all: PlanGroup[] = [{ name: 'Plans', has: () => true }];

/** `/membership/package`: the plans that the account can have, side by side (SH-084). */
export default function PackagePage() {
  const able = useAbility('manage-membership');
  if (!able) return <NotForYou />;
  return (
    <Page title="Compare plans" above={<Link to="/membership/service">Membership</Link>}>
      <PlanChoices groups={all} />
    </Page>
  );
}
