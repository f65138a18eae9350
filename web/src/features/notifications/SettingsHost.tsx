import { useSyncExternalStore } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded, useShortcuts } from '@/ui';
import { settings } from './settings';

const dialog = onDemand(() => import('./SettingsDialog'));

function giveUp(): void {
  settings.close();
  toastNotLoaded();
}

/** Shows the notification settings while they are open. It is mounted once. */
export function SettingsHost() {
  const opened = useSyncExternalStore(settings.subscribe, settings.isOpen);
  useShortcuts([{ what: 'Notification settings', group: 'Everywhere', icon: 'bell', run: settings.open }]);
  const loaded = useOnDemand(dialog, opened, giveUp);
  return loaded ? <loaded.SettingsDialog opened={opened} onClose={settings.close} /> : null;
}
