import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { show } from '../../../tests/render';
import { makeAnnouncement } from '../../../tests/fake/shell';
import { changeOf, draftOf } from '@/features/announcements/draft';
import { dayOf, endOfDay, momentOf } from '@/lib/format/dates';
import { DueField } from '@/shared/form/DueField';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each([
  ['America/Los_Angeles', '2026-12-26T07:59:59.000Z', '2026-07-01T16:05:00.000Z'],
  ['UTC', '2026-12-25T23:59:59.000Z', '2026-07-01T09:05:00.000Z'],
  ['Pacific/Kiritimati', '2026-12-25T09:59:59.000Z', '2026-06-30T19:05:00.000Z'],
])('in the zone %s', (zone, end, moment) => {
  test('a day is due at its end there, typed or picked', async () => {
    vi.stubEnv('TZ', zone);
    expect(endOfDay('2026-12-25')).toBe(end);
    expect(dayOf(end)).toBe('2026-12-25');
    const onSave = vi.fn<(at: string | null) => Promise<boolean>>(() => Promise.resolve(true));
    const { unmount } = show(<DueField at={undefined} onSave={onSave} />);
    await userEvent.type(screen.getByLabelText('Due date'), '25.12.2026{Enter}');
    expect(onSave.mock.lastCall).toEqual([end]);
    unmount();
    onSave.mockClear();
    show(<DueField at="2026-12-10T12:00:00Z" onSave={onSave} />);
    await userEvent.click(screen.getByRole('button', { name: 'Calendar of Due date' }));
    await userEvent.click(await screen.findByRole('button', { name: '25 December 2026' }));
    expect(screen.getByLabelText('Due date')).toHaveValue('25 Dec 2026');
    await waitFor(() => expect(onSave.mock.lastCall).toEqual([end]));
  });

  test('a moment is one of the clocks there', () => {
    vi.stubEnv('TZ', zone);
    expect(momentOf(moment)).toBe('2026-07-01T09:05');
    const draft = { ...draftOf(makeAnnouncement(1)), startsAt: '2026-07-01T09:05' };
    expect(changeOf(draft).startsAt).toBe(moment);
  });
});
