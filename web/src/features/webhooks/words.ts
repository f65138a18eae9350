import type { WebhookDelivery, WebhookEndpoint, WebhookFailure, WebhookTest } from '@/api/webhooks';
import { dateTime } from '@/lib/format/dates';
import { humanize, listed, plural } from '@/lib/format/text';

export const listPath = '/webhooks';
export const pathOf = (id: string) => `${listPath}/${id}`;

/** The most webhooks of an account or of the provider. */
export const mostWebhooks = 10;

const givenUpAfter = 3 * 86_400_000; // ms of nothing but failures, after which a webhook is paused

/** Returns the host of an address, which stands for it where there is little room. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url || 'Webhook';
}

/** The first parts of the types of events, in the order of the form. */
export const groups: [part: string, label: string][] = [
  ['order', 'Orders'],
  ['attachment', 'Files'],
  ['version', 'Versions of files'],
  ['topic', 'Topics'],
  ['comment', 'Comments'],
];

const types: Record<string, string> = {
  'order.created': 'Order created',
  'order.details_changed': 'Details of an order changed',
  'order.status_changed': 'Status of an order changed',
  'order.frozen': 'Order frozen',
  'order.unfrozen': 'Order unfrozen',
  'order.archived': 'Order archived',
  'order.unarchived': 'Order taken out of the archive',
  'order.assigned': 'Order assigned',
  'order.collaborators_changed': 'Collaborators of an order changed',
  'attachment.added': 'File added',
  'attachment.deleted': 'File deleted',
  'version.added': 'Version uploaded',
  'version.replaced': 'Version replaced',
  'version.deleted': 'Version deleted',
  'version.approved': 'Version approved',
  'version.revised': 'Revision of a version requested',
  'version.review_requested': 'Review of a version requested',
  'version.decided': 'Approval step decided',
  'topic.opened': 'Topic opened',
  'topic.edited': 'Topic edited',
  'topic.resolved': 'Topic resolved',
  'topic.reopened': 'Topic reopened',
  'topic.deleted': 'Topic deleted',
  'comment.added': 'Comment added',
  'comment.edited': 'Comment edited',
  'comment.deleted': 'Comment deleted',
};

/** Says what a type of event is about. A type that is newer than this page has the words of its name. */
export function typeWords(type: string): string {
  const words = types[type] ?? humanize(type);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Says what a webhook is sent, in few words. */
export function chosenWords(chosen: string[]): string {
  if (chosen.length === 0) return 'All events';
  return chosen.length > 2 ? plural(chosen.length, 'kind of event', 'kinds of events') : listed(chosen.map(typeWords));
}

const failures: Record<Exclude<WebhookFailure, 'status'>, string> = {
  redirect: 'Answered with a redirect, which is not followed',
  timeout: 'No answer within 15 seconds',
  unreachable: 'No connection',
  'unknown-host': 'There is no such address on the public internet',
  certificate: 'The certificate is not valid',
  crowded: 'Given up, because too many others failed',
};

/** Says what became of the last try; '' before the first one. */
export function outcomeWords({ failure, status }: Pick<WebhookDelivery, 'failure' | 'status'>): string {
  if (failure && failure !== 'status') return failures[failure];
  return status ? `Answered ${status}` : '';
}

/** Says what became of a test message. */
export const testWords = (test: WebhookTest): string =>
  `Test: ${outcomeWords(test)} (${test.milliseconds.toLocaleString('en')} ms)`;

export type Tone = 'good' | 'bad' | 'quiet';
type Fare = Pick<WebhookEndpoint, 'state' | 'cause' | 'failingSince'>;

/** Returns the state of a webhook as a label with its tone. */
export function stateOf({ state, failingSince }: Fare): { label: string; tone: Tone } {
  if (state === 'paused') return { label: 'Paused', tone: 'quiet' };
  return failingSince ? { label: 'Failing', tone: 'bad' } : { label: 'Active', tone: 'good' };
}

const causes: Record<NonNullable<WebhookEndpoint['cause']>, string> = {
  person: 'Somebody paused it.',
  failed: 'It was paused because nothing arrived for three days.',
  gone: 'It was paused because the receiver answered 410, which means that it wants nothing more.',
};

/** Says why a webhook is in its state and what comes next; '' if all is well. */
export function stateWords({ state, cause, failingSince }: Fare): string {
  if (state === 'paused') return `${causes[cause ?? 'person']} Resumed, it goes on where it stopped.`;
  if (!failingSince) return '';
  const ends = new Date(new Date(failingSince).getTime() + givenUpAfter).toISOString();
  return `Failing since ${dateTime(failingSince)}. If nothing arrives until ${dateTime(ends)}, it is paused.`;
}
