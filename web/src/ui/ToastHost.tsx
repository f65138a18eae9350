import { useOnDemand } from '@/lib/onDemand';
import { toaster } from './toast';

/** Draws toasts from the first one on; mounted once. */
export function ToastHost() {
  const loaded = useOnDemand(toaster, false);
  return loaded ? <loaded.Toasts /> : null;
}
