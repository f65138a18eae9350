import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Message } from './Message';
import { safeHref } from '@/lib/links';
import { hasText, mentionsIn, messageLimits, readMessage, textOf, withTyped } from './message';

const ana = '0190d7a2-0000-7000-8000-000000000001';
const name = (id: string) => (id === ana ? 'Ana Ruiz' : undefined);
const doc = (...content: unknown[]) => JSON.stringify({ type: 'doc', content });
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const words = (text: string, ...marks: unknown[]) => ({ type: 'text', text, marks });
const show = (text: string) => render(<Message text={text} name={name} />).container;

test('a message converts to plain text: lines, lists, names', () => {
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
  const text = (words: string) => ({ type: 'text', text: words });
  const message = JSON.stringify({
    type: 'doc',
    content: [
      paragraph(
        text('Dear '),
        { type: 'mention', attrs: { id: 'a' } },
        text(','),
        { type: 'hardBreak' },
        text('please'),
      ),
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(text('gold'))] }] },
      paragraph(text('Thanks '), { type: 'mention', attrs: { id: 'gone' } }),
    ],
  });
  const names = new Map([['a', 'Ana Ruiz']]);
  expect(textOf(readMessage(message), (id) => names.get(id))).toBe('Dear @Ana Ruiz,\nplease\n- gold\nThanks @somebody');
});

describe('a stored message', () => {
  test('is rich text parsed from raw JSON (BD-183)', () => {
    const box = show(
      doc(paragraph(words('Move the '), words('logo', { type: 'bold' })), {
        type: 'orderedList',
        attrs: { start: 3 },
        content: [{ type: 'listItem', content: [paragraph(words('up'))] }],
      }),
    );
    expect(box.querySelector('strong')).toHaveTextContent('logo');
    expect(box.querySelector('ol')).toHaveAttribute('start', '3');
    expect(box.querySelector('li')).toHaveTextContent('up');
  });

  test('shows the names of mentioned people, who are stored by id only (D-33)', () => {
    const box = show(
      doc(paragraph({ type: 'mention', attrs: { id: ana, label: '<b>' } }, { type: 'mention', attrs: { id: 'x' } })),
    );
    expect(box).toHaveTextContent('@Ana Ruiz@somebody');
  });

  test('never becomes HTML (D-20)', () => {
    const box = show(
      doc(
        paragraph(words('<img src=x onerror=alert(1)>')),
        { type: 'image', attrs: { src: 'x' } },
        { type: 'script', content: [words('no')] },
      ),
    );
    expect(box.querySelector('img, script')).toBeNull();
    expect(box).toHaveTextContent('<img src=x onerror=alert(1)>');
    expect(box).not.toHaveTextContent('no');
  });

  test('links only to web and mail addresses', () => {
    show(
      doc(
        paragraph(
          words('good', { type: 'link', attrs: { href: 'https://example.test/a' } }),
          words('bad', { type: 'link', attrs: { href: 'javascript:alert(1)' } }),
        ),
      ),
    );
    expect(screen.getByRole('link', { name: 'good' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    expect(screen.queryByRole('link', { name: 'bad' })).toBeNull();
    expect([
      safeHref('data:text/html,x'),
      safeHref('//x'),
      safeHref(7),
      safeHref(`https://x/${'a'.repeat(2048)}`),
    ]).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('shows as plain text when it is not JSON', () => {
    expect(show('plain <b>words</b>')).toHaveTextContent('plain <b>words</b>');
  });

  test('is cut off below depth 20 and after 64 KiB (D-20)', () => {
    const deep = (n: number): object => (n === 0 ? words('bottom') : { type: 'blockquote', content: [deep(n - 1)] });
    expect(show(doc(deep(40)))).not.toHaveTextContent('bottom');
    expect(show(doc(deep(15)))).toHaveTextContent('bottom');
    expect(readMessage(`"${'x'.repeat(messageLimits.text)}"`).content).toEqual([]);
    expect(readMessage('['.repeat(30_000) + ']'.repeat(30_000)).type).toBe('doc');
  });
});

describe('the contents of a message', () => {
  test('a comment without text cannot be sent (BD-184)', () => {
    const empty = ['', '  \n'].map((text) => hasText(readMessage(doc(paragraph(words(text))))));
    expect(empty).toEqual([false, false]);
    expect(hasText(readMessage(doc(paragraph({ type: 'hardBreak' }))))).toBe(false);
    expect(hasText(readMessage(doc(paragraph(words('x')))))).toBe(true);
    expect(hasText(readMessage(doc(paragraph({ type: 'mention', attrs: { id: ana } }))))).toBe(true);
  });

  test('mentions are listed once each', () => {
    const twice = doc(
      paragraph({ type: 'mention', attrs: { id: ana } }),
      paragraph({ type: 'mention', attrs: { id: ana } }),
    );
    expect(mentionsIn(readMessage(twice))).toEqual([ana]);
  });
});

test('text typed before the editor loaded is added to the existing text, a paragraph for each line', () => {
  const read = (message: string) => textOf(readMessage(message), name);
  const draft = doc(paragraph(words('Bold', { type: 'bold' }), { type: 'mention', attrs: { id: ana } }));
  expect(withTyped(draft, '')).toBe(draft);
  expect(read(withTyped('', 'a\nb'))).toBe('a\nb');
  const more = withTyped(draft, ' and\nmore');
  expect(read(more)).toBe('Bold@Ana Ruiz and\nmore');
  expect(JSON.parse(more)).toEqual(
    JSON.parse(
      doc(
        paragraph(
          { type: 'text', text: 'Bold', marks: [{ type: 'bold' }] },
          { type: 'mention', attrs: { id: ana } },
          { type: 'text', text: ' and' },
        ),
        paragraph({ type: 'text', text: 'more' }),
      ),
    ),
  );
});
