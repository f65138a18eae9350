import {
  useClientsQuery,
  useCreatorsQuery,
  useCustomersQuery,
  useManagersQuery,
  useOperatorsQuery,
  useServiceCategoriesQuery,
  useServicesQuery,
} from '@/api/generated';
import { useMe } from '@/api/hooks';
import { optionsOf } from '@/shared/view/details';
import { quickFilters } from './quickFilters';
import { type FilterKey, type Filters, type ListKey, mayFilter, percentOptions, progressOptions } from './filters';

export type Option = { value: string; label: string };

const options = (list: { id: string; name: string }[] | undefined): Option[] =>
  (list ?? []).map(({ id, name }) => ({ value: id, label: name }));

const joined = (ids: string[]): string | undefined => ids.join(',') || undefined;

/**
 * Returns the options of the lists. Some lists only contain options that match the choices in other
 * lists (SH-262..SH-266). With `wanted` it fetches only the lists of those keys.
 */
export function useOptions(filters: Filters, wanted?: FilterKey[]): Record<ListKey, Option[]> {
  const me = useMe();
  const skip = (key: ListKey) => ({ skip: !me || !mayFilter(me, key) || (wanted && !wanted.includes(key)) });
  const clientId = joined(filters.clientId);
  const customerId = joined(filters.customerId);
  const serviceCategoryId = joined(filters.serviceCategory);
  return {
    only: quickFilters(me),
    orderProgress: progressOptions,
    queueTime: percentOptions,
    workTime: percentOptions,
    priority: optionsOf('priority').toReversed(),
    clientId: options(useClientsQuery(undefined, skip('clientId')).data?.data),
    customerId: options(useCustomersQuery({ clientId }, skip('customerId')).data?.data),
    creatorId: options(useCreatorsQuery({ clientId, customerId }, skip('creatorId')).data?.data),
    managerId: options(useManagersQuery(undefined, skip('managerId')).data?.data),
    operatorId: options(useOperatorsQuery(undefined, skip('operatorId')).data?.data),
    serviceCategory: options(useServiceCategoriesQuery(undefined, skip('serviceCategory')).data?.data),
    serviceType: options(useServicesQuery({ serviceCategoryId }, skip('serviceType')).data?.data),
  };
}
