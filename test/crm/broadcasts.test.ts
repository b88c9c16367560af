// Broadcasts: who gets one, once; when; and what is said to whoever does not (docs/interface/communication.md#broadcasts).
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoId } from '../../infra/local/demo/references.ts';
import { type MailReport, reportMail } from '../../infra/local/mail/mail-events.ts';
import { broadcastRuns } from '../../shared/broadcasts/store.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { startUnreliableDatabase } from '../harness/unreliable-database.ts';
import {
  runBroadcast,
  startTestMailServer,
  sweepAfter,
  type TestMailServer,
} from './broadcasts-over-smtp.ts';

// biome-ignore lint/suspicious/noExplicitAny: the harness has checked the bodies
type Body = any;

let platform: TestPlatform;
let server: TestMailServer;
let token: string;
let groupToken: string;
beforeAll(async () => {
  platform = await startPlatform();
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['crm.people.read', 'crm.people.write', 'crm.emails.read', 'crm.communication.read'] as const),
      ...(['crm.communication.write', 'crm.communication.send', 'crm.groups.read'] as const),
    ],
  });
  groupToken = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['crm.groups.write', 'crm.people.read'],
  });
});
beforeEach(async () => {
  server = await startTestMailServer();
});
afterEach(() => server.stop());
afterAll(() => platform.stop());

const send = (method: string, path: string, body?: unknown, as = token) =>
  platform.call(method, 'crm', `/api/v1${path}`, { tenant: 'demo', token: as, body });
async function done(method: string, path: string, body?: unknown): Promise<Body> {
  const reply = await send(method, path, body);
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}

let count = 0;
const createPerson = async (fields: object = {}): Promise<{ id: string; email: string }> => {
  count += 1;
  const email = `member${count}@broadcast.example`;
  const { id } = await done('POST', '/people', {
    firstName: `M${count}`,
    lastName: 'Cast',
    email,
    ...fields,
  });
  return { id, email };
};
async function createList(people: readonly { readonly id: string }[], fields: object = {}): Promise<string> {
  count += 1;
  const { id } = await done('POST', '/MailingLists', { name: `List ${count}`, ...fields });
  for (let start = 0; start < people.length; start += 90)
    await done('POST', `/MailingLists/${id}/Members`, {
      personIds: people.slice(start, start + 90).map((person) => person.id),
    });
  return id;
}
async function changeGroup(path: string, body?: object): Promise<Body> {
  const reply = await send('POST', path === '' ? '/groups' : `/groups/${path}`, body, groupToken);
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
}
async function createGroup(personIds: readonly string[], fields: object = {}): Promise<string> {
  count += 1;
  const { id } = await changeGroup('', { name: `Group ${count}`, ...fields });
  for (let start = 0; start < personIds.length; start += 30)
    await changeGroup(`${id}/Members`, { personIds: personIds.slice(start, start + 30) });
  return id;
}
async function createMany(number: number): Promise<{ id: string; email: string }[]> {
  const rows = Array.from({ length: number }, (_, index) => ({
    ...{ firstName: `B${index}`, lastName: 'Cast', email: `batch${index}@broadcast.example` },
  }));
  const { results } = await done('POST', '/Batches/People', { operation: 'create', rows });
  return results.map(({ id }: Body, index: number) => ({ id, email: rows[index]?.email ?? '' }));
}
const mjml =
  '<mjml><mj-body><mj-section><mj-column><mj-text>Dear {{ person.fullName }}</mj-text></mj-column></mj-section></mj-body></mjml>';
async function createDraft(fields: object): Promise<string> {
  count += 1;
  const body = { name: `Broadcast ${count}`, subject: 'News for {{ person.firstName }}', mjml, ...fields };
  return (await done('POST', '/Broadcasts', body)).id;
}
async function broadcast(fields: object, when: object = {}): Promise<string> {
  const id = await createDraft(fields);
  await done('POST', `/Broadcasts/${id}/Send`, when);
  await runBroadcast(id);
  return id;
}
const get = (id: string): Promise<Body> => done('GET', `/Broadcasts/${id}`);
const why = (id: string, personId: string): Promise<Body> =>
  done('GET', `/Broadcasts/${id}/Recipients/${personId}`);
