// Notifications to people: delivered once, by mail and in the app, according to their preferences.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliverMessage } from '../../../functions/training/jobs/deliver-notifications/deliver-message.ts';
import { handler as sweep } from '../../../functions/training/jobs/run-timers/handler.ts';
import { messageKey } from '../../../functions/training/notifications/notification-message.ts';
import type { TenantStore } from '../../../shared/data/store.ts';
import { moveClock } from '../../harness/move-clock.ts';
import { type CallOptions, startPlatform, type TestPlatform } from '../../harness/platform.ts';
import {
  createMessage,
  createPerson,
  createUser,
  mailsTo,
  triggerDelivery,
  writeMessage,
} from './notification-fixture.ts';

let platform: TestPlatform;
let store: TenantStore;
let personId: string;
let token: string;

beforeAll(async () => {
  platform = await startPlatform();
  store = platform.store('demo');
});
afterAll(() => platform.stop());
beforeEach(async () => {
  personId = await createPerson(store);
  token = await platform.tokenFor({ tenant: 'demo', personId });
});

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', `/api/v1/Notifications${path}`, { tenant: 'demo', token, ...options });
const messages = async (query = '') =>
  (await call('GET', query)).body.map((notification: { message: string }) => notification.message);
const toCaller = () => ({ kind: 'person', personId }) as const;

/** Sends the caller this many notifications, one after the other. */
async function notifyMany(count: number): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    const message = createMessage({
      to: toCaller(),
      kind: 'creditsGranted',
      values: { credits: `${index} General` },
    });
    await writeMessage(store, message);
    await triggerDelivery(store, message);
  }
}

describe('a message', () => {
  it('is delivered once in the app and once by mail, even when its delivery is repeated', async () => {
    const message = createMessage({ to: toCaller(), link: { type: 'registration', id: randomUUID() } });
    await writeMessage(store, message);
    await Promise.all(Array.from({ length: 5 }, () => triggerDelivery(store, message)));
    await writeMessage(store, message);
    await triggerDelivery(store, message);
    const { body, headers } = await call('GET', '');
    expect(body).toEqual([
      {
        id: '1',
        kind: 'registrationConfirmed',
        message: 'You have a seat in Budget Basics, Spring. See you there!',
        link: message.link,
        action: {
          text: 'See the registration',
          url: expect.stringContaining('/Links/Registration/demo/'),
          expires: expect.any(String),
        },
        createdDate: expect.any(String),
        isRead: false,
      },
    ]);
    expect(headers.get('x-total-count')).toBe('1');
    const mails = await mailsTo(store, `${personId}@example.org`);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('See you in class: Budget Basics, Spring');
    const text = mails[0]?.text ?? '';
    expect(text.replace(/(\/Links\/Registration\/demo\/)\S+/, '$1…').replace(/http:\S+?\/training/, '')).toBe(
      [
        'Hello Grace,',
        '',
        'Your registration is confirmed. We will remind you before the class begins.',
        '',
        'Member: Grace Whitehorse',
        'Class: Budget Basics, Spring',
        'Begins: Monday, March 1, 2027 at 9:00 AM PST',
        'Confirmation number: 482-193-057',
        '',
        'If you can no longer take part, please cancel early so that somebody else can have the seat.',
        '',
        'See the registration:',
        '/api/v1/Links/Registration/demo/…',
        '',
        'Cascadia Association of Counties',
        '',
      ].join('\n'),
    );
  });

  it('to a role is delivered once to every active user who has it and is a person', async () => {
    const role = 'Class host';
    const [first, second, disabled] = [
      await createPerson(store),
      await createPerson(store),
      await createPerson(store),
    ];
    await createUser(store, { roles: [role], personId: first });
    await createUser(store, { roles: ['member', role], personId: second });
    await createUser(store, { roles: ['member'], personId });
    await createUser(store, { roles: [role] });
    await createUser(store, { roles: [role], personId: disabled, disabled: true });
    const message = createMessage({ to: { kind: 'role', role }, kind: 'approvalAsked' });
    await writeMessage(store, message);
    await Promise.all([triggerDelivery(store, message), triggerDelivery(store, message)]);
    for (const id of [first, second]) expect(await mailsTo(store, `${id}@example.org`)).toHaveLength(1);
    for (const id of [personId, disabled]) expect(await mailsTo(store, `${id}@example.org`)).toEqual([]);
  });

  it('is not delivered to inactive people, nor mailed to people without an address', async () => {
    const inactive = await createPerson(store, { isActive: false });
    const withoutAddress = await createPerson(store, { email: undefined });
    for (const id of [inactive, withoutAddress]) {
      const message = createMessage({ to: { kind: 'person', personId: id } });
      await writeMessage(store, message);
      await triggerDelivery(store, message);
      const ownToken = await platform.tokenFor({ tenant: 'demo', personId: id });
      expect((await call('GET', '', { token: ownToken })).body).toHaveLength(id === withoutAddress ? 1 : 0);
      expect(await store.get(messageKey(store, message))).toMatchObject({ state: 'told' });
    }
  });

  it("that the stream missed is delivered a minute later by the tenant's clock", async () => {
    await writeMessage(store, createMessage({ to: toCaller() }));
    await sweep();
    expect(await messages()).toEqual([]);
    await moveClock(store, 61);
    await sweep();
    await sweep();
    await moveClock(store, 0);
    expect(await messages()).toHaveLength(1);
  });

  it('that cannot be delivered is tried fifteen times with growing delays, and then stored as dead', async () => {
    const nowhere = platform.store('no-settings');
    const message = createMessage({ to: toCaller() });
    const now = new Date();
    await writeMessage(nowhere, message, now);
    const key = messageKey(nowhere, message);
    for (let failures = 1; failures <= 15; failures += 1) {
      const item = await nowhere.get(key, { consistent: true });
      if (!item) throw new Error('the notice is gone');
      await expect(deliverMessage(nowhere, item, now, now)).rejects.toThrow('no settings');
      expect(await nowhere.get(key, { consistent: true })).toMatchObject({
        failures,
        state: failures < 15 ? 'waiting' : 'dead',
        lastError: expect.stringContaining('no settings'),
      });
    }
  });
});

