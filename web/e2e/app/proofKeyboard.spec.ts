import { type Locator } from '@playwright/test';
import { ok } from '../../tests/fake/server';
import { expect, test } from './fixtures';
import { expectFocusSeen, reach } from './keys';
import { boxAt, brochure, order, Proofs, topic } from './proofs';
import { controls } from './tree';

test.use({ role: 'manager' });

test('a whole review by keyboard alone: open, mark, move, comment, reply, resolve, undo, tabs, zoom, pages, search, compare, decide; the focus is never lost (BY-032, BD-245)', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  const [stored] = server.orders;
  if (!stored) throw new Error('there is no order');
  stored.status = 'in-review';
  proofs.more = { reviewActions: ['put-on-hold', 'make-changes'] };
  const version = proofs.newest(brochure);
  const decided: unknown[] = [];
  proofs.intercept = ({ method, path, body }) => {
    if (method !== 'POST' || !path.endsWith('/attachment-timeline')) return undefined;
    decided.push(JSON.parse(body));
    Object.assign(version.can, { approve: false });
    return ok({ orderId: order, id: version.id, version: 2, position: 600 });
  };
  const marks = () => proofs.topics[version.id]?.public ?? [];
  const press = async (key: string, times = 1) => {
    for (let i = 0; i < times; i += 1) await page.keyboard.press(key);
    await expectFocusSeen(page);
  };
  /** The radio input itself is invisible, so its label shows the focus. */
  const toRadio = async (name: string, key: string) => {
    const radio = page.getByRole('radio', { name });
    const focused = () => radio.evaluate((one) => one === document.activeElement);
    for (let i = 0; i < 40 && !(await focused()); i += 1) await press(key);
    await expect(radio).toBeFocused();
  };
  const button = (name: string | RegExp, within: Locator = page.locator('body')) =>
    within.getByRole('button', { name, exact: true });
  const heading = page.getByRole('heading', { level: 1 });
  const ground = page.getByRole('application');
  const said = page.getByRole('status');

  // From the order to the proof.
  await page.goto(`/orders/detail/${order}`);
  await reach(page, page.getByRole('link', { name: /brochure-spread\.pdf/ }));
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-page="1"] [data-sheet][data-drawn="true"]')).toBeVisible();
  await expect(heading).toBeFocused();
  await expect(heading).toContainText('brochure-spread.pdf');
  await expectFocusSeen(page);

  // a mark at the crosshair, with its comment
  await reach(page, ground);
  await press('r');
  await press('ArrowRight', 3);
  await page.keyboard.press('Enter');
  const words = page.getByRole('textbox', { name: 'New comment' });
  await expect(words).toBeFocused();
  await page.keyboard.type('The name a little larger');
  await page.keyboard.press('Control+Enter');
  await expect(ground).toBeFocused();
  await expect(said.filter({ hasText: 'New comment by Marcus Lindqvist.' })).toHaveCount(1);
  const pin = button(/^Comment 1, by Marcus Lindqvist, . repl(y|ies), open$/, ground);
  await expect(pin).toHaveAttribute('aria-pressed', 'true');

  // moving it, undo and redo
  const placed = marks()[0]?.annotation;
  await press('ArrowDown', 4);
  await expect.poll(() => marks()[0]?.annotation).not.toBe(placed);
  await press('Control+z');
  await expect(said.filter({ hasText: 'Undone.' })).toHaveCount(1);
  await press('Control+y');
  await expect(said.filter({ hasText: 'Redone.' })).toHaveCount(1);

  // its thread
  await page.keyboard.press('Enter');
  const thread = page.getByRole('dialog', { name: 'Comment 1' });
  await expect(button('Close the comment', thread)).toBeFocused();
  await reach(page, thread.getByRole('textbox', { name: 'Reply' }));
  await page.keyboard.type('By two points');
  await page.keyboard.press('Control+Enter');
  await expect(thread.getByRole('article')).toHaveCount(2);
  await expect(thread.getByRole('textbox', { name: 'Reply' })).toBeFocused();
  await expect(said.filter({ hasText: 'New reply by Marcus Lindqvist to comment 1.' })).toHaveCount(1);
  await reach(page, button('Resolve', thread));
  await press('Enter');
  await expect(button('Reopen', thread)).toBeFocused();
  await expect(said.filter({ hasText: 'Resolved comment 1.' })).toHaveCount(1);
  await press('Enter');
  await expect(button('Resolve', thread)).toBeFocused();
  await expect(said.filter({ hasText: 'Reopened comment 1.' })).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(thread).toHaveCount(0);
  await expect(ground).toBeFocused();
  await reach(page, pin);
  await page.keyboard.press('Enter');
  await expect(button('Close the comment', thread)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(thread).toHaveCount(0);
  await expect(pin).toBeFocused();

  await press('n');
  await expect(said.filter({ hasText: 'Comment 1 by Marcus Lindqvist.' })).toHaveCount(1);

  // zoom, pages, search
  await press('Control+=');
  await expect(said.filter({ hasText: /^Zoom 1\d\d%\.$/ })).toHaveCount(1);
  await press('Control+0');
  await reach(page, ground, 'Shift+Tab');
  await press('PageDown');
  await expect(page.getByText('page 2 of 3', { exact: true })).toBeVisible();
  await reach(page, button('Next page'), 'Shift+Tab');
  await press('Enter');
  await expect(page.getByText('page 3 of 3', { exact: true })).toBeVisible();
  await expect(button('Next page')).toBeFocused();
  await expect(button('Next page')).toBeDisabled();
  await page.keyboard.press('Control+f');
  const search = page.getByRole('textbox', { name: 'Find in the file' });
  await expect(search).toBeFocused();
  await page.keyboard.type('marmalade');
  await expect(said.filter({ hasText: '1 of 120' })).toBeVisible();
  await press('Enter');
  await expect(said.filter({ hasText: '2 of 120' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ground).toBeFocused();

  // the tabs
  const internal = page.getByRole('radio', { name: 'Internal 0 open' });
  await toRadio('Public 1 open', 'Shift+Tab');
  await press('ArrowLeft');
  await expect(internal).toBeFocused();
  await expect(internal).toBeChecked();
  await expect(page.getByText("You don't have any comment yet.")).toBeVisible();

  // the comparison
  await reach(page, page.getByRole('link', { name: 'Compare' }));
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(/^Compare/);
  await expect(heading).toBeFocused();
  await expect(page.getByRole('img', { name: 'Version 2' })).toBeVisible();
  await toRadio('Side by side', 'Tab');
  await press('ArrowRight');
  await expect(page.getByRole('slider', { name: 'Swipe' })).toBeVisible();
  await press('ArrowRight');
  await expect(said.filter({ hasText: /changed/ })).toBeVisible();
  await reach(page, page.getByRole('application'));
  const zoomed = button(/^Zoom \d+%, fit$/);
  const fitted = await zoomed.innerText();
  await press('+');
  await expect(zoomed).not.toHaveText(fitted);
  await press('0');
  await expect(zoomed).toHaveText(fitted);
  await reach(page, page.getByRole('link', { name: 'Close' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(/brochure-spread\.pdf/);
  await expect(heading).toBeFocused();

  // The decision about the version, then the decision about the order with its question.
  await reach(page, button('Approve'));
  await page.keyboard.press('Enter');
  await expect(page.getByText('The attachment file approved')).toBeVisible();
  expect(decided).toHaveLength(1);
  await expect(button('Approve')).toBeDisabled();
  await expectFocusSeen(page);
  await reach(page, button('Put On Hold'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Put On Hold' });
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(button('Put On Hold')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('The client is away');
  await reach(page, button('Continue', dialog));
  await page.keyboard.press('Enter');
  // The server refuses the hold, and the button that opened the question has the focus again.
  await expect(page.getByRole('alert').filter({ hasText: 'Failed!' })).toContainText('Only managers');
  await expect(button('Put On Hold')).toBeFocused();
  await reach(page, button('Make Changes'));
  await page.keyboard.press('Enter');
  await expect.poll(() => stored.status).toBe('in-progress');
  await expect(page).toHaveURL(`/orders/detail/${order}`);
  await expect(heading).toBeFocused();
  await expectFocusSeen(page);
});

test('a screen reader gets the parts of the proof, a name for every control, and which pin belongs to which thread (BY-032)', async ({
  page,
  server,
}) => {
  const proofs = await new Proofs(server).open();
  proofs.set(proofs.newest(brochure), [topic(1), topic(2, { annotation: boxAt(200, 300), isResolve: true })]);
  await page.goto(`/orders/detail/${order}/attachments/${brochure}`);
  await expect(page.locator('[data-pin]')).toHaveCount(2);
  const main = page.getByRole('main');
  await expect(main).toMatchAriaSnapshot(`
    - main:
      - heading "brochure-spread.pdf v2 Checked" [level=1]
      - button "Previous page" [disabled]
      - text: page 1 of 3
      - button "Next page"
      - radiogroup "Comments tab":
        - radio "Internal 0 open"
        - radio "Public 1 open" [checked]
      - button "Approve"
      - button "Revise"
      - button "Comments, 1 open" [pressed]
      - link "Close"
      - navigation "Versions":
        - link "Compare"
        - button "New version"
        - list:
          - listitem:
            - link /v2 Checked brochure-spread\\.pdf - 2/
          - listitem:
            - link /v1 brochure-spread\\.pdf - 1/
      - region "Proof":
        - application /brochure-spread.pdf. With a drawing tool, the arrow keys move a crosshair and Enter places a mark/:
          - img "brochure-spread.pdf, page 1 of 3"
          - button "Comment 1, by Priya Raman, 0 replies, open"
          - button "Comment 2, by Priya Raman, 0 replies, resolved"
        - toolbar "Markup and zoom":
          - radiogroup "Tool":
            - radio "Circle" [checked]
          - radiogroup "Colour":
            - radio "Blue" [checked]
          - button "Undo" [disabled]
          - button "Find in the file"
          - button /Zoom. 100%/
      - complementary "Comments":
        - heading "Comments" [level=2]
        - list:
          - listitem:
            - button "Comment 1"
            - article /Priya Raman, /
          - listitem:
            - button "Comment 2"
            - article /Priya Raman, /:
              - text: Resolved
  `);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  const tree = await page.locator('body').ariaSnapshot();
  const used = tree.split('\n').filter((line) => new RegExp(`^\\s*- '?(${controls})\\b`).test(line));
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((line) => !new RegExp(`^\\s*- '?(${controls}) "`).test(line))).toEqual([]);
  // The tools work like any group of radio buttons.
  await page.getByRole('radio', { name: 'Circle' }).press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Arrow' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Arrow' })).toBeChecked();
  await page.getByRole('button', { name: 'Comment 1', exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: /^Comment 1, / })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Comment 1', exact: true })).toHaveAttribute('aria-expanded', 'true');
  // None of this changed the proof or announced anything.
  await expect(page.getByRole('status').filter({ hasText: /./ })).toHaveCount(0);
});
