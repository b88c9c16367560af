// Signing up for mail (docs/interface/communication.md#signing-up): double opt-in with a record of the consent, as a page and as an
// endpoint for sites of the association, limited, and without revealing who is known.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';

/** Each test has a platform's table of its own where it counts requests of this machine. */
let platform: TestPlatform;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['crm.people.read', 'crm.people.write', 'crm.emails.read', 'crm.communication.read'] as const),
      ...(['crm.communication.write', 'crm.communication.send'] as const),
    ],
  });
});
afterAll(() => platform?.stop());

const call = async (method: string, path: string, body?: object) => {
  const reply = await platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
};
const send = (
  method: string,
  path: string,
  body?: object | URLSearchParams,
  headers: Record<string, string> = {},
  tenant = 'demo',
) => platform.call(method, 'crm', `/api/v1/SignUps/${tenant}${path}`, { body, headers });

/** A stamp of a form that was shown a minute ago. */
const stamp = () => platform.demo.values.signUpStamp ?? '';
const newAddress = () => `${randomUUID()}@newcomer.example`;
const createList = async (fields: object = {}): Promise<{ id: string; name: string }> =>
  call('POST', 'MailingLists', { name: `Letter ${randomUUID()}`, isPublic: true, ...fields });
const buildRequest = (email: string, listIds: readonly string[], more: object = {}) => ({
  ...{ email, firstName: 'Nia', lastName: 'Newcomer', listIds, stamp: stamp(), ...more },
});

