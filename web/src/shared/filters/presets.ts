import type { Preset } from '@/api/generated';
import { type FilterKey, type FilterKind, type Filters, keysOf, mayFilter, type Person, textOf } from './filters';

/** Returns the filters of a saved preset. */
export function presetFilters(preset: Preset): Filters {
  const list = (text = '') => (text ? text.split(',') : []);
  return {
    orderProgress: list(preset.orderStatus),
    clientId: list(preset.client),
    customerId: list(preset.customer),
    creatorId: list(preset.creator),
    managerId: list(preset.manager),
    operatorId: list(preset.operator),
    serviceCategory: list(preset.serviceCategory),
    serviceType: list(preset.serviceType),
    queueTime: list(preset.queueTime),
    workTime: list(preset.workTime),
    priority: list(preset.priority),
    only: list(preset.only),
    createdAtStart: preset.createdDate.startDate,
    createdAtEnd: preset.createdDate.endDate,
    dueDateStart: preset.dueDate?.startDate ?? '',
    dueDateEnd: preset.dueDate?.endDate ?? '',
    updatedDateStart: preset.updatedDate?.startDate ?? '',
    updatedDateEnd: preset.updatedDate?.endDate ?? '',
    customSearch: preset.customSearch,
  };
}

/** The keys that have another name in the form of a preset (SH-259). */
const formNames: Partial<Record<FilterKey, string>> = {
  serviceCategory: 'serviceCategoryId',
  serviceType: 'serviceId',
  customSearch: 'search',
};

/** Returns the form that saves filters under a name (SH-259, SH-273). */
export function presetForm(name: string, filters: Filters, kind: FilterKind, me: Person | undefined): URLSearchParams {
  const form = new URLSearchParams({ name: name.trim() });
  for (const key of keysOf(kind)) {
    if (mayFilter(me, key)) form.set(formNames[key] ?? key, textOf(filters, key));
  }
  return form;
}
