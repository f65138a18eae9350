import { useLayoutEffect } from 'react';
import type { Profile } from '@/api/generated';
import { isTold } from '@/features/membership/notices/seen';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '@/ui';
import classes from './Attention.module.css';

/** What shows besides the page: the banners, the business hours, and what few users are asked. */
export const extras = onDemand(() => import('./extras'));

/** Asks for what is missing in the profile. Render it only for a user whose profile gate is closed. */
export function Gate({ me }: { me: Profile }) {
  const loaded = useOnDemand(extras, true, toastNotLoaded);
  return loaded ? <loaded.ProfileGate me={me} /> : null;
}

/**
 * Shows what the user should know, such as that their account is deleted (SH-151, SH-152, SH-329). The
 * space of what the profile tells is there before the code. Announcements load once the page shows.
 */
export function Notices({ me }: { me: Profile }) {
  const plan = isTold(me) ? classes.subscription : undefined;
  const later = me.profileGate?.closesAt ? classes.subscription : plan;
  const told = me.deletesAt ? classes.leaving : me.emailIsVerified ? later : classes.unverified;
  const loaded = useOnDemand(extras, told !== undefined, toastNotLoaded);
  if (loaded) return <loaded.Banners me={me} />;
  return told === undefined ? null : <div className={told} />;
}

/** Says when there is a newer build of the app, and keeps the meters of the account up to date. */
export function Updates() {
  const loaded = useOnDemand(extras, false); // Loads once the page shows.
  if (!loaded) return null;
  return (
    <>
      <loaded.NewBuild />
      <loaded.FreshMeters />
    </>
  );
}

/** Says that an admin acts as the user (D-48). The pages make room for it before its code is there. */
export function Impersonated({ me }: { me: Profile }) {
  const loaded = useOnDemand(extras, true, toastNotLoaded);
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['bar'] = '';
    return () => {
      delete dataset['bar'];
    };
  }, []);
  return <div className={classes.bar}>{loaded && <loaded.ImpersonationBar me={me} />}</div>;
}

/** The guided tours, and the modal about a leave. They load once the page shows. */
export function Hosts({ me }: { me: Profile }) {
  const loaded = useOnDemand(extras, false);
  if (!loaded) return null;
  return (
    <>
      <loaded.TourHost me={me} />
      <loaded.MembershipHost me={me} />
    </>
  );
}
