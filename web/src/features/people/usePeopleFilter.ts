import { useSearchParams } from 'react-router';
import type { MemberState, Role } from '@/api/people';

export const states: { value: MemberState; label: string }[] = [
  { value: 'active', label: 'Active' },
  { value: 'invited', label: 'Invited' },
  { value: 'deactivated', label: 'Deactivated' },
];

type Name = 'search' | 'state' | 'role';

/** The filter of a list of people. It is part of the address, so that the way back restores it. */
export function usePeopleFilter(roles: Role[]) {
  const [params, setParams] = useSearchParams();
  const filter = {
    search: params.get('search') ?? '',
    state: states.find(({ value }) => value === params.get('state'))?.value,
    role: roles.find((role) => role === params.get('role')),
  };
  const set = (changed: Partial<Record<Name, string>>) =>
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
    reset: () => set({ search: '', state: '', role: '' }),
    isFiltered: Boolean(filter.search || filter.state || filter.role),
  };
}
