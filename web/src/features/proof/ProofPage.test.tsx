import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Order, Topic } from '@/api';
import { invalidate } from '@/api/live/tags';
import ProofPage from './ProofPage';
import { attachment, older, order, profile, topic, uuid, version } from './testing/fixtures';
import { found, makeServer, refused, renderIn } from './testing/harness';

const { server, answer, reset, sent } = makeServer();
beforeAll(() => server.listen());
beforeEach(() => {
  // The calls below are matched in this order, so the longer paths come first.
  reset();
});
afterEach(() => window.sessionStorage.clear());
afterAll(() => server.close());

const path = '/orders/detail/:orderId/attachments/:attachmentId';
const here = `/orders/detail/${uuid(1)}/attachments/${uuid(10)}`;

interface Given {
  of?: Partial<Order>;
  role?: 'creative_manager' | 'owner' | 'operator';
  detail?: { public: Topic[]; internal: Topic[] };
}
function given({ of = {}, role = 'creative_manager', detail = { public: [], internal: [] } }: Given = {}) {
  answer('GET /profile', () => found(profile(role)));
  answer('GET /version/', () => found(detail));
  answer(`GET /order/${uuid(1)}`, () => found({ order: order(of), position: 1 }));
}
const open = (at = here, role = 'creative_manager') => renderIn(<ProofPage />, { path, at, role });
const panel = () => screen.findByRole('complementary', { name: 'Comments' });

describe('opening a proof', () => {
  test('shows the file name and version, and the empty text (BD-212, BD-221)', async () => {
    given();
    open();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('label.pngv2');
    expect(await within(await panel()).findByText("You don't have any comment yet.")).toBeInTheDocument();
  });

  test('reads the topics of the newest version (BD-154, BD-158)', async () => {
    given();
    open();
    await panel();
    const read = `/order/${uuid(1)}/attachment/${uuid(10)}/version/${uuid(11)}`;
    await waitFor(() => expect(sent.map((s) => s.path)).toContain(read));
  });

  test('with a position of the log it reads everything as of that position and offers no actions (BY-019)', async () => {
    given({ detail: { public: [], internal: [topic(1)] } });
    open(`${here}?asOf=7`);
    expect(await screen.findByText('As it was')).toBeInTheDocument();
    expect(within(await panel()).getByRole('status')).toHaveTextContent('as it was at a moment of its history');
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    expect(within(await panel()).queryByRole('textbox')).toBeNull();
    await waitFor(() => expect(sent.filter((s) => s.path.includes('/version/')).length).toBeGreaterThan(0));
    const reads = sent.filter((s) => s.path === `/order/${uuid(1)}` || s.path.includes('/version/'));
    for (const read of reads) expect(read.query).toContain('asOf=7');
    expect(screen.getByRole('link', { name: 'Close' })).toHaveAttribute(
      'href',
      `/orders/detail/${uuid(1)}/history?at=7`,
    );
    for (const link of within(screen.getByRole('navigation', { name: 'Versions' })).getAllByRole('link'))
      expect(link.getAttribute('href')).toContain('?asOf=7');
  });

  test('opens the version that the query names (BD-207)', async () => {
    given();
    open(`${here}?versionId=${uuid(12)}`);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('label.pngv1');
  });

  test("lists the versions newest first with 'file name - version' and date (BD-154, BD-222)", async () => {
    given();
    open();
    const rail = await screen.findByRole('navigation', { name: 'Versions' });
    const rows = within(rail)
      .getAllByRole('listitem')
      .map((li) => li.textContent);
    expect(rows).toEqual([
      expect.stringContaining('label.png - 218 Nov 2026'),
      expect.stringContaining('label.png - 112 Nov 2026'),
    ]);
  });

  test('the header has the buttons for everything the user may do with the version (BD-216)', async () => {
    const able = { ...version().can, approve: true };
    given({
      of: {
        status: 'in-progress',
        attachments: {
          customerReview: [attachment({ versions: [version({ can: able })] })],
          suppliedFiles: [],
          internalReview: [],
        },
      },
    });
    open();
    const header = within((await screen.findByRole('button', { name: 'Approve' })).closest('header') ?? document.body);
    expect(header.getByRole('button', { name: 'Request CM review' })).toBeVisible();
    expect(header.getByRole('link', { name: 'Close' })).toBeVisible();
  });

  test('an unsupported file shows No preview available (BD-224)', async () => {
    given();
    open();
    expect(await screen.findByText('No preview available')).toBeInTheDocument();
  });

  test('an image that the browser cannot show can still be downloaded (BD-451)', async () => {
    const versions = [version({ fileType: 'image', url: '/broken.png' })];
    given({
      of: { attachments: { customerReview: [attachment({ versions })], suppliedFiles: [], internalReview: [] } },
    });
    open();
    const alert = await screen.findByText('File cannot loaded, Please reload your page');
    const message = within(alert.closest('[role=alert]') ?? document.body);
    expect(message.getByRole('button', { name: 'Reload the page' })).toBeVisible();
    expect(message.getByRole('button', { name: 'Download the file' })).toBeVisible();
  });

  test('the right panel counts open threads and keeps their order (BD-220)', async () => {
    given({ detail: { public: [topic(51), topic(52, { isResolve: true })], internal: [] } });
    open();
    const threads = await panel();
    expect(await within(threads).findByText('topic 51')).toBeInTheDocument();
    expect(within(threads).getByRole('heading', { name: 'Comments' }).nextElementSibling).toHaveTextContent('1 open');
    expect(within(threads).getByText('Resolved')).toBeInTheDocument();
  });

  test('Close opens the order (BD-210, BD-218)', async () => {
    given();
    open();
    const close = await screen.findByRole('link', { name: 'Close' });
    expect(close).toHaveAttribute('href', `/orders/detail/${uuid(1)}`);
  });
});

