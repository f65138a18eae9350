import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Profile } from '@/api/generated';
import { time } from '@/lib/dates';
import { Icon } from '@/ui';
import classes from './ImpersonationBar.module.css';

/** Says on every page that an admin acts as the user, and until when (D-48). */
export function ImpersonationBar({ me: { impersonation, firstname, lastname } }: { me: Profile }) {
  if (!impersonation) return null;
  return (
    <section className={classes.bar} aria-label="Impersonation">
      <Icon name="users" size={16} />
      <p>
        {impersonation.by} is acting as {`${firstname} ${lastname}`.trim()} until {time(impersonation.until)}
      </p>
      {/* Signing out ends it on the server too. */}
      <Button component={Link} to="/signout" variant="default" size="compact-xs" className={classes.end}>
        End
      </Button>
    </section>
  );
}
