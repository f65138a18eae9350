import { useSyncExternalStore } from 'react';
import { onDemand, useOnDemand } from '@/lib/onDemand';
import { dialogStore } from './dialogs';
import { toastNotLoaded } from '../toast/notLoaded';

const dialog = onDemand(() => import('./Dialog'));

function giveUp(): void {
  toastNotLoaded();
  dialogStore.answer(null);
}

/** Renders the dialogs of `confirm` and `askReason`. It is mounted once. */
export function DialogHost() {
  const request = useSyncExternalStore(dialogStore.subscribe, dialogStore.current);
  const loaded = useOnDemand(dialog, request !== null, giveUp);
  return loaded ? <loaded.Dialog request={request} /> : null;
}
