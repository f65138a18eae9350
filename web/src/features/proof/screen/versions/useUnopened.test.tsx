import { screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { attachment, order, uuid } from '../../testing/fixtures';
import { found, makeServer, renderIn } from '../../testing/harness';
import { useUnopened } from './useUnopened';

const { server, answer, reset, writes } = makeServer();
beforeAll(() => server.listen());
afterEach(reset);
afterAll(() => server.close());

const version = { orderId: order().id, attachmentId: attachment().id, versionId: uuid(20) };

function Unopened({ seen, count }: { seen: [number, number]; count: number }) {
  return <output>{`[${useUnopened(version, seen, count).join(' ')}]`}</output>;
}

describe('the pages that nobody has opened', () => {
  test('are those that the server does not list and that are not in view; the server receives the pages in view', async () => {
    answer('PUT /pages', () =>
      found([
        { from: 2, to: 2 },
        { from: 4, to: 5 },
      ]),
    );
    renderIn(<Unopened seen={[2, 3]} count={7} />, { role: 'owner' });
    expect(screen.getByText('[]')).toBeInTheDocument();
    expect(await screen.findByText('[1 6 7]')).toBeInTheDocument();
    expect(writes().map(({ body }) => body)).toEqual([{ pages: [2, 3] }]);
  });

  test('are not requested while there are no pages', () => {
    renderIn(<Unopened seen={[1, 1]} count={0} />, { role: 'owner' });
    expect(screen.getByText('[]')).toBeInTheDocument();
  });
});
