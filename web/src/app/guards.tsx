import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { baseApi } from '@/api/request/base';
import { useApiDispatch, useSession } from '@/api/hooks';
import { isSignedIn, redirectRemembered } from '@/api/session/session';
import { PageSkeleton } from '@/ui/page/PageSkeleton';

/**
 * Requires a session. Otherwise it redirects to the customer sign-in, which returns here afterwards
 * (SH-045).
 */
export function RequireSession() {
  const session = useSession();
  const dispatch = useApiDispatch();
  const { pathname, search } = useLocation();
  const allowed = isSignedIn(session);
  const wanted = pathname + search;
  const remembered = session.redirectPath;

  useEffect(() => {
    if (!allowed && wanted !== '/') dispatch(redirectRemembered(wanted));
    // The stored path was meant for this sign-in.
    if (allowed && remembered !== null) dispatch(redirectRemembered(null));
  }, [allowed, wanted, remembered, dispatch]);

  return allowed ? <Outlet /> : <Navigate to="/signin" replace />;
}

/**
 * `/clear-history`: deletes everything the app stored in this browser and starts at the root
 * (D-27).
 */
export function ClearHistory() {
  const dispatch = useApiDispatch();
  useEffect(() => {
    const clear = async () => {
      window.localStorage.clear();
      window.sessionStorage.clear();
      const caches = window.caches;
      if (caches) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
      window.location.replace('/');
    };
    dispatch(baseApi.util.resetApiState());
    void clear();
  }, [dispatch]);
  return <PageSkeleton />;
}
