import { describe, expect, test } from 'vitest';
import { closed, office, open } from '../../../tests/fake/shell';
import type { BusinessHours, OfficeHours } from '@/api/shell';
import { offsetIn } from '@/lib/format/zones';
import { hoursOf } from './calendar';
import { copied, draftOf, holidayErrors, isSame, officeHoursOf, weekend, workdays } from './draft';
import { atTheOffice, clock, countdown, sentence, share, skewOf, stateAt } from './hours';

const ms = (time: string) => Date.parse(time);

/** Returns what the widget says at a time. */
function said(time: string, zone = 'Europe/Berlin', of: Partial<OfficeHours> = {}): string {
  const now = ms(time);
  return sentence(stateAt(hoursOf({ ...office, ...of }, now, zone), now), now, zone);
}

describe('the sentence of the business hours', () => {
  test.each([
    ['2026-11-27T08:59:59+01:00', 'Closed. Opens today at 09:00'],
    ['2026-11-27T09:00:00+01:00', 'Open until 18:00'], // Friday
    ['2026-11-27T17:59:59+01:00', 'Open until 18:00'],
    ['2026-11-26T18:00:00+01:00', 'Closed. Opens tomorrow at 09:00'],
    ['2026-11-26T23:59:59+01:00', 'Closed. Opens tomorrow at 09:00'],
    ['2026-11-27T18:00:00+01:00', 'Closed. Opens on Monday at 09:00'],
    ['2026-11-28T12:00:00+01:00', 'Closed. Opens on Monday at 09:00'],
    ['2026-11-29T00:00:00+01:00', 'Closed. Opens tomorrow at 09:00'],
    ['2026-11-30T00:00:00+01:00', 'Closed. Opens today at 09:00'],
  ])('at %s is %s (BD-368, BD-370, BD-371)', (time, want) => expect(said(time)).toBe(want));

  test('has a date when the next opening is more than 6 days away', () => {
    const days = [closed, open, closed, closed, closed, closed, closed];
    expect(said('2026-11-30T18:00:00+01:00', 'Europe/Berlin', { days })).toBe(
      'Closed. Opens on Monday, 07 Dec at 09:00',
    );
    expect(said('2026-12-01T18:00:00+01:00', 'Europe/Berlin', { days })).toBe('Closed. Opens on Monday at 09:00');
  });

  test('without a next opening is just Closed (BD-369)', () => {
    expect(said('2026-11-27T12:00:00+01:00', 'Europe/Berlin', { days: office.days.map(() => closed) })).toBe('Closed');
  });

  test('skips holidays', () => {
    const holidays = [{ date: '2026-11-30', name: 'A day off' }];
    expect(said('2026-11-30T10:00:00+01:00', 'Europe/Berlin', { holidays })).toBe('Closed. Opens tomorrow at 09:00');
    expect(said('2026-11-28T10:00:00+01:00', 'Europe/Berlin', { holidays })).toBe('Closed. Opens on Tuesday at 09:00');
  });

  test.each([
    ['America/New_York', 'Open until 12:00'],
    ['Asia/Kolkata', 'Open until 22:30'],
    ['Nowhere/Unknown', 'Open until 17:00'], // as in UTC
  ])('has the times of the caller in %s', (zone, want) => expect(said('2026-11-27T10:00:00+01:00', zone)).toBe(want));

  test('names the day of the caller, who can be a day behind the office', () => {
    const sydney = { timeZone: 'Australia/Sydney' };
    // Sunday morning at the caller, whose Sunday afternoon is Monday 9:00 in Sydney.
    expect(said('2026-11-29T08:00:00-08:00', 'America/Los_Angeles', sydney)).toBe('Closed. Opens today at 14:00');
    expect(said('2026-11-28T08:00:00-08:00', 'America/Los_Angeles', sydney)).toBe('Closed. Opens tomorrow at 14:00');
  });

  test.each([
    // The clocks of Berlin are changed in the night to 29 March and to 25 October 2026.
    ['2026-03-27T20:00:00+01:00', 'Europe/Berlin', 'Closed. Opens on Monday at 09:00'],
    ['2026-03-27T19:00:00Z', 'UTC', 'Closed. Opens on Monday at 07:00'],
    ['2026-10-23T18:00:00Z', 'UTC', 'Closed. Opens on Monday at 08:00'],
    // New York has changed its clocks before, so that Berlin is only 5 hours ahead.
    ['2026-03-20T16:00:00-04:00', 'America/New_York', 'Closed. Opens on Monday at 04:00'],
  ])('keeps its times when the clocks are changed: %s in %s', (time, zone, want) => {
    expect(said(time, zone)).toBe(want);
  });

  test('stays right until the answer is renewed', () => {
    const morning = ms('2026-11-26T08:00:00+01:00');
    const hours = hoursOf(office, morning, 'Europe/Berlin');
    const later = (time: string) => sentence(stateAt(hours, ms(time)), ms(time), 'Europe/Berlin');
    expect(later('2026-11-26T09:00:00+01:00')).toBe('Open until 18:00');
    expect(later('2026-11-26T18:00:00+01:00')).toBe('Closed');
  });

  test('believes an answer that says that nobody is there', () => {
    const hours = hoursOf(office, ms('2026-11-26T10:00:00+01:00'), 'Europe/Berlin');
    hours.localeCurrentOpenHours.isClose = true;
    expect(stateAt(hours, ms('2026-11-26T11:00:00+01:00')).open).toBe(false);
  });

  test('has the time of the office beside it where the clocks differ', () => {
    const state = { open: true as const, until: ms('2026-11-26T18:00:00+01:00') };
    expect(atTheOffice(state, 'Europe/Berlin', 'America/New_York')).toBe('18:00 in Europe/Berlin');
    expect(atTheOffice(state, 'Europe/Berlin', 'Europe/Paris')).toBeUndefined();
    expect(atTheOffice({ open: false }, 'Europe/Berlin', 'America/New_York')).toBeUndefined();
  });
});

