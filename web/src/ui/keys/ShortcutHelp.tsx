import { useState } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '../toast/notLoaded';
import { useShortcuts } from './shortcuts';

const list = onDemand(() => import('./ShortcutList'));

/** The `?` key shows every shortcut that works on this page. */
export function ShortcutHelp() {
  const [opened, setOpened] = useState(false);
  useShortcuts([{ keys: '?', what: 'Show all shortcuts', group: 'Everywhere', run: () => setOpened(true) }]);
  const loaded = useOnDemand(list, opened, () => {
    setOpened(false);
    toastNotLoaded();
  });
  return loaded ? <loaded.ShortcutList opened={opened} onClose={() => setOpened(false)} /> : null;
}
