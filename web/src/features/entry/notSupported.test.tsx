import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServer, showApp } from '../../../tests/render';

fakeServer();

test('the page for unsupported browsers needs no session and offers three browsers', async () => {
  const { router } = showApp('/not-support');
  expect(await screen.findByRole('heading', { name: 'Browser Not Supported!' })).toBeVisible(); // SH-155
  expect(router.state.location.pathname).toBe('/not-support'); // SH-055
  const links = within(screen.getByRole('main')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Chrome', 'Firefox', 'Microsoft Edge']); // SH-155
  expect(links.every((link) => link.getAttribute('href')?.startsWith('https://'))).toBe(true);
});
