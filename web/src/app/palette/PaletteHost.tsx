import { useSyncExternalStore } from 'react';
import type { Profile } from '@/api/generated';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded, useShortcuts } from '@/ui';
import { palette } from './palette';

const dialog = onDemand(() => import('./Palette'));

function giveUp(): void {
  palette.close();
  toastNotLoaded();
}

/** Opens the command palette on Ctrl+K (BY-049). It is mounted once. */
export function PaletteHost({ me }: { me: Profile }) {
  const opened = useSyncExternalStore(palette.subscribe, palette.isOpen);
  useShortcuts([{ keys: 'Ctrl+K', what: 'Search and commands', group: 'Everywhere', run: palette.open }]);
  const loaded = useOnDemand(dialog, opened, giveUp);
  return loaded ? <loaded.Palette me={me} opened={opened} /> : null;
}
