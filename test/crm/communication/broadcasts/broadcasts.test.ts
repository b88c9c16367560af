// Broadcasts: who gets one, once; when; and why somebody does not (docs/interface/communication.md#broadcasts).
import { describe, expect, it } from 'vitest';
import { demoId } from '../../../../infra/local/demo/steps/references.ts';
import { broadcastRuns } from '../../../../shared/broadcasts/store.ts';
import { endAfterWrites, startUnreliableDatabase } from '../../../harness/unreliable-database.ts';
import { mjml, useBroadcasts } from './broadcast-calls.ts';
import { reportBroadcastMail, runBroadcast, sweepAfter } from './broadcasts-over-smtp.ts';

const {
  send,
  done,
  createPerson,
  createList,
  createDraft,
  broadcast,
  get,
  why,
  receivers,
  linksOf,
  getPlatform,
  getServer,
} = useBroadcasts();

describe('a broadcast', () => {
  it('has the values of custom fields for each recipient', async () => {
    const fieldId = demoId('demo', 'custom-field:people:language');
    const person = await createPerson({ customFields: [{ fieldId, value: 'Spanish' }] });
    await broadcast({
      ...{ listIds: [await createList([person])], subject: 'In {{ person.custom["Preferred language"] }}' },
    });
    expect(getServer().mails.map(({ mail }) => mail.subject)).toEqual(['In Spanish']);
  });

  it('is sent to everybody of its lists and filter, each once, with HTML, text and the headers of RFC 8058', async () => {
    const [a, b, c] = [await createPerson(), await createPerson(), await createPerson({ tags: ['Cast'] })];
    const lists = [await createList([a, b]), await createList([b, c])];
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Cast'] }] };
    const id = await broadcast({ listIds: lists, filterBody });
    expect(receivers()).toEqual([a.email, b.email, c.email].sort());
    const { mail } = getServer().mails.find(({ to }) => to === a.email) ?? {};
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

  it('reaches an address that people share once, unless it says otherwise', async () => {
    const one = await createPerson();
    const two = await createPerson({ email: one.email.toUpperCase() });
    const list = await createList([one, two]);
    const id = await broadcast({ listIds: [list] });
    expect(getServer().mails).toHaveLength(1);
    expect((await get(id)).figures).toMatchObject({ sent: 1, skipped: 1, reasons: { 'shared-address': 1 } });
    const both = await Promise.all([why(id, one.id), why(id, two.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['sent', 'skipped']);
    const twice = await broadcast({ listIds: [list], oncePerAddress: false });
    expect(await get(twice)).toMatchObject({ status: 'sent', figures: { sent: 2 } });
    expect(getServer().mails).toHaveLength(3);
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
    expect((await get(id)).status).toBe('scheduled');
    await sweepAfter(inNewYork + 60_000 - Date.now());
    expect(receivers()).toEqual([east.email]);
    expect((await get(id)).status).toBe('sending');
    await sweepAfter(Date.parse('2098-06-01T19:01:00Z') - Date.now());
    expect(receivers()).toEqual([east.email, west.email].sort());
    // In Pago Pago it is not yet nine.
    expect((await get(id)).status).toBe('sending');
    await sweepAfter(Date.parse('2098-06-01T20:01:00Z') - Date.now());
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { recipients: 2, sent: 2 } });
  });

  it('decides for each time zone who gets it when it is due there', async () => {
    const inHonolulu = { addresses: [{ city: 'Honolulu', state: 'HI', country: 'US' }] };
    const east = await createPerson({ addresses: [{ city: 'Albany', state: 'NY', country: 'US' }] });
    const [stays, goes, joins] = [
      await createPerson(inHonolulu),
      await createPerson(inHonolulu),
      await createPerson(inHonolulu),
    ];
    const moves = await createPerson(inHonolulu);
    const list = await createList([east, stays, goes, moves]);
    const id = await broadcast({ listIds: [list] }, { sendAt: '2098-07-01T09:00', clock: 'recipient' });
    await sweepAfter(Date.parse('2098-07-01T13:01:00Z') - Date.now());
    expect(receivers()).toEqual([east.email]);
    expect(await why(id, goes.id)).toMatchObject({ status: 'none', reason: 'not-yet-collected' });
    await done('DELETE', `/MailingLists/${list}/Members/${goes.id}`);
    await done('POST', `/MailingLists/${list}/Members`, { personIds: [joins.id] });
    await done('PATCH', `/people/${moves.id}`, {
      addresses: [{ city: 'Albany', state: 'NY', country: 'US' }],
    });
    expect(await why(id, goes.id)).toMatchObject({ status: 'none', reason: 'not-in-audience' });
    // A person who has moved to where it was sent before gets it with the next time zone.
    await sweepAfter(Date.parse('2098-07-01T14:01:00Z') - Date.now());
    expect(receivers()).toEqual([east.email, moves.email].sort());
    // A pause over its time delays it.
    await done('POST', `/Broadcasts/${id}/Pause`);
    await sweepAfter(Date.parse('2098-07-01T21:00:00Z') - Date.now());
    expect(receivers()).toHaveLength(2);
    await done('POST', `/Broadcasts/${id}/Resume`);
    await sweepAfter(Date.parse('2098-07-01T21:01:00Z') - Date.now());
    expect(receivers()).toEqual([east, stays, joins, moves].map(({ email }) => email).sort());
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { recipients: 4, sent: 4 } });
  });

  it('says before it is sent why a person would not get it, by the audience as it is now', async () => {
    const [member, stranger, filtered, left] = [
      await createPerson(),
      await createPerson(),
      await createPerson({ tags: ['Early'] }),
      await createPerson(),
    ];
    const list = await createList([member, left]);
    await done('PUT', `/people/${left.id}/MailPreferences`, { note: 'By telephone', left: [list] });
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: ['Early'] }] };
    const id = await createDraft({ listIds: [list], filterBody });
    const none = { status: 'none' };
    expect(await why(id, member.id)).toMatchObject({ ...none, reason: 'draft', listIds: [list] });
    expect(await why(id, filtered.id)).toMatchObject({ ...none, reason: 'draft', listIds: [] });
    expect(await why(id, left.id)).toMatchObject({ ...none, reason: 'left-list', since: expect.any(String) });
    expect(await why(id, stranger.id)).toMatchObject({
      ...{ ...none, reason: 'not-in-audience', explanation: expect.stringContaining('now') },
    });
    await done('POST', `/Broadcasts/${id}/Send`, { sendAt: '2099-03-01T09:00' });
    expect(await why(id, member.id)).toMatchObject({ ...none, reason: 'not-yet-collected' });
    await done('DELETE', `/MailingLists/${list}/Members/${member.id}`);
    expect(await why(id, member.id)).toMatchObject({ ...none, reason: 'not-in-audience' });
    await done('POST', `/Broadcasts/${id}/Cancel`);
  });

  it('says of a person who waits what holds now', async () => {
    const people = [await createPerson(), await createPerson()];
    const id = await broadcast({ listIds: [await createList(people)], perHour: 60 });
    const waiting = people.find(({ email }) => email !== receivers()[0]);
    expect(await why(id, waiting?.id ?? '')).toMatchObject({ status: 'waiting', reason: 'not-yet-due' });
    await done('PUT', `/people/${waiting?.id}/MailPreferences`, { note: 'By telephone', optedOut: true });
    expect(await why(id, waiting?.id ?? '')).toMatchObject({ status: 'waiting', reason: 'opted-out' });
    await sweepAfter(200_000);
    expect(receivers()).toHaveLength(1);
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
    expect(getServer().mails).toHaveLength(2);
    await sweepAfter(30_000);
    expect(getServer().mails).toHaveLength(2);
    await sweepAfter(61_000);
    expect(getServer().mails).toHaveLength(4);
    await done('POST', `/Broadcasts/${id}/Pause`);
    await sweepAfter(200_000);
    expect(getServer().mails).toHaveLength(4);
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
    expect(getServer().mails).toHaveLength(1);
    await done('POST', `/Broadcasts/${id}/Cancel`);
    await sweepAfter(200_000);
    expect(getServer().mails).toHaveLength(1);
    const missed = people.find(({ email }) => email !== getServer().mails[0]?.to);
    expect(await why(id, missed?.id ?? '')).toMatchObject({ status: 'skipped', reason: 'cancelled' });
    expect((await get(id)).figures).toMatchObject({
      ...{ recipients: 2, sent: 1, skipped: 1, waiting: 0, reasons: { cancelled: 1 } },
    });
    expect((await send('POST', `/Broadcasts/${id}/Resume`)).status).toBe(409);
  });

  it('leaves no run that waits for years when it is cancelled while it is paused or before its time', async () => {
    const lists = { listIds: [await createList([await createPerson(), await createPerson()])] };
    const paused = await broadcast({ ...lists, perHour: 60 });
    await done('POST', `/Broadcasts/${paused}/Pause`);
    await sweepAfter(200_000);
    const scheduled = await broadcast(lists, { sendAt: '2099-03-01T09:00' });
    const waiting = async (): Promise<string[]> =>
      (await broadcastRuns.listDue(getPlatform().store('demo'), new Date('2999-01-01'))).map(({ id }) => id);
    expect(await waiting()).toEqual(expect.arrayContaining([paused, scheduled]));
    for (const id of [paused, scheduled]) {
      await done('POST', `/Broadcasts/${id}/Cancel`);
      await runBroadcast(id);
    }
    const left = await waiting();
    for (const id of [paused, scheduled]) expect(left).not.toContain(id);
  });
});

