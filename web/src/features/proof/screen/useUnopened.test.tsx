import { screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { attachment, order, uuid } from '../testing/fixtures';
import { found, makeServer, renderIn } from '../testing/harness';
import { useUnopened } from './useUnopened';

const { server, answer, reset, writes } = makeServer();
beforeAll(() => server.listen());
afterEach(reset);
afterAll(() => server.close());

const version = { orderId: order().id, attachmentId: attachment().id, versionId: uuid(20) };

function Unopened({ page, count }: { page: number; count: number }) {
  return <output>{`[${useUnopened(version, page, count).join(' ')}]`}</output>;
}

describe('the pages that nobody has opened', () => {
  test('are those that the server does not name, the shown page aside; it is told of the shown page', async () => {
    answer('PUT /pages', () =>
      found([
        { from: 2, to: 2 },
        { from: 4, to: 5 },
      ]),
    );
    renderIn(<Unopened page={2} count={7} />, { role: 'owner' });
    expect(screen.getByText('[]')).toBeInTheDocument();
    expect(await screen.findByText('[1 3 6 7]')).toBeInTheDocument();
    expect(writes().map(({ body }) => body)).toEqual([{ pages: [2] }]);
  });

  test('are not asked for while there are no pages', () => {
    renderIn(<Unopened page={1} count={0} />, { role: 'owner' });
    expect(screen.getByText('[]')).toBeInTheDocument();
  });
});
