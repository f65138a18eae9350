import type {
  ApproverReplacement,
  OrderRoute,
  RouteFile,
  RouteStep,
  StepDecision,
  Workflow,
  WorkflowChoice,
  WorkflowContent,
  WorkflowTrial,
} from '@/api/approvals';
import { type FakeAnswer, type FakeRequest, ok, refused } from './answers';
import { at, people, uuid } from './data';

const done = (message: string): FakeAnswer => ({ json: { success: true, message } });
const unknown = refused(404, 'not_found', 'This does not exist or you may not see it.');

/** A published workflow of two steps. */
export const makeWorkflow = (n: number, more: Partial<Workflow> = {}): Workflow => ({
  id: uuid(1100 + n),
  phase: 'published',
  edition: 1,
  chosen: false,
  published: {
    name: `Workflow ${n}`,
    steps: [
      { name: 'Brand', approvers: [people.olivia.id, people.sam.id], rule: 'any', due: 48, reminder: 24 },
      { name: 'Legal', approvers: [people.sam.id], rule: 'all' },
    ],
  },
  changedAt: at(-n),
  ...more,
});

const able = ({ id, name }: { id: string; name: string }) => ({ id, name, able: true });

const noRoute: OrderRoute = { name: '', edition: 0, steps: [], files: [], inReview: false, replaces: false };

/** The route of an order: the brand, where the caller is asked, and then the lawyer, who has left. */
export const makeRoute = (file: Partial<RouteFile> = {}, more: Partial<OrderRoute> = {}): OrderRoute => ({
  name: 'Print',
  edition: 2,
  steps: [
    { name: 'Brand', rule: 'all', needs: 2, due: 48, approvers: [able(people.olivia), able(people.sam)] },
    { name: 'Legal', rule: 'any', needs: 1, approvers: [{ id: uuid(77), name: 'Lea Wirth', able: false }] },
  ],
  files: [
    {
      attachmentId: uuid(5001),
      versionId: uuid(7013),
      name: 'harvest-jar-label.png',
      number: 3,
      state: 'running',
      step: 0,
      since: at(-1),
      dueAt: at(1),
      asked: [people.olivia.id, people.sam.id],
      decisions: [],
      mine: true,
      ...file,
    },
  ],
  inReview: true,
  replaces: true,
  ...more,
});

/** The approval workflows of the account, and the route of every order. */
export class FakeApprovals {
  workflows: Workflow[] = [];
  /** Without steps, as long as a test sets none. */
  route: OrderRoute = noRoute;
  /** What a trial answers; it waits once before. */
  trial: WorkflowTrial = { state: 'done', orders: [], total: 0, differing: 0, current: true };
  private tried: 'never' | 'asked' | 'done' = 'never';

  answer({ method, path, body }: FakeRequest, [area, id = '', sub = '']: string[]): FakeAnswer | undefined {
    if (area === 'workflow-choice') return this.choose(JSON.parse(body) as WorkflowChoice);
    if (area === 'order' && sub === 'route' && method === 'GET') return ok(this.route);
    if (area === 'order' && sub === 'route') return this.replace(JSON.parse(body) as ApproverReplacement);
    if (area === 'order' && path.endsWith('/step')) return this.decide(JSON.parse(body) as StepDecision);
    if (area !== 'workflows') return undefined;
    if (!id) return ok(this.workflows);
    const found = this.workflows.find((one) => one.id === id);
    if (method === 'PUT' && !sub) return this.save(id, JSON.parse(body) as WorkflowContent);
    if (!found) return unknown;
    if (sub === 'trial') return method === 'GET' ? this.trials() : this.try();
    if (method === 'GET') return ok(found);
    if (sub === 'published') {
      const first = this.workflows.every(({ edition }) => edition === 0);
      const edition = found.edition + 1;
      Object.assign(found, { phase: 'published', edition, published: found.draft, draft: undefined });
      if (first) found.chosen = true;
      return done('The workflow is published');
    }
    if (sub === 'draft') {
      found.draft = undefined;
      if (!found.published) this.workflows = this.workflows.filter((one) => one !== found);
      return done('The draft is discarded');
    }
    Object.assign(found, { phase: 'retired', chosen: false, draft: undefined });
    return done('The workflow is retired');
  }

  private save(id: string, draft: WorkflowContent): FakeAnswer {
    const found = this.workflows.find((one) => one.id === id);
    const named = ({ draft: own, published }: Workflow) => (own ?? published)?.name.toLowerCase();
    if (this.workflows.some((one) => one !== found && named(one) === draft.name.toLowerCase())) {
      return refused(409, 'workflow.name_taken', 'Another workflow has this name.');
    }
    if (found) found.draft = draft;
    else this.workflows.push({ id, phase: 'draft', edition: 0, chosen: false, draft, changedAt: at(0) });
    return done('The draft is saved');
  }

  private try(): FakeAnswer {
    this.tried = 'asked';
    return done('The workflow is tried on past orders');
  }

  private trials(): FakeAnswer {
    if (this.tried === 'done') return ok(this.trial);
    const state = this.tried === 'asked' ? 'waiting' : 'none';
    if (this.tried === 'asked') this.tried = 'done';
    return ok({ state, orders: [], total: 0, differing: 0 });
  }

  private choose({ workflowId }: WorkflowChoice): FakeAnswer {
    for (const workflow of this.workflows) workflow.chosen = workflow.id === workflowId;
    return done('New orders follow your choice');
  }

  private replace({ step, from, to }: ApproverReplacement): FakeAnswer {
    const replaced = ({ approvers }: RouteStep): RouteStep['approvers'] => {
      const person = Object.values(people).find(({ id }) => id === to) ?? { id: to, name: 'Nina Ivers' };
      return approvers.map((one) => (one.id === from ? able(person) : one));
    };
    const steps = this.route.steps.map((one, n) => (n === step ? { ...one, approvers: replaced(one) } : one));
    const files = this.route.files.map((file) => ({
      ...file,
      asked: file.asked.map((one) => (one === from && file.step === step ? to : one)),
    }));
    this.route = { ...this.route, steps, files };
    return done('Somebody else is asked now');
  }

  private decide({ versionId, approved, reason }: StepDecision): FakeAnswer {
    const { id: personId, name } = people.olivia;
    this.route = {
      ...this.route,
      files: this.route.files.map((file) => {
        const seat = this.route.steps[file.step]?.approvers.findIndex(({ id }) => id === personId) ?? -1;
        if (file.versionId !== versionId || seat < 0) return file;
        const decision = { step: file.step, seat, personId, name, approved, reason, at: at(0) };
        const decisions = [...file.decisions.filter((one) => one.personId !== personId), decision];
        const rejected = !approved && this.route.steps[file.step]?.rule === 'all';
        return {
          ...file,
          decisions,
          asked: rejected ? [] : file.asked.filter((one) => one !== personId),
          state: rejected ? 'rejected' : file.state,
          mine: !rejected,
        };
      }),
    };
    return done(approved ? 'You have approved this version' : 'You have rejected this version');
  }
}