const receivers = (): string[] => server.mails.map(({ to }) => to).sort();
/** The links in a mail. */
const linksOf = (to: string) => {
  const found = server.mails.find((each) => each.to === to)?.mail;
  const html = String(found?.html);
  const header = found?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? '';
  return {
    unsubscribe: header.slice(1, -1),
    preferences: /href="([^"]+MailPreferences[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '',
    headers: found?.headers ?? [],
  };
};

describe('a broadcast', () => {
  it('has the values of custom fields for each recipient', async () => {
    const fieldId = demoId('demo', 'custom-field:people:language');
    const person = await createPerson({ customFields: [{ fieldId, value: 'Spanish' }] });
    await broadcast({
      ...{ listIds: [await createList([person])], subject: 'In {{ person.custom["Preferred language"] }}' },
    });
    expect(server.mails.map(({ mail }) => mail.subject)).toEqual(['In Spanish']);
  });

  it('is sent to everybody of its lists and filter, each once, with HTML, text and the headers of RFC 8058', async () => {
    const [a, b, c] = [await createPerson(), await createPerson(), await createPerson({ tags: ['Cast'] })];
    const lists = [await createList([a, b]), await createList([b, c])];
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Cast'] }] };
    const id = await broadcast({ listIds: lists, filterBody });
    expect(receivers()).toEqual([a.email, b.email, c.email].sort());
    const { mail } = server.mails.find(({ to }) => to === a.email) ?? {};
    expect(mail?.subject).toBe(`News for M${a.email.slice(6).split('@')[0]}`);
    expect(mail?.html).toContain('Dear M');
    expect(mail?.text).toContain('Unsubscribe');
    expect(mail?.from?.name).toBe('Cascadia Association of Counties');
    const { headers, unsubscribe } = linksOf(a.email);
    expect(unsubscribe).toMatch(/^http/);
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'list-unsubscribe-post', value: 'List-Unsubscribe=One-Click' }),
    );
    expect(await get(id)).toMatchObject({
      status: 'sent',
      figures: { recipients: 3, sent: 3, skipped: 0, failed: 0, reasons: {} },
    });
    expect(await why(id, b.id)).toMatchObject({ status: 'sent', reason: null, listIds: lists });
  });

  it('goes to active people who pass the filter of a dynamic list when it is sent', async () => {
    const tags = ['Dynamic'];
    const before = await createPerson({ tags });
    const gone = await createPerson({ tags, activeTo: '2020-01-01' });
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: tags }] };
    const list = await createList([], { filterBody });
    const id = await createDraft({ listIds: [list] });
    const later = await createPerson({ tags });
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await runBroadcast(id);
    expect(receivers()).toEqual([before.email, later.email].sort());
    expect(await why(id, gone.id)).toMatchObject({ status: 'none', reason: 'not-in-audience' });
  });

  it('goes to the members of its groups when it is sent, each once, in pages', async () => {
    const [stays, goes, joins, twin] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson({ email: 'shared-group@broadcast.example' }),
    ];
    const other = await createPerson({ email: 'shared-group@broadcast.example', tags: ['Grouped'] });
    const many = await createMany(105);
    const club = await createGroup([stays.id, goes.id, ...many.map(({ id }) => id)]);
    const ended = await createGroup([(await createPerson()).id]);
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Grouped'] }] };
    const list = await createList([], { groupIds: [club, ended], filterBody });
    const id = await createDraft({ listIds: [list], groupIds: [club, await createGroup([twin.id])] });
    expect((await get(id)).groupIds).toHaveLength(2);
    await changeGroup(`${club}/Members/Remove`, { personIds: [goes.id] });
    await changeGroup(`${club}/Members`, { personIds: [joins.id] });
    await changeGroup(`${ended}/Deactivate`);
    await done('POST', `/Broadcasts/${id}/Send`, {});
    // A page of the audience at a time: each call goes on where the last one was cut off.
    for (let call = 0; call < 12; call += 1) await runBroadcast(id, 1);
    await runBroadcast(id);
    expect(receivers()).toEqual(
      [stays.email, joins.email, 'shared-group@broadcast.example', ...many.map(({ email }) => email)].sort(),
    );
    expect(await why(id, joins.id)).toMatchObject({ status: 'sent', listIds: [list] });
    expect(await why(id, goes.id)).toMatchObject({ reason: 'not-in-audience' });
    const twins = [await why(id, twin.id), await why(id, other.id)];
    expect(twins.map(({ reason }) => reason).sort()).toEqual([null, 'shared-address'].sort());
  }, 60_000);

  it('keeps to what members of a group have chosen', async () => {
    const [stays, leaves] = [await createPerson(), await createPerson()];
    const club = await createGroup([stays.id, leaves.id]);
    const list = await createList([], { groupIds: [club] });
    await broadcast({ listIds: [list] });
    await fetch(linksOf(leaves.email).unsubscribe, { method: 'POST' });
    const again = await broadcast({ listIds: [list] });
    expect(await why(again, leaves.id)).toMatchObject({ status: 'skipped', reason: 'left-list' });
    // By a group alone no list is left, so it is all broadcasts.
    server.mails.length = 0;
    await broadcast({ groupIds: [club] });
    await fetch(linksOf(stays.email).unsubscribe, { method: 'POST' });
    const last = await broadcast({ groupIds: [club] });
    expect(await why(last, stays.id)).toMatchObject({ status: 'skipped', reason: 'opted-out' });
  });

  it('names no group that its author does not see, and none that has ended', async () => {
    const hidden = await createGroup([], { visibility: 'members' });
    const ended = await createGroup([]);
    await changeGroup(`${ended}/Deactivate`);
    const fields = { subject: 'Hello', mjml, groupIds: [hidden, ended] };
    const refused = async (path: string, body: object, as = token) => {
      const reply = await send('POST', path, { name: 'Groups', ...body }, as);
      return [reply.status, reply.body.error.details.map(({ code, field }: Body) => [code, field])];
    };
    const unseen = [
      400,
      [
        ['UNKNOWN_VALUE', 'groupIds[0]'],
        ['UNKNOWN_VALUE', 'groupIds[1]'],
      ],
    ];
    expect(await refused('/Broadcasts', fields)).toEqual(unseen);
    expect(await refused('/MailingLists', fields)).toEqual(unseen);
    const all = await platform.tokenFor({
      tenant: 'demo',
      permissions: ['crm.groups.write', 'crm.communication.write'],
    });
    expect(await refused('/Broadcasts', fields, all)).toEqual([400, [['NOT_ALLOWED', 'groupIds[1]']]]);
  });

  it('reaches an address that people share once, unless it says otherwise', async () => {
    const one = await createPerson();
    const two = await createPerson({ email: one.email.toUpperCase() });
    const list = await createList([one, two]);
    const id = await broadcast({ listIds: [list] });
    expect(server.mails).toHaveLength(1);
    expect((await get(id)).figures).toMatchObject({ sent: 1, skipped: 1, reasons: { 'shared-address': 1 } });
    const both = await Promise.all([why(id, one.id), why(id, two.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['sent', 'skipped']);
    const twice = await broadcast({ listIds: [list], oncePerAddress: false });
    expect(await get(twice)).toMatchObject({ status: 'sent', figures: { sent: 2 } });
    expect(server.mails).toHaveLength(3);
  });

  it('reaches a shared address by whoever has not left the list, also when somebody else was chosen first', async () => {
    const email = 'household@broadcast.example';
    const people = [
      await createPerson({ email }),
      await createPerson({ email }),
      await createPerson({ email }),
    ];
    // The first two by id left the list each for themselves, as staff noted: the others at the address did not.
    const [first, second, last] = people.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const list = await createList(people);
    for (const person of [first, second])
      await done('PUT', `/people/${person?.id}/MailPreferences`, {
        ...{ note: 'By telephone', optedOut: false, topicsOff: [], frequency: 'all' },
        left: [list],
      });
    const id = await broadcast({ listIds: [list] });
    const stood = await Promise.all([first, second, last].map((person) => why(id, person?.id ?? '')));
    expect(stood.map(({ status, reason }) => reason ?? status)).toEqual(['left-list', 'left-list', 'sent']);
    expect(receivers()).toEqual([email]);
    expect((await get(id)).figures).toMatchObject({ recipients: 3, sent: 1, skipped: 2 });
  });

  it('waits for its time, and for that of each recipient', async () => {
    const east = await createPerson({ addresses: [{ city: 'Albany', state: 'NY', country: 'US' }] });
    const west = await createPerson({ addresses: [{ city: 'Honolulu', state: 'Hawaii', country: 'US' }] });
    const list = await createList([east, west]);
    const sendAt = '2098-06-01T09:00';
    const id = await broadcast({ listIds: [list] }, { sendAt, clock: 'recipient' });
    expect(await get(id)).toMatchObject({ status: 'scheduled', sendAt, clock: 'recipient' });
    expect(await why(id, east.id)).toMatchObject({ status: 'none', reason: 'not-yet-collected' });
    const inNewYork = Date.parse('2098-06-01T13:00:00Z');
    await sweepAfter(inNewYork - 60_000 - Date.now());
    expect(receivers()).toEqual([]);
    expect(await why(id, east.id)).toMatchObject({ status: 'waiting', reason: 'not-yet-due' });
    await sweepAfter(inNewYork + 60_000 - Date.now());
    expect(receivers()).toEqual([east.email]);
    await sweepAfter(Date.parse('2098-06-01T19:01:00Z') - Date.now());
    expect(receivers()).toEqual([east.email, west.email].sort());
  });

  it('is refused a time that is over, and changes once it was sent', async () => {
    const id = await createDraft({ listIds: [await createList([await createPerson()])] });
    const past = await send('POST', `/Broadcasts/${id}/Send`, { sendAt: '2020-01-01T09:00' });
    expect([past.status, past.body.error.details[0].field]).toEqual([400, 'sendAt']);
    await done('POST', `/Broadcasts/${id}/Send`, {});
    const body = { name: 'x', subject: 'x', mjml, listIds: [await createList([])] };
    for (const [method, path, sent] of [
      ['PUT', '', body],
      ['DELETE', '', undefined],
      ['POST', '/Send', {}],
      ['POST', '/Resume', undefined],
    ] as const)
      expect((await send(method, `/Broadcasts/${id}${path}`, sent)).status, path).toBe(409);
    await runBroadcast(id);
  });

  it('sends no more than it may in an hour, and none while it is paused', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => createPerson()));
    const id = await broadcast({ listIds: [await createList(people)], perHour: 120 });
    expect(server.mails).toHaveLength(2);
    await sweepAfter(30_000);
    expect(server.mails).toHaveLength(2);
    await sweepAfter(61_000);
    expect(server.mails).toHaveLength(4);
    await done('POST', `/Broadcasts/${id}/Pause`);
    await sweepAfter(200_000);
    expect(server.mails).toHaveLength(4);
    expect((await get(id)).status).toBe('paused');
    await done('POST', `/Broadcasts/${id}/Resume`);
    await runBroadcast(id);
    expect(receivers()).toEqual(people.map(({ email }) => email).sort());
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { recipients: 5, sent: 5 } });
  });

  it('skips whoever has left its list without waiting for the next hour', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => createPerson()));
    const list = await createList(people);
    const sorted = people.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    for (const { id } of sorted.slice(0, 3))
      await done('PUT', `/people/${id}/MailPreferences`, { note: 'By telephone', left: [list] });
    await broadcast({ listIds: [list], perHour: 1 });
    expect(receivers()).toEqual([sorted[3]?.email]);
  });

  it('never reaches whoever has not got it when it is cancelled', async () => {
    const people = await Promise.all([createPerson(), createPerson()]);
    const id = await broadcast({ listIds: [await createList(people)], perHour: 60 });
    expect(server.mails).toHaveLength(1);
    await done('POST', `/Broadcasts/${id}/Cancel`);
    await sweepAfter(200_000);
    expect(server.mails).toHaveLength(1);
    const missed = people.find(({ email }) => email !== server.mails[0]?.to);
    expect(await why(id, missed?.id ?? '')).toMatchObject({ reason: 'cancelled' });
    expect((await send('POST', `/Broadcasts/${id}/Resume`)).status).toBe(409);
  });

  it('leaves no run that waits for years when it is cancelled while it is paused or before its time', async () => {
    const lists = { listIds: [await createList([await createPerson(), await createPerson()])] };
    const paused = await broadcast({ ...lists, perHour: 60 });
    await done('POST', `/Broadcasts/${paused}/Pause`);
    await sweepAfter(200_000);
    const scheduled = await broadcast(lists, { sendAt: '2099-03-01T09:00' });
    const waiting = async (): Promise<string[]> =>
      (await broadcastRuns.listDue(platform.store('demo'), new Date('2999-01-01'))).map(({ id }) => id);
    expect(await waiting()).toEqual(expect.arrayContaining([paused, scheduled]));
    for (const id of [paused, scheduled]) await done('POST', `/Broadcasts/${id}/Cancel`);
    const left = await waiting();
    for (const id of [paused, scheduled]) expect(left).not.toContain(id);
  });
});

