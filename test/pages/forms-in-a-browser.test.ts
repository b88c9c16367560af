// The forms of the pages that mails link to, sent by a browser to a platform that refuses pages of other origins, as the
// local one does. A browser names no origin for a form of a page with the referrer policy `no-referrer` (Fetch, "append a
// request Origin header"), which is refused like that of a stranger.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from '../../infra/contracts/registry.ts';
import { buildExampleAddress } from '../../infra/openapi/examples.ts';
import { type Browser, browserTimeout, openChromium } from '../harness/chromium.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

const endpoints = (await listEndpoints()).map(({ contract }) => contract);
/**
 * The pages with a form: what a GET shows and a POST to the same address takes. Those on which people sign in have a test
 * of their own (test/identity/sign-in/sign-in-pages.test.ts), and so has the one that takes people to another site (test/training/catalogue/lti.test.ts).
 */
const pages = endpoints.filter(
  ({ method, area, path, responses }) =>
    method === 'GET' &&
    area !== 'identity' &&
    path !== '/api/v1/Lti/{tenantCode}/Authorization' &&
    responses[200]?.contentType?.startsWith('text/html') &&
    endpoints.some((other) => other.method === 'POST' && other.area === area && other.path === path),
);

let platform: TestPlatform;
let browser: Browser;

beforeAll(async () => {
  platform = await startPlatform({ localOriginsOnly: true });
  browser = await openChromium();
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

describe('the form of a page', () => {
  it('is on several pages', () => {
    expect(pages.length).toBeGreaterThan(3);
  });

  it.each(pages.map((contract) => [contract.path, contract] as const))(
    'of %s is accepted from a browser',
    async (_path, contract) => {
      const page = await browser.context.newPage();
      await page.goto(platform.urls[contract.area] + buildExampleAddress(contract, platform.demo.values));
      // A page that is closed while the browser still changes to the reply may never close.
      const loaded = page.waitForEvent('load');
      const sent = page.waitForResponse((response) => response.request().method() === 'POST');
      // What people have to fill in: a browser sends no form without it.
      for (const field of await page.locator('main form input:required').all())
        await field.fill((await field.getAttribute('type')) === 'email' ? 'nia@newcomer.example' : 'Nia');
      await page.locator('main form button').first().click();
      const [reply] = await Promise.all([sent, loaded]);
      expect([reply.status(), reply.headers()['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      await page.close();
    },
    browserTimeout,
  );
});