describe('a mail server', () => {
  it('that cannot take a mail now gets it later, and one that never takes it is not asked again', async () => {
    const [later, never] = [await createPerson(), await createPerson()];
    getServer().decide = (to) =>
      to === later.email && getServer().mails.length === 0
        ? 'later'
        : to === never.email
          ? 'never'
          : undefined;
    const id = await broadcast({ listIds: [await createList([later, never])] });
    expect(receivers()).toEqual([]);
    expect(await why(id, later.id)).toMatchObject({
      status: 'waiting',
      detail: expect.stringContaining('Try again'),
    });
    getServer().decide = () => undefined;
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

describe('a worker that is cut off', () => {
  it('at any step loses nobody and sends nobody a second mail, and another one goes on', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => createPerson()));
    const id = await createDraft({
      listIds: [await createList(people.slice(0, 40)), await createList(people.slice(20))],
    });
    await done('POST', `/Broadcasts/${id}/Send`, {});
    const database = await startUnreliableDatabase();
    // What the mail system has, it reports.
    const reportMails = async (mails: readonly { readonly to: string }[]) => {
      for (const { to } of mails) {
        const person = people.find(({ email }) => email === to);
        if (person) await reportBroadcastMail('delivery', id, person);
      }
    };
    let reported = 0;
    // Every so often the process ends: from then on nothing that it writes arrives.
    for (let life = 1; life <= 12; life += 1) {
      endAfterWrites(database, life * 7);
      await sweepAfter(life * 10 * 60_000).catch(() => undefined);
      database.reset();
      await reportMails(getServer().mails.slice(reported));
      reported = getServer().mails.length;
    }
    await database.stop();
    // Reports may come twice.
    await reportMails(getServer().mails);
    await sweepAfter(10 * 3600_000);
    expect(receivers()).toEqual(people.map(({ email }) => email).sort());
    const { figures, status } = await get(id);
    expect([status, figures.recipients, figures.sent, figures.delivered]).toEqual(['sent', 60, 60, 60]);
  });
});
