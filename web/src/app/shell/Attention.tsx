import { useLayoutEffect } from 'react';
import type { Profile } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '@/ui';
import classes from './shell.module.css';

const attention = onDemand(() => import('@/features/profile/attention'));

/**
 * Reports whether the profile gate applies to the user. People who can change nothing cannot
 * complete a profile either.
 */
export const isIncomplete = ({ role, viewOnly, isProfileComplete, isClientProfileComplete }: Profile): boolean =>
  !(isProfileComplete && isClientProfileComplete) && !viewOnly && role !== 'guest';

/** Asks for what is missing in the profile. Render it only for a user whose profile is incomplete. */
export function Gate({ me }: { me: Profile }) {
  const loaded = useOnDemand(attention, true, toastNotLoaded);
  return loaded ? <loaded.ProfileGate me={me} /> : null;
}

/** Says that the user's address is not verified. Its line is there before its code. */
export function Unverified({ email }: { email: string }) {
  const loaded = useOnDemand(attention, true, toastNotLoaded);
  return <div className={classes.unverified}>{loaded && <loaded.VerifyBanner email={email} />}</div>;
}

/** Says when the user's account is deleted (SH-152). Its line is there before its code. */
export function Leaving({ me, deletesAt }: { me: Profile; deletesAt: string }) {
  const loaded = useOnDemand(attention, true, toastNotLoaded);
  return <div className={classes.leaving}>{loaded && <loaded.DeletionBanner me={me} deletesAt={deletesAt} />}</div>;
}

/** Says that an admin acts as the user (D-48). The pages make room for it before its code is there. */
export function Impersonated({ me }: { me: Profile }) {
  const loaded = useOnDemand(attention, true, toastNotLoaded);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['bar'] = '';
    return () => {
      delete dataset['bar'];
    };
  }, []);
  return <div className={classes.bar}>{loaded && <loaded.ImpersonationBar me={me} />}</div>;
}
