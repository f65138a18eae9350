import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { says } from '../../testing/fixtures';
import { renderIn } from '../../testing/harness';
import type { TopicActions } from '../useTopicActions';
import { NewComment } from './NewComment';

vi.mock('@/shared/threads/editor/Editor', () => {
  throw new Error('The connection was lost.');
});

test('a comment can be written and sent even if the editor cannot be loaded', async () => {
  const open = vi.fn<TopicActions['open']>(() => Promise.resolve('new'));
  const actions = { open } as Partial<TopicActions> as TopicActions;
  renderIn(
    <NewComment
      draftKey="one"
      people={{ list: [], name: () => undefined }}
      actions={actions}
      onOpenTopic={() => undefined}
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Comment on the whole file' }));
  await userEvent.keyboard('plain words');
  expect(await screen.findByText(/^A part of this page could not be loaded\./)).toBeVisible();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(open).toHaveBeenCalledWith({ message: says('plain words'), mentions: [] }, '', undefined);
});
