import { describe, expect, test } from 'vitest';
import { brandVariables, contrast } from './colour';
import { ago, date, dateTime, dayText, due, momentOf, shortDate, tellIn } from './dates';
import { dueIn } from './dueIn';
import { cardStateLabel, roleLabel, rolesInWords, showsPlace, statusLabel } from './status';
import { cut, fileSize, initials, stableIndex } from './text';
import { batchLimit, checkFiles, tokenName } from '../files/upload';

const now = new Date('2026-11-20T10:00:00Z');

describe('text', () => {
  test('a text is cut at a number of characters, not of bytes (BD-084..BD-087)', () => {
    expect(cut('Brightside Agency', 12)).toBe('Brightside A…');
    expect(cut('Northlight', 12)).toBe('Northlight');
    expect(cut('ööööööööööööö', 12)).toBe('öööööööööööö…');
    expect(cut('👍👍👍👍', 3)).toBe('👍👍👍…');
  });
  test('file sizes are shown in units from Bytes to YB at base 1024 (SH-300)', () => {
    expect([0, 1, 1023, 1024, 1_482_122, 2_147_483_648].map(fileSize)).toEqual([
      '0 Bytes',
      '1 Bytes',
      '1023 Bytes',
      '1.0 KB',
      '1.4 MB',
      '2.0 GB',
    ]);
    expect(fileSize(1024 ** 8)).toBe('1.0 YB');
  });
  test('initials are stable and short', () => {
    expect([initials('Ada Lovelace'), initials('Plato'), initials('  ')]).toEqual(['AL', 'P', '?']);
    expect(stableIndex('Ada', 10)).toBe(stableIndex('Ada', 10));
  });
});

describe('dates', () => {
  test('guests see all times in a fixed zone, wherever they are (SH-317)', () => {
    tellIn(480);
    expect(dateTime('2026-11-21T20:30:00Z')).toBe('22 Nov 2026 04:30');
    expect(date('2026-12-31T16:00:00Z')).toBe('01 Jan 2027');
    expect(shortDate('2026-11-21T15:59:00Z', now)).toBe('21 Nov');
    tellIn(-210);
    expect(dateTime('2026-11-21T01:00:00Z')).toBe('20 Nov 2026 21:30');
    tellIn(null);
  });
  test('dates use dd MMM yyyy and dd MMM yyyy HH:mm (SH-338, BD-377)', () => {
    expect(date('2026-01-05T12:00:00Z')).toMatch(/^05 Jan 2026$/);
    expect(dateTime('2026-01-05T12:00:00Z')).toMatch(/^05 Jan 2026 \d\d:\d\d$/);
  });
  test('a day of the calendar is formatted as it is', () => {
    expect(['2026-01-05', ''].map(dayText)).toEqual(['05 Jan 2026', '']);
  });
  test('a time converts to a field with date and time and back', () => {
    const at = new Date(2026, 2, 4, 5, 6, 7);
    expect(momentOf(at.toISOString())).toBe('2026-03-04T05:06');
    expect(momentOf(at, true)).toBe('2026-03-04T05:06:07');
    expect(new Date(momentOf(at, true)).getTime()).toBe(at.getTime());
    expect([undefined, '', new Date('x')].map((none) => momentOf(none))).toEqual(['', '', '']);
  });
  test('elapsed time uses seconds, minutes, hours, days, months or years (BD-376)', () => {
    const before = (seconds: number) => ago(new Date(now.getTime() - seconds * 1000).toISOString(), now);
    expect([5, 60, 7300, 86_400 * 3, 86_400 * 70, 86_400 * 800].map(before)).toEqual([
      '5 seconds ago',
      '1 minute ago',
      '2 hours ago',
      '3 days ago',
      '2 months ago',
      '2 years ago',
    ]);
  });
  test('a due date is soon from the instant that the server tells, and past after it (BY-059)', () => {
    const [past, later] = ['2026-11-20T09:00:00Z', '2026-11-25T10:00:00Z'];
    const before = (ms: number) => new Date(now.getTime() - ms).toISOString();
    expect(due(later, now, before(0))).toBe('soon');
    expect(due(later, now, before(-1))).toBe('later');
    expect(due(later, now)).toBe('later');
    expect(due(past, now, before(1))).toBe('past');
    expect(due(undefined, now)).toBe('none');
  });
});

