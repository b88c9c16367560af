// Forms of pages are taken from the page alone that was shown to the browser: every form of this area, found by its contract,
// is sent as a page of another site, port or subdomain could send it (docs/identity.md#forms; OWASP CSRF Prevention
// Cheat Sheet; Fetch Metadata Request Headers, 2.3).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listEndpoints } from '../../../infra/contracts/registry.ts';
import { buildExampleAddress } from '../../../infra/openapi/examples.ts';
import type { EndpointConfig } from '../../../shared/http/endpoint.ts';
import { deriveFormToken } from '../../../shared/pages/own-form.ts';
import { buildExampleRequest, exampleBrowser } from '../../contract/example-request.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { type RestorableTable, trackTable } from '../../harness/restore.ts';
import { demoUser } from '../tenants/demo.ts';
import { type FormBrowser, openFormBrowser, readFormToken } from './form-browser.ts';

const contracts = (await listEndpoints())
  .map(({ contract }): EndpointConfig => contract)
  .filter(
    ({ area, responses }) => area === 'identity' && responses[200]?.contentType?.startsWith('text/html'),
  );
const forms = contracts.filter(({ method }) => method === 'POST');
const own = forms.filter(({ ownForm }) => ownForm);

let platform: TestPlatform;
let data: RestorableTable;
/** A browser in which somebody has signed in just now. */
let browser: FormBrowser;
let sessionCookie: string;

/** A browser in which somebody signs in. */
async function signIn(): Promise<FormBrowser> {
  const opened = openFormBrowser(platform);
  const page = await opened.open(`${platform.urls.identity}/Account/Access`);
  await opened.submit(page, { action: 'sign-in', ...demoUser(platform, 'ben') });
  return opened;
}

beforeAll(async () => {
  platform = await startPlatform({ hasCorrectUnits: true });
  browser = await signIn();
  sessionCookie = `rostrum-session=${browser.cookies.get('rostrum-session')}`;
  data = await trackTable();
});
afterEach(() => data.restore());
afterAll(async () => {
  data.stop();
  await platform.stop();
});

/** Sends the example of a form from the browser of whoever has signed in, with these changes. */
function send(contract: EndpointConfig, headers: Record<string, string>, formToken: string | undefined) {
  const { method, area, address, body } = buildExampleRequest(contract, platform.demo.values);
  const values = new URLSearchParams(body instanceof URLSearchParams ? body : {});
  values.delete('formToken');
  if (formToken !== undefined) values.set('formToken', formToken);
  const cookie = { Cookie: `${exampleBrowser.headers.Cookie}; ${sessionCookie}` };
  return platform.call(method, area, address, { headers: { ...cookie, ...headers }, body: values });
}

const { formToken: ownToken } = exampleBrowser.values;
const refused: readonly (readonly [
  how: string,
  headers: Record<string, string>,
  token: string | undefined,
])[] = [
  ['without the token', {}, undefined],
  ['with the token of another browser', {}, deriveFormToken('c'.repeat(43))],
  ['from a page of another origin', { Origin: 'https://evil.example' }, ownToken],
  ['from a page of another port', { Origin: 'http://localhost:1' }, ownToken],
  ['from a page without an origin', { Origin: 'null' }, ownToken],
  ['from a subdomain', { 'Sec-Fetch-Site': 'same-site' }, ownToken],
  ['from another site', { 'Sec-Fetch-Site': 'cross-site' }, ownToken],
];

describe.each(own.map((contract) => [contract.path, contract] as const))('the form of %s', (_, contract) => {
  it.each(refused)('is refused %s, and does nothing', async (_how, headers, token) => {
    const reply = await send(contract, headers, token);
    expect([reply.status, reply.writeUnits]).toEqual([403, 0]);
    expect(reply.text).toContain('Nothing was done');
  });

  it('is taken from its own page', async () => {
    const { origin } = new URL(platform.urls.identity);
    const reply = await send(contract, { Origin: origin, 'Sec-Fetch-Site': 'same-origin' }, ownToken);
    expect([200, 303]).toContain(reply.status);
    expect(reply.text).not.toContain('Nothing was done');
  });
});

describe('the forms of this area', () => {
  it('are all of this kind, but for the requests of applications, which ask the person', () => {
    const others = forms.filter((contract) => !own.includes(contract));
    expect(others.map(({ path }) => path).sort()).toEqual(['/connect/authorize', '/connect/endsession']);
  });

  it('have the token of the browser in every page that shows one, and are stored by no cache', async () => {
    let shown = 0;
    for (const contract of contracts.filter(({ method }) => method === 'GET')) {
      const address = platform.urls.identity + buildExampleAddress(contract, platform.demo.values);
      for (const each of [browser, openFormBrowser(platform)]) {
        const { html, headers } = await each.open(address);
        const found = html.match(/<form/g) ?? [];
        if (found.length === 0) continue;
        shown += 1;
        const token = deriveFormToken(each.cookies.get('rostrum-browser') ?? '');
        expect(
          html.match(new RegExp(`<form[^>]*><input type="hidden" name="formToken" value="${token}">`, 'g')),
        ).toHaveLength(found.length);
        expect(headers.get('cache-control')).toContain('no-store');
      }
    }
    expect(shown).toBeGreaterThan(10);
  });

  it('sign out by the own page alone; what an application sends is asked first', async () => {
    const end = `${platform.urls.identity}/connect/endsession`;
    const person = await signIn();
    const page = await person.open(end);
    const asked = await person.post(end, { action: 'confirm' });
    expect(asked.html).toContain('<h1>Sign out?</h1>');
    const stolen = await person.post(end, { action: 'confirm', formToken: deriveFormToken('c'.repeat(43)) });
    expect(stolen.html).toContain('<h1>Sign out?</h1>');
    expect(readFormToken(page.html)).toEqual(readFormToken(asked.html));
    expect((await person.submit(page, { action: 'confirm' })).html).toContain('You are signed out');
  });

  it('ask for a challenge of a passkey from the own page alone', async () => {
    const place = await openFormBrowser(platform).open(`${platform.urls.identity}/Account/Access`);
    const { pathname } = new URL(place.url);
    const reply = await platform.call('POST', 'identity', `${pathname.replace('/identity', '')}/passkey`, {
      headers: { 'Sec-Fetch-Site': 'same-site' },
    });
    expect([reply.status, reply.writeUnits]).toEqual([403, 0]);
  });
});
