import type { ClientAccount } from '@/api/people';
import type { AnnouncementState, ManagedAnnouncement } from '@/api/shell';
import { dateTime } from '@/lib/format/dates';
import { rolesInWords } from '@/lib/format/status';
import { listed, plural } from '@/lib/format/text';

export const stateWords: Record<AnnouncementState, string> = {
  scheduled: 'Scheduled',
  shown: 'Shown',
  over: 'Over',
  withdrawn: 'Withdrawn',
};

/** Returns the name of a client among others. The provider and its direct customers have the same name. */
export function clientName({ kind, name }: Pick<ClientAccount, 'kind' | 'name'>): string {
  if (kind === 'provider') return `${name}: own people`;
  return kind === 'direct' ? `${name}: direct customers` : name;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns which people see an announcement: 'Everyone', 'Managers and operators of Brightside Agency'. */
export function audience({ roles, clients }: Pick<ManagedAnnouncement, 'roles' | 'clients'>, known: ClientAccount[]) {
  // One by one, because several roles together have a shorter name that leaves out the admin.
  const who = roles.length > 0 ? capital(listed(roles.map((role) => rolesInWords([role])))) : 'Everyone';
  if (clients.length === 0) return who;
  const names = clients.map((id) => {
    const client = known.find((one) => one.id === id);
    return client ? clientName(client) : id;
  });
  return `${who} of ${listed(names)}`;
}

/** Returns when an announcement is shown. */
export function times({ startsAt, endsAt }: Pick<ManagedAnnouncement, 'startsAt' | 'endsAt'>): string {
  return endsAt ? `${dateTime(startsAt)} to ${dateTime(endsAt)}` : `From ${dateTime(startsAt)} until it is withdrawn`;
}

export function dismissed({ lasting, dismissals }: Pick<ManagedAnnouncement, 'lasting' | 'dismissals'>): string {
  return lasting ? 'Cannot be dismissed' : `Dismissed by ${plural(dismissals, 'person', 'people')}`;
}
