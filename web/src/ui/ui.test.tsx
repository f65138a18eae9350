import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { notifications } from '@mantine/notifications';
import { show } from '../../tests/render';
import { askReason, confirm, type ConfirmType, Cut, StatusBadge, toast, useShortcuts } from '.';
import { LongText } from './content/LongText';
import { PersonAvatar } from './content/PersonAvatar';
import { fromPlainText, hasText, RichText } from './content/RichText';
import { ShortcutHelp } from './keys/ShortcutHelp';

afterEach(() => {
  vi.useRealTimers();
  notifications.clean();
});

describe('the confirm dialog', () => {
  test.each<[ConfirmType, string, string | undefined]>([
    ['CONTINUE', 'Continue', undefined],
    ['CONTINUECANCEL', 'Continue', 'Cancel'],
    ['YESNO', 'Yes', 'No'],
    ['OK', 'OK', undefined],
  ])('%s has the button %s and %s (SH-154)', async (type, accept, refuse) => {
    show(null);
    let answer: boolean | undefined;
    void confirm({ type, title: 'Confirm', message: 'Sure?' }).then((value) => (answer = value));
    const button = await screen.findByRole('button', { name: accept });
    expect(screen.queryByRole('button', { name: refuse ?? 'Cancel' }) !== null).toBe(refuse !== undefined);
    await userEvent.click(button);
    await waitFor(() => expect(answer).toBe(true));
  });
  test('Escape cancels', async () => {
    show(null);
    const answer = confirm({ type: 'YESNO', title: 'Confirm', message: 'Sure?' });
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    expect(await answer).toBe(false);
  });
});

describe('the reason prompt', () => {
  async function open() {
    show(null);
    const answer = askReason({ title: 'Hold Order' });
    return {
      answer,
      box: await screen.findByRole('textbox', { name: /Reason/ }),
      go: screen.getByRole('button', { name: 'Continue' }),
    };
  }

  test('has a required text, the number of remaining characters, Continue and Cancel (BD-454, BD-455, BD-456)', async () => {
    const { box, answer } = await open();
    expect(box).toBeRequired();
    expect(screen.getByText('Characters left: 255')).toBeVisible();
    await userEvent.type(box, 'No logo');
    expect(screen.getByText('Characters left: 248')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await answer).toBeNull();
  });
  test('Continue is disabled until there is text other than spaces (BD-458)', async () => {
    const { box, go, answer } = await open();
    expect(go).toBeDisabled();
    await userEvent.type(box, '   ');
    expect(go).toBeDisabled();
    await userEvent.type(box, 'No logo');
    await userEvent.click(go);
    expect(await answer).toBe('No logo');
  });
  test('accepts 255 characters and no more (BD-457)', async () => {
    const { box, go, answer } = await open();
    await userEvent.click(box);
    await userEvent.paste('x'.repeat(300));
    expect(box).toHaveValue('x'.repeat(255));
    await userEvent.click(go);
    expect(await answer).toHaveLength(255);
  });
});

describe('toasts', () => {
  test('close by themselves after 6000 ms (SH-153)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(null);
    act(() => void toast({ type: 'SUCCESS', title: 'Success', message: 'Saved' }));
    expect(await screen.findByText('Saved')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(5500));
    expect(screen.getByText('Saved')).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(screen.queryByText('Saved')).not.toBeInTheDocument();
  });
  test('a loading toast stays until it is replaced', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    show(null);
    act(() => void toast({ type: 'LOADING', id: 'a', title: 'Working' }));
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText('Working')).toBeInTheDocument();
    act(() => void toast({ type: 'SUCCESS', id: 'a', title: 'Done' }));
    expect(await screen.findByText('Done')).toBeInTheDocument();
    expect(screen.queryByText('Working')).not.toBeInTheDocument();
  });
});

describe('a text area', () => {
  function Field() {
    const [value, setValue] = useState('');
    return <LongText label="Brief" required value={value} onChange={setValue} />;
  }
  test('shows Required! when it is left empty (BD-462)', async () => {
    show(<Field />);
    await userEvent.click(screen.getByRole('textbox'));
    await userEvent.tab();
    expect(screen.getByText('Required!')).toBeVisible();
  });
  test('says that the maximum is reached above 999 and stops at 1000 (BD-463, BD-464, D-41)', async () => {
    show(<Field />);
    const box = screen.getByRole('textbox');
    await userEvent.click(box);
    await userEvent.paste('x'.repeat(999));
    expect(screen.queryByText('Max. 1000 character has been reached!')).not.toBeInTheDocument();
    await userEvent.paste('yy');
    expect(box).toHaveValue('x'.repeat(999) + 'y');
    expect(screen.getByText('Max. 1000 character has been reached!')).toBeVisible();
  });
  test('with a limit of its own stops there, and shows the error of its form first', () => {
    show(
      <>
        <LongText label="Full" limit={3} value="abc" onChange={() => {}} />
        <LongText label="Wrong" limit={3} value="abc" error="Not Valid" onChange={() => {}} />
      </>,
    );
    const full = screen.getByRole('textbox', { name: 'Full' });
    expect(full).toHaveAccessibleDescription('Max. 3 character has been reached!');
    expect(full).toHaveAttribute('maxlength', '3');
    expect(screen.getByRole('textbox', { name: 'Wrong' })).toHaveAccessibleDescription('Not Valid');
  });
});

