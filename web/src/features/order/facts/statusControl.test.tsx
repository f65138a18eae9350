import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { makeDetail } from '../../../../tests/fake/data';
import { fakeServer, show, storeSession } from '../../../../tests/render';
import type { Status } from '@/api/generated';
import { StatusControl } from './StatusControl';

const server = fakeServer();

test('what the open menu offers stays under the pointer while somebody else moves the order', async () => {
  storeSession('operator');
  const [stored] = server().orders;
  if (!stored) throw new Error('no order');
  const detail = makeDetail(server().card(stored), '');
  function Moving() {
    const [allowedStatuses, setAllowed] = useState<Status[]>(['in-progress', 'completed']);
    useEffect(() => {
      const moved = () => setAllowed([]);
      window.addEventListener('moved', moved);
      return () => window.removeEventListener('moved', moved);
    }, []);
    return <StatusControl order={{ ...detail, status: 'approved', allowedStatuses }} />;
  }
  show(<Moving />);
  await userEvent.click(screen.getByRole('button', { name: /^Status: Approved/ }));
  const items = () => screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  await waitFor(() => expect(items()).toEqual(['In Progress', 'Completed']));
  act(() => void window.dispatchEvent(new Event('moved')));
  expect(items()).toEqual(['In Progress', 'Completed']);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Completed' }));
  await waitFor(() => expect(server().requests.at(-1)?.body).toContain('"moveto":"completed"'));
  expect(screen.queryByRole('button', { name: /^Status/ })).toBeNull(); // closed, it shows what is possible now
});
