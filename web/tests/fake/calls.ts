import type { DefinitionsFromApi, QueryArgFrom, ResultTypeFrom } from '@reduxjs/toolkit/query';
import type { generatedApi } from '@/api/generated';
import type { generatedAccountApi } from '@/api/generated/account';
import type { generatedApprovalsApi } from '@/api/generated/approvals';
import type { generatedBillingApi } from '@/api/generated/billing';
import type { generatedDeskApi } from '@/api/generated/desk';
import type { generatedImportsApi } from '@/api/generated/imports';
import type { generatedPeopleApi } from '@/api/generated/people';
import type { generatedProofApi } from '@/api/generated/proof';
import type { generatedReportsApi } from '@/api/generated/reports';
import type { generatedShellApi } from '@/api/generated/shell';
import type { generatedWebhooksApi } from '@/api/generated/webhooks';
import { type FakeAnswer, type FakeRequest, refused } from './answers';
import { completed, faults, operationAt, type Operation, type Part, resolved, type Schema } from './openapi';

type Definitions = DefinitionsFromApi<typeof generatedApi> &
  DefinitionsFromApi<typeof generatedAccountApi> &
  DefinitionsFromApi<typeof generatedApprovalsApi> &
  DefinitionsFromApi<typeof generatedBillingApi> &
  DefinitionsFromApi<typeof generatedDeskApi> &
  DefinitionsFromApi<typeof generatedImportsApi> &
  DefinitionsFromApi<typeof generatedPeopleApi> &
  DefinitionsFromApi<typeof generatedProofApi> &
  DefinitionsFromApi<typeof generatedReportsApi> &
  DefinitionsFromApi<typeof generatedShellApi> &
  DefinitionsFromApi<typeof generatedWebhooksApi>;

/** What the server does for a call. What the answer lacks is completed from the contract. */
type Handler<Arg, Answer> = (call: Arg, request: FakeRequest) => Part<Answer> | FakeAnswer | void;

/** Handlers by operation. They get what the app's client was called with. */
export type Calls = {
  [Id in keyof Definitions]?: Handler<QueryArgFrom<Definitions[Id]>, ResultTypeFrom<Definitions[Id]>>;
};

/** Handlers of operations that the app's client does not have. */
export type OtherCalls = Record<
  string,
  Handler<{ presetId: string; filterForm: Form; archivedFilterForm: Form }, object>
>;
export type Form = Record<string, string | undefined>;

/** Ends a handler with a refusal. */
export class Refused extends Error {
  constructor(readonly answer: FakeAnswer) {
    super('refused');
  }
}

export function refuse(status: number, reason: string, message: string): never {
  throw new Refused(refused(status, reason, message));
}

/** Returns the entry of a list that has the id, or refuses the call. */
export function find<T extends { id: string }>(list: T[], id: string | undefined): T {
  return list.find((one) => one.id === id) ?? refuse(404, 'not_found', 'This does not exist or you may not see it.');
}

/** Returns a page of a list, and whether there is another one. */
export function paged<T>(list: T[], page = 1, size = 50): { items: T[]; more: boolean } {
  return { items: list.slice((page - 1) * size, page * size), more: list.length > page * size };
}

/** Returns the entries after the one that a cursor names, and the cursor of the next ones. */
export function following<T extends { id: string }>(list: T[], after: string | undefined, size = 3) {
  const start = list.findIndex(({ id }) => id === after) + 1;
  const items = list.slice(start, start + size);
  return { items, next: start + size < list.length ? items.at(-1)?.id : undefined };
}

/** Whether one of the texts contains what was searched for, in any case. */
export const matches = (search: string | undefined, ...texts: string[]): boolean =>
  texts
    .join(' ')
    .toLowerCase()
    .includes((search ?? '').toLowerCase());

