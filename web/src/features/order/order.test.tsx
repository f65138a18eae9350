import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, show, showApp, SilentSocket, storeSession } from '../../../tests/render';
import { refused } from '../../../tests/fake/server';
import { makeDetail, uuid } from '../../../tests/fake/data';
import { actionWords } from '@/shared/command/actions';
import { CardContent } from '@/shared/view/CardContent';
import { kindOf } from '@/shared/eventWords';
import { readParams, withParams } from '../list/listParams';
import { peopleOf } from './facts/Facts';
import { mainMove } from '@/shared/command/mainMove';

const server = fakeServer();
beforeEach(() => {
  storeSession('owner');
  vi.stubGlobal('WebSocket', SilentSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const order = uuid(1000);
const puts = () => server().requests.filter(({ method }) => method === 'PUT');

test('the actions have the required labels (BD-041, BD-042, BD-043, D-05)', () => {
  expect([actionWords.published.label, actionWords['on-hold'].label, actionWords.draft.label]).toEqual([
    'Create Order',
    'Hold Order',
    'Revert as Draft',
  ]);
});

test('the filled button is the next step of this user in this status', () => {
  expect(mainMove({ status: 'draft', allowedActions: ['published', 'delete'], allowedStatuses: [] })).toEqual({
    kind: 'action',
    action: 'published',
  });
  expect(
    mainMove({ status: 'in-review', allowedActions: ['on-hold'], allowedStatuses: ['in-progress', 'approved'] }),
  ).toMatchObject({ to: 'approved' });
  expect(mainMove({ status: 'in-review', allowedActions: [], allowedStatuses: [] })).toBeNull();
});

describe('an order', () => {
  test('can only be held with a reason (D-05, BD-454)', async () => {
    showApp(`/orders/detail/${order}`);
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Hold Order' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Hold Order' }));
    await userEvent.type(dialog.getByRole('textbox'), 'No logo');
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(puts().at(-1)?.body).toBe('{"action":"on-hold","reason":"No logo"}'));
    expect(await screen.findByText('Success')).toBeInTheDocument();
  });

  test('that is not found redirects to the board and says why (BD-437)', async () => {
    server().intercept = ({ path }) =>
      path.includes('/order/') ? refused(404, 'not_found', 'It is gone.') : undefined;
    const { router } = showApp(`/orders/detail/${order}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByText('It is gone.')).toBeInTheDocument();
  });

  test('that the user may not see says Permission Denied! and redirects to the board (BD-438)', async () => {
    server().intercept = ({ path }) => (path.includes('/order/') ? refused(403, 'forbidden', 'No.') : undefined);
    const { router } = showApp(`/orders/detail/${order}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByText('Permission Denied!')).toBeInTheDocument();
    expect(screen.getByText('You are not allowed to access this file!')).toBeInTheDocument();
  });

  test('shows its files by kind, each with a link to its proof', async () => {
    showApp(`/orders/detail/${order}`);
    const proofs = within(await screen.findByRole('region', { name: 'Proofs for review (2)' }));
    expect(proofs.getByRole('link', { name: /harvest-jar-label/ })).toHaveAttribute(
      'href',
      `/orders/detail/${order}/attachments/${uuid(5001)}`,
    );
    expect(screen.getByRole('region', { name: 'Supplied files (1)' })).toBeVisible();
  });
});

describe('the files and people of an order', () => {
  const detail = () => {
    const [first] = server().orders;
    if (!first) throw new Error('no order');
    return makeDetail(server().card(first), '');
  };
  const answerWith = (make: () => ReturnType<typeof detail>) => {
    server().intercept = ({ method, path }) =>
      method === 'GET' && path.endsWith(`/order/${order}`)
        ? { json: { success: true, message: '', data: { order: make() } } }
        : undefined;
  };

  test('a file has the file name of its newest version', async () => {
    const shown = detail();
    const [newest] = shown.attachments.customerReview[0]?.versions ?? [];
    if (!newest) throw new Error('no version');
    newest.fileName = 'harvest-jar-label_V2.png';
    answerWith(() => shown);
    showApp(`/orders/detail/${order}`);
    expect(await screen.findByTitle('harvest-jar-label_V2.png')).toBeVisible();
    expect(screen.queryByTitle('harvest-jar-label.png')).not.toBeInTheDocument();
  });

  test('a thumbnail with an expired link is requested again once, and no broken image shows', async () => {
    let reads = 0;
    answerWith(() => {
      const shown = detail();
      const [newest] = shown.attachments.customerReview[0]?.versions ?? [];
      if (newest) newest.thumbnail = `https://store.test/thumb?signature=${++reads}`;
      return shown;
    });
    const { container } = showApp(`/orders/detail/${order}`);
    const picture = () => container.querySelector('img[src*="store.test"]');
    await waitFor(() => expect(picture()).toHaveAttribute('src', expect.stringContaining('signature=1')));
    fireEvent.error(picture() as Element);
    await waitFor(() => expect(picture()).toHaveAttribute('src', expect.stringContaining('signature=2')));
    fireEvent.error(picture() as Element);
    await waitFor(() => expect(picture()).toBeNull());
    expect(reads).toBe(2);
  });

  test('the tile of a file says that its approval is stale, and why (BY-030)', async () => {
    answerWith(() => {
      const shown = detail();
      const [newest] = shown.attachments.customerReview[0]?.versions ?? [];
      if (newest) Object.assign(newest, { isInternalApproved: true, changedSince: [{ what: 'opened', count: 2 }] });
      return shown;
    });
    showApp(`/orders/detail/${order}`);
    expect(await screen.findByTitle('Since it was checked: 2 comments opened')).toHaveTextContent('Stale check');
  });

  test('everybody is listed once, with all their parts in the order', () => {
    const { creator, manager, operator } = detail();
    const collaborators = [{ ...creator, isApprover: true }];
    expect(
      peopleOf({ creator, operator, manager, collaborators }).map(({ person, parts }) => [
        person.name,
        parts.join(', '),
        person.isApprover ?? false,
      ]),
    ).toEqual([
      ['Olivia Hartmann', 'Creator, Collaborator', true],
      ['Priya Raman', 'Operator', false],
      ['Marcus Lindqvist', 'Manager', false],
    ]);
  });
});

