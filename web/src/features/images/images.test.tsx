import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { makeImage } from '../../../tests/fake/shell';
import { refused } from '../../../tests/fake/server';
import { fakeServer, show, storeSession } from '../../../tests/render';
import ImagesPage from './ImagesPage';

const server = fakeServer();

beforeEach(() => {
  storeSession('owner');
  // jsdom has no layout: the grid is 900 px wide, which is four columns.
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(private readonly changed: ResizeObserverCallback) {}
      observe(target: Element) {
        const contentRect = { width: 900, height: 500 } as DOMRectReadOnly;
        this.changed([{ target, contentRect } as ResizeObserverEntry], this);
      }
      unobserve() {}
      disconnect() {}
    },
  );
});

const make = (count: number) => Array.from({ length: count }, (_, n) => makeImage(n));
const tiles = () => screen.findAllByRole('listitem');

test('each image opens its proof, and says which order and version it is of (SH-071, D-64)', async () => {
  server().shell.images = make(3);
  show(<ImagesPage />);
  const [first] = await tiles();
  if (!first) throw new Error('no tile');
  const { orderId, attachmentId, versionId } = makeImage(0);
  expect(within(first).getByRole('link', { name: 'label-0.png' })).toHaveAttribute(
    'href',
    `/orders/detail/${orderId}/attachments/${attachmentId}/versions/${versionId}`,
  );
  expect(within(first).getByText(/^Version 1 · /)).toHaveAttribute('title', '2480 × 3508 pixels, 1.1 MB');
  expect(screen.getByText('3 images')).toBeVisible();
});

test('only the rows near the window are in the document', async () => {
  server().shell.images = make(1000);
  show(<ImagesPage />);
  expect((await tiles()).length).toBeLessThan(60);
  expect(screen.getByText(/^The first \d+ images$/)).toBeVisible();
});

test('the search and the order are part of the address and can be reset (D-64)', async () => {
  server().shell.images = make(30);
  show(<ImagesPage />);
  await userEvent.click((await screen.findAllByRole('button', { name: /Order 1$/ }))[0] as HTMLElement);
  await waitFor(() => expect(screen.getByText('10 images')).toBeVisible());
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search by file or order' }), 'nothing like it');
  expect(await screen.findByText('No image matches')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Reset the filter' }));
  await waitFor(() => expect(screen.getByText('30 images')).toBeVisible());
});

test('no images, and a failure, say what to do next', async () => {
  const view = show(<ImagesPage />);
  expect(await screen.findByText('No images yet')).toBeVisible();
  view.unmount();
  server().intercept = ({ path }) =>
    path.endsWith('/order/images') ? refused(503, 'unavailable', 'The database is away.') : undefined;
  show(<ImagesPage />);
  expect(await screen.findByText('The database is away.')).toBeVisible();
  server().intercept = () => undefined;
  server().shell.images = make(1);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('1 image')).toBeVisible();
});
