import { useEffect, useState } from 'react';
import { type ProfileTheme, useBrandQuery } from '@/api/generated';
import { useSession } from '@/api/hooks';
import { isSignedIn } from '@/api/session/session';

/** How long a page waits for the brand before it shows without it, in ms. */
export const brandMs = 1500;

/**
 * Returns the brand of a page that needs no session: that of the host name, or in a session the
 * user's own. `ready` is set once it is known, cannot be read, or takes too long.
 */
export function useEntryBrand(): { theme: ProfileTheme | undefined; ready: boolean } {
  const session = useSession();
  const own = isSignedIn(session) ? session.theme : null;
  const { data, isError } = useBrandQuery(undefined, { skip: own !== null });
  const theme = own ?? data?.data.theme;
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), brandMs);
    return () => clearTimeout(timer);
  }, []);
  return { theme, ready: theme !== undefined || isError || late };
}