describe('whoever unsubscribes', () => {
  const post = (url: string, body?: URLSearchParams) => fetch(url, { method: 'POST', ...(body && { body }) });

  it('by one click leaves the lists, by a GET does not, and the next mail says why there is none', async () => {
    const [stays, leaves] = [await createPerson(), await createPerson()];
    const list = await createList([stays, leaves]);
    await broadcast({ listIds: [list] });
    const { unsubscribe } = linksOf(leaves.email);
    const page = await fetch(unsubscribe);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Unsubscribe?')]);
    // Mail programs send this body; some send none.
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    expect((await post(unsubscribe, body)).status).toBe(200);
    const again = await post(unsubscribe);
    expect(await again.text()).toContain('You are unsubscribed');
    server.mails.length = 0;
    const next = await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([stays.email]);
    expect(await why(next, leaves.id)).toMatchObject({
      ...{ status: 'skipped', reason: 'left-list', since: expect.any(String) },
    });
    const { data } = await done('GET', `/MailingLists/${list}/Members`);
    expect(data.find(({ personId }: Body) => personId === leaves.id).leftDate).toEqual(expect.any(String));
    expect((await done('POST', `/MailingLists/${list}/Members`, { personIds: [leaves.id] })).left).toEqual([
      leaves.id,
    ]);
  });

  it('still gets what comes by another list, and nothing by any after opting out', async () => {
    const person = await createPerson();
    const [one, two] = [await createList([person]), await createList([person])];
    await broadcast({ listIds: [one] });
    const links = linksOf(person.email);
    await post(links.unsubscribe);
    server.mails.length = 0;
    await broadcast({ listIds: [one, two] });
    expect(receivers()).toEqual([person.email]);
    await post(links.preferences, new URLSearchParams({ nothing: 'on', frequency: 'all' }));
    server.mails.length = 0;
    const last = await broadcast({ listIds: [one, two] });
    expect(receivers()).toEqual([]);
    expect(await why(last, person.id)).toMatchObject({ reason: 'opted-out' });
  });

  it('stays so when staff give the person another address, or make another record of the address', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    await broadcast({ listIds: [list] });
    await post(linksOf(person.email).unsubscribe);
    await done('PATCH', `/people/${person.id}`, { email: 'other@broadcast.example', emails: null });
    const double = await createPerson({ email: person.email });
    await done('POST', `/MailingLists/${list}/Members`, { personIds: [double.id] });
    server.mails.length = 0;
    const id = await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([]);
    expect((await get(id)).figures.reasons).toEqual({ 'left-list': 2 });
  });

  it('chooses lists, topics and how often on a page, and joins a public list there', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const open = await createList([], { isPublic: true, description: 'For whoever wants it' });
    const topic = (await done('POST', '/MailTopics', { name: `Topic ${count}` })).id;
    await broadcast({ listIds: [list] });
    const { preferences } = linksOf(person.email);
    const page = await (await fetch(preferences)).text();
    expect(page).toContain(`name="list-${list}" value="on" checked`);
    expect(page).toContain(`name="list-${open}" value="on">`);
    expect(page).toContain('For whoever wants it');
    const form = new URLSearchParams({ [`list-${list}`]: 'on', [`list-${open}`]: 'on', frequency: 'weekly' });
    const saved = await (await post(preferences, form)).text();
    expect(saved).toContain(`name="list-${open}" value="on" checked`);
    expect(saved).toContain(`name="topic-${topic}" value="on">`);
    server.mails.length = 0;
    const byTopic = await broadcast({ listIds: [open], topicId: topic });
    expect(await why(byTopic, person.id)).toMatchObject({ reason: 'topic' });
    await broadcast({ listIds: [open] });
    expect(receivers()).toEqual([person.email]);
    const second = await broadcast({ listIds: [list] });
    expect(await why(second, person.id)).toMatchObject({ reason: 'frequency', since: expect.any(String) });
  });

  it('leaves no list by not joining it, nor one that its filter decides, and has all lists back after nothing at all', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const open = await createList([], { isPublic: true });
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Later'] }] };
    const filtered = await createList([], { isPublic: true, filterBody });
    await broadcast({ listIds: [list] });
    const { preferences } = linksOf(person.email);
    const save = async (form: Record<string, string>): Promise<string> =>
      (await post(preferences, new URLSearchParams(form))).text();
    const on = (...ids: string[]) => Object.fromEntries(ids.map((id) => [`list-${id}`, 'on']));
    expect(await (await fetch(preferences)).text()).toContain(`name="list-${filtered}" value="on" checked`);
    await save({ ...on(list, filtered), frequency: 'all', nothing: 'on' });
    const saved = await save({ ...on(list, filtered), frequency: 'all' });
    for (const id of [list, filtered]) expect(saved).toContain(`name="list-${id}" value="on" checked`);
    expect((await done('GET', `/people/${person.id}/MailPreferences`)).left).toEqual([]);
    await done('POST', `/MailingLists/${open}/Members`, { personIds: [person.id] });
    const again = await broadcast({ listIds: [open] });
    expect(await why(again, person.id)).toMatchObject({ status: 'sent' });
    await save({ ...on(list), frequency: 'all' });
    const left = (await done('GET', `/people/${person.id}/MailPreferences`)).left;
    expect(left.map(({ listId }: Body) => listId).sort()).toEqual([open, filtered].sort());
  });

  it('is shown with what holds for the address, when the person is another one by now, and why', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    await broadcast({ listIds: [list] });
    await post(linksOf(person.email).unsubscribe);
    await done('POST', '/Suppressions', { email: person.email, note: 'Asked by telephone' });
    const { id } = await done('POST', '/people', { lastName: 'Newcomer', email: person.email });
    const shown = await done('GET', `/people/${id}/MailPreferences`);
    expect(shown).toMatchObject({
      left: [],
      ofAddress: {
        suppressed: { reason: 'staff', detail: 'Asked by telephone' },
        left: [{ listId: list, decision: { by: 'one-click' } }],
      },
    });
    const nobody = await done('POST', '/people', { lastName: 'Unreachable' });
    expect((await done('GET', `/people/${nobody.id}/MailPreferences`)).ofAddress).toBe(null);
  });

  it('has a link that nobody else can make', async () => {
    const person = await createPerson();
    await broadcast({ listIds: [await createList([person])] });
    const { unsubscribe, preferences } = linksOf(person.email);
    for (const wrong of [
      unsubscribe.slice(0, -2) + (unsubscribe.endsWith('AA') ? 'BB' : 'AA'),
      preferences.replace('MailPreferences', 'Unsubscribe'),
      unsubscribe.replace('/demo/', '/harbor/'),
    ])
      expect(await (await post(wrong)).text()).toContain('This link does not work');
  });
});

