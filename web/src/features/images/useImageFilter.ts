import type { ImageFilter } from '@/api/proof/images';
import { useAddressFilter } from '@/shared/filters/useAddressFilter';

const names = ['search', 'orderId', 'serviceId'] as const;

/** The filter of the gallery. */
export function useImageFilter() {
  const { params, set } = useAddressFilter<(typeof names)[number]>();
  const filter: ImageFilter = {};
  for (const name of names) filter[name] = params.get(name) || undefined;
  return {
    filter,
    set,
    reset: () => set({ search: '', orderId: '', serviceId: '' }),
    isFiltered: names.some((name) => filter[name]),
  };
}
