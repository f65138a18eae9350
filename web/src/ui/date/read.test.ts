import { describe, expect, test } from 'vitest';
import { months } from '@/lib/format/dates';
import { readDay, readMoment, shown } from './read';

const longMonths = 'January February March April May June July August September October November December'.split(' ');

/** The ways in which people write a day. */
const ways: Record<string, (year: number, month: number, day: number) => string> = {
  'as the app shows it': (y, m, d) => `${String(d).padStart(2, '0')} ${months[m - 1]} ${y}`,
  'with a short day': (y, m, d) => `${d} ${months[m - 1]} ${y}`,
  'in small letters, without spaces': (y, m, d) => `${d}${months[m - 1]?.toLowerCase()} ${y}`,
  'with the whole name': (y, m, d) => `${d}. ${longMonths[m - 1]}, ${y}`,
  'with the month first': (y, m, d) => `${longMonths[m - 1]} ${d}, ${y}`,
  'with dashes and a name': (y, m, d) => `${d}-${months[m - 1]}-${y}`,
  'with dots': (y, m, d) => `${d}.${m}.${y}`,
  'with slashes, the day first': (y, m, d) => `${d}/${m}/${y}`,
  'with dashes': (y, m, d) => `${d}-${m}-${y}`,
  'with spaces around': (y, m, d) => `  ${d} ${m} ${y} `,
  'with a year of two digits': (y, m, d) => `${d}.${m}.${y % 100}`,
  'with the year first': (y, m, d) => `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
  'with the year first and slashes': (y, m, d) => `${y}/${m}/${d}`,
};

/** Returns all days of 2024 to 2028. */
function days(): [year: number, month: number, day: number][] {
  const all: [number, number, number][] = [];
  for (const at = new Date(Date.UTC(2024, 0, 1)); at.getUTCFullYear() <= 2028; at.setUTCDate(at.getUTCDate() + 1))
    all.push([at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()]);
  return all;
}

const iso = (y: number, m: number, d: number) => new Date(Date.UTC(y, m - 1, d)).toISOString().slice(0, 10);

describe('a typed day', () => {
  test.each(Object.entries(ways))('is each day of 2024 to 2028, written %s', (_, write) => {
    const wrong = days().filter((day) => readDay(write(...day), 1999).value !== iso(...day));
    expect(days()).toHaveLength(1827);
    expect(wrong).toEqual([]);
  });

  test('that is shown is the same day again', () => {
    const wrong = days().filter((day) => readDay(shown(iso(...day)), 1999).value !== iso(...day));
    expect(wrong).toEqual([]);
  });

  test.each(['25 dec', '25. Dec', '25.12.', '25/12', 'dec 25', '25 december'])(
    'without a year is in this one: %s',
    (text) => {
      expect(readDay(text, 2026)).toEqual({ value: '2026-12-25' });
    },
  );

  test.each([
    ['31 Feb 2026', 'Feb 2026 has the days 1 to 28.'],
    ['30.02.2028', 'Feb 2028 has the days 1 to 29.'],
    ['29 feb', 'Feb 2026 has the days 1 to 28.'],
    ['0.12.2026', 'Dec 2026 has the days 1 to 31.'],
    ['12/25/2026', 'There is no month 25. The day comes first, as in 25/12/2026.'],
    ['2026-00-10', 'There is no month 0. The day comes first, as in 25/12/2026.'],
  ])('that the calendar does not have is refused with the reason: %s', (text, problem) => {
    expect(readDay(text, 2026)).toEqual({ problem });
  });

  test.each([
    '',
    ' ',
    'tomorrow',
    'Dec',
    '25',
    '2026',
    '25 De 2026',
    '25 Dez 2026',
    '25 Dec 202',
    '25 Dec 20266',
    '25 Dec 0026',
    '25.12.2026 14:05',
    '２５.12.2026',
    '25..12..2026x',
    '-1.12.2026',
    '25 Dec 2026'.padEnd(41),
    `25${' '.repeat(100_000)}Dec`,
    '1'.repeat(100_000),
    '. '.repeat(50_000),
    '<b>25 Dec 2026</b>',
    '25 toString 2026',
  ])('is nothing else: %s', (text) => {
    expect(readDay(text, 2026)).toEqual({ problem: 'This is no date. Write it like 25 Dec 2026.' });
  });
});

describe('a typed moment', () => {
  test.each([
    ['25 Dec 2026 14:05', '2026-12-25T14:05'],
    ['25.12.2026, 9:05', '2026-12-25T09:05'],
    ['2026-12-25T00:00', '2026-12-25T00:00'],
    ['25 dec 23:59', '2026-12-25T23:59'],
    ['25 Dec 2026', '2026-12-25T08:30'],
  ])('%s', (text, value) => {
    expect(readMoment(text, 2026, '08:30')).toEqual({ value });
  });

  test('has seconds only where they are wanted', () => {
    expect(readMoment('2026-12-25T14:05:06', 2026, '00:00', true)).toEqual({ value: '2026-12-25T14:05:06' });
    expect(readMoment('25 Dec 2026 14:05', 2026, '00:00', true)).toEqual({ value: '2026-12-25T14:05' });
    expect(readMoment('25 Dec 2026 14:05:06', 2026).value).toBeUndefined();
  });

  test.each([
    ['25 Dec 2026 24:00', 'The times of a day are 00:00 to 23:59.'],
    ['25 Dec 2026 12:60', 'The times of a day are 00:00 to 23:59.'],
    ['31 Feb 2026 12:00', 'Feb 2026 has the days 1 to 28.'],
    ['25 Dec 2026 2pm', 'This is no date and time. Write it like 25 Dec 2026 14:05.'],
    ['14:05', 'This is no date and time. Write it like 25 Dec 2026 14:05.'],
    [':'.repeat(100_000), 'This is no date and time. Write it like 25 Dec 2026 14:05.'],
  ])('that does not exist is refused with the reason', (text, problem) => {
    expect(readMoment(text, 2026)).toEqual({ problem });
  });

  test('that is shown is the same moment again', () => {
    for (const value of ['2026-12-25T14:05', '2026-01-02T00:00']) {
      expect(readMoment(shown(value), 1999)).toEqual({ value });
    }
    expect(readMoment(shown('2026-01-02T00:00:09'), 1999, '00:00', true)).toEqual({ value: '2026-01-02T00:00:09' });
  });
});