describe('labels', () => {
  test.each([
    ['ACTIVE_CARD', 'Active Order'], // The state of an active card (BD-088).
    ['READY_TO_GO', 'Ready To Go'], // The state of a card that is ready to go (BD-089).
    ['QUEUE_CARD', 'Queue Order'], // The state of a card in the queue (BD-090).
    ['DRAFT_CARD', 'Draft Order'], // The state of a card of a draft (BD-091).
    ['IN_PROGRESS', 'In Progress'], // The state of a card in progress (BD-092).
    ['IN_REVIEW', 'In Review'], // The state of a card in review (BD-093).
    ['ON_HOLD', 'On Hold Order'], // The state of a card on hold (BD-094).
    ['APPROVED', 'Approved Order'], // The state of a card that is approved (BD-095).
    ['CANCELLED', 'Cancelled Order'], // The state of a card that is cancelled (BD-096).
    ['SOMETHING_NEW', 'Active Order'], // An unknown state shows as active (BD-097).
  ])('the card state %s is labelled %s', (state, label) => {
    expect(cardStateLabel(state)).toBe(label);
  });
  test('the place is hidden on draft, on hold, approved and cancelled cards (BD-098)', () => {
    const states = [
      'ACTIVE_CARD',
      'READY_TO_GO',
      'QUEUE_CARD',
      'DRAFT_CARD',
      'IN_PROGRESS',
      'IN_REVIEW',
      'ON_HOLD',
      'APPROVED',
      'CANCELLED',
    ];
    expect(states.filter((state) => !showsPlace(state))).toEqual(['DRAFT_CARD', 'ON_HOLD', 'APPROVED', 'CANCELLED']);
  });
  test('owner and staff are shown as Account Owner and Team Member (BD-006, BD-007)', () => {
    expect([roleLabel('owner'), roleLabel('staff')]).toEqual(['Account Owner', 'Team Member']);
  });
  test('a guest revision is labelled as such (D-02)', () => {
    expect(statusLabel('gr-revision')).toBe('Guest revision');
  });
  test('lists of roles read as a phrase', () => {
    expect(rolesInWords(['owner', 'staff'])).toBe('account owners and team members');
    expect(rolesInWords(['operator', 'manager', 'creative_manager', 'production_manager', 'admin'])).toBe(
      'operators and managers',
    );
    expect(rolesInWords([])).toBe('');
  });
});

describe('colours', () => {
  test.each(['#2563eb', '#f97316', '#dc2626', '#1e3a8a', '#000000', '#facc15', '#767676', '#7fff00', '#fff'])(
    'text on the tenant colour %s keeps a contrast of 4.5 in both schemes',
    (brand) => {
      const variables = brandVariables(brand);
      expect(contrast(brand, variables['--brand-contrast'] ?? '')).toBeGreaterThanOrEqual(4.5);
      for (const ground of ['#ffffff', '#f6f8fa', '#eef1f5']) {
        expect(contrast(variables['--brand-text-light'] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
      }
      for (const ground of ['#0c1119', '#151c27', '#1e2734']) {
        expect(contrast(variables['--brand-text-dark'] ?? '', ground)).toBeGreaterThanOrEqual(4.5);
      }
    },
  );
  test('an invalid colour changes nothing', () => {
    expect([brandVariables(''), brandVariables('red;background:url(x)')]).toEqual([{}, {}]);
  });
});

describe('checking files before they are sent', () => {
  const file = (name: string, size = 10) => Object.defineProperty(new File(['x'], name), 'size', { value: size });

  const problem = (...files: File[]) => checkFiles(files).problems[0];

  test('names may only contain letters, digits, space, dash, underscore, dot, parentheses and plus (SH-279, SH-280)', () => {
    expect(problem(file('Label (2) + back_side-1.png'))).toBeUndefined();
    expect(problem(file('Etikett für Öl.png'))).toEqual({
      title: 'Not supported file name',
      message: 'only accept Alphanumericals(A-Z+a-z+0-9), space( ), dash(-), underscore(_) and dot(.) characters',
    });
  });
  test('only the listed extensions are accepted (SH-282, SH-283)', () => {
    const taken = 'png jpg jpeg gif tif tiff bmp pdf doc docx rtf csv xls xlsx txt ai psd indd zip eps'.split(' ');
    expect(taken.filter((extension) => problem(file(`a.${extension}`)))).toEqual([]);
    expect(problem(file('run.exe'))).toEqual({
      title: 'Not supported file',
      message: 'run.exe is not supported to process. Please use another extension.',
    });
    expect(problem(file('noextension'))?.title).toBe('Not supported file');
    expect(problem(file('empty.txt', 0))?.message).toBe('empty.txt has no content.');
  });
  test('one invalid file does not keep the others from being sent', () => {
    const [good, bad] = [file('a.pdf'), file('b.exe')];
    expect(checkFiles([bad, good])).toMatchObject({ good: [good], problems: [{ title: 'Not supported file' }] });
  });
  test('a batch above 2 GB and an empty one are refused (SH-284, SH-285)', () => {
    expect(checkFiles([file('a.pdf', batchLimit)]).good).toHaveLength(1);
    expect(checkFiles([file('a.pdf', batchLimit), file('b.pdf', 1)])).toMatchObject({
      good: [],
      problems: [
        {
          message:
            'The file size is above 2 GB max limit and cannot be uploaded. Please adjust the file size and try again.',
        },
      ],
    });
    expect(problem()?.title).toBe('No files');
  });
  test('spaces, parentheses and plus become dashes for the upload token (SH-281)', () => {
    expect(tokenName('Label (2)+b.png')).toBe('Label--2--b.png');
  });
});

test.each([
  [0.2, 'due today'],
  [1, 'due tomorrow'],
  [3, 'due in 3 days'],
  [-0.1, 'overdue'],
  [-1, '1 day overdue'],
  [-12, '12 days overdue'],
])('a due date %s days from now is told as %s (D-94)', (days, words) => {
  const now = new Date('2026-11-30T12:00:00Z');
  expect(dueIn(new Date(now.getTime() + days * 86_400_000).toISOString(), now)).toBe(words);
});
