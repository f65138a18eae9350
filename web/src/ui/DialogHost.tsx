import { useSyncExternalStore } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { dialogStore } from './dialogs';
import { toastNotLoaded } from './notLoaded';

const dialog = onDemand(() => import('./Dialog'));

function giveUp(): void {
  toastNotLoaded();
  dialogStore.answer(null);
}

/** Draws whatever `confirm` and `askReason` ask; mounted once. */
export function DialogHost() {
  const request = useSyncExternalStore(dialogStore.subscribe, dialogStore.current);
  const loaded = useOnDemand(dialog, request !== null, giveUp);
  return loaded ? <loaded.Dialog request={request} /> : null;
}
