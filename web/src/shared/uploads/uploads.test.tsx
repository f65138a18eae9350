import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { uuid } from '../../../tests/fake/data';
import { refused } from '../../../tests/fake/server';
import { fakeServer, show, storeSession } from '../../../tests/render';
import { wentOffline, wentOnline } from '@/api/request/connection';
import { designFiles } from '@/lib/files/upload';
import { DropArea } from '../choosing';
import { StorageMeter, under, UploadList, useUploads } from '.';
import type { UploadTarget } from './target';

const target: UploadTarget = { orderId: uuid(1), reviewType: 'suppliedFiles', from: 'create' };

/** The store that receives the form. */
class FakeRequest extends EventTarget {
  static sent: FakeRequest[] = [];
  readonly upload: { onprogress?: (event: ProgressEvent) => void } = {};
  status = 204;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  url = '';
  open(_method: string, url: string) {
    this.url = url;
  }
  send(body: FormData) {
    this.fields = [...body.keys()];
    FakeRequest.sent.push(this);
  }
  fields: string[] = [];
  abort() {
    this.onabort?.();
  }
}

function Screen() {
  const { all, send, actions } = useUploads();
  return (
    <>
      <DropArea choice={{ kinds: designFiles, multiple: true, onFiles: (files) => send(target, files) }}>
        <p>Drop here</p>
        <UploadList transfers={under(all, target)} actions={actions} />
      </DropArea>
    </>
  );
}

const file = (name = 'label.png') => new File(['x'.repeat(2048)], name);
const drop = (...files: File[]) =>
  fireEvent.drop(screen.getByText('Drop here'), { dataTransfer: { files, types: ['Files'] } });

