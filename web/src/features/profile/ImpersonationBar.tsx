import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { Profile } from '@/api/generated';
import { time } from '@/lib/format/dates';
import { Icon } from '@/ui';
import classes from './ImpersonationBar.module.css';

/** Says on every page that an admin acts as the user, and until when (D-48). */
export function ImpersonationBar({ me: { impersonation, firstname, lastname } }: { me: Profile }) {
  const navigate = useNavigate();
  if (!impersonation) return null;
  return (
    <section className={classes.bar} aria-label="Impersonation">
      <Icon name="users" size={16} />
      <p>
        {impersonation.by} is acting as {`${firstname} ${lastname}`.trim()} until {time(impersonation.until)}
      </p>
      {/* Signing out ends it on the server too. A link would come before the one that skips to the content. */}
      <Button onClick={() => void navigate('/signout')} variant="default" size="compact-xs" className={classes.end}>
        End
      </Button>
    </section>
  );
}
