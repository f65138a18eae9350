import { Alert } from '@mantine/core';
import { Link } from 'react-router';
import { useSetupStateQuery } from '@/api/generated/account';
import { Icon } from '@/ui';
import classes from './signin.module.css';

/** Says on a new installation that nobody can sign in yet. A failed call shows nothing. */
export function SetupNotice() {
  // An older answer may come from before the setup.
  const { data, isFetching } = useSetupStateQuery(undefined, { refetchOnMountOrArgChange: true });
  if (isFetching || !data?.data.needed) return null;
  return (
    <Alert color="brand" variant="light" icon={<Icon name="info" />} className={classes.notice} role="status">
      This product is not set up yet. <Link to="/setup">Set it up</Link>
    </Alert>
  );
}