describe("a person's notifications", () => {
  it('are listed newest first, in pages with total and Link', async () => {
    await notifyMany(5);
    const lineFor = (credits: number) => `You have earned credits: ${credits} General.`;
    expect(await messages('?pageSize=2')).toEqual([lineFor(5), lineFor(4)]);
    const { body, headers } = await call('GET', '?pageSize=2&page=3');
    expect(body.map(({ message }: { message: string }) => message)).toEqual([lineFor(1)]);
    expect(headers.get('x-total-count')).toBe('5');
    expect(headers.get('x-unread-count')).toBe('5');
    expect(headers.get('link')).toContain('page=2&pageSize=2>; rel="prev"');
    expect(await messages('?pageSize=2&page=4')).toEqual([]);
  });

  it('are marked as read one by one, or all at once', async () => {
    await notifyMany(4);
    const read = await call('POST', '/3/Read');
    expect(read.body).toMatchObject({ id: '3', isRead: true, readDate: expect.any(String) });
    expect((await call('POST', '/3/Read')).body).toEqual(read.body);
    const unread = await call('GET', '?unreadOnly=true&pageSize=2');
    expect(unread.body.map(({ id }: { id: string }) => id)).toEqual(['4', '2']);
    expect(unread.headers.get('x-total-count')).toBe('3');
    expect((await call('GET', '?unreadOnly=true&pageSize=2&page=2')).body).toMatchObject([{ id: '1' }]);
    expect((await call('POST', '/ReadAll')).body).toEqual({ read: 3 });
    expect((await call('POST', '/ReadAll')).body).toEqual({ read: 0 });
    expect((await call('GET', '?unreadOnly=true')).body).toEqual([]);
    expect((await call('POST', '/1/Read')).body).toMatchObject({ isRead: true });
    await notifyMany(1);
    expect((await call('GET', '?unreadOnly=true')).body).toMatchObject([{ id: '5', isRead: false }]);
    expect((await call('GET', '')).headers.get('x-unread-count')).toBe('1');
  });

  it('are counted exactly when some are read while others arrive', async () => {
    await notifyMany(6);
    await Promise.all([...[1, 2, 3, 1, 2].map((id) => call('POST', `/${id}/Read`)), notifyMany(2)]);
    const { headers, body } = await call('GET', '?unreadOnly=true');
    expect(headers.get('x-unread-count')).toBe('5');
    expect(body).toHaveLength(5);
  });

  it('can be read only by that person', async () => {
    await notifyMany(1);
    const other = await platform.tokenFor({ tenant: 'demo', personId: await createPerson(store) });
    expect((await call('GET', '', { token: other })).body).toEqual([]);
    expect((await call('POST', '/1/Read', { token: other })).status).toBe(404);
    const unlinked = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
    const refused = await call('GET', '', { token: unlinked });
    expect(refused.status).toBe(403);
    expect(refused.body.error.message).toMatch(/not linked to one.*An administrator can link it/);
  });
});

describe('preferences', () => {
  it('decide for each kind whether it is delivered by mail and in the app', async () => {
    const { body, headers } = await call('GET', '/Preferences');
    expect(body.preferences).toHaveLength(39);
    expect(
      body.preferences.every(
        (preference: { mail: boolean; app: boolean }) => preference.mail && preference.app,
      ),
    ).toBe(true);
    const changes = [
      { kind: 'creditsGranted', mail: false },
      { kind: 'registrationConfirmed', app: false },
    ];
    const tag = headers.get('etag') ?? '';
    const changed = await call('PUT', '/Preferences', {
      body: { preferences: changes },
      headers: { 'If-Match': tag },
    });
    expect(changed.body.preferences).toContainEqual(expect.objectContaining({ ...changes[0], app: true }));
    const late = await call('PUT', '/Preferences', {
      body: { preferences: changes },
      headers: { 'If-Match': tag },
    });
    expect(late.status).toBe(412);
    await notifyMany(1);
    const confirmed = createMessage({ to: toCaller() });
    await writeMessage(store, confirmed);
    await Promise.all([triggerDelivery(store, confirmed), triggerDelivery(store, confirmed)]);
    expect((await call('GET', '')).body).toMatchObject([{ kind: 'creditsGranted' }]);
    expect(await mailsTo(store, `${personId}@example.org`)).toMatchObject([
      { subject: 'See you in class: Budget Basics, Spring' },
    ]);
  });

  it('must name an existing kind of notification', async () => {
    const body = { preferences: [{ kind: 'lunch', mail: true }] };
    const { status, body: refusal } = await call('PUT', '/Preferences', { body });
    expect(status).toBe(400);
    expect(refusal.error.details[0]).toMatchObject({ target: 'preferences[0].kind', code: 'UNKNOWN_VALUE' });
  });
});
