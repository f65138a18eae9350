import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { uuid, version } from '../../testing/fixtures';
import { makeServer, renderIn } from '../../testing/harness';
import { CertificateMenu } from './CertificateMenu';

const { server, reset } = makeServer();
beforeAll(() => server.listen());
afterEach(reset);
afterAll(() => server.close());

const show = (more: Parameters<typeof version>[0]) =>
  renderIn(<CertificateMenu orderId={uuid(1)} attachmentId={uuid(10)} version={version(more)} />);
const checked = { isInternalApproved: true, can: { ...version().can, certificate: true } };
const open = () => userEvent.click(screen.getByRole('button', { name: 'More of the certificate' }));

test('the certificate of an approved version is downloaded unchanged, byte for byte (BY-023)', async () => {
  const asked: string[] = [];
  const bytes = '{ "product":\n "Proofboard" }';
  server.use(
    http.get('*/version/*/certificate', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('format') ?? '');
      return new HttpResponse(bytes, { headers: { 'Content-Type': 'application/json' } });
    }),
  );
  const saved: Blob[] = [];
  const names: string[] = [];
  URL.createObjectURL = (blob: Blob) => `blob:${saved.push(blob)}`;
  URL.revokeObjectURL = () => {};
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  show(checked);
  await open();
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Certificate as JSON' }));
  await waitFor(() => expect(names).toHaveLength(1));
  expect(asked).toEqual(['json']);
  expect(names[0]).toMatch(/ v\d+ certificate\.json$/);
  expect(await saved[0]?.text()).toBe(bytes);
});

test("a refusal shows the server's message", async () => {
  const message = 'The audit log does not cover this approval yet.';
  server.use(
    http.get('*/version/*/certificate', () =>
      HttpResponse.json(
        { success: false, message, messages: [message], error: { reason: 'certificate.not_covered_yet' } },
        { status: 503 },
      ),
    ),
  );
  show(checked);
  await userEvent.click(screen.getByRole('button', { name: 'Certificate' }));
  expect(await screen.findByText(message)).toBeVisible();
});

test('a version whose approval the caller may not certify offers no certificate (D-69)', () => {
  show({ isInternalApproved: true, can: { ...version().can, certificate: false } });
  expect(screen.queryByRole('button', { name: 'Certificate' })).toBeNull();
});

test('the server says whether there is a certificate; the Checked state does not decide it (D-15, D-69)', () => {
  show({ isInternalApproved: false, can: { ...version().can, seeChecked: false, certificate: true } });
  expect(screen.getByRole('button', { name: 'Certificate' })).toBeVisible();
});
