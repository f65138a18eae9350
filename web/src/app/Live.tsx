import { Outlet } from 'react-router';
import { useProfileQuery } from '@/api/generated';
import { Brand } from './shell/Brand';
import { useOutbox } from './shell/useOutbox';
import { useLiveActions } from './shell/useLiveActions';
import { useRealtime } from './shell/useRealtime';
import { useReauth } from './shell/useReauth';

/**
 * What every page of a session needs, in the shell and on the proof screen: live updates and the
 * tenant's brand.
 */
export function Live() {
  const { data } = useProfileQuery();
  useRealtime();
  useLiveActions();
  useReauth();
  useOutbox();
  return (
    <>
      {data?.success && <Brand theme={data.data.theme} />}
      <Outlet />
    </>
  );
}