describe('the Checked badge', () => {
  const checked = version({ isInternalApproved: true });
  const show = async (seeChecked: boolean) => {
    const versions = [{ ...checked, can: { ...checked.can, seeChecked } }, older];
    given({
      of: { attachments: { customerReview: [attachment({ versions })], suppliedFiles: [], internalReview: [] } },
    });
    open();
    return within(await screen.findByRole('heading', { level: 1 })).queryByText('Checked');
  };
  test('shows for users who may read approvals (BD-168, BD-213)', async () => {
    expect(await show(true)).toBeInTheDocument();
  });
  test('is hidden for other users (BD-168)', async () => {
    expect(await show(false)).toBeNull();
  });
});

describe('tabs', () => {
  test('Internal and Public show their open counts, and each has its own topics (BD-178, BD-217)', async () => {
    given({ detail: { public: [topic(51)], internal: [topic(61), topic(62)] } });
    open();
    const tabs = await screen.findByRole('radiogroup', { name: 'Comments tab' });
    await waitFor(() => expect(tabs).toHaveTextContent('Internal2 openPublic1 open'));
    await userEvent.click(within(tabs).getByText('Internal'));
    expect(await screen.findByText('topic 61')).toBeInTheDocument();
    expect(screen.queryByText('topic 51')).toBeNull();
  });

  test('an owner only gets the public one, whatever the query says (BD-228)', async () => {
    given({ role: 'owner', detail: { public: [topic(51)], internal: [topic(61)] } });
    open(`${here}?public=false`, 'owner');
    expect(await screen.findByText('topic 51')).toBeInTheDocument();
    expect(screen.queryByRole('radiogroup', { name: 'Comments tab' })).toBeNull();
  });
});

describe('read-only', () => {
  test.each(['approved', 'cancelled'] as const)(
    'no comment can be started on an %s order (BD-234, BD-237)',
    async (status) => {
      given({ of: { status } });
      open();
      expect(await screen.findByText(new RegExp(`This order is ${status}`))).toBeInTheDocument();
      expect(screen.queryByRole('button', { name: /Comment on the whole file/ })).toBeNull();
    },
  );
});

describe('leaving', () => {
  test('an attachment that is not in the order redirects to / (BD-211)', async () => {
    given();
    const { router } = open(`/orders/detail/${uuid(1)}/attachments/${uuid(99)}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });

  test('a refused order says Permission Denied! and redirects to / (BD-211, BD-438)', async () => {
    answer(`GET /order/${uuid(1)}`, () => refused('No.', 403));
    const { router } = open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByText('Permission Denied!')).toBeInTheDocument();
    expect(screen.getByText('You are not allowed to access this file!')).toBeInTheDocument();
  });

  test('a proof that becomes hidden while it is open redirects to its order', async () => {
    given();
    const { router, store } = open();
    await panel();
    given({ of: { attachments: { customerReview: [], suppliedFiles: [], internalReview: [] } } });
    store.dispatch(invalidate(['Order']));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/orders/detail/${uuid(1)}`));
  });

  test('an order that cannot be read redirects to / (BD-437)', async () => {
    answer(`GET /order/${uuid(1)}`, () => refused('Gone.', 404));
    const { router } = open();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  });
});

describe('the neighbours', () => {
  test('previous and next move between the attachments of the order (BD-225, D-18)', async () => {
    const lists = {
      customerReview: [attachment(), attachment({ id: uuid(20), name: 'Back label' })],
      suppliedFiles: [],
      internalReview: [],
    };
    given({ of: { attachments: lists } });
    const { router } = open();
    expect(await screen.findByRole('button', { name: 'Previous attachment' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Next attachment' }));
    expect(router.state.location.pathname).toContain(uuid(20));
  });
});
