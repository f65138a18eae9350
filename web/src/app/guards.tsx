import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { baseApi } from '@/api/base';
import { useApiDispatch, useSession } from '@/api/hooks';
import { isSignedIn, redirectRemembered } from '@/api/session';
import { PageSkeleton } from '@/ui/PageSkeleton';

/** Lets only a session in; anybody else goes to the customer sign-in and comes back here afterwards (SH-045). */
export function RequireSession() {
  const session = useSession();
  const dispatch = useApiDispatch();
  const { pathname, search } = useLocation();
  const allowed = isSignedIn(session);
  const wanted = pathname + search;
  const remembered = session.redirectPath;

  useEffect(() => {
    if (!allowed && wanted !== '/') dispatch(redirectRemembered(wanted));
    if (allowed && remembered !== null) dispatch(redirectRemembered(null)); // it was for this sign-in
  }, [allowed, wanted, remembered, dispatch]);

  return allowed ? <Outlet /> : <Navigate to="/signin" replace />;
}

/** `/clear-history`: forgets everything this browser keeps for the app and starts at the root (D-27). */
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