/** Returns the value that a text of an address or a form means. */
function read(schema: Schema, text: string): unknown {
  if (schema.type === 'integer') return /^-?\d+$/.test(text) ? Number(text) : text;
  if (schema.type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return schema.type === 'array' ? text.split(',') : text;
}

export type Understood = { operation: Operation; call: Record<string, unknown> };

/** Reads a request as the server does. `wrong` is what the server would refuse. */
export function understand(request: FakeRequest): { wrong: string[]; understood?: Understood } {
  const { method, path, query, body } = request;
  const found = operationAt(method, path.replace(/^\/api/, ''));
  if (!found) return { wrong: [`${method} ${path} is no call of the contract`] };
  const wrong: string[] = [];
  const { operation } = found;
  const say = (what: string[]) => wrong.push(...what.map((one) => `${method} ${path} (${operation.id}): ${one}`));
  const call: Record<string, unknown> = {};
  const known = new Map(operation.parameters.map((one) => [`${one.in} ${one.name}`, resolved(one.schema)]));
  const given = [
    ...Object.entries(found.path).map(([name, value]) => ['path', name, value] as const),
    ...[...query].map(([name, value]) => ['query', name, value] as const),
  ];
  for (const [where, name, text] of given) {
    const schema = known.get(`${where} ${name}`);
    if (!schema) say([`the contract has no ${name} in the ${where}`]);
    else say(faults(schema, (call[name] = read(schema, text)), name));
  }
  const absent = operation.parameters.filter((one) => one.required && one.in === 'query' && !query.has(one.name));
  say(absent.map(({ name }) => `${name} is missing in the query`));
  if (operation.body) {
    const { type, schema, required } = operation.body;
    if (!body && required) say(['the body is missing']);
    if (body) say(faults(schema, (call[operation.bodyName] = parsed(type, schema, body)), operation.bodyName));
  } else if (body) say(['the contract has no body']);
  return { wrong, understood: { operation, call } };
}

/** Whether a write of a session has no CSRF token. */
export const hasNoToken = ({ headers }: FakeRequest, { operation }: Understood) =>
  operation.csrf && headers.has('Authorization') && !headers.has('X-CSRF-Token');

function parsed(type: string, of: Schema, body: string): unknown {
  if (type === 'application/json') return JSON.parse(body) as unknown;
  const { properties = {} } = resolved(of);
  const fields = [...new URLSearchParams(body)].map(([name, text]) => [
    name,
    read(resolved(properties[name] ?? {}), text),
  ]);
  return Object.fromEntries(fields) as unknown;
}

/** What the server says, where a test looks for it. */
const said: Record<string, string> = {
  askForEstimate: 'The account owner is asked to confirm the estimate',
  changeAnnouncement: 'The announcement is changed',
  publishAnnouncement: 'The announcement is published',
  withdrawAnnouncement: 'The announcement is withdrawn',
  saveOfficeHours: 'The business hours are saved',
  reportError: 'The error was reported',
  replayWebhookEvents: 'The events are sent again',
  payInvoice: 'The invoice is marked as paid',
  voidInvoice: 'The invoice need not be paid',
  correctPayment: 'The payment is corrected',
  addPaymentMethod: 'The payment method is added',
  changePaymentMethod: 'The payment method is changed',
  reofferPlan: 'The plan is offered again',
  revisePlan: 'The plan is changed. Subscriptions keep theirs until their next cycle',
  saveSellingTerms: 'The terms are saved',
};

/** Completes an answer, and adds to `wrong` where it is not as the contract says. */
export function answered({ operation }: Understood, answer: object | void, wrong: string[]): FakeAnswer {
  if (answer && 'json' in answer) return answer;
  const { id, answer: schema = {} } = operation;
  const told = said[id] ? { message: said[id] } : {};
  const json = completed(schema, { success: true, ...told, ...answer });
  wrong.push(...faults(schema, json).map((one) => `the fake server's answer to ${id}: ${one}`));
  return { json };
}
