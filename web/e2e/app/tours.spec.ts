import { makeReseller } from '../../tests/fake/data';
import { withPlan } from '../../tests/fake/membership';
import { expectNoViolation, lookAt, wideAndNarrow } from '../looks';
import { expect, test } from './fixtures';
import { expectFocusSeen } from './keys';
import { card, offer, offeredTour, openList, press, saved, start, step, walk } from './tourPage';

test.describe('an owner', () => {
  test('walks the tours of the dashboard and of the user menu with the keyboard', async ({ page, server }) => {
    // Every step is the same dialog, and the pages behind it are looked at elsewhere.
    const look = () => expectNoViolation(page, 'tour-step');
    expect(await offeredTour(page, server, '/', 'dashboardTourGuide', look)).toEqual([
      'The order board',
      'Find your way',
      'Orders by status',
      'Board or list',
      'Search',
      'Create an order',
      'What is new',
      'Your menu',
    ]); // BD-383
    expect(await offeredTour(page, server, '/', 'userMenuTourGuide')).toEqual([
      'This is you',
      'Your account',
      'Light or dark',
      'Keyboard shortcuts',
      'Notification settings',
      'Guided tours',
      'Logout',
    ]); // BD-384
    await expect(page.getByRole('button', { name: /User menu/ })).toHaveAttribute('aria-expanded', 'false');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('walks the tours of profile, settings and deletion with the keyboard', async ({ page, server }) => {
    expect(await offeredTour(page, server, '/profile', 'manageProfileTourGuide')).toEqual([
      'Your profile',
      'Your address',
      'Your picture',
      'Your company',
      'Your password',
    ]); // BD-385
    expect(await offeredTour(page, server, '/settings', 'generalSettingsTourGuide')).toEqual([
      'The sections',
      'General',
      'Notifications',
      'Sessions',
      'Security',
      'Export',
    ]); // BD-388
    expect(await offeredTour(page, server, '/settings', 'deleteAccountTourGuide')).toEqual([
      'Delete the account',
      'What happens',
      'Why',
      'Your password',
    ]); // BD-393
  });

  test('walks the tours of a new order with the keyboard', async ({ page, server }) => {
    expect(await offeredTour(page, server, '/orders/new', 'createNewOrderTourGuide')).toEqual([
      'Service',
      'Name',
      'Brief',
      'Due date and priority',
      'References',
      'Files',
      'Save as draft',
      'Create the order',
    ]); // BD-389
    expect(await offeredTour(page, server, '/orders/new', 'selectServiceTourGuide')).toEqual(['Category', 'Service']); // BD-394
  });

  test('walks the tours of the team with the keyboard', async ({ page, server }) => {
    expect(await offeredTour(page, server, '/team-members', 'teamMemberTourGuide')).toEqual([
      'Find somebody',
      'Your team',
      'Add people',
    ]); // BD-387
    expect(await offeredTour(page, server, '/team-members', 'createTeamMemberTourGuide')).toEqual([
      'Who it is',
      'Their address',
      'Role',
      'How they get in',
      'Add them',
    ]); // BD-390
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('walks the tours of invoices, payments and payment methods with the keyboard', async ({ page, server }) => {
    expect(await offeredTour(page, server, '/billing/invoices', 'manageInvoiceTourGuide')).toEqual([
      'Your invoices',
      'Open an invoice',
      'Due date',
      'Paid or open',
      'Payments',
    ]); // BD-386
    expect(await offeredTour(page, server, '/billing/payments', 'managePaymentTourGuide')).toEqual([
      'Your payments',
      'Its invoice',
      'How you paid',
      'What became of it',
      'Invoices',
    ]); // BD-391
    server.payment.takeCards();
    expect(await offeredTour(page, server, '/billing/payment-methods', 'addNewPaymentMethodTourGuide')).toEqual([
      'How you pay',
      'Add a card',
      'The default card',
      'Change or delete it',
      'Payments and invoices',
    ]); // BD-392
  });

  test('walks past the plan and its meters on the dashboard', async ({ page, server }) => {
    server.own.profile = withPlan(server.own.profile);
    const titles = await offeredTour(page, server, '/', 'dashboardTourGuide');
    expect(titles.slice(2, 6)).toEqual([
      'Orders by status',
      'Your membership',
      'What your plan includes',
      'Board or list',
    ]); // BD-401
  });

  test('reads in the first step of the profile which fields are required, and sees them marked', async ({
    page,
    server,
  }) => {
    offer(server, 'manageProfileTourGuide');
    await page.goto('/profile');
    await start(page);
    const text = 'Fields marked with a red asterisk (*) in Profile, Company and Contact must be filled in.';
    await expect(step(page)).toContainText(text); // BD-399
    for (const label of ['First name', 'Last name', 'Time zone', 'Email Address', 'Company name', 'Country']) {
      await expect(page.locator('label', { hasText: new RegExp(`^${label} \\*$`) })).toHaveCount(1);
    }
  });

  test('skips with Escape, and the keys of the app do nothing meanwhile', async ({ page, server }) => {
    offer(server, 'dashboardTourGuide', 'userMenuTourGuide');
    await page.goto('/');
    await expect(card(page)).toBeVisible();
    await lookAt(page, 'tour-offer');
    await start(page);
    await expect(step(page)).toBeVisible();
    for (const key of ['c', '?', 'g', 'l', '[']) await page.keyboard.press(key);
    await page.keyboard.press('Tab');
    await expect(step(page).getByRole('button', { name: 'Skip this tour' })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(step(page).getByRole('button', { name: 'Next' })).toBeFocused();
    await expect(page).toHaveURL('/');
    await page.keyboard.press('Escape');
    await expect(step(page)).toHaveCount(0);
    await expect.poll(() => saved(server)).toEqual([['dashboard', false]]); // BD-402
    await expect(page.getByRole('heading', { name: 'Order board' })).toBeFocused();
    await expect(card(page)).toHaveCount(0); // one for each visit of a page
  });

  test('leaves the page of a tour, which stays new', async ({ page, server }) => {
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    offer(server, 'dashboardTourGuide');
    const list = await openList(page);
    await press(list.getByRole('button', { name: 'Start the tour Dashboard' }));
    await expect(step(page)).toContainText('The order board');
    await page.goBack();
    await expect(page).toHaveURL('/settings');
    await expect(step(page)).toHaveCount(0);
    await expectFocusSeen(page);
    expect(saved(server)).toEqual([]);
  });

  test('skips all tours, and has them offered again from the user menu', async ({ page, server }) => {
    offer(server, 'dashboardTourGuide', 'generalSettingsTourGuide');
    await page.goto('/');
    await card(page).getByRole('button', { name: 'Skip all tours' }).click();
    await expect(card(page)).toHaveCount(0);
    await page.goto('/settings');
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    const list = await openList(page);
    await lookAt(page, 'tour-list', wideAndNarrow);
    await expect(list.getByText('Done')).toHaveCount(12);
    await press(list.getByRole('button', { name: 'Offer all again' }));
    await expect(list.getByText('New', { exact: true })).toHaveCount(12);
    const both = [
      ['all', false],
      ['all', true],
    ];
    await expect.poll(() => saved(server)).toEqual(both); // BD-404
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /User menu/ })).toBeFocused();
    await expect(card(page)).toBeVisible();
  });

  test('is offered the tour and the video after an edit of the profile', async ({ page, server }) => {
    offer(server, 'dashboardTourGuide');
    server.own.profile.tourVideo = 'https://videos.example/tour';
    await page.goto('/profile');
    await page.getByRole('textbox', { name: 'Job title' }).fill('Head of Brand');
    await page.getByRole('button', { name: 'Save profile' }).click();
    const offered = page.getByRole('dialog', { name: 'You are ready to go' });
    for (const name of ['Skip', 'Start Video', 'Start Tour']) {
      await expect(offered.getByRole('button', { name, exact: true })).toBeVisible(); // BD-397, BD-398
    }
    await lookAt(page, 'tour-after-edit', wideAndNarrow);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/');
    expect(await walk(page)).toContain('The order board');
    await expect.poll(() => saved(server)).toEqual([['dashboard', false]]); // BD-402
  });

  test('starts a tour from the user menu on a phone, where nothing is offered', async ({ page, server }) => {
    offer(server, 'dashboardTourGuide');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    const list = await openList(page);
    await expect(card(page)).toHaveCount(0);
    await press(list.getByRole('button', { name: 'Start the tour Dashboard' }));
    const titles = await walk(page, () => expectNoViolation(page, 'tour-phone'));
    expect(titles).toEqual([
      'The order board',
      'Board or list',
      'Search',
      'Create an order',
      'What is new',
      'Your menu',
    ]);
    await expect(page.getByRole('button', { name: /User menu/ })).toBeFocused();
  });
});

test('a reseller walks the dashboard of the client view', async ({ page, server }) => {
  server.own.profile = makeReseller();
  expect(await offeredTour(page, server, '/', 'dashboardTourGuide')).toEqual([
    'Your customers',
    'Find your way',
    'Two views',
    'Create a customer',
    'What is new',
    'Your menu',
  ]); // BD-383
});

test.describe('an admin', () => {
  test.use({ role: 'admin' });

  test('walks a shorter dashboard, without the creation of orders', async ({ page, server }) => {
    server.own.profile.abilities['create-order'] = ['read', 'create'];
    const titles = await offeredTour(page, server, '/', 'dashboardTourGuide');
    await expect(page.getByRole('button', { name: 'Create New Order' })).toBeVisible();
    expect(titles).toEqual([
      'The order board',
      'Find your way',
      'Orders by status',
      'Board or list',
      'Search',
      'What is new',
      'Your menu',
    ]); // BD-400
    const list = await openList(page);
    await expect(list.getByRole('button', { name: /^Start the tour/ })).toHaveCount(6);
    await expect(list.getByText(/order|service/i)).toHaveCount(0); // BD-400
  });
});
