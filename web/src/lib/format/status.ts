import { listed } from './text';

/**
 * The labels and colours of the statuses (D-01, D-10, BD-088..BD-097). The server decides which
 * moves are allowed (D-03).
 */
export type Status =
  | 'draft'
  | 'queue'
  | 'ready-to-go'
  | 'in-progress'
  | 'gr-revision'
  | 'in-review'
  | 'on-hold'
  | 'approved'
  | 'completed'
  | 'cancelled';

/** A status token names a group of CSS variables: `--st-<tone>` and `--st-<tone>-text`. */
export type Tone =
  'new' | 'in-progress' | 'in-review' | 'gr-revision' | 'on-hold' | 'approved' | 'completed' | 'cancelled';

const words: Record<Status, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'new' },
  queue: { label: 'Queue', tone: 'new' },
  'ready-to-go': { label: 'Ready To Go', tone: 'new' },
  'in-progress': { label: 'In Progress', tone: 'in-progress' },
  'gr-revision': { label: 'Guest revision', tone: 'gr-revision' },
  'in-review': { label: 'In Review', tone: 'in-review' },
  'on-hold': { label: 'On Hold', tone: 'on-hold' },
  approved: { label: 'Approved', tone: 'approved' },
  completed: { label: 'Completed', tone: 'completed' },
  cancelled: { label: 'Cancelled', tone: 'cancelled' },
};

const known = (status: string): status is Status => Object.hasOwn(words, status);

export function statusLabel(status: string): string {
  if (known(status)) return words[status].label;
  if (status === 'new-order') return 'New Order';
  return status === 'active' ? 'Ready To Go' : status;
}

export function statusTone(status: string): Tone {
  return known(status) ? words[status].tone : 'new';
}

const cardStates: Record<string, string> = {
  ACTIVE_CARD: 'Active Order',
  READY_TO_GO: 'Ready To Go',
  QUEUE_CARD: 'Queue Order',
  DRAFT_CARD: 'Draft Order',
  IN_PROGRESS: 'In Progress',
  IN_REVIEW: 'In Review',
  ON_HOLD: 'On Hold Order',
  APPROVED: 'Approved Order',
  CANCELLED: 'Cancelled Order',
};

/** Returns the label of a card's state. An unknown state shows as active (BD-097). */
export function cardStateLabel(state: string): string {
  return cardStates[state] ?? 'Active Order';
}

const withoutPlace = new Set(['DRAFT_CARD', 'ON_HOLD', 'APPROVED', 'CANCELLED']);

/**
 * Reports whether a card shows its place in its zone, which the documents call 'Priority'. It is
 * hidden for draft, on hold, approved and cancelled (BD-098, D-73).
 */
export function showsPlace(state: string): boolean {
  return !withoutPlace.has(state);
}

const roles: Record<string, string> = {
  owner: 'Account Owner',
  staff: 'Team Member',
  operator: 'Operator',
  manager: 'Manager',
  creative_manager: 'Creative Manager',
  production_manager: 'Production Manager',
  cso: 'CSO',
  guest: 'Guest',
  admin: 'Admin',
  system: 'Proofboard',
};

export function roleLabel(role: string): string {
  return roles[role] ?? role;
}

const plurals: Record<string, string> = {
  owner: 'account owners',
  staff: 'team members',
  operator: 'operators',
  manager: 'managers',
  creative_manager: 'creative managers',
  production_manager: 'production managers',
  cso: 'CSOs',
  admin: 'admins',
};

const otherManagers = ['creative_manager', 'production_manager'];

/**
 * Describes a list of roles: `['owner', 'staff']` -> `account owners and team members`. The three
 * manager roles together are `managers`, and with any of them so is admin.
 */
export function rolesInWords(names: string[]): string {
  const managing = names.filter((role) => role === 'manager' || otherManagers.includes(role)).length;
  const shown = names.filter(
    (role) => !(managing === 3 && otherManagers.includes(role)) && !(managing > 0 && role === 'admin'),
  );
  return listed(shown.map((role) => plurals[role] ?? role));
}
