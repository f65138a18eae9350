import { Link, Navigate } from 'react-router';
import { useAbility } from '@/api/hooks';
import { Page } from '@/ui/Page';
import { PlanChoices, type PlanGroup } from './PlanChoices';

const all: PlanGroup[] = [{ name: 'Plans', has: () => true }];

/** `/membership/package`: the plans that the account can have, side by side (SH-084). */
export default function PackagePage() {
  const able = useAbility('manage-membership');
  if (!able) return <Navigate to="/" replace />;
  return (
    <Page title="Compare plans" above={<Link to="/membership/service">Membership</Link>}>
      <PlanChoices groups={all} />
    </Page>
  );
}
