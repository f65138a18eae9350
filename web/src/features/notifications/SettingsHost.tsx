import { useSyncExternalStore } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { toastNotLoaded } from '@/ui';
import { settings } from './settings';

const dialog = onDemand(() => import('./SettingsDialog'));

function giveUp(): void {
  settings.close();
  toastNotLoaded();
}

/** Draws the notification settings when they are open; mounted once. */
export function SettingsHost() {
  const opened = useSyncExternalStore(settings.subscribe, settings.isOpen);
  const loaded = useOnDemand(dialog, opened, giveUp);
  return loaded ? <loaded.SettingsDialog opened={opened} onClose={settings.close} /> : null;
}
