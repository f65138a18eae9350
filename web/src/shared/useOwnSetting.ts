import { useSession } from '@/api/hooks';
import { useLocalSetting } from '@/lib/hooks/useLocalSetting';

/** Returns a setting of the signed-in user that this browser stores. Other users here have their own. */
export function useOwnSetting<T extends string>(name: string, initial: T) {
  return useLocalSetting<T>(`${name}.${useSession().userId}`, initial);
}
