import { act, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { UiProvider } from '@/ui/UiProvider';
import { says, tom, topic, uuid } from '../testing/fixtures';
import { type Detail, findComment, useDeepLink } from '@/shared/threads/useDeepLink';

const answer = {
  id: uuid(61),
  message: says('x'),
  sender: tom,
  user: tom,
  dateCreated: '',
  isTopic: false,
  can: { edit: false, delete: false },
};
const detail: Detail = { public: [topic(50)], internal: [topic(60, { comments: [answer] })] };
const empty: Detail = { public: [], internal: [] };
const both = ['internal', 'public'] as const;

function link(commentId: string | null, now: Detail | undefined, later: Detail) {
  const onFound = vi.fn<(topicId: string, tab: string) => void>();
  const reload = vi.fn<() => Promise<Detail>>(() => Promise.resolve(later));
  const hook = renderHook(
    (props: { detail: Detail | undefined }) =>
      useDeepLink({ commentId, detail: props.detail, tabs: both, reload, onFound }),
    { initialProps: { detail: now }, wrapper: UiProvider },
  );
  return { ...hook, onFound, reload };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const title = () => screen.queryByText('Comment Was Deleted');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a link to a comment', () => {
  test('finds topics and comments on their tab (BD-208)', () => {
    expect(findComment(detail, uuid(50), both)).toEqual({ tab: 'public', topicId: uuid(50) });
    expect(findComment(detail, uuid(61), both)).toEqual({ tab: 'internal', topicId: uuid(60) });
    expect(findComment(detail, uuid(61), ['public'])).toBeNull();
  });

  test('opens the comment as soon as the version detail is loaded (BD-208)', async () => {
    const { onFound, rerender, reload } = link(uuid(61), undefined, empty);
    await pass(5000);
    expect(onFound).not.toHaveBeenCalled();
    rerender({ detail });
    expect(onFound).toHaveBeenCalledExactlyOnceWith(uuid(60), 'internal');
    await pass(5000);
    expect(reload).not.toHaveBeenCalled();
  });

  test('checks once more after 1200 ms (BD-209)', async () => {
    const { onFound, reload } = link(uuid(50), empty, detail);
    await pass(1199);
    expect(reload).not.toHaveBeenCalled();
    await pass(2);
    expect(reload).toHaveBeenCalledOnce();
    expect(onFound).toHaveBeenCalledExactlyOnceWith(uuid(50), 'public');
    expect(title()).toBeNull();
  });

  test('then says a single time that the comment was deleted (BD-209, BD-453)', async () => {
    const { onFound, reload, rerender } = link(uuid(99), empty, empty);
    await pass(1300);
    expect(title()).toBeInTheDocument();
    const words =
      'The comment you are trying to access is not accessible anymore. The attachment or the comment might be removed.';
    expect(screen.getByText(words)).toBeInTheDocument();
    rerender({ detail });
    await pass(5000);
    expect(reload).toHaveBeenCalledOnce();
    expect(onFound).not.toHaveBeenCalled();
  });

  test('without a comment in the address it checks nothing', async () => {
    const { reload, onFound } = link(null, detail, empty);
    await pass(5000);
    expect([reload.mock.calls, onFound.mock.calls]).toEqual([[], []]);
  });
});
