import type { OrderRoute, RouteFile, StepDecision, Workflow, WorkflowTrial } from '@/api/approvals';
import { type Calls, find, refuse } from './calls';
import { at, people, uuid } from './fixed';
import { type Part, sample } from './openapi';

/** A published workflow of two steps. */
export const makeWorkflow = (n: number, more: Part<Workflow> = {}): Workflow =>
  sample('Workflow', {
    id: uuid(1100 + n),
    phase: 'published',
    edition: 1,
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

/** The route of an order: the brand, where the caller is asked, and then the lawyer, who has left. */
export const makeRoute = (file: Part<RouteFile> = {}, more: Part<OrderRoute> = {}): OrderRoute =>
  sample('OrderRoute', {
    name: 'Print',
    edition: 2,
    steps: [
      { name: 'Brand', rule: 'all', needs: 2, due: 48, approvers: [able(people.olivia), able(people.sam)] },
      { name: 'Legal', rule: 'any', needs: 1, approvers: [{ id: uuid(77), name: 'Lea Wirth' }] },
    ],
    files: [
      {
        attachmentId: uuid(5001),
        versionId: uuid(7013),
        name: 'harvest-jar-label.png',
        number: 3,
        state: 'running',
        since: at(-1),
        dueAt: at(1),
        asked: [people.olivia.id, people.sam.id],
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
  route = sample<OrderRoute>('OrderRoute', {});
  /** What a trial answers; it waits once before. */
  trial = sample<WorkflowTrial>('WorkflowTrial', { state: 'done', current: true });
  private readonly trials: Part<WorkflowTrial>[] = [];

  readonly calls: Calls = {
    workflows: () => ({ data: this.workflows }),
    workflow: ({ workflowId }) => ({ data: find(this.workflows, workflowId) }),
    saveWorkflow: ({ workflowId: id, workflowContent: draft }) => {
      const named = ({ draft: own, published }: Workflow) => (own ?? published)?.name.toLowerCase();
      if (this.workflows.some((one) => one.id !== id && named(one) === draft.name.toLowerCase())) {
        refuse(409, 'workflow.name_taken', 'Another workflow has this name.');
      }
      const found = this.workflows.find((one) => one.id === id);
      if (found) found.draft = draft;
      else this.workflows.push({ id, phase: 'draft', edition: 0, chosen: false, draft, changedAt: at(0) });
    },
    retireWorkflow: ({ workflowId }) =>
      void Object.assign(find(this.workflows, workflowId), { phase: 'retired', chosen: false, draft: undefined }),
    publishWorkflow: ({ workflowId }) => {
      const found = find(this.workflows, workflowId);
      const chosen = found.chosen || this.workflows.every(({ edition }) => edition === 0);
      const edition = found.edition + 1;
      Object.assign(found, { phase: 'published', edition, published: found.draft, draft: undefined, chosen });
    },
    workflowTrial: () => ({ data: (this.trials.length > 1 ? this.trials.shift() : this.trials[0]) ?? {} }),
    tryWorkflow: () => void this.trials.splice(0, 2, { state: 'waiting' }, this.trial),
    chooseWorkflow: ({ workflowChoice: { workflowId } }) => {
      for (const workflow of this.workflows) workflow.chosen = workflow.id === workflowId;
    },
    orderRoute: () => ({ data: this.route }),
    replaceApprover: ({ approverReplacement: { step, from, to } }) => {
      const person = Object.values(people).find(({ id }) => id === to) ?? { id: to, name: 'Nina Ivers' };
      const route = structuredClone(this.route);
      const { approvers = [] } = route.steps[step] ?? {};
      approvers.splice(0, approvers.length, ...approvers.map((one) => (one.id === from ? able(person) : one)));
      for (const file of route.files.filter((one) => one.step === step)) {
        file.asked = file.asked.map((one) => (one === from ? to : one));
      }
      this.route = route;
    },
    decideStep: ({ stepDecision }) => this.decide(stepDecision),
  };

  private decide({ versionId, approved, reason }: StepDecision) {
    const { id: personId, name } = people.olivia;
    const route = structuredClone(this.route);
    for (const file of route.files.filter((one) => one.versionId === versionId)) {
      const { approvers = [], rule } = route.steps[file.step] ?? {};
      const seat = approvers.findIndex(({ id }) => id === personId);
      if (seat < 0) continue;
      const decision = { step: file.step, seat, personId, name, approved, reason, at: at(0) };
      file.decisions = [...file.decisions.filter((one) => one.personId !== personId), decision];
      file.asked = file.asked.filter((one) => one !== personId);
      file.mine = approved || rule !== 'all';
      if (!file.mine) Object.assign(file, { state: 'rejected', asked: [] });
    }
    this.route = route;
    return { message: approved ? 'You have approved this version' : 'You have rejected this version' };
  }
}