describe('opens and clicks', () => {
  const linked = (to: string): string[] =>
    [
      ...String(server.mails.find((each) => each.to === to)?.mail.html).matchAll(/(?:href|src)="([^"]+)"/g),
    ].map(([, url]) => String(url).replaceAll('&amp;', '&'));
  const follow = async (url: string) => {
    const reply = await fetch(url, { redirect: 'manual' });
    return [reply.status, reply.headers.get('location')];
  };
  const body = mjml.replace(
    'Dear {{ person.fullName }}',
    `<a href='https://events.example/?a=1&amp;b={{ person.firstName }}'>Register</a> <a href="mailto:office@events.example">Write</a>`,
  );

  it('are not tracked unless the broadcast says so', async () => {
    const person = await createPerson();
    await broadcast({ listIds: [await createList([person])], mjml: body });
    const links = linked(person.email);
    expect(links.filter((url) => /MailOpens|MailLinks/.test(url))).toEqual([]);
    expect(links.length).toBeGreaterThan(1);
  });

  it('are counted once for each recipient, and a link leads where the mail says', async () => {
    const people = [await createPerson(), await createPerson()];
    const [a] = people;
    if (!a) throw new Error('no person');
    const id = await broadcast({
      ...{ listIds: [await createList(people)], mjml: body, tracksOpens: true, tracksClicks: true },
    });
    const links = linked(a.email);
    const pixel = links.find((url) => url.includes('/MailOpens/')) ?? '';
    const click = links.find((url) => url.includes('/MailLinks/')) ?? '';
    expect(links).toContain('mailto:office@events.example');
    expect(links.some((url) => url.includes('/Unsubscribe/'))).toBe(true);
    for (let times = 0; times < 2; times += 1) {
      const picture = await fetch(pixel);
      expect(picture.headers.get('content-type')).toBe('image/gif');
      expect(picture.headers.get('cache-control')).toContain('no-store');
      expect(Buffer.from(await picture.arrayBuffer()).toString('latin1')).toMatch(/^GIF89a/);
    }
    expect((await get(id)).figures).toMatchObject({ opened: 1, clicked: 0 });
    const firstName = `M${a.email.slice(6).split('@')[0]}`;
    for (let times = 0; times < 2; times += 1)
      expect(await follow(click)).toEqual([302, `https://events.example/?a=1&b=${firstName}`]);
    expect((await get(id)).figures).toMatchObject({ sent: 2, opened: 1, clicked: 1 });
    expect(await why(id, a.id)).toMatchObject({
      openedDate: expect.any(String),
      clickedDate: expect.any(String),
    });
  });

  it('follow no address that the mail does not name, and count nothing for it', async () => {
    const person = await createPerson();
    const id = await broadcast({
      ...{ listIds: [await createList([person])], mjml: body, tracksClicks: true },
    });
    const click = linked(person.email).find((url) => url.includes('/MailLinks/')) ?? '';
    for (const wrong of [
      click.replace('events.example', 'evil.example'),
      click.replace('/demo/', '/other/'),
      click.replace(/=[^=]*$/, '='),
    ])
      expect(await follow(wrong)).toEqual([404, null]);
    expect(await follow(click.replace('MailLinks', 'MailOpens').replace(/\?.*/, ''))).toEqual([200, null]);
    expect((await get(id)).figures).toMatchObject({ opened: 0, clicked: 0 });
  });

  it('tell that a mail went out whose sender was cut off, so that it is not sent again', async () => {
    const person = await createPerson();
    server.decide = () => 'cut';
    const listIds = [await createList([person])];
    const id = await broadcast({ listIds, mjml: body, tracksClicks: true });
    expect((await get(id)).figures).toMatchObject({ sent: 0 });
    const click = linked(person.email).find((url) => url.includes('/MailLinks/')) ?? '';
    expect((await follow(click))[0]).toBe(302);
    await sweepAfter(30 * 60_000);
    expect(server.mails).toHaveLength(1);
    expect((await get(id)).figures).toMatchObject({ sent: 1, clicked: 1 });
  });
});

