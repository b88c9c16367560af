// How many people get a broadcast, before it is sent (docs/interface/communication.md#how-many-get-it).
import { describe, expect, it } from 'vitest';
import { tenantKey } from '../../../../shared/auth/accounts/records.ts';
import type { Permission } from '../../../../shared/auth/permissions/permissions.ts';
import { commit, update } from '../../../../shared/data/changes.ts';
import { createMeter, runWithMeter } from '../../../../shared/data/meter.ts';
import { type Body, useBroadcasts } from './broadcast-calls.ts';
import { countAudience, sweepAfter } from './broadcasts-over-smtp.ts';

const calls = useBroadcasts();
const { send, done, createPerson, createList, createGroup, createMany } = calls;
const { createDraft, broadcast, get, getPlatform } = calls;

const read = (id: string): Promise<Body> => done('GET', `/Broadcasts/${id}/AudienceCount`);
async function count(id: string): Promise<Body> {
  const begun = await done('POST', `/Broadcasts/${id}/AudienceCount`);
  expect(begun).toMatchObject({ broadcastId: id, status: 'running', people: 0, sample: null });
  expect(begun.isCurrent).toBe(true);
  await countAudience(id);
  return read(id);
}

describe('the count of an audience', () => {
  it('has each person once, by outcome and reason, as the broadcast then has', async () => {
    const tags = ['Counted'];
    const [both, left, out, noMail, grouped, , former] = [
      await createPerson({ tags }),
      await createPerson(),
      await createPerson(),
      await createPerson({ email: null }),
      await createPerson(),
      await createPerson({ tags }),
      await createPerson({ activeTo: '2020-01-01' }),
    ];
    const sharing = await createPerson({ email: both.email.toUpperCase() });
    const list = await createList([both, left, out, noMail, former, sharing]);
    const other = await createList([both, grouped]);
    const groupIds = [await createGroup([grouped.id, both.id])];
    for (const [person, choices] of [
      [left, { left: [list] }],
      [out, { optedOut: true }],
    ] as const)
      await done('PUT', `/people/${person.id}/MailPreferences`, { note: 'By telephone', ...choices });
    const filterBody = { filterRules: [{ fieldId: 'tags', filterType: 1, selectedValues: tags }] };
    const draft = { listIds: [list, other], groupIds, filterBody };
    const id = await createDraft(draft);
    const reasons = { 'left-list': 1, 'opted-out': 1, 'no-email': 1, inactive: 1, 'shared-address': 1 };
    const counted = await count(id);
    expect(counted).toMatchObject({
      ...{ status: 'done', failure: null, people: 8, receive: 3, missed: 5, reasons, comparison: null },
    });
    await done('POST', `/Broadcasts/${id}/Send`, {});
    expect((await read(id)).isCurrent).toBe(false);
    expect((await send('POST', `/Broadcasts/${id}/AudienceCount`)).status).toBe(409);
    await sweepAfter(1000);
    expect((await get(id)).figures).toMatchObject({ recipients: 8, sent: 3, skipped: 5, reasons });
  });

  it('says who is new and who is gone since the last broadcast of its kind', async () => {
    const [stays, goes, optsOut, joins] = [
      await createPerson(),
      await createPerson(),
      await createPerson(),
      await createPerson(),
    ];
    const list = await createList([stays, goes, optsOut]);
    const former = await broadcast({ listIds: [list] });
    await broadcast({ listIds: [await createList([stays])] });
    await done('DELETE', `/MailingLists/${list}/Members/${goes.id}`);
    await done('PUT', `/people/${optsOut.id}/MailPreferences`, { note: 'By telephone', optedOut: true });
    await done('POST', `/MailingLists/${list}/Members`, { personIds: [joins.id] });
    const id = await createDraft({ listIds: [list] });
    expect(await count(id)).toMatchObject({
      ...{ people: 3, receive: 2, reasons: { 'opted-out': 1 } },
      comparison: {
        ...{ broadcastId: former, dueDate: expect.any(String), added: 1, gone: 2 },
        goneReasons: { 'not-in-audience': 1, 'opted-out': 1 },
      },
    });
  });

  it('has a sample of people with their names, addresses and reasons, who are new and who are gone', async () => {
    const [stays, goes, optsOut, joins] = [
      await createPerson({ firstName: 'Ada' }),
      await createPerson(),
      await createPerson(),
      await createPerson({ firstName: 'Joy' }),
    ];
    const list = await createList([stays, goes, optsOut]);
    await broadcast({ listIds: [list] });
    await done('DELETE', `/MailingLists/${list}/Members/${goes.id}`);
    await done('PUT', `/people/${optsOut.id}/MailPreferences`, { note: 'By telephone', optedOut: true });
    await done('POST', `/MailingLists/${list}/Members`, { personIds: [joins.id] });
    const id = await createDraft({ listIds: [list] });
    const receives = { outcome: 'receives', reason: null, explanation: null };
    const gone = { outcome: 'gone', isNew: false };
    const optedOut = { reason: 'opted-out', explanation: 'The person wants no broadcasts.' };
    const { sample } = await count(id);
    expect(sample).toMatchObject([
      { personId: stays.id, displayName: 'Ada Cast', email: stays.email, isNew: false, ...receives },
      { personId: joins.id, displayName: 'Joy Cast', email: joins.email, isNew: true, ...receives },
      { personId: optsOut.id, email: optsOut.email, outcome: 'missed', isNew: false, ...optedOut },
      { personId: goes.id, email: goes.email, ...gone, reason: 'not-in-audience' },
      { personId: optsOut.id, ...gone, ...optedOut },
    ]);
    expect(sample[3].explanation).toBe(
      'The person is in no list or group of the broadcast now and passes no filter of it.',
    );
    await done('PATCH', `/people/${joins.id}`, { firstName: 'Joyce' });
    expect((await read(id)).sample[1].displayName).toBe('Joyce Cast');
  });

  it('shows the sample only to callers who read people, and addresses to those who see them', async () => {
    const person = await createPerson();
    const id = await createDraft({ listIds: [await createList([person])] });
    await count(id);
    const store = getPlatform().store('demo');
    await commit([update(tenantKey(store), { set: { emailsVisibleTo: 'permission' } })]);
    const readAs = async (...permissions: Permission[]): Promise<Body> => {
      const as = await getPlatform().tokenFor({
        tenant: 'demo',
        permissions: ['crm.communication.read', ...permissions],
      });
      const { body } = await send('GET', `/Broadcasts/${id}/AudienceCount`, undefined, as);
      return [body.receive, body.sample];
    };
    const found = (email: string | null) => [1, [expect.objectContaining({ personId: person.id, email })]];
    expect(await readAs()).toEqual([1, null]);
    expect(await readAs('crm.people.read')).toEqual(found(null));
    expect(await readAs('crm.people.read', 'crm.emails.read')).toEqual(found(person.email));
  });

  it('has ten of many receivers in the sample, and no more to read for it', async () => {
    const id = await createDraft({ listIds: [await createList(await createMany(230))] });
    const { sample } = await count(id);
    expect(sample).toHaveLength(10);
    expect(new Set(sample.map(({ personId }: Body) => personId)).size).toBe(10);
  });

  it('goes on where it was cut off, and counts people who share an address across the parts', async () => {
    const people = await createMany(230);
    const sharing = await createPerson({ email: people[0]?.email });
    const list = await createList(people);
    const id = await createDraft({ listIds: [list, await createList([sharing])] });
    await done('POST', `/Broadcasts/${id}/AudienceCount`);
    expect((await read(id)).status).toBe('running');
    // The first page, then another call for each further one.
    for (let call = 0; call < 3; call += 1) await countAudience(id, 1);
    expect((await read(id)).status).toBe('running');
    await sweepAfter(120_000);
    expect(await read(id)).toMatchObject({
      ...{ status: 'done', people: 231, receive: 230, reasons: { 'shared-address': 1 } },
    });
    const meter = createMeter();
    await done('POST', `/Broadcasts/${id}/AudienceCount`);
    await runWithMeter(meter, () => countAudience(id));
    // Nothing is written for a person.
    expect(meter.writeUnits).toBeLessThan(30);
    expect(meter.readUnits).toBeLessThan(1000);
  });

  it('is unknown before it was requested, and goes with the draft', async () => {
    const id = await createDraft({ listIds: [await createList([await createPerson()])] });
    expect((await send('GET', `/Broadcasts/${id}/AudienceCount`)).status).toBe(404);
    await done('POST', `/Broadcasts/${id}/AudienceCount`);
    await done('DELETE', `/Broadcasts/${id}`);
    await countAudience(id);
    expect((await send('GET', `/Broadcasts/${id}/AudienceCount`)).status).toBe(404);
  });
});
