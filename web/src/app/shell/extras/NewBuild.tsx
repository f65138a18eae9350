import { useNewBuild } from './useNewBuild';

/** Watches for a newer build of the app. It shows nothing itself. */
export function NewBuild() {
  useNewBuild();
  return null;
}