describe('a mail server', () => {
  it('that cannot take a mail now gets it later, and one that never takes it is not asked again', async () => {
    const [later, never] = [await createPerson(), await createPerson()];
    server.decide = (to) =>
      to === later.email && server.mails.length === 0 ? 'later' : to === never.email ? 'never' : undefined;
    const id = await broadcast({ listIds: [await createList([later, never])] });
    expect(receivers()).toEqual([]);
    expect(await why(id, later.id)).toMatchObject({
      status: 'waiting',
      detail: expect.stringContaining('Try again'),
    });
    server.decide = () => undefined;
    await sweepAfter(10 * 60_000);
    expect(receivers()).toEqual([later.email]);
    expect(await why(id, never.id)).toMatchObject({
      ...{
        status: 'failed',
        reason: 'refused-by-server',
        detail: expect.stringContaining('No such mailbox'),
      },
    });
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { sent: 1, failed: 1 } });
  });
});

/** Reports a mail of a broadcast as the mail catcher does. */
const report = (kind: MailReport, broadcastId: string, person: { id: string; email: string }) =>
  reportMail(
    {
      ...{ id: 'x', from: '', to: [person.email], subject: '', date: '', text: '', attachments: [] },
      headers: [
        {
          name: 'X-SES-MESSAGE-TAGS',
          value: `tenant=demo, broadcast=${broadcastId}, person=${person.id}`,
        },
      ],
    },
    kind,
    new Date(),
  );

