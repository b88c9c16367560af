// The page for instructors in a browser: sign-in, the sessions of the day, the roster, and the scanner without a
// connection (docs/interface/training.md#the-page-for-instructors).
import type { Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import { type Browser, browserTimeout, openChromium } from '../../harness/chromium.ts';
import { lookAtPage } from '../../harness/look-at-page.ts';
import type { Reply } from '../../harness/platform.ts';
import { demoUser } from '../../identity/tenants/demo.ts';
import {
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../registrations/registration-fixture.ts';

/** Where pictures of the pages are written for people to look at; nowhere by default. */
const pictures = process.env.DESK_PICTURES;
const timeZone = 'America/Los_Angeles';
const minute = hour / 60;

let fixture: RegistrationFixture;
let browser: Browser;
let office: string;

beforeAll(async () => {
  fixture = await startRegistrationFixture();
  browser = await openChromium();
  office = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'training.catalogue.read',
      'training.classes.write',
      'training.registrations.read',
      'training.registrations.write',
    ],
  });
});
afterEach(() => fixture.moveClock(0));
afterAll(async () => {
  await browser.close();
  await fixture.platform.stop();
});

const call = (method: string, path: string, body?: unknown, token = office): Promise<Reply> =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, body });

/** A class that Dora teaches tomorrow from 9:00 to 12:00, with people who are registered. */
async function createClass(sectionName: string, names: readonly string[]) {
  const day = addDays(toLocalDate(timeZone, new Date()));
  const created = await call('POST', '/Classes', {
    ...{ sectionName, courseId: fixture.idOf('course', 'budget-basics'), timeZone },
    sessions: [{ title: 'Morning', date: day, startTime: '09:00', endTime: '12:00' }],
    instructors: [{ personId: fixture.idOf('person', 'dora') }],
    locationType: 'onlocation',
    location: { name: 'Birch County Annex', roomNumber: '204' },
    registration: { capacity: 50, standard: { memberFee: 0 } },
    allowDoubleBooking: true,
  });
  expect(created.status, created.text).toBe(201);
  const people = await fixture.createPeople(names.length);
  const registrations: { id: string; personId: string }[] = [];
  for (const { id: personId } of people)
    registrations.push({ personId, id: await fixture.registerMember(created.body.id, personId) });
  const nine = getStartOfDay(day, timeZone, 9).getTime() - Date.now();
  return {
    id: created.body.id as string,
    sessionId: created.body.sessions[0].id as string,
    registrations,
    day,
    nine,
  };
}

/** The check-in code that a person opens. */
async function openCode({ id, personId }: { id: string; personId: string }) {
  const token = await fixture.platform.tokenFor({ tenant: 'demo', personId, permissions: [] });
  const reply = await call('POST', `/registration/ClassRegistration/${id}/CheckInCode`, undefined, token);
  expect(reply.status, reply.text).toBe(200);
  return reply.body as { code: string; qrCode: string };
}

/** Stands for the camera: what it shows is drawn on a canvas. */
const fakeCamera = `
  const canvas = Object.assign(document.createElement('canvas'), { width: 480, height: 480 });
  const context = canvas.getContext('2d');
  let modules = [];
  let size = 1;
  const draw = () => {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, 480, 480);
    context.fillStyle = '#000';
    const scale = Math.floor(480 / size);
    for (const [x, y] of modules) context.fillRect(x * scale, y * scale, scale, scale);
  };
  setInterval(draw, 50);
  window.showCode = (svg) => {
    size = Number(/viewBox="0 0 (\\d+)/.exec(svg)?.[1] ?? 1);
    modules = [...svg.matchAll(/M(\\d+) (\\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)]);
  };
  navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(20);
`;

