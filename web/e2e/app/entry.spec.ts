import { ok, refused } from '../../tests/fake/server';
import { everyWidth, lookAt, wideAndNarrow } from '../looks';
import { expect, test, visit } from './fixtures';

const link = 'token=t0ken&type=customer&email=ann%40acme.test';
type Entry = { name: string; path: string; ready: string; submit?: string };

/** The pages of a test open one after the other in one loaded app. */
const groups: Record<string, Entry[]> = {
  'signing in and a lost password': [
    { name: 'signin', path: '/signin', ready: 'Log in' },
    { name: 'admin-signin', path: '/admin/signin', ready: 'Welcome to Proofboard' },
    { name: 'forgot-password', path: '/forgot-password', ready: 'Reset your password', submit: 'Submit' },
    { name: 'reset-password', path: `/reset-password?${link}`, ready: 'Reset Password' },
  ],
  'invitations and the setup': [
    { name: 'invitation', path: `/invitation?${link}`, ready: 'You are invited' },
    { name: 'verification', path: '/email-verification?key=k3y&email=ann%40acme.test', ready: 'Failed!' },
    { name: 'setup-link', path: '/setup', ready: 'This product is not set up yet' },
    { name: 'signin-setup', path: '/admin/signin', ready: 'Set it up' },
  ],
};

test.describe('without a session', () => {
  test.beforeEach(({ page }) => page.addInitScript(() => window.localStorage.clear()));

  for (const [group, pages] of Object.entries(groups)) {
    test(`${group}, wide and on a phone: axe finds no violation (BY-032)`, async ({ page, server }) => {
      const needed = pages.some(({ name }) => name.includes('setup'));
      server.intercept = ({ method, path: asked }) => {
        if (asked.endsWith('/email-verification')) return refused(410, 'token_expired', 'This link has expired.');
        return method === 'GET' && asked.endsWith('/setup') && needed ? ok({ needed: true }) : undefined;
      };
      for (const [index, { name, path, ready, submit }] of pages.entries()) {
        await (index === 0 ? page.goto(path) : visit(page, path));
        await expect(page.getByText(ready).first()).toBeVisible();
        if (submit) {
          await page.getByRole('button', { name: submit }).click();
          await expect(page.getByText('Required!').first()).toBeVisible();
          await expect(page.locator('input:focus')).toHaveAttribute('aria-invalid', 'true');
        }
        await lookAt(page, name, name.endsWith('signin') ? everyWidth : wideAndNarrow);
      }
    });
  }

  test('signing up, where people are invited, and from the sign-in to the mail: axe finds no violation, and nothing moves when the answer arrives late (BY-032)', async ({
    page,
    server,
    live,
  }) => {
    await page.goto('/signup');
    await expect(page.getByText('People are invited here.')).toBeVisible();
    await lookAt(page, 'signup-closed');

    server.signUp = true;
    const answer = live.hold(({ path }) => path === '/api/brand');
    await page.goto('/signin');
    const heading = page.getByRole('heading', { name: 'Log in' });
    await expect(heading).toBeVisible();
    const before = await heading.boundingBox();
    answer();
    const toSignUp = page.getByRole('link', { name: 'Sign up' });
    await expect(toSignUp).toBeVisible();
    expect(await heading.boundingBox()).toEqual(before);
    await lookAt(page, 'signin-signup');

    await toSignUp.click();
    const submit = page.getByRole('button', { name: 'Sign up' });
    await submit.click();
    await expect(page.getByText('Required!').first()).toBeVisible();
    await expect(page.locator('input:focus')).toHaveAttribute('aria-invalid', 'true');
    await lookAt(page, 'signup');
    const words = 'There were too many tries. Wait a minute.';
    server.intercept = ({ path }) => (path.endsWith('/signup') ? refused(429, 'too_many', words) : undefined);
    for (const [label, text] of [
      ['Company', 'Jam & Co'],
      ['First name', 'Ann'],
      ['Last name', 'Lee'],
      ['Email Address', 'ann.lee.of.a.very.long.name@jam-and-marmalade.example'],
      ['Password', 'secret-1'],
      ['Retype Password', 'secret-1'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).fill(text);
    }
    await submit.click();
    await expect(page.getByText(words)).toBeVisible();
    await lookAt(page, 'signup-refused');
    server.intercept = () => undefined;
    await submit.click();
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeFocused();
    await lookAt(page, 'signup-sent');
  });

  test('a link to a new address, being checked, used, expired and not checked: axe finds no violation (BY-032)', async ({
    page,
    server,
    live,
  }) => {
    const answer = live.hold(({ path }) => path === '/api/change-email');
    await page.goto('/change-email?token=t0ken&email=ann%40acme.test');
    await expect(page.getByRole('status', { name: 'Changing your email address' })).toBeVisible();
    await lookAt(page, 'change-email-loading');
    answer();
    await expect(page.getByText('Your address is changed').first()).toBeVisible();
    await lookAt(page, 'change-email');
    for (const [name, instead, ready] of [
      ['expired', refused(410, 'token_expired', 'This link has expired.'), 'Ask for a new link in your profile'],
      ['not-checked', { status: 500, json: {} }, 'Go to your profile'],
    ] as const) {
      server.intercept = ({ path }) => (path.endsWith('/change-email') ? instead : undefined);
      await visit(page, `/change-email?token=${name}&email=ann%40acme.test`);
      await expect(page.getByText(ready)).toBeVisible();
      await lookAt(page, `change-email-${name}`);
    }
  });

  test('the setup, whose logo is drawn from a large picture and sent as a small PNG: axe finds no violation (BY-032)', async ({
    page,
    server,
  }) => {
    server.intercept = ({ method, path }) => {
      if (!path.endsWith('/setup')) return undefined;
      return method === 'GET' ? ok({ needed: true }) : { json: { success: true, message: 'Done.' } };
    };
    await page.goto('/setup?token=t0ken');
    await page.getByRole('button', { name: 'Set up' }).click();
    await expect(page.getByText('Required!').first()).toBeVisible();
    await expect(page.locator('input:focus')).toHaveAttribute('aria-invalid', 'true');
    await lookAt(page, 'setup');
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2000 500"><script>document.title = "run"</script>' +
      '<rect width="2000" height="500" fill="teal" onload="document.title = \'run\'"/></svg>';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) });
    const logo = page.getByRole('img', { name: 'The chosen logo' });
    await expect(logo).toBeVisible();
    expect(await logo.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([
      640, 160,
    ]);
    expect(await page.title()).not.toBe('run');
    await lookAt(page, 'setup-logo');
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByText('This file cannot be read as a picture.')).toBeVisible();
    await lookAt(page, 'setup-logo-refused');
  });
});

test('an unsupported browser that opens the app sees the page for it (SH-156)', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'));
  await page.goto('/order-list');
  await expect(page).toHaveURL('/not-support');
  await expect(page.getByRole('heading', { name: 'Browser Not Supported!' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Chrome', 'Firefox', 'Microsoft Edge']);
  await lookAt(page, 'not-support');
});

test('an unsupported browser that cannot even read the app sees the page for it (SH-156)', async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'any'));
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'this is new' }));
  await page.goto('/');
  await expect(page).toHaveURL('/not-support');
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Chrome', 'Firefox', 'Microsoft Edge']);
});