test.each([
  [9 * 3600, 'closes in 9 hours'],
  [3 * 3600 - 1, 'closes in 2 hours'],
  [2 * 3600, 'closes in 2 hours'],
  [2 * 3600 - 1, 'closes in 1 hour'],
  [3600, 'closes in 1 hour'],
  [3599, 'closes in 59 minutes'],
  [35 * 60, 'closes in 35 minutes'],
  [120, 'closes in 2 minutes'],
  [119, 'closes in 1 minute'],
  [60, 'closes in 1 minute'],
  [59, 'closes in few secs'],
  [0, 'closes in few secs'],
])('%i s before closing the countdown is %s (BD-373)', (seconds, want) => {
  expect(countdown(seconds * 1000, 0)).toBe(want);
});

test.each([
  ['08:00', 0],
  ['09:00', 0],
  ['11:15', 25],
  ['13:30', 50],
  ['18:00', 100],
  ['23:00', 100],
])('at %s the bar shows %i percent of the office day (BD-372)', (time, want) => {
  const now = ms(`2026-11-26T${time}:00+01:00`);
  expect(share(hoursOf(office, now, 'UTC'), now)).toBe(want);
});

test('a day without hours has no bar', () => {
  const sunday = ms('2026-11-29T12:00:00+01:00');
  expect(share(hoursOf(office, sunday, 'UTC'), sunday)).toBeUndefined();
});

test('clocks have the offset of their zone (BD-366, BD-367)', () => {
  const now = ms('2026-11-26T23:30:05Z');
  expect(clock(now, offsetIn('Asia/Kolkata', now), true)).toBe('05:00:05');
  expect(clock(now, offsetIn('America/St_Johns', now))).toBe('20:00');
  expect(skewOf({ localeTime: '2026-11-26T10:00:00+02:00' } as BusinessHours, ms('2026-11-26T07:00:00Z'))).toBe(
    3_600_000,
  );
});

test('a preview has the record of the server (BD-365)', () => {
  const now = ms('2026-11-27T10:00:00+01:00');
  expect(hoursOf({ ...office, description: 'Call us.' }, now, 'UTC')).toEqual({
    localeTime: '2026-11-27T09:00:00+00:00',
    officeTime: '2026-11-27T10:00:00+01:00',
    officeTimeZone: 'Europe/Berlin',
    officeCurrentOpenHours: {
      open: '2026-11-27T09:00:00+01:00',
      close: '2026-11-27T18:00:00+01:00',
      isClose: false,
    },
    localeCurrentOpenHours: {
      open: '2026-11-27T08:00:00+00:00',
      close: '2026-11-27T17:00:00+00:00',
      isClose: false,
    },
    tomorrowOpenHours: { isClose: true },
    nextOpenHours: { open: '2026-11-30T09:00:00+01:00', dayOfWeek: '' },
    description: 'Call us.',
  });
  const typing = { ...office, days: office.days.map(() => ({ opens: Number.NaN, closes: 1080 })) };
  expect(hoursOf(typing, now, 'UTC').localeCurrentOpenHours).toEqual({ isClose: true });
});

describe('the draft of the business hours', () => {
  const midnight = { ...office, days: office.days.with(1, { opens: 0, closes: 1440 }) };

  test.each([office, midnight])('is saved as it was read', (hours) => {
    expect(officeHoursOf(draftOf(hours))).toEqual(hours);
  });

  test('has Saturday and Sunday as its weekend (SH-332, BD-375)', () => {
    expect([weekend, workdays]).toEqual([
      [6, 0],
      [1, 2, 3, 4, 5],
    ]);
  });

  test('copies a weekday to Monday to Friday, and leaves the weekend', () => {
    const { days } = draftOf(midnight);
    const all = copied(days, 1);
    expect(workdays.map((day) => all[day])).toEqual(workdays.map(() => days[1]));
    expect(weekend.map((day) => all[day])).toEqual(weekend.map((day) => days[day]));
  });

  test('is the same when only spaces differ', () => {
    const draft = draftOf(office);
    expect(isSame(draft, { ...draft, description: `  ${draft.description}  ` })).toBe(true);
    expect(isSame(draft, { ...draft, description: 'x' })).toBe(false);
  });

  test.each([
    ['', 'Required!'],
    ['2026-12-25', 'This day is in the list already: Christmas Day.'],
    ['2026-12-26', undefined],
  ])('a holiday on %s has the error %s', (date, error) => {
    const others = [{ date: '2026-12-25', name: 'Christmas Day' }];
    expect(holidayErrors({ date, name: 'x' }, others)['date']).toBe(error);
  });
});
