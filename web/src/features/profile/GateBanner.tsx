import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { ProfileGate } from '@/api/generated';
import { date } from '@/lib/format/dates';
import { Icon } from '@/ui';
import classes from './VerifyBanner.module.css';

/** Says until when the user can go on with an incomplete profile, and leads to it (D-290). */
export function GateBanner({ asks, closesAt }: { asks: ProfileGate['asks']; closesAt: string }) {
  const company = asks === 'company';
  const what = company ? 'the profile of your company' : 'your profile';
  const text = `Complete ${what} by ${date(closesAt)}. After that, you can change nothing until it is complete.`;
  return (
    <div className={classes.banner}>
      <Icon name="alert" size={16} />
      <p className={classes.lines} title={text}>
        {text}
      </p>
      <Button
        component={Link}
        to={company ? '/profile#company' : '/profile'}
        variant="default"
        size="compact-xs"
        className={classes.way}
      >
        Complete profile
      </Button>
    </div>
  );
}
