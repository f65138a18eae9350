import type { OrderRoute, RouteApprover, RouteFile, RouteStep } from '@/api/approvals';
import { listed } from '@/lib/format/text';

/** The place of a person in a step. */
export type Seat = { step: number; person: RouteApprover };

/** How a step of the route stands. */
export type Standing = 'done' | 'current' | 'next' | 'failed';

export function standing({ state, step }: Pick<RouteFile, 'state' | 'step'>, at: number): Standing {
  if (at > step) return 'next';
  if (at < step || state === 'approved') return 'done';
  return state === 'rejected' ? 'failed' : 'current';
}

/** Says where a version is on its route. */
export function stateWords({ steps }: OrderRoute, { state, step }: RouteFile): string {
  const name = steps[step]?.name ?? '';
  if (state === 'approved') return 'All steps have approved';
  return state === 'rejected' ? `Rejected at ${name}` : `Step ${step + 1} of ${steps.length}: ${name}`;
}

/** Returns the people of the current step whose decision is missing. */
export function askedOf({ steps }: OrderRoute, { step, asked, state }: RouteFile): RouteApprover[] {
  if (state !== 'running') return [];
  return (steps[step]?.approvers ?? []).filter(({ id }) => asked.includes(id));
}

/** Says who is asked: `Ana Ruiz and you`. */
export function askedWords(people: RouteApprover[], me: string): string {
  const others = people.filter(({ id }) => id !== me).map(({ name }) => name);
  return listed(others.length < people.length ? [...others, 'you'] : others);
}

/** Returns who keeps the current step waiting because they cannot decide any more. */
export function absentOf(route: OrderRoute, file: RouteFile): RouteApprover[] {
  return askedOf(route, file).filter(({ able }) => !able);
}

/** Returns the reason of the last rejection that failed the step, with who gave it. */
export function rejection({ state, step, decisions }: RouteFile) {
  if (state !== 'rejected') return undefined;
  return decisions.findLast((decision) => decision.step === step && !decision.approved);
}

/** Reports whether a seat of a step can still be given to somebody else. */
export function replaceable(file: RouteFile, at: number, person: RouteApprover): boolean {
  const place = standing(file, at);
  return place === 'next' || (place === 'current' && file.asked.includes(person.id));
}

/** Reports whether somebody has a seat in a step. */
export const sits = (step: RouteStep | undefined, person: string) =>
  step?.approvers.some(({ id }) => id === person) ?? false;
