// The API reference in a real browser: a person finds an operation, signs in, sends it, and nothing leaves the origin.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { createReferenceMounts } from '../../infra/reference/mounts.ts';
import { type Browser, browserTimeout, openChromium } from '../harness/chromium.ts';
import { lookAtPage } from '../harness/look-at-page.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

vi.setConfig({ testTimeout: browserTimeout, hookTimeout: browserTimeout });

let platform: TestPlatform;
let browser: Browser;
beforeAll(async () => {
  const endpoints = await listEndpoints();
  [browser, platform] = await Promise.all([
    openChromium(),
    startPlatform({ mounts: (_, demo) => createReferenceMounts(endpoints, demo) }),
  ]);
});
afterAll(async () => {
  await platform?.stop();
  await browser?.close();
});

let page: Page;
/** The requests of the page to other hosts, and the errors that the browser reported. */
let strayed: string[];
let complaints: string[];
beforeEach(async () => {
  page = await browser.context.newPage();
  strayed = [];
  complaints = [];
  page.on('request', (request) => {
    const url = request.url();
    const isOurs =
      url.startsWith(`${platform.address}/`) || url.startsWith('data:') || url.startsWith('blob:');
    if (!isOurs) strayed.push(url);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The browser reports a refusal as a failed request, which these tests expect.
    if (message.type() === 'error' && !/40[01]/.test(message.text())) complaints.push(message.text());
  });
});
afterEach(async () => {
  await page.close();
  expect(strayed).toEqual([]);
  expect(complaints).toEqual([]);
});

const peoplePage = '/reference/crm/listPeople';

const openAt = (path: string) => page.goto(platform.address + path);

async function signIn(): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Workspace').waitFor();
}

/** Sends the request of the page; returns what the platform received and replied. */
async function callPeople() {
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/crm/api/v1/people',
  );
  await page.getByRole('button', { name: 'Send' }).click();
  const response = await answered;
  return {
    status: response.status(),
    headers: await response.request().allHeaders(),
    body: await response.json(),
  };
}

it('a person signs in after a wrong password, and calls from the page succeed, each workspace with its own token', async () => {
  await openAt(peoplePage);
  const prefilled = await page.getByLabel('Password').inputValue();
  await page.getByLabel('Password').fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page
    .getByRole('status')
    .filter({ hasText: /password/ })
    .waitFor();
  expect(await page.getByLabel('Workspace').isVisible()).toBe(false);

  await page.getByLabel('Password').fill(prefilled);
  await signIn();
  const { status, headers, body } = await callPeople();
  expect(status).toBe(200);
  expect(headers.authorization).toMatch(/^Bearer ey/);
  expect(headers['tenant-code']).toBe('demo');
  expect(body.data[0].tenantId).toBe('demo');
  await page.getByRole('region', { name: 'Reply' }).getByText('200 OK').waitFor();

  await page.getByLabel('Workspace').selectOption('harbor');
  await expect.poll(() => page.getByLabel('tenant-code').inputValue()).toBe('harbor');
  const another = await callPeople();
  expect(another.status).toBe(200);
  expect(another.headers['tenant-code']).toBe('harbor');
  expect(another.headers.authorization).not.toBe(headers.authorization);
});

it('finds an operation of any area, keeps the session from page to page, and sends what is in the form', async () => {
  await openAt('/');
  await signIn();
  await page.getByRole('searchbox').fill('create person');
  await page.getByRole('searchbox').press('Enter');
  await page.getByRole('link', { name: 'Create a person', exact: true }).click();
  await page.getByRole('heading', { name: 'Create a person', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/reference/crm/createPerson');
  await page.getByLabel('validateOnly').fill('true');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Reply' }).getByText('204 No Content').waitFor();
  await page.getByLabel('Body').fill('{');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('region', { name: 'Reply' }).getByText('400 Bad Request').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor();
});

it('the page works with the keyboard alone', async () => {
  await openAt(peoplePage);
  await page.getByLabel('Password').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Workspace').waitFor();
  await page.locator('#workspace:focus').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByLabel('User name').waitFor();
  await page.locator('#user-name:focus').waitFor();
});

it.each(['/', '/reference/crm', '/reference/crm/createPerson', '/reference/search?q=person'])(
  '%s fits a phone and a desk, light and dark, without a fault that axe finds',
  async (path) => {
    await openAt(path);
    expect(await lookAtPage(page, path)).toEqual([]);
  },
);