test('a card shows every required field (BD-072..BD-083)', () => {
  const [first] = server().orders;
  if (!first) throw new Error('no order');
  const card = {
    ...server().card(first),
    status: 'ready-to-go' as const,
    orderStateStatus: 'READY_TO_GO' as const,
    positionOrder: 4,
  };
  show(<CardContent card={card} now={new Date('2026-11-20T10:00:00Z')} />);
  expect(screen.getByTitle('Place 5')).toBeVisible();
  for (const text of [
    'Ready To Go',
    'Northlight',
    'Acme Foods',
    'Autumn harvest jar label',
    'Label artwork',
    'PB-1042',
    'due in 9 days',
    'Olivia Hartmann',
  ]) {
    expect(screen.getByText(text)).toBeVisible();
  }
  expect(screen.getByTitle('11 Oct 2026')).toBeVisible();
  expect(screen.getByTitle('Due 29 Nov 2026')).toBeVisible();
  expect(screen.getByTitle('Operator Priya Raman')).toBeVisible();
  expect(screen.getByTitle('Professional')).toHaveTextContent('Pro…');
});

test('a card shows the badge of a priority other than normal (D-73)', () => {
  const [first] = server().orders;
  if (!first) throw new Error('no order');
  const card = server().card(first);
  const at = new Date('2026-11-20T10:00:00Z');
  const { unmount } = show(<CardContent card={{ ...card, priority: 'normal' }} now={at} />);
  expect(screen.queryByTitle(/^Priority/)).toBeNull();
  unmount();
  show(<CardContent card={{ ...card, priority: 'urgent' }} now={at} />);
  expect(screen.getByTitle('Priority: urgent')).toHaveTextContent('Urgent');
});

test('a card says that an approval of its order is stale (BY-030)', () => {
  const [first] = server().orders;
  if (!first) throw new Error('no order');
  const card = server().card(first);
  const { unmount } = show(<CardContent card={card} now={new Date('2026-11-20T10:00:00Z')} />);
  expect(screen.queryByText('Stale approval')).toBeNull();
  unmount();
  show(<CardContent card={{ ...card, staleApprovals: 1 }} now={new Date('2026-11-20T10:00:00Z')} />);
  expect(screen.getByText('Stale approval')).toBeVisible();
});

test('a queued card shows its place in the queue (BD-090, D-10)', () => {
  const [first] = server().orders;
  if (!first) throw new Error('no order');
  const card = {
    ...server().card(first),
    status: 'queue' as const,
    orderStateStatus: 'QUEUE_CARD' as const,
    positionOrder: 2,
  };
  show(<CardContent card={card} now={new Date('2026-11-20T10:00:00Z')} />);
  expect(screen.getByText('Waiting for a free slot: place 3 in your queue')).toBeVisible();
});

describe('the address of the list page', () => {
  test('contains page, size and sort; invalid values mean the first page (D-39)', () => {
    expect(readParams(new URLSearchParams('page=3&limit=25&sort=due&dir=asc&orderProgress=in-review'))).toMatchObject({
      page: 3,
      limit: 25,
      sort: 'due',
      sortAsc: true,
    });
    expect(readParams(new URLSearchParams('page=-1&limit=7&sort=x'))).toMatchObject({
      page: 1,
      limit: 10,
      sort: 'updated',
    });
  });
  test('changing the filter or the sort returns to page 1', () => {
    expect(withParams(new URLSearchParams('page=3&sort=due'), { q: 'approved' }).toString()).toBe(
      'sort=due&q=approved',
    );
    expect(withParams(new URLSearchParams('sort=due'), { page: 2 }).toString()).toBe('sort=due&page=2');
  });
});

test('events have kinds that decide their colours', () => {
  const kinds = (type: string, streamType: 'order' | 'proof' | 'topic') => kindOf({ type, streamType });
  expect([
    kinds('order.moved', 'order'),
    kinds('order.assigned', 'order'),
    kinds('proof.version_added', 'proof'),
    kinds('proof.version_approved', 'proof'),
    kinds('topic.opened', 'topic'),
    kinds('order.something_new', 'order'),
  ]).toEqual(['status', 'people', 'file', 'decision', 'comment', 'status']);
});