describe('what the mail system reports', () => {
  it('each mail tells by its tags whose it is', async () => {
    const person = await createPerson();
    const id = await broadcast({ listIds: [await createList([person])] });
    expect(linksOf(person.email).headers).toContainEqual(
      expect.objectContaining({
        ...{ key: 'x-ses-message-tags', value: `tenant=demo, broadcast=${id}, person=${person.id}` },
      }),
    );
  });

  it('is counted once, however often it comes: a delivery, and then a hard bounce that ends all mail to the address', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const id = await broadcast({ listIds: [list] });
    for (const kind of ['delivery', 'delivery', 'bounce', 'bounce'] as const) await report(kind, id, person);
    expect((await get(id)).figures).toMatchObject({ sent: 1, delivered: 1, bounced: 1 });
    expect(await why(id, person.id)).toMatchObject({
      ...{ status: 'bounced', reason: 'hard-bounce', detail: 'smtp; 550 5.1.1 user unknown' },
    });
    server.mails.length = 0;
    const next = await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([]);
    expect(await why(next, person.id)).toMatchObject({ status: 'skipped', reason: 'hard-bounce' });
    const { data } = await done('GET', '/Suppressions?pageSize=1');
    expect(data).toMatchObject([{ email: person.email, reason: 'hard-bounce', broadcastId: id }]);
    expect((await send('POST', '/Suppressions/Release', { email: person.email, note: 'Works' })).status).toBe(
      204,
    );
    await broadcast({ listIds: [list] });
    expect(receivers()).toEqual([person.email]);
  });

  it('a soft bounce holds after five in a row, which a delivery ends', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const bounceOnce = async (): Promise<string> => {
      const id = await broadcast({ listIds: [list] });
      await report('soft-bounce', id, person);
      await report('soft-bounce', id, person);
      return id;
    };
    for (let time = 0; time < 4; time += 1) await bounceOnce();
    await report('delivery', await broadcast({ listIds: [list] }), person);
    for (let time = 0; time < 5; time += 1)
      expect(await why(await bounceOnce(), person.id)).toMatchObject({ reason: 'soft-bounce' });
    const held = await broadcast({ listIds: [list] });
    expect(await why(held, person.id)).toMatchObject({ status: 'skipped', reason: 'soft-bounces' });
  });

  it('a complaint ends all mail to the address for good', async () => {
    const person = await createPerson();
    const list = await createList([person]);
    const id = await broadcast({ listIds: [list] });
    await report('complaint', id, person);
    expect((await get(id)).figures).toMatchObject({ sent: 1, complained: 1 });
    const release = await send('POST', '/Suppressions/Release', { email: person.email, note: 'Please' });
    expect([release.status, release.body.error.code]).toEqual([409, 'CONFLICT']);
    expect(await why(await broadcast({ listIds: [list] }), person.id)).toMatchObject({ reason: 'complaint' });
  });

  it('settles a mail whose sender was cut off, so that it is not sent again', async () => {
    const person = await createPerson();
    // The server takes the mail, and the connection ends before it can say so.
    server.decide = () => 'cut';
    const id = await broadcast({ listIds: [await createList([person])] });
    expect(receivers()).toEqual([person.email]);
    expect(await why(id, person.id)).toMatchObject({ status: 'waiting' });
    await report('delivery', id, person);
    server.decide = () => undefined;
    await sweepAfter(30 * 60_000);
    expect(receivers()).toEqual([person.email]);
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { sent: 1, delivered: 1 } });
  });
});