/** A page on which a person has signed in. */
async function openDesk(user: string, locale = 'en-US'): Promise<Page> {
  const context = await browser.context
    .browser()
    ?.newContext({ locale, viewport: { width: 390, height: 844 } });
  if (!context) throw new Error('There is no browser');
  context.setDefaultTimeout(30_000);
  await context.addInitScript(fakeCamera);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(`${fixture.platform.urls.training}/api/v1/Desk/demo`);
  await page.getByRole('button', { name: /Sign in|Iniciar sesión/ }).click();
  const { userName, password } = demoUser(fixture.platform, user);
  await page.getByLabel(/User name|Nombre de usuario/).fill(userName);
  await page.getByLabel(/Password|Contraseña/).fill(password);
  await page.getByRole('button', { name: /^(Sign in|Iniciar sesión)$/ }).click();
  await page.getByRole('button', { name: /Sign out|Cerrar sesión/ }).waitFor();
  expect(problems).toEqual([]);
  return page;
}

const look = async (page: Page, name: string): Promise<void> => {
  expect(await lookAtPage(page, `desk-${name}`, pictures)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
};

const readRoster = async (classId: string, sessionId: string) =>
  (await call('GET', `/Classes/${classId}/Sessions/${sessionId}/Attendance`)).body as Record<
    string,
    unknown
  >[];

/** Opens a view of a class from the list of sessions. */
const openView = (page: Page, view: 'Roster' | 'Scan codes', sectionName: string) =>
  page.getByRole('link', { name: `${view}: ${sectionName}` }).click();

const showCode = (page: Page, { qrCode }: { qrCode: string }) =>
  page.evaluate(`showCode(${JSON.stringify(qrCode)})`);

const results = (page: Page) => page.getByRole('list');
const readResult = (page: Page, text: string | RegExp) =>
  results(page).getByText(text, { exact: true }).first().waitFor();

describe('the page for instructors', () => {
  it(
    'lists what an instructor without permissions teaches, and records attendance with one tap and back',
    async () => {
      const own = await createClass('Desk roster', ['a', 'b']);
      await fixture.moveClock(own.nine + 5 * minute);
      const page = await openDesk('dora');
      await page.getByRole('heading', { name: 'Desk roster' }).waitFor();
      await look(page, 'sessions');
      await openView(page, 'Roster', 'Desk roster');
      await page.getByText('Present: 0. Absent: 0. Open: 2. Total: 2.').waitFor();
      await page.getByRole('button', { name: 'Mark Test Person 0 as present' }).click();
      await page.getByText('Present: 1. Absent: 0. Open: 1. Total: 2.').waitFor();
      await page.getByRole('button', { name: 'Mark Test Person 1 as absent' }).click();
      await page.getByText('Present: 1. Absent: 1. Open: 0. Total: 2.').waitFor();
      await look(page, 'roster');
      expect((await readRoster(own.id, own.sessionId)).map(({ minutes }) => minutes).sort()).toEqual([
        0, 180,
      ]);
      await page.getByRole('button', { name: 'Undo the entry of Test Person 0' }).click();
      await page.getByText('Present: 0. Absent: 1. Open: 1. Total: 2.').waitFor();
      expect((await readRoster(own.id, own.sessionId)).map(({ minutes }) => minutes)).toContain(undefined);
      await page.context().close();
    },
    browserTimeout,
  );

  it(
    'reads codes with the camera and says what became of each',
    async () => {
      const own = await createClass('Desk scanner', ['a', 'b']);
      const other = await createClass('Desk next door', ['c']);
      const [first, second] = own.registrations;
      const [stranger] = other.registrations;
      if (!first || !second || !stranger) throw new Error('There are no registrations');
      await fixture.moveClock(own.nine - 30 * minute);
      const page = await openDesk('dora');
      const old = await openCode(second);
      await openView(page, 'Scan codes', 'Desk scanner');
      await page.getByRole('button', { name: 'Start the camera' }).click();
      await showCode(page, await openCode(first));
      await readResult(page, 'Checked in');
      // A code in front of the camera is read once; shown again after some seconds, it is read again.
      await page.evaluate('{ const now = Date.now; Date.now = () => now() + 5000; }');
      await readResult(page, /^Already checked in at 8:30/);
      await showCode(page, await openCode(stranger));
      await readResult(page, 'Wrong class: the code is of another class');
      await call('POST', `/registration/ClassRegistration/${second.id}/Cancel`, {});
      await showCode(page, old);
      await readResult(page, 'Not registered for this class');
      await look(page, 'scanner');
      const confirmation = (await readRoster(own.id, own.sessionId))[0]?.confirmationNumber;
      await page.getByLabel('Code or confirmation number').fill('NO-SUCH');
      await page.getByRole('button', { name: 'Check in', exact: true }).click();
      await results(page).getByText('NO-SUCH').waitFor();
      expect(confirmation).toEqual(expect.any(String));
      expect((await readRoster(own.id, own.sessionId)).filter(({ minutes }) => minutes === 180)).toHaveLength(
        1,
      );
      await page.context().close();
    },
    browserTimeout,
  );

  it(
    'keeps scans without a connection, over a reload and past the end of the code, and records each once',
    async () => {
      const own = await createClass('Desk offline', ['a', 'b']);
      const [first, second] = own.registrations;
      if (!first || !second) throw new Error('There are no registrations');
      await fixture.moveClock(own.nine);
      const page = await openDesk('dora');
      await openView(page, 'Scan codes', 'Desk offline');
      await page.getByRole('button', { name: 'Start the camera' }).click();
      await page.getByText('Hold the code in front of the camera.').waitFor();
      const [firstCode, secondCode] = [await openCode(first), await openCode(second)];
      await page.context().setOffline(true);
      await showCode(page, firstCode);
      await page.getByText('Waiting for a connection (1)').waitFor();
      await showCode(page, secondCode);
      await page.getByText('Waiting for a connection (2)').waitFor();
      await look(page, 'waiting');
      const lose = (route: Route) => route.abort('connectionreset');
      await page.route('**/CheckIn', lose);
      await page.context().setOffline(false);
      await page.reload();
      await page.getByText('Waiting for a connection (2)').waitFor();
      expect((await readRoster(own.id, own.sessionId)).some(({ minutes }) => minutes !== undefined)).toBe(
        false,
      );
      // Both codes have expired, and the reply to the first request is lost: it was done, and is repeated.
      await fixture.moveClock(own.nine + 30 * minute);
      await page.unroute('**/CheckIn', lose);
      const seen: string[] = [];
      await page.route('**/CheckIn', async (route) => {
        seen.push(route.request().headers()['idempotency-key'] ?? '');
        if (seen.length > 1) return route.continue();
        await route.fetch();
        await route.abort('connectionreset');
      });
      await page.getByRole('button', { name: 'Send now' }).click();
      await page.locator('#queue').waitFor({ state: 'hidden' });
      await expect.poll(() => results(page).getByText('Checked in', { exact: true }).count()).toBe(2);
      expect(seen[0]).toBe(seen[1]);
      const roster = await readRoster(own.id, own.sessionId);
      expect(roster.map(({ minutes, method }) => [minutes, method])).toEqual([
        [180, 'code'],
        [180, 'code'],
      ]);
      // As of the scan, not of the sending.
      const nine = getStartOfDay(own.day, timeZone, 9).getTime();
      for (const { at } of roster) expect(Date.parse(String(at)) - nine).toBeLessThan(20 * minute);
      await page.context().close();
    },
    browserTimeout,
  );

  it(
    'sends what is about others while the service does not take one entry',
    async () => {
      const own = await createClass('Desk stuck', ['a', 'b']);
      const [first, second] = own.registrations;
      if (!first || !second) throw new Error('There are no registrations');
      await fixture.moveClock(own.nine);
      const page = await openDesk('dora');
      await openView(page, 'Scan codes', 'Desk stuck');
      await page.getByRole('button', { name: 'Start the camera' }).click();
      const fail = (route: Route) =>
        route.request().postData()?.includes(first.id)
          ? route.fulfill({ status: 500, json: { error: { code: 'INTERNAL_ERROR' } } })
          : route.continue();
      await page.route('**/CheckIn', fail);
      await showCode(page, await openCode(first));
      await page.getByText('Waiting for a connection (1)').waitFor();
      await showCode(page, await openCode(second));
      await readResult(page, 'Checked in');
      await page.getByText('Waiting for a connection (1)').waitFor();
      await page.unroute('**/CheckIn', fail);
      await page.getByRole('button', { name: 'Send now' }).click();
      await expect.poll(() => results(page).getByText('Checked in', { exact: true }).count()).toBe(2);
      await page.context().close();
    },
    browserTimeout,
  );

  it(
    'goes on after the sign-in has ended, and sends what was scanned meanwhile after the next one',
    async () => {
      const own = await createClass('Desk sign-in', ['a', 'b']);
      const [first, second] = own.registrations;
      if (!first || !second) throw new Error('There are no registrations');
      await fixture.moveClock(own.nine);
      const page = await openDesk('dora');
      await openView(page, 'Scan codes', 'Desk sign-in');
      await page.getByRole('button', { name: 'Start the camera' }).click();
      const refuse = (route: Route) =>
        route.fulfill({ status: 401, json: { error: { code: 'AUTHENTICATION_REQUIRED' } } });
      await page.route('**/CheckIn', refuse);
      await showCode(page, await openCode(first));
      await page.getByText('Sign in to send what is waiting (1)').waitFor();
      await showCode(page, await openCode(second));
      await page.getByText('Sign in to send what is waiting (2)').waitFor();
      await page.unroute('**/CheckIn', refuse);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('button', { name: 'Start the camera' }).waitFor();
      await expect.poll(() => results(page).getByText('Checked in', { exact: true }).count()).toBe(2);
      expect((await readRoster(own.id, own.sessionId)).map(({ method }) => method)).toEqual(['code', 'code']);
      await page.context().close();
    },
    browserTimeout,
  );

  it('is in the language of the browser, runs its own scripts alone, and is of a tenant', async () => {
    const open = (code: string, language: string) =>
      fixture.platform.call('GET', 'training', `/api/v1/Desk/${code}`, {
        headers: { 'Accept-Language': language },
      });
    const page = await open('demo', 'es-MX');
    expect(page.text).toContain('lang="es"');
    expect(page.text).toContain('Asistencia – Cascadia Association of Counties');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const unknown = await open('nobody', 'en');
    expect(unknown.text).toContain('There is no association at this address.');
    expect(unknown.text).not.toContain('<script');
  });

  it('has a client that returns to no other address and needs no registration', async () => {
    const authorize = (changes: Record<string, string>) =>
      fixture.platform.call(
        'GET',
        'identity',
        `/connect/authorize?${new URLSearchParams({
          client_id: 'desk_harbor',
          response_type: 'code',
          redirect_uri: `${fixture.platform.urls.training}/api/v1/Desk/harbor`,
          scope: 'openid training.registrations.read training.registrations.write',
          state: 'x',
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
          ...changes,
        })}`,
      );
    expect((await authorize({})).status).toBe(303);
    const others: Record<string, string>[] = [
      { redirect_uri: `${fixture.platform.urls.training}/api/v1/Desk/demo` },
      { redirect_uri: 'https://elsewhere.example/' },
      { client_id: 'desk_HARBOR' },
      { client_id: 'desk_' },
    ];
    for (const changes of others)
      expect([JSON.stringify(changes), (await authorize(changes)).status]).toEqual([
        JSON.stringify(changes),
        200,
      ]);
    const refused = await authorize({ scope: 'openid crm.people.read' });
    expect(refused.headers.get('location')).toContain('error=invalid_scope');
  });
});
