import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import type { ApiState } from './state';
import type { BoardState } from './board/board';
import { type Profile, useProfileQuery } from './generated';
import { isSignedIn, selectSession, type Session, type View, viewOf } from './session/session';

/** The dispatch for code below `app`, which does not know the whole store. */
export const useApiDispatch = useDispatch.withTypes<ThunkDispatch<ApiState & BoardState, unknown, UnknownAction>>();
export const useApiSelector = useSelector.withTypes<ApiState>();

export function useSession(): Session {
  return useApiSelector(selectSession);
}

/** Returns the signed-in user; undefined until loaded. */
export function useMe() {
  const session = useSession();
  const { data } = useProfileQuery(undefined, { skip: !isSignedIn(session) });
  return data?.data;
}

/** Returns the view of the signed-in user (SH-164). */
export function useView(me: Profile): View {
  return viewOf(me, useSession());
}

/** Returns whether the signed-in user may do `action` on the named ability (SH-093). */
export function useAbility(
  ability: string,
  action: 'read' | 'create' | 'update' | 'delete' | 'visit' = 'read',
): boolean {
  return useMe()?.abilities[ability]?.includes(action) ?? false;
}