describe('a worker that is cut off', () => {
  it('at any step loses nobody and sends nobody a second mail, and another one goes on', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => createPerson()));
    const id = await createDraft({
      listIds: [await createList(people.slice(0, 40)), await createList(people.slice(20))],
    });
    await done('POST', `/Broadcasts/${id}/Send`, {});
    const database = await startUnreliableDatabase();
    // What the mail system has, it reports.
    const reportMails = async (mails: typeof server.mails) => {
      for (const { to } of mails) {
        const person = people.find(({ email }) => email === to);
        if (person) await report('delivery', id, person);
      }
    };
    let reported = 0;
    // Every so often the process ends: from then on nothing that it writes arrives.
    for (let life = 1; life <= 12; life += 1) {
      let writes = life * 7;
      database.chooseFault = ({ operation }) => {
        if (!/^(Put|Update|Delete|TransactWrite|BatchWrite)Items?$/.test(operation)) return undefined;
        writes -= 1;
        return writes < 0 ? 'broken' : undefined;
      };
      await sweepAfter(life * 10 * 60_000).catch(() => undefined);
      database.reset();
      await reportMails(server.mails.slice(reported));
      reported = server.mails.length;
    }
    await database.stop();
    // Reports may come twice.
    await reportMails(server.mails);
    await sweepAfter(10 * 3600_000);
    expect(receivers()).toEqual(people.map(({ email }) => email).sort());
    const { figures, status } = await get(id);
    expect([status, figures.recipients, figures.sent, figures.delivered]).toEqual(['sent', 60, 60, 60]);
  }, 120_000);
});