describe('uploads on the screen', () => {
  const server = fakeServer();
  beforeEach(() => {
    storeSession('owner');
    FakeRequest.sent = [];
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    vi.spyOn(window, 'addEventListener');
    vi.spyOn(window, 'removeEventListener');
  });
  afterEach(() => {
    act(() => notifications.clean());
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  const calls = (method: string) =>
    server()
      .requests.filter((request) => request.method === method)
      .map(({ path }) => path.replace('/api/c', ''));
  const sending = async () => {
    await waitFor(() => expect(FakeRequest.sent).toHaveLength(1));
    return FakeRequest.sent[0] as FakeRequest;
  };

  test('a dropped file shows its progress, and its completion has the required headers (SH-292)', async () => {
    show(<Screen />);
    drop(file('a-rather-long-name-of-a-label-file.png'));
    const request = await sending();
    // The form has the fields first and the file last (SH-291).
    expect(request.fields.at(-1)).toBe('file');
    act(() => request.upload.onprogress?.({ lengthComputable: true, loaded: 1024, total: 2048 } as ProgressEvent));
    const list = screen.getByRole('list', { name: 'Uploads' });
    // A displayed file name is cut at 30 characters (SH-302).
    expect(within(list).getByText('a-rather-long-name-of-a-label-…')).toBeInTheDocument();
    expect(within(list).getByText('1.0 KB of 2.0 KB')).toBeInTheDocument();
    expect(within(list).getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    act(() => request.onload?.());
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
    const done = server().requests.find(({ method }) => method === 'PUT');
    expect(done?.headers.get('x-upload-from')).toBe('create');
    expect(done?.headers.get('x-file-attachment-record')).toBe('suppliedFiles');
    expect(done?.headers.get('x-file-timeline-record')).toBe('true');
    expect(await screen.findByText('Uploaded')).toBeInTheDocument();
  });

  test('leaving the page shows a warning while files are being sent, and not afterwards', async () => {
    show(<Screen />);
    drop(file());
    const request = await sending();
    expect(window.addEventListener).toHaveBeenCalledWith('beforeunload', expect.any(Function));
    act(() => request.onload?.());
    await waitFor(() => expect(window.removeEventListener).toHaveBeenCalledWith('beforeunload', expect.any(Function)));
  });

  test('a failure shows a message, unlocks the order, and can be retried (SH-293, SH-294, SH-296)', async () => {
    show(<Screen />);
    drop(file());
    const request = await sending();
    act(() => request.onerror?.());
    const words = 'Something went wrong, the order maybe locked. Please contact administrator to unlock the order!';
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(screen.getByText('Failed')).toBeInTheDocument();
    await waitFor(() => expect(calls('PUT')).toEqual([`/order/${uuid(1)}/unlock-order`]));
    const list = screen.getByRole('list', { name: 'Uploads' });
    expect(within(list).getByText('There was a problem uploading your file.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Try label.png again' }));
    await waitFor(() => expect(FakeRequest.sent).toHaveLength(2));
  });

  test("a file that does not fit on the disk of the store fails with the server's message", async () => {
    show(<Screen />);
    drop(file());
    const request = await sending();
    request.status = 507;
    act(() => request.onload?.());
    const words = /The server's disk is full/;
    expect(await within(screen.getByRole('list', { name: 'Uploads' })).findByText(words)).toBeInTheDocument();
    await waitFor(() => expect(screen.getAllByRole('alert').at(-1)).toHaveTextContent(words));
    expect(screen.queryByText(/order maybe locked/)).toBeNull();
  });

  test("a refused token shows 'Failed' with the server's message (SH-295)", async () => {
    server().intercept = ({ path }) =>
      path.includes('upload-token') ? refused(409, 'order.frozen', 'The order is frozen.') : undefined;
    show(<Screen />);
    drop(file());
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Failed')).toBeInTheDocument();
    expect(within(toast).getByText('The order is frozen.')).toBeInTheDocument();
    expect(calls('PUT')).toEqual([]);
  });

  test('full storage shows the required warning (SH-286)', async () => {
    const more = 'Please upgrade your membership to continue uploading more attachments.';
    server().intercept = ({ path }) =>
      path.includes('upload-token')
        ? {
            status: 409,
            json: {
              success: false,
              message: 'Not Enough Storage',
              messages: ['Not Enough Storage', more],
              error: { reason: 'upload.not_enough_storage', requestId: 'req-1' },
            },
          }
        : undefined;
    show(<Screen />);
    drop(file());
    const toast = await screen.findByRole('alert');
    expect(within(toast).getByText('Not Enough Storage')).toBeInTheDocument();
    expect(within(toast).getByText(more)).toBeInTheDocument();
    expect(toast).toHaveAttribute('data-toast', 'WARNING');
  });

  test('a cancelled file is removed by its id, with the progress text (SH-297, SH-298)', async () => {
    const { promise, resolve: answer } = Promise.withResolvers<void>();
    show(<Screen />);
    drop(file());
    await sending();
    vi.stubGlobal('fetch', holding(globalThis.fetch, promise));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel label.png' }));
    expect((await screen.findAllByText('Please wait. Your file is in removing...')).length).toBeGreaterThan(0);
    expect(screen.getByRole('list', { name: 'Uploads' })).toHaveFocus();
    answer();
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
    expect(calls('DELETE')).toEqual([`/upload/temp/${uuid(170)}`]);
  });

  test("a failure to remove shows 'Failed!' with the server's message (SH-299)", async () => {
    server().intercept = ({ path }) =>
      path.includes('/upload/temp/') ? refused(500, 'upload.not_removed', 'The file is still there.') : undefined;
    show(<Screen />);
    drop(file());
    await sending();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel label.png' }));
    expect(await screen.findByText('Failed!')).toBeInTheDocument();
    expect(screen.getByText('The file is still there.')).toBeInTheDocument();
  });

  test('a file says that it waits for the connection while there is none', async () => {
    const { store } = show(<Screen />);
    drop(file());
    await sending();
    await screen.findByText('0 Bytes of 2.0 KB');
    act(() => void store.dispatch(wentOffline()));
    expect(screen.getByText('Waits for the connection at 0 Bytes of 2.0 KB')).toBeVisible();
    act(() => void store.dispatch(wentOnline()));
    expect(screen.getByText('0 Bytes of 2.0 KB')).toBeVisible();
  });
});

/** Returns a fetch that delays removals. */
function holding(fetch: typeof globalThis.fetch, until: Promise<void>): typeof globalThis.fetch {
  return async (input, init) => {
    if (input instanceof Request && input.method === 'DELETE') await until;
    return fetch(input, init);
  };
}

describe('the storage of a customer', () => {
  const server = fakeServer();
  const gb = 1024 ** 3;
  const stored = (used: number, quota: number, more = 0, full = false) => {
    server().storage = {
      storages: { used, quota },
      retail: { additionalStorageUsed: 0, additionalStorageQuota: more },
      full,
    };
    show(<StorageMeter orderId={uuid(1)} />);
  };
  beforeEach(() => storeSession('owner'));

  test('shows sizes with units and turns red at 90% (SH-278, SH-300, SH-301)', async () => {
    stored(9 * gb, 10 * gb, 5 * gb);
    const region = await screen.findByRole('region', { name: 'Storage' });
    expect(region).toHaveTextContent('Storage: 9.0 GB of 10 GB');
    expect(region).toHaveTextContent('Additional storage: 0 Bytes of 5.0 GB');
    const [own, more] = within(region).getAllByRole('progressbar');
    expect(own?.getAttribute('style')).toContain('red');
    expect(more?.getAttribute('style')).not.toContain('red');
  });

  test('stays in the normal colour below 90%', async () => {
    stored(9 * gb - 1, 10 * gb);
    const bar = await screen.findByRole('progressbar');
    expect(bar.getAttribute('style')).not.toContain('red'); // The bar turns red at 90% (SH-301).
  });

  test('says when the storage is full, and when it has no limit (SH-287)', async () => {
    stored(10 * gb, 10 * gb, 0, true);
    expect(await screen.findByText('The storage is full: nothing more can be uploaded.')).toBeInTheDocument();
  });

  test('A negative quota means no limit (SH-287).', async () => {
    stored(gb, -1);
    const sign = await screen.findByRole('img', { name: 'unlimited' });
    // The section is a grid, which would put each of its children on a line of its own.
    expect(sign.parentElement).toHaveTextContent(/^Storage: 1(\.0+)? GB of ∞$/);
    expect(screen.getByRole('region', { name: 'Storage' }).childNodes).toHaveLength(1);
  });
});
