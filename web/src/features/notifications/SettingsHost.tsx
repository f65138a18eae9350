import { useSyncExternalStore } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '@/ui';
import { settings } from './settings';

const dialog = onDemand(() => import('./SettingsDialog'));

function giveUp(): void {
  settings.close();
  toastNotLoaded();
}

/** Shows the notification settings while they are open. It is mounted once. */
export function SettingsHost() {
  const opened = useSyncExternalStore(settings.subscribe, settings.isOpen);
  const loaded = useOnDemand(dialog, opened, giveUp);
  return loaded ? <loaded.SettingsDialog opened={opened} onClose={settings.close} /> : null;
}