interface SentMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
const listMails = async (to: string): Promise<readonly SentMail[]> => {
  const store = platform.store('demo');
  const mails = await store.queryAll<SentMail>(store.listing('OUTBOX'));
  return mails.filter((mail) => mail.to === to);
};
/** The path of the link in the latest mail to an address. */
const findLink = async (to: string): Promise<string> => {
  const mail = (await listMails(to)).at(-1);
  return /\/SignUps\/demo(\/Confirmations\/[\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no link';
};
const findPeople = async (email: string) =>
  (await call('POST', `people/SearchPeopleList/${encodeURIComponent(email)}`)).data as { id: string }[];
const countMembers = async (listId: string): Promise<number> =>
  (await call('GET', `MailingLists/${listId}/Members`)).totalCount;

describe('signing up', () => {
  it('stores nothing before the person confirms, and then joins the list with a record of the consent', async () => {
    const [list, email] = [await createList(), newAddress()];
    const headers = { Origin: 'https://counties.example', Referer: 'https://counties.example/news' };
    const requested = await send('POST', '/Requests', buildRequest(email, [list.id]), headers);
    expect([requested.status, requested.body]).toEqual([202, { isSent: true }]);
    expect(await findPeople(email)).toEqual([]);
    const [mail] = await listMails(email);
    expect(mail?.text).toContain(list.name);
    // Every mail shows the postal address of the tenant.
    expect(mail?.text).toContain('206 Tenth Avenue SE');
    expect(mail?.html).toContain('206 Tenth Avenue SE');

    const link = await findLink(email);
    const page = await send('GET', link);
    expect(page.text).toContain('Confirm that you signed up');
    expect(await findPeople(email)).toEqual([]);
    expect((await send('POST', link)).text).toContain('You are signed up');
    const [person] = await findPeople(email);
    expect(await countMembers(list.id)).toBe(1);
    const preferences = await call('GET', `people/${person?.id}/MailPreferences`);
    const agreement = {
      ...{ by: 'sign-up', listIds: [list.id], origin: 'https://counties.example/news' },
      ip: expect.stringMatching(/127\.0\.0\.1$/),
      text: expect.stringContaining(list.name),
      requestedDate: expect.any(String),
    };
    expect(preferences).toMatchObject({ agreed: [agreement], ofAddress: { agreed: [agreement] } });
    // Mail programs and people follow a link twice.
    expect((await send('POST', link)).text).toContain('You are signed up');
    expect(await findPeople(email)).toHaveLength(1);
    expect((await call('GET', `people/${person?.id}/MailPreferences`)).agreed).toHaveLength(1);
  });

  it('by the page needs no script, and its form is shown again with what was entered', async () => {
    const [list, other, email] = [await createList(), await createList({ isPublic: false }), newAddress()];
    const page = await send('GET', '');
    expect(page.text).toContain(list.name);
    expect(page.text).not.toContain(other.name);
    expect(page.text).not.toContain('<script');
    const values = { email, firstName: 'Nia', lastName: '<b>Newcomer', stamp: stamp() };
    const form = (more: object) => new URLSearchParams({ ...values, ...more });
    const without = await send('POST', '', form({}));
    expect(without.text).toContain('Choose at least one list.');
    expect(without.text).toContain('&lt;b&gt;Newcomer');
    const wrong = await send('POST', '', form({ [`list-${list.id}`]: 'on', email: 'no address' }));
    expect(wrong.text).toContain('must be one such as name@example.org');
    // What a robot sends at once: the stamp of the page that it has just read.
    const fresh = /name="stamp" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const fast = await send('POST', '', form({ [`list-${list.id}`]: 'on', stamp: fresh }));
    expect(fast.text).toContain('Please send it again');
    expect(await listMails(email)).toEqual([]);
    const done = await send('POST', '', form({ [`list-${list.id}`]: 'on' }));
    expect(done.text).toContain('Check your mailbox');
    expect(await listMails(email)).toHaveLength(1);
    expect((await send('POST', await findLink(email))).text).toContain('You are signed up');
    expect(await countMembers(list.id)).toBe(1);
  });

  it('answers alike for an address that is known, one that is not, one that is suppressed, and a robot', async () => {
    const [list, known, suppressed, robot] = [await createList(), newAddress(), newAddress(), newAddress()];
    await call('POST', 'people', { firstName: 'Kim', lastName: 'Known', email: known });
    await call('POST', 'Suppressions', { email: suppressed, note: 'Asked by letter' });
    const replies = [];
    for (const [email, more] of [
      [known, {}],
      [newAddress(), {}],
      [suppressed, {}],
      [robot, { website: 'https://spam.example' }],
    ] as const) {
      const reply = await send('POST', '/Requests', buildRequest(email, [list.id], more));
      replies.push([reply.status, reply.text]);
    }
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(await listMails(known)).toHaveLength(1);
    expect(await listMails(suppressed)).toEqual([]);
    expect(await listMails(robot)).toEqual([]);
    // The name of a person who is known stays, and there is no second one.
    await send('POST', await findLink(known));
    const [person, second] = await findPeople(known);
    expect([person, second]).toEqual([
      expect.objectContaining({ firstName: 'Kim', lastName: 'Known' }),
      undefined,
    ]);
    expect(await countMembers(list.id)).toBe(1);
  });
});

describe('a confirmed request', () => {
  it('lifts what the person refused before it, and not what they refuse afterwards', async () => {
    const [list, email] = [await createList(), newAddress()];
    const { id } = await call('POST', 'people', { firstName: 'Lou', lastName: 'Left', email });
    const opt = (optedOut: boolean) =>
      call('PUT', `people/${id}/MailPreferences`, { optedOut, left: [list.id], note: 'By telephone' });
    await opt(true);
    await send('POST', '/Requests', buildRequest(email, [list.id]));
    const link = await findLink(email);
    expect(await call('GET', `people/${id}/MailPreferences`)).toMatchObject({ optedOut: { by: 'staff' } });
    await send('POST', link);
    expect(await call('GET', `people/${id}/MailPreferences`)).toMatchObject({ optedOut: null, left: [] });
    await opt(true);
    await send('POST', link);
    expect(await call('GET', `people/${id}/MailPreferences`)).toMatchObject({ optedOut: { by: 'staff' } });
  });

  it('is not made by a link that was changed, is of another tenant, or for a list that is closed by now', async () => {
    const [list, email] = [await createList(), newAddress()];
    await send('POST', '/Requests', buildRequest(email, [list.id]));
    const link = await findLink(email);
    const [claims = '', signature = ''] = link.replace('/Confirmations/', '').split('.');
    const fields = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify([fields[0], newAddress(), ...fields.slice(2)])).toString(
      'base64url',
    );
    for (const [path, tenant] of [
      [`/Confirmations/${forged}.${signature}`, 'demo'],
      [link, 'harbor'],
      ['/Confirmations/x.y', 'demo'],
    ] as const)
      for (const method of ['GET', 'POST'])
        expect((await send(method, path, undefined, {}, tenant)).text).toContain('This link does not work');
    await call('PUT', `MailingLists/${list.id}`, { name: list.name, isPublic: false });
    expect((await send('POST', link)).text).toContain('This link does not work');
    expect(await findPeople(email)).toEqual([]);
  });
});

describe('a form of an own site', () => {
  it('gets the public lists and a stamp, from any page', async () => {
    const list = await createList({ description: 'Once a month' });
    const reply = await send('GET', '/Form', undefined, { Origin: 'https://counties.example' });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    expect(reply.body.lists).toContainEqual({ id: list.id, name: list.name, description: 'Once a month' });
    expect((await send('GET', '/Form', undefined, {}, 'unknown')).status).toBe(404);
  });

  it('is refused with a stamp that is not ours, too fresh or over, and with a list that is not public', async () => {
    const [list, hidden] = [await createList(), await createList({ isPublic: false })];
    const [from, until, signature] = stamp().split('.');
    const { stamp: fresh } = (await send('GET', '/Form')).body;
    for (const wrong of [fresh, '', `${from}.${Number(until) + 1}.${signature}`, `1.2.${signature}`]) {
      const body = buildRequest(newAddress(), [list.id], { stamp: wrong });
      const reply = await send('POST', '/Requests', body);
      expect([reply.status, reply.body.error.details[0]?.field]).toEqual([400, 'stamp']);
    }
    const reply = await send('POST', '/Requests', buildRequest(newAddress(), [list.id, hidden.id]));
    expect([reply.status, reply.body.error.details[0]?.field]).toEqual([400, 'listIds[1]']);
  });

  it('is limited for each address and each network', async () => {
    const [list, email] = [await createList(), newAddress()];
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push((await send('POST', '/Requests', buildRequest(email, [list.id]))).status);
    expect(statuses.at(-1)).toBe(429);
    expect((await listMails(email)).length).toBeLessThanOrEqual(5);
    let last = 0;
    for (let attempt = 0; attempt < 61 && last !== 429; attempt += 1)
      last = (await send('POST', '/Requests', buildRequest(newAddress(), [list.id]))).status;
    expect(last).toBe(429);
  });
});
