/** The time, the ids and the people of the company that tests are about. */
export const now = '2026-11-20T10:00:00Z';

export function uuid(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

const day = 86_400_000;
export const at = (days: number): string => new Date(new Date(now).getTime() + days * day).toISOString();

export const people = {
  olivia: { id: uuid(1), name: 'Olivia Hartmann', avatar: '' },
  sam: { id: uuid(2), name: 'Sam Whitfield', avatar: '' },
  priya: { id: uuid(3), name: 'Priya Raman', avatar: '' },
  marcus: { id: uuid(4), name: 'Marcus Lindqvist', avatar: '' },
  dana: { id: uuid(5), name: 'Dana Okafor', avatar: '' },
};
