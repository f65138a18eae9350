import { Skeleton } from '@mantine/core';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useAbility } from '@/api/hooks';
import { useOfficeHoursQuery } from '@/api/shell';
import { ErrorState } from '@/ui';
import { Page } from '@/ui/page/Page';
import { NotForYou } from '@/shared/NotForYou';
import classes from './editor.module.css';
import { HoursEditor } from './HoursEditor';

/** The page on which admins edit the business hours, `/business-hours` (D-60). */
export default function HoursPage() {
  const able = useAbility('manage-business-hours');
  const { data, error, refetch } = useOfficeHoursQuery(undefined, { skip: !able, refetchOnMountOrArgChange: true });
  if (!able) return <NotForYou />;
  const failure = error && !data ? apiError(error) : undefined;
  return (
    <Page title="Business hours" above="When your people work">
      {failure && <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />}
      {!data && !failure && (
        <div className={classes.editor} role="status" aria-label="Loading the business hours">
          <Skeleton height={760} radius={10} />
          <Skeleton height={200} radius={10} />
        </div>
      )}
      {data && <HoursEditor office={data.data} />}
    </Page>
  );
}
