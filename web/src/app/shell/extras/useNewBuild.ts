import { useEffect } from 'react';
import { apiError, genericError } from '@/api/request/envelope';
import { useBuildQuery } from '@/api/shell';
import { ownBuild } from '@/lib/ownBuild';
import { toast } from '@/ui';

/** How often an open page asks for the build that the server delivers, in ms. */
export const askEveryMs = 10 * 60_000;

/**
 * Says once that the server delivers another build than the one of this page (BD-433). It asks now and
 * then, when the window is looked at again, and whenever the socket was connected again, which
 * happens when a server is replaced. Drafts outlive the reload, and forms with changes ask first.
 */
export function useNewBuild(): void {
  const own = ownBuild();
  const { data, error } = useBuildQuery(undefined, {
    skip: !own,
    pollingInterval: askEveryMs,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
  });
  const newest = data?.data.build;
  useEffect(() => {
    if (!newest || newest === own) return;
    toast({
      id: 'new-build',
      type: 'UPDATE',
      title: 'New version',
      message: 'We have deployed this site with a new version.',
      action: { label: 'Refresh', run: () => window.location.reload() },
      lasting: true,
    });
  }, [newest, own]);
  // Without a connection there is nothing to say: other parts of the page tell it (BD-434).
  const failure = error ? apiError(error) : undefined;
  const told = failure && failure.title !== genericError.title ? failure.title : undefined;
  useEffect(() => {
    if (told) toast({ id: 'new-build-failed', type: 'WARNING', title: 'Failed', message: told });
  }, [told]);
}
