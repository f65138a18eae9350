import { useSearchParams } from 'react-router';
import type { ImageFilter } from '@/api/images';

const names = ['search', 'orderId', 'serviceId'] as const;

/** The filter of the gallery. It is part of the address, so that the way back restores it. */
export function useImageFilter() {
  const [params, setParams] = useSearchParams();
  const filter: ImageFilter = {};
  for (const name of names) filter[name] = params.get(name) || undefined;
  const set = (changed: ImageFilter) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changed)) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { replace: true },
    );
  return {
    filter,
    set,
    reset: () => set({ search: '', orderId: '', serviceId: '' }),
    isFiltered: names.some((name) => filter[name]),
  };
}
