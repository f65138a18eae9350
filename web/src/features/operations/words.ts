import type { ProjectionStatus, Rebuild } from '@/api/desk';

// What the server's projections, workers and queues do, for people who do not know their names. A test of the server
// (e2e/operations) finds each of its names here, and no other.

export const projectionWords: Record<string, string> = {
  board: 'Cards of the board and the list',
  search: 'The texts of orders that search finds',
  proofs: 'Attachments and their versions',
  topics: 'Topics and comments',
  timeline: 'Timelines, history and audit',
  audit: 'What auditors read of accounts and sales',
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
  webhooks: 'Sends events to endpoints',
  approvals: 'Asks the next people of a workflow',
  billing: 'Renews plans, makes invoices, charges and reminds',
  payments: 'Hears from the payment provider',
};

export const queueWords: Record<string, string> = {
  mailer: 'Mail to be sent',
  bills: 'Mail about bills to be sent',
  thumbnails: 'Pictures to be made small',
  'bulk downloads': 'Zips of the files of orders',
  'exports of accounts': 'Zips of all that an account has',
  'trials of workflows': 'Drafts to be tried on past orders',
  imports: 'Files that people move in with',
  pictures: 'Pictures to be drawn of files',
  'pictures of PDFs': 'First pages of PDFs to be drawn',
  rebuilds: 'Read models to be rebuilt',
  'deliveries of webhooks': 'Events to be sent to endpoints',
  'notices of payments': 'What the payment provider told',
  'refused steps': 'Steps of billing that wait for an operator',
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
