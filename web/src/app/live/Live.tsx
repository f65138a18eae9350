import { useEffect, useState } from 'react';
import { Outlet } from 'react-router';
import { type Profile, useProfileQuery } from '@/api/generated';
import { useApiDispatch, useSession } from '@/api/hooks';
import { themeLoaded } from '@/api/session/session';
import { Brand } from '@/shared/Brand';
import { ShortcutHelp } from '@/ui/keys/ShortcutHelp';
import { lazyPage } from '../pages/lazyPage';
import { PaletteHost } from '../palette/PaletteHost';
import { Gate, Impersonated, Updates } from '../shell/extras/Attention';
import { Conflicts } from './Conflicts';
import { useOutbox } from './useOutbox';
import { useLiveActions } from './useLiveActions';
import { useRealtime } from './useRealtime';
import { useReauth } from './useReauth';
import { useStepUp } from './useStepUp';

const RequiredFactor = lazyPage(() => import('@/features/factor/RequiredFactorPage'));

/**
 * What every page of a session needs, in the shell and on the proof screen: the tenant's brand, and
 * the second factor that the server demands before everything else (BY-045).
 */
export function Live() {
  const { data } = useProfileQuery();
  const me = data?.success ? data.data : undefined;
  // The stored theme applies until the profile is loaded.
  const { theme } = useSession();
  const brand = me?.theme ?? theme;
  const dispatch = useApiDispatch();
  useEffect(() => {
    if (me) dispatch(themeLoaded(me.theme));
  }, [me, dispatch]);
  // The page stays until its last step, which shows the recovery codes, and goes by itself.
  const [enrols, setEnrols] = useState(false);
  if (me?.mustAddFactor && !enrols) setEnrols(true);
  useReauth();
  useStepUp();
  return (
    <>
      {/* The page of the second factor applies it itself. */}
      {brand && !enrols && <Brand theme={brand} />}
      {me && enrols ? <RequiredFactor me={me} onDone={() => setEnrols(false)} /> : <Connected me={me} />}
    </>
  );
}

/** The pages with their live updates, the profile gate and the bar of an admin who acts as the user. */
function Connected({ me }: { me?: Profile }) {
  // The server ends the connection of a user who must add a second factor first.
  useRealtime(me !== undefined);
  useLiveActions();
  useOutbox();
  return (
    <>
      {me?.impersonation && <Impersonated me={me} />}
      <Outlet />
      {me && <PaletteHost me={me} />}
      <ShortcutHelp />
      {me?.profileGate?.closed && <Gate me={me} />}
      <Updates />
      <Conflicts />
    </>
  );
}
