import { useOnDemand } from '@/lib/onDemand';
import { toaster } from './toast';

/** Renders toasts from the first one on. It is mounted once. */
export function ToastHost() {
  const loaded = useOnDemand(toaster, false);
  return loaded ? <loaded.Toasts /> : null;
}
