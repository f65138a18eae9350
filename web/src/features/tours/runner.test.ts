import { screen, waitFor } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runTour, type Walk } from './runner';

const step = (target: string) => ({ target, title: `About ${target}`, text: `This is ${target}.` });
const steps = ['one', 'two', 'three'].map(step);
const dialog = (name: string) => screen.findByRole('dialog', { name });
/** driver.js takes the next key once a step is drawn. */
const drawn = () => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)));
const none = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

let left: AbortController;
/** Starts a tour of a page with this content. */
function start(content: string, tour: Walk = { steps }) {
  document.body.innerHTML = content;
  left = new AbortController();
  document.getElementById('start')?.focus();
  return runTour(tour, left.signal);
}

beforeEach(() => {
  // jsdom lays nothing out: here everything takes space that is not hidden.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => new DOMRect(0, 0, 200, 40));
  vi.spyOn(window, 'scrollTo').mockReturnValue();
  HTMLElement.prototype.checkVisibility = function isVisible() {
    return this.closest('[hidden]') === null;
  };
});
afterEach(() => {
  left.abort();
  document.body.innerHTML = '';
});

const page = `<main id="content"><h1 tabindex="-1">Page</h1><button id="start">Start</button>
  <button data-tour="one" aria-haspopup="dialog" aria-expanded="false">One</button>
  <section data-tour="two">Two</section><p data-tour="three">Three</p></main>`;

test('it is walked with Enter and the arrow keys, and the focus returns to where it was', async () => {
  const tour = start(page);
  expect(await dialog('Step 1 of 3 About one')).toHaveAccessibleDescription('This is one.');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  await dialog('Step 2 of 3 About two');
  await drawn();
  await userEvent.keyboard('{ArrowRight}');
  await dialog('Step 3 of 3 About three');
  await drawn();
  await userEvent.keyboard('{ArrowLeft}');
  await dialog('Step 2 of 3 About two');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await dialog('Step 3 of 3 About three');
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await tour).toBe('over');
  await none();
  expect(document.getElementById('start')).toHaveFocus();
});

test('it skips what is not on the screen, and does not count it', async () => {
  const tour = start(page.replace('<section data-tour="two">', '<section data-tour="two" hidden>'));
  await dialog('Step 1 of 2 About one');
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await dialog('Step 2 of 2 About three');
  await userEvent.keyboard('{Escape}');
  expect(await tour).toBe('over');
});

test('it waits for a page that is still loading', async () => {
  const tour = start('<main id="content"><h1 tabindex="-1">Page</h1></main>');
  const loads = new DOMParser().parseFromString(page, 'text/html').body;
  setTimeout(() => document.body.append(...loads.childNodes), 60);
  await dialog('Step 1 of 3 About one');
  left.abort();
  expect(await tour).toBe('left');
});

test('it does not begin when nothing of it is there', async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => Date.now() * 20);
  expect(await start('<main id="content"><h1 tabindex="-1">Page</h1></main>')).toBe('nothing');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Page' })).toHaveFocus();
});

test('it ends without an answer when its page is left', async () => {
  const tour = start(page);
  await dialog('Step 1 of 3 About one');
  left.abort();
  expect(await tour).toBe('left');
  await none();
});

test('a button keeps what it says about the menu that it opens, and a section says nothing', async () => {
  const tour = start(page);
  await dialog('Step 1 of 3 About one');
  const button = screen.getByText('One');
  await waitFor(() => expect(button).toHaveAttribute('aria-expanded', 'false'));
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await dialog('Step 2 of 3 About two');
  await waitFor(() => expect(screen.getByText('Two')).not.toHaveAttribute('aria-haspopup'));
  expect(button).toHaveAttribute('aria-haspopup', 'dialog');
  await userEvent.click(screen.getByRole('button', { name: 'Skip this tour' }));
  expect(await tour).toBe('over');
  expect(button).toHaveAttribute('aria-haspopup', 'dialog');
  expect(button).toHaveAttribute('aria-expanded', 'false');
  expect(button).not.toHaveAttribute('aria-controls');
});

test('it opens what it shows, and closes it again', async () => {
  const opens = { by: 'menu', closedBy: 'menu' };
  const tour = start(
    `<main id="content"><button data-tour="menu">Menu</button><p data-tour="one" hidden>One</p></main>`,
    { opens, steps: [step('one')] },
  );
  const shown = screen.getByText('One');
  screen.getByText('Menu').addEventListener('click', () => shown.toggleAttribute('hidden'));
  await dialog('Step 1 of 1 About one');
  expect(shown).not.toHaveAttribute('hidden');
  screen.getByText('Menu').focus();
  expect(screen.getByRole('button', { name: 'Done' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await tour).toBe('over');
  expect(shown).toHaveAttribute('hidden');
});
