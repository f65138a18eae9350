import { notifications } from '@mantine/notifications';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeWorkflow } from '../../../tests/fake/approvals';
import { people, uuid } from '../../../tests/fake/data';
import { fakeServer, showApp, SilentSocket, storeSession } from '../../../tests/render';
beforeEach(() => vi.stubGlobal('WebSocket', SilentSocket));
afterEach(() => {
  vi.unstubAllGlobals();
  notifications.clean();
});

describe('an owner', () => {
  const server = fakeServer('owner');
  beforeEach(() => storeSession('owner'));
  const sent = () =>
    server()
      .requests.filter(({ method, path }) => method !== 'GET' && path.includes('/workflow'))
      .map(({ method, path, body }) => [method, path.replace(/^\/api\/c/, ''), body && (JSON.parse(body) as unknown)]);

  test('sees what workflows are for, as long as there is none', async () => {
    showApp('/workflow-and-roles'); // SH-088
    expect(await screen.findByText('No workflows yet')).toBeVisible();
    expect(screen.getByText('New orders get no workflow')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create Workflow' })).toHaveAttribute('href', '/workflow-and-roles/create');
  });

  test('tries a workflow on past orders before publishing it (BY-043)', async () => {
    const workflow = makeWorkflow(1);
    server().approvals.workflows = [workflow];
    server().approvals.trial = {
      state: 'done',
      current: true,
      total: 12,
      differing: 1,
      took: 2.5 * 86_400,
      estimated: 5 * 3600,
      orders: [
        {
          orderId: uuid(1001),
          name: 'Jam label',
          took: 3600,
          differs: true,
          step: 0,
          missing: [{ id: people.sam.id, name: people.sam.name, able: true }],
        },
      ],
    };
    showApp(`/workflow-and-roles/${workflow.id}`);
    const panel = within(await screen.findByRole('region', { name: 'Past orders' }));
    await userEvent.click(await panel.findByRole('button', { name: 'Try on past orders' }));
    expect(await panel.findByText('Of 12 orders, 1 would have missed an approval.')).toBeVisible();
    expect(panel.getByText('Their reviews took 2.5 days on average, and 5 hours with this workflow.')).toBeVisible();
    expect(panel.getByRole('link', { name: 'Jam label' })).toHaveAttribute('href', `/orders/detail/${uuid(1001)}`);
    expect(panel.getByText(/would have waited for Sam/)).toBeVisible();
  });

  test('chooses the workflow of new orders, and retires one after a question', async () => {
    server().approvals.workflows = [
      makeWorkflow(1, { chosen: true }),
      makeWorkflow(2, { edition: 3, draft: { name: 'Packaging', steps: [] } }),
      makeWorkflow(3, { phase: 'retired' }),
    ];
    showApp('/workflow-and-roles');
    const rows = within(await screen.findByRole('table'))
      .getAllByRole('row')
      .slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Workflow 1PublishedUsed for new ordersEdition 12 steps.*Use noneRetire$/),
      expect.stringMatching(
        /^PackagingPublishedEdition 3, with a draft of the next0 steps.*Use for new ordersDiscard draftRetire$/,
      ),
      expect.stringMatching(/^Workflow 3RetiredEdition 12 steps.*ago$/),
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Use for new orders: Packaging' }));
    expect(await screen.findByText('New orders get Packaging')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Retire Packaging' }));
    const question = within(await screen.findByRole('dialog', { name: 'Retire Packaging?' }));
    expect(question.getByText(/have no workflow until you choose another one/)).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Retire' }));
    expect(await screen.findByText('New orders get no workflow')).toBeVisible();
    expect(sent()).toEqual([
      ['PUT', '/workflow-choice', { workflowId: uuid(1102) }],
      ['DELETE', `/workflows/${uuid(1102)}`, ''],
    ]);
  });

  test('sees a retired workflow, without a way to change it', async () => {
    server().approvals.workflows = [makeWorkflow(1, { phase: 'retired' })];
    showApp(`/workflow-and-roles/${uuid(1101)}`); // SH-090
    expect(await screen.findByText(/^This workflow is retired\./)).toBeVisible();
    expect(screen.getByText('Any one of them · due after 2 days · reminder 1 day before')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('is told at the step who cannot approve any more, and keeps what was removed by mistake', async () => {
    const account = server().accounts;
    const sam = account.people.find(({ id }) => id === people.sam.id);
    if (sam) sam.state = 'deactivated';
    server().approvals.workflows = [makeWorkflow(1)];
    showApp(`/workflow-and-roles/${uuid(1101)}`);
    const text = 'Sam Whitfield cannot approve any more. A step has too few active approvers to be passed.';
    const legal = within(await screen.findByRole('region', { name: 'Step 2' }));
    expect(legal.getByText(text)).toBeVisible();
    expect(screen.getByRole('button', { name: `Step 2: ${text}` })).toBeVisible();
    const publish = screen.getByRole('button', { name: 'Publish' });
    expect(publish).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Remove step 2' }));
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus();
    expect(publish).not.toHaveAttribute('aria-disabled');
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('region', { name: 'Step 2' })).toBeVisible();
    expect(publish).toHaveAttribute('aria-disabled', 'true');
    expect(sent()).toEqual([]);
  });

  test('cannot choose who may only look, and is told at a step that needs them', async () => {
    const sam = server().accounts.people.find(({ id }) => id === people.sam.id);
    if (sam) sam.canApprove = false;
    server().approvals.workflows = [makeWorkflow(1)];
    showApp(`/workflow-and-roles/${uuid(1101)}`);
    const legal = within(await screen.findByRole('region', { name: 'Step 2' }));
    expect(
      legal.getByText('Sam Whitfield cannot approve any more. A step has too few active approvers to be passed.'),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'Publish' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Add step' }));
    const added = within(screen.getByRole('region', { name: 'Step 3' }));
    await userEvent.click(added.getByLabelText(/^Approvers/, { selector: 'input:not([type=hidden])' }));
    const offered = await added.findByRole('option', { name: /Sam Whitfield.*May only look, and cannot approve$/ });
    expect(offered).toHaveAttribute('data-combobox-disabled', 'true');
    await userEvent.click(offered);
    expect(added.queryByText('Sam Whitfield (cannot approve)')).toBeNull();
  });

  test('saves a draft that is unfinished, and sees the published edition beside it', async () => {
    server().approvals.workflows = [makeWorkflow(1)];
    showApp(`/workflow-and-roles/${uuid(1101)}`);
    await screen.findByText('Nothing has changed since edition 1.');
    expect(screen.getByRole('button', { name: 'Save Draft' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Add step' }));
    expect(screen.getAllByRole('textbox', { name: 'Name' })[2]).toHaveFocus();
    expect(screen.getByRole('region', { name: 'Edition 1, published' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save Draft' }));
    expect(await screen.findByText('Saved · Edition 1, with a draft of the next')).toBeVisible();
    const steps = server().approvals.workflows[0]?.draft?.steps;
    expect(steps?.map(({ name }) => name)).toEqual(['Brand', 'Legal', '']);
    expect(steps?.[0]).toEqual(makeWorkflow(1).published?.steps[0]);
  });
});

describe('somebody else', () => {
  fakeServer('staff');
  beforeEach(() => storeSession('staff'));

  test('has no workflow pages', async () => {
    const { router } = showApp('/workflow-and-roles/create'); // SH-089
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});
