// The API reference in a real browser: a person signs in, tries a call, and nothing leaves the origin.
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listEndpoints, type RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { createReferenceMounts } from '../../infra/reference/mounts.ts';
import { type Browser, browserTimeout, openChromium } from '../harness/chromium.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

vi.setConfig({ testTimeout: browserTimeout, hookTimeout: browserTimeout });

let platform: TestPlatform;
let browser: Browser;
beforeAll(async () => {
  browser = await openChromium();
});
afterAll(() => browser?.close());

/** Serves the reference of these operations to the tests of a group. */
function serveReference(select: (endpoint: RegisteredEndpoint) => boolean): void {
  beforeAll(async () => {
    const endpoints = (await listEndpoints()).filter(select);
    platform = await startPlatform({ mounts: (_, demo) => createReferenceMounts(endpoints, demo) });
  });
  afterAll(() => platform?.stop());
}

/** A page of few operations loads in a third of the time. */
const listsPeople = ({ contract }: RegisteredEndpoint): boolean =>
  contract.area === 'crm' && contract.path === '/api/v1/people';

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
    // The browser reports a refused sign-in as a failed request, which this test expects.
    if (message.type() === 'error' && !message.text().includes('401')) complaints.push(message.text());
  });
});
afterEach(async () => {
  await page.close();
  expect(strayed).toEqual([]);
  expect(complaints).toEqual([]);
});

const peoplePlace = '/#crm/tag/people/GET/api/v1/people';
const tryPeople = () => page.getByRole('button', { name: 'Test Request (get /api/v1/people)', exact: true });

async function openAt(path: string): Promise<void> {
  await page.goto(platform.address + path);
  await tryPeople().waitFor();
}

async function signIn(): Promise<void> {
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Workspace').waitFor();
}

/** Sends the request through the reference's own client; returns what the platform received and replied. */
async function callPeople() {
  await tryPeople().click();
  const answered = page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/crm/api/v1/people',
  );
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).first().click();
  const response = await answered;
  return {
    status: response.status(),
    headers: await response.request().allHeaders(),
    body: await response.json(),
  };
}

describe('the reference', () => {
  serveReference(listsPeople);

  it('a person signs in after a wrong password, and calls from the page succeed, each workspace with its own token', async () => {
    await openAt(peoplePlace);
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
    expect(JSON.stringify(body)).toContain(platform.demo.values.personId);

    await page.getByRole('dialog').getByRole('button', { name: /Close/ }).first().click();
    await page.getByLabel('Workspace').selectOption('harbor');
    await page.locator('#reference', { hasText: 'tenant-code: harbor' }).waitFor();
    const another = await callPeople();
    expect(another.status).toBe(200);
    expect(another.headers['tenant-code']).toBe('harbor');
    expect(another.headers.authorization).not.toBe(headers.authorization);
  });

  it('the page works with the keyboard alone', async () => {
    await openAt(peoplePlace);
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

  it('fits a screen of 400 pixels, light and dark', async () => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 400, height: 800 });
    await openAt(peoplePlace);
    await page.getByRole('button', { name: 'Sign in', exact: true, expanded: false }).click();
    await page.locator('#sign-in').getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'demo', expanded: false }).waitFor();
    for (const [colorScheme, background] of [
      ['light', 'rgb(255, 255, 255)'],
      ['dark', 'rgb(15, 17, 18)'],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(400);
      await expect
        .poll(() => page.evaluate('getComputedStyle(document.querySelector(".bar")).backgroundColor'), {
          // However long a busy computer takes to draw it.
          timeout: browserTimeout,
        })
        .toBe(background);
    }
  });
});

describe('the reference of all operations', () => {
  serveReference(() => true);

  it('shows the operations, area by area', async () => {
    await openAt(peoplePlace);
    expect(await page.title()).toContain('Rostrum');
    const contracts = platform.endpoints.map(({ contract }) => contract).filter(({ area }) => area === 'crm');
    const names = contracts
      .filter(({ tags }) => tags.includes('People'))
      .map(({ summary }) => summary)
      .concat(contracts.flatMap(({ tags }) => tags));
    const sidebar = page.getByRole('navigation').first();
    // Its text is read at once: to look for each name takes a tenth of a second on a page of so many elements.
    await expect
      .poll(
        async () => {
          // biome-ignore lint/performance/useDomNodeTextContent: only what a person sees counts
          const shown = new Set((await sidebar.innerText()).split('\n').map((line) => line.trim()));
          return names.filter((name) => !shown.has(name));
        },
        { timeout: browserTimeout, interval: 500 },
      )
      .toEqual([]);
    await page.goto(`${platform.address}/#identity`);
    await page.reload();
    await page.getByRole('heading', { name: 'Rostrum: Identity' }).waitFor();
  });
});

describe('the error catalogue', () => {
  serveReference(listsPeople);

  it('error_uri of an error links to the page of its code', async () => {
    const refused = await platform.call('GET', 'identity', '/api/v1/Users', { tenant: 'demo' });
    await page.goto(refused.body.error_uri);
    await page.getByRole('heading', { level: 1, name: 'AUTHENTICATION_REQUIRED' }).waitFor();
    await page.getByRole('link', { name: 'All error codes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Error codes' }).waitFor();
  });
});

describe('what the pages are served with', () => {
  serveReference(listsPeople);

  it('a content security policy that allows nothing from other hosts', async () => {
    const { headers } = await fetch(`${platform.address}/`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/https?:|\*/);
  });

  it('compressed files that a browser may cache for a year', async () => {
    const html = await (await fetch(`${platform.address}/`)).text();
    const [, path = ''] = /src="(\/reference\/scalar-[^"]+)"/.exec(html) ?? [];
    const response = await fetch(platform.address + path);
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const tag = response.headers.get('etag') ?? '';
    const again = await fetch(platform.address + path, { headers: { 'If-None-Match': tag } });
    expect(again.status).toBe(304);
  });
});