describe('rich text', () => {
  const json = (content: object[]) => JSON.stringify({ type: 'doc', content });
  test('is rendered as elements, never as HTML; only web and mail links are links (D-20)', () => {
    const link = (text: string, href: string) => ({ type: 'text', text, marks: [{ type: 'link', attrs: { href } }] });
    const text = { type: 'text', text: '<img src=x onerror=alert(1)>' };
    const content = [link('good', 'https://example.org'), link('bad', 'javascript:alert(1)'), text];
    show(<RichText json={json([{ type: 'paragraph', content }])} />);
    expect(screen.getByRole('link', { name: 'good' })).toHaveAttribute('href', 'https://example.org');
    expect(screen.queryByRole('link', { name: 'bad' })).not.toBeInTheDocument();
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
    expect(screen.getByText(/onerror/)).toBeVisible();
  });
  test('plain lines become paragraphs, and empty text stays empty', () => {
    expect(fromPlainText('  ')).toBe('');
    expect(JSON.parse(fromPlainText('a\n\nb')) as unknown).toMatchObject({
      content: [{ type: 'paragraph' }, { type: 'paragraph' }, { type: 'paragraph' }],
    });
    expect([hasText(fromPlainText('a')), hasText(''), hasText(json([{ type: 'paragraph' }]))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

test('screen readers and hover get the whole of a cut text (BD-084)', () => {
  show(<Cut text="Kaffeerösterei Blum" at={12} />);
  expect(screen.getByTitle('Kaffeerösterei Blum')).toBeInTheDocument();
  expect(screen.getByText('Kaffeerösterei Blum')).toHaveClass('sr-only');
  expect(screen.getByText('Kaffeeröster…')).toHaveAttribute('aria-hidden', 'true');
});

test('an avatar without an image shows initials and has the name as label', () => {
  show(<PersonAvatar name="Ada Lovelace" />);
  expect(screen.getByRole('img', { name: 'Ada Lovelace' })).toHaveAttribute('data-initials', 'AL');
});

test('a status badge shows on hold by form as well as colour', () => {
  const { container } = show(<StatusBadge status="on-hold" />);
  expect(container.querySelector('[data-tone="on-hold"]')).toHaveTextContent('On Hold');
});

describe('shortcuts', () => {
  function Page({ run }: { run: (what: string) => void }) {
    useShortcuts([
      { keys: 'C', what: 'Create', group: 'Page', run: () => run('c') },
      { keys: 'G B', what: 'Board', group: 'Page', run: () => run('gb') },
      { keys: 'Ctrl+Q', what: 'Search', group: 'Page', run: () => run('q') },
      { keys: 'Ctrl++', what: 'Zoom in', group: 'Page' },
      { what: 'Without keys', group: 'Page', run: () => run('none') },
    ]);
    return (
      <>
        <input aria-label="field" />
        <ShortcutHelp />
      </>
    );
  }
  test('run on their keys, except while the user types; ? lists them all (BY-032)', async () => {
    const run = vi.fn<(what: string) => void>();
    show(<Page run={run} />);
    await userEvent.keyboard('c');
    await userEvent.keyboard('gb');
    await userEvent.click(screen.getByLabelText('field'));
    await userEvent.keyboard('c');
    await userEvent.keyboard('{Control>}q{/Control}');
    expect(run.mock.calls).toEqual([['c'], ['gb'], ['q']]);
    act(() => (document.activeElement as HTMLElement).blur());
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(screen.getByText('Create')).toBeVisible();
    // Actions without keys are in the command palette only.
    expect(screen.queryByText('Without keys')).not.toBeInTheDocument();
    const keys = [...document.querySelectorAll('dd')].map((one) =>
      [...one.querySelectorAll('kbd')].map((key) => key.textContent),
    );
    expect(keys).toEqual([['?'], ['C'], ['G', 'B'], ['Ctrl', 'Q'], ['Ctrl', '+']]);
  });
});
