import { makeReseller } from '../../tests/fake/data';
import { withPlan } from '../../tests/fake/membership';
import { expectNoViolation, lookAt, wideAndNarrow } from '../looks';
import { expect, test, visit } from './fixtures';
import { expectFocusSeen } from './keys';
import { card, offer, offeredTour, openList, press, saved, start, step, walk } from './tourPage';

test.describe('an owner', () => {
  test('walks the tours of all pages with the keyboard, with the plan and its meters on the dashboard', async ({
    page,
    server,
  }) => {
    server.own.profile = withPlan(server.own.profile);
    server.payment.takeCards();
    offer(server, 'dashboardTourGuide', 'userMenuTourGuide', 'manageProfileTourGuide', 'generalSettingsTourGuide');
    offer(server, 'deleteAccountTourGuide', 'createNewOrderTourGuide', 'selectServiceTourGuide');
    offer(server, 'teamMemberTourGuide', 'createTeamMemberTourGuide', 'manageInvoiceTourGuide');
    offer(server, 'managePaymentTourGuide', 'addNewPaymentMethodTourGuide');
    await page.goto('/');
    // Every step is the same dialog, and the pages behind it are looked at elsewhere.
    const look = () => expectNoViolation(page, 'tour-step');
    expect(await offeredTour(page, server, 'dashboard', look)).toEqual([
      'The order board',
      'Find your way',
      'Orders by status',
      'Your membership',
      'What your plan includes',
      'Board or list',
      'Search',
      'Create an order',
      'What is new',
      'Your menu',
    ]); // BD-383, BD-401

    await visit(page, '/profile');
    const required = async () => {
      const text = 'Fields marked with a red asterisk (*) in Profile, Company and Contact must be filled in.';
      await expect(step(page)).toContainText(text); // BD-399
      for (const label of ['First name', 'Last name', 'Time zone', 'Email Address', 'Company name', 'Country']) {
        await expect(page.locator('label', { hasText: new RegExp(`^${label} \\*$`) })).toHaveCount(1);
      }
    };
    expect(await offeredTour(page, server, 'manageProfile', required)).toEqual([
      'Your profile',
      'Your address',
      'Your picture',
      'Your company',
      'Your password',
    ]); // BD-385
    await visit(page, '/settings');
    expect(await offeredTour(page, server, 'generalSettings')).toEqual([
      'The sections',
      'General',
      'Notifications',
      'Sessions',
      'Security',
      'Export',
    ]); // BD-388
    await visit(page, '/orders/new');
    expect(await offeredTour(page, server, 'createNewOrder')).toEqual([
      'Service',
      'Name',
      'Brief',
      'Due date and priority',
      'References',
      'Files',
      'Save as draft',
      'Create the order',
    ]); // BD-389
    await visit(page, '/team-members');
    expect(await offeredTour(page, server, 'teamMember')).toEqual(['Find somebody', 'Your team', 'Add people']); // BD-387

    // The second tours of these pages.
    await visit(page, '/');
    expect(await offeredTour(page, server, 'userMenu')).toEqual([
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
    await visit(page, '/settings');
    expect(await offeredTour(page, server, 'deleteAccount')).toEqual([
      'Delete the account',
      'What happens',
      'Why',
      'Your password',
    ]); // BD-393
    await visit(page, '/orders/new');
    expect(await offeredTour(page, server, 'selectService')).toEqual(['Category', 'Service']); // BD-394
    await visit(page, '/team-members');
    expect(await offeredTour(page, server, 'createTeamMember')).toEqual([
      'Who it is',
      'Their address',
      'Role',
      'How they get in',
      'Add them',
    ]); // BD-390
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await visit(page, '/billing/invoices');
    expect(await offeredTour(page, server, 'manageInvoice')).toEqual([
      'Your invoices',
      'Open an invoice',
      'Due date',
      'Paid or open',
      'Payments',
    ]); // BD-386
    await visit(page, '/billing/payments');
    expect(await offeredTour(page, server, 'managePayment')).toEqual([
      'Your payments',
      'Its invoice',
      'How you paid',
      'What became of it',
      'Invoices',
    ]); // BD-391
    await visit(page, '/billing/payment-methods');
    expect(await offeredTour(page, server, 'addNewPaymentMethod')).toEqual([
      'How you pay',
      'Add a card',
      'The default card',
      'Change or delete it',
      'Payments and invoices',
    ]); // BD-392
  });

  test('skips a tour with Escape, then all, has them offered again, leaves the page of a tour, which stays new, and is offered the tour after an edit of the profile and on a phone only from the user menu', async ({
    page,
    server,
  }) => {
    offer(server, 'dashboardTourGuide', 'userMenuTourGuide', 'deleteAccountTourGuide');
    server.own.profile.tourVideo = 'https://videos.example/tour';
    await page.goto('/');
    await expect(card(page)).toBeVisible();
    await lookAt(page, 'tour-offer');
    await start(page);
    await expect(step(page)).toBeVisible();
    // The keys of the app do nothing meanwhile.
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

    await visit(page, '/order-list');
    await visit(page, '/');
    await card(page).getByRole('button', { name: 'Skip all tours' }).click();
    await expect(card(page)).toHaveCount(0);
    await visit(page, '/settings');
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    await expect(card(page)).toHaveCount(0);
    const list = await openList(page);
    await lookAt(page, 'tour-list', wideAndNarrow);
    await expect(list.getByText('Done')).toHaveCount(12);
    await press(list.getByRole('button', { name: 'Offer all again' }));
    await expect(list.getByText('New', { exact: true })).toHaveCount(12);
    const all = [
      ['dashboard', false],
      ['all', false],
      ['all', true],
    ];
    await expect.poll(() => saved(server)).toEqual(all); // BD-404
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /User menu/ })).toBeFocused();
    await expect(card(page)).toBeVisible();

    await openList(page);
    await press(list.getByRole('button', { name: 'Start the tour Dashboard' }));
    await expect(step(page)).toContainText('The order board');
    await page.goBack();
    await expect(page).toHaveURL('/settings');
    await expect(step(page)).toHaveCount(0);
    await expectFocusSeen(page);
    expect(saved(server)).toEqual(all);

    // After an edit of the profile, the tour and the video are offered.
    await visit(page, '/profile');
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
    await expect.poll(() => saved(server).at(-1)).toEqual(['dashboard', false]); // BD-402

    // On a phone nothing is offered, and the user menu starts the tour.
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, '/order-list');
    await visit(page, '/');
    await expect(page.getByRole('tab').first()).toBeVisible();
    await openList(page);
    await expect(card(page)).toHaveCount(0);
    await press(list.getByRole('button', { name: 'Start the tour Dashboard' }));
    expect(await walk(page, () => expectNoViolation(page, 'tour-phone'))).toEqual([
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
  offer(server, 'dashboardTourGuide');
  await page.goto('/');
  expect(await offeredTour(page, server, 'dashboard')).toEqual([
    'Your customers',
    'Find your way',
    'Two views',
    'Create a customer',
    'What is new',
    'Your menu',
  ]); // BD-383
});
