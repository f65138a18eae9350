import type { MemberState, Role } from '@/api/people';
import { useAddressFilter } from '@/shared/filters/useAddressFilter';

export const states: { value: MemberState; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited' },
  { value: 'deactivated', label: 'Deactivated' },
];

type Name = 'search' | 'state' | 'role';

/** The filter of a list of people. */
export function usePeopleFilter(roles: Role[]) {
  const { params, set } = useAddressFilter<Name>();
  const filter = {
    search: params.get('search') ?? '',
    state: states.find(({ value }) => value === params.get('state'))?.value,
    role: roles.find((role) => role === params.get('role')),
  };
  return {
    filter,
    set,
    reset: () => set({ search: '', state: '', role: '' }),
    isFiltered: Boolean(filter.search || filter.state || filter.role),
  };
}
