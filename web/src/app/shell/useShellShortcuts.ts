import { useNavigate } from 'react-router';
import type { Profile } from '@/api/generated';
import { useSession } from '@/api/hooks';
import { viewOf } from '@/api/session/session';
import { useShortcuts } from '@/ui';
import { placesOf } from '../places/places';

/** The shortcuts that work on every page of the shell. Those to places need the user. */
export function useShellShortcuts(me: Profile | undefined, toggleSidebar: () => void): void {
  const navigate = useNavigate();
  const session = useSession();
  const places = me ? placesOf(me, viewOf(me, session)).flatMap((group) => group.places) : [];
  const group = 'Everywhere';
  useShortcuts([
    ...places.flatMap(({ to, label, keys }) =>
      keys ? [{ keys, what: `Go to ${label}`, group, run: () => void navigate(to) }] : [],
    ),
    { keys: '[', what: 'Collapse or open the sidebar', group, run: toggleSidebar },
    { keys: 'Escape', what: 'Close a dialog or menu, leave a field', group },
  ]);
}
