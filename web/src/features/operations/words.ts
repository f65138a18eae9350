import type { ProjectionStatus, Rebuild } from '@/api/desk';

/** Describes what each projection stores, for people who do not know its name. A test of the server compares the names. */
export const projectionWords: Record<string, string> = {
  board: 'Cards of the board and the list',
  search: 'The texts of orders that search finds',
  proofs: 'Attachments and their versions',
  topics: 'Topics and comments',
  timeline: 'Timelines, history and audit',
  notifications: 'Inboxes',
  stored: 'Stored files and their sizes',
  organisation: 'Accounts and who belongs to them',
  announcements: 'What people see above every page',
  sales: 'Plans, meters, invoices and payments',
  approvals: 'Approvals by workflow',
  webhooks: 'Endpoints that get events',
  reports: 'Figures about orders and work',
};

export const workerWords: Record<string, string> = {
  notify: 'Makes notifications',
  promote: 'Moves queued orders up',
  relay: 'Publishes events to the queues',
  'transparency log': 'Hashes and signs the log',
  scheduler: 'Does what is due every so often',
  'board snapshots': 'Keeps whole boards of the past',
  'bulk downloads': 'Packs the files of orders',
  'exports of accounts': 'Packs all that an account has',
  imports: 'Makes orders of uploaded lists',
  webhooks: 'Sends events to endpoints',
  approvals: 'Asks the next people of a workflow',
  billing: 'Renews plans, makes invoices, charges and reminds',
  payments: 'Hears from the payment provider',
};

export const queueWords: Record<string, string> = {
  mailer: 'Mail to be sent',
  bills: 'Mail about bills to be sent',
  thumbnails: 'Pictures to be made small',
};

export type Health = 'good' | 'busy' | 'bad';

/** Returns the health of a projection in a word. */
export function healthOf(status: ProjectionStatus): { health: Health; label: string } {
  if (status.parked.length > 0) return { health: 'bad', label: 'Streams parked' };
  if (!status.running) return { health: 'bad', label: 'Nobody runs it' };
  if (status.state === 'failing') return { health: 'bad', label: 'Failing' };
  if (status.lag > 0) return { health: 'busy', label: 'Catching up' };
  return { health: 'good', label: 'Up to date' };
}

export const jobWords: Record<Rebuild['state'], string> = {
  queued: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

export const isActive = ({ state }: Rebuild) => state === 'queued' || state === 'running';

/** Returns a duration as text: `1 min 20 s`, `4 s`, `under 1 s`. */
export function duration(seconds: number): string {
  if (seconds < 1) return 'under 1 s';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}

export const count = (n: number) => Math.round(n).toLocaleString('en');

/** Returns the number of rows of a report that differ. */
export function differing(report: NonNullable<Rebuild['report']>): number {
  return report.tables.reduce((sum, t) => sum + t.onlyLive + t.onlyRebuilt + t.different, 0);
}

/**
 * Returns the rates of several readings: events per second since the previous reading, undefined
 * without one.
 */
export function rateBetween(
  before: { position: number; at: number } | undefined,
  after: { position: number; at: number },
): number | undefined {
  if (!before || after.at <= before.at) return undefined;
  return Math.max(0, (after.position - before.position) / ((after.at - before.at) / 1000));
}
