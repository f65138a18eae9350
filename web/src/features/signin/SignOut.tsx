import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { baseApi } from '@/api/request/base';
import { generatedApi } from '@/api/generated';
import { useApiDispatch, useSession } from '@/api/hooks';
import { outboxStorage } from '@/api/outbox/outboxStorage';
import { adminClient, isSignedIn, redirectRemembered, signedOut } from '@/api/session/session';
import { toastError } from '@/shared/command/notify';
import { recent } from '@/shared/recent';
import { PageSkeleton } from '@/ui/page/PageSkeleton';

/**
 * `/signout`: ends the session and goes to the root, which redirects to the sign-in
 * (SH-040..SH-043). An admin who acts as somebody else also ends that on the server (D-48).
 */
export default function SignOut() {
  const session = useSession();
  const dispatch = useApiDispatch();
  const navigate = useNavigate();
  const { data: profile } = generatedApi.endpoints.profile.useQueryState();
  const impersonated = profile?.data?.impersonation !== undefined;
  const done = useRef(false);

  useEffect(() => {
    if (done.current) return;
    done.current = true;
    const end = async () => {
      if ((session.clientId === adminClient || impersonated) && isSignedIn(session)) {
        const { error } = await dispatch(generatedApi.endpoints.logout.initiate());
        if (error) toastError(error);
      }
      dispatch(redirectRemembered(null));
      outboxStorage.clear();
      recent.clear();
      dispatch(signedOut());
      dispatch(baseApi.util.resetApiState());
      await navigate('/', { replace: true });
    };
    void end();
  }, [session, impersonated, dispatch, navigate]);

  return <PageSkeleton />;
}
