// What is decided between the look at a recipient and the mail still counts: a claim holds only while everything is as it was
// (docs/interface/communication.md#broadcasts).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  holdAnswer,
  startUnreliableDatabase,
  type UnreliableDatabase,
} from '../../../harness/unreliable-database.ts';
import { runMergeJob } from '../../merges/run-merge-job.ts';
import { useBroadcasts } from './broadcast-calls.ts';
import { runBroadcast, sweepAfter } from './broadcasts-over-smtp.ts';

const { send, done, createPerson, createList, createDraft, get, why, receivers, getPlatform, getServer } =
  useBroadcasts();

interface Member {
  readonly id: string;
  readonly email: string;
}

let database: UnreliableDatabase;
let eraser: string;
beforeAll(async () => {
  database = await startUnreliableDatabase();
  eraser = await getPlatform().tokenFor({
    tenant: 'demo',
    permissions: ['crm.people.erase', 'crm.people.read', 'crm.people.write', 'crm.emails.read'],
  });
});
afterAll(() => database.stop());

const allow = async (method: string, path: string, body?: unknown): Promise<void> => {
  const reply = await send(method, path, body, eraser);
  expect(reply.status, reply.text).toBeLessThan(300);
};

/** Sends a broadcast to a person, to whom something happens after the worker has read what it knows and before it goes on. */
async function sendWhile(person: Member, happens: () => Promise<unknown>): Promise<string> {
  const id = await createDraft({ listIds: [await createList([person])] });
  await done('POST', `/Broadcasts/${id}/Send`, {});
  const held = holdAnswer(
    database,
    ({ operation, body }) =>
      operation === 'BatchGetItem' &&
      /"ConsistentRead":true/.test(body) &&
      body.includes('MAIL-CONSENT') &&
      body.includes(person.id),
  );
  const run = runBroadcast(id);
  await held.arrived;
  await happens();
  held.release();
  await run;
  return id;
}

describe('a mail that is about to be sent', () => {
  const preferences = (choices: object) => (person: Member) =>
    done('PUT', `/people/${person.id}/MailPreferences`, { note: 'By telephone', ...choices });

  it.each<[string, (person: Member) => Promise<unknown>, string]>([
    ['who opts out', preferences({ optedOut: true }), 'opted-out'],
    [
      'whose address is suppressed',
      ({ email }) => done('POST', '/Suppressions', { email, note: 'Asked for it' }),
      'suppressed-by-staff',
    ],
    [
      'who is deactivated',
      ({ id }) => done('PATCH', `/people/${id}`, { activeTo: '2020-01-01' }),
      'inactive',
    ],
  ])('does not go to a person %s', async (_, happens, reason) => {
    const person = await createPerson();
    const id = await sendWhile(person, () => happens(person));
    expect(receivers()).toEqual([]);
    expect(await why(id, person.id)).toMatchObject({ status: 'skipped', reason });
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { recipients: 1, skipped: 1, sent: 0 } });
  });

  it('does not go to a person who is erased', async () => {
    const person = await createPerson();
    const id = await sendWhile(person, () => allow('POST', `/people/${person.id}/Erase`));
    expect(receivers()).toEqual([]);
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { skipped: 1, reasons: { removed: 1 } } });
  });

  it('waits while its person is merged, and then obeys what either record had decided', async () => {
    const [person, former] = [await createPerson(), await createPerson()];
    await preferences({ optedOut: true })(former);
    const id = await sendWhile(person, () =>
      allow('POST', `/people/${person.id}/Merge`, { personId: former.id }),
    );
    expect(receivers()).toEqual([]);
    expect(await why(id, person.id)).toMatchObject({ status: 'waiting' });
    await runMergeJob('person', former.id);
    await sweepAfter(600_000);
    expect(receivers()).toEqual([]);
    expect(await why(id, person.id)).toMatchObject({ status: 'skipped', reason: 'opted-out' });
    expect((await get(id)).status).toBe('sent');
  });

  it('goes to the address that the person has by then', async () => {
    const person = await createPerson();
    await sendWhile(person, () =>
      done('PATCH', `/people/${person.id}`, { email: 'moved@claims.example', emails: null }),
    );
    expect(receivers()).toEqual(['moved@claims.example']);
  });
});

describe('a person of whom two records get a broadcast', () => {
  it('and who are merged after one has it, does not get it again', async () => {
    const people = [await createPerson(), await createPerson()].toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const id = await createDraft({ listIds: [await createList(people)], perHour: 60 });
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await runBroadcast(id);
    const [first] = receivers();
    const sent = people.find(({ email }) => email === first);
    const waiting = people.find(({ email }) => email !== first);
    await allow('POST', `/people/${waiting?.id}/Merge`, { personId: sent?.id });
    await runMergeJob('person', sent?.id ?? '');
    await sweepAfter(600_000);
    expect(receivers()).toEqual([first]);
    expect(await why(id, waiting?.id ?? '')).toMatchObject({ status: 'sent', reason: null });
    expect(await get(id)).toMatchObject({
      ...{ status: 'sent', figures: { recipients: 2, sent: 1, skipped: 1, reasons: { merged: 1 } } },
    });
  });

  it('whose waiting one is erased, ends', async () => {
    const people = [await createPerson(), await createPerson()];
    const id = await createDraft({ listIds: [await createList(people)], perHour: 60 });
    await done('POST', `/Broadcasts/${id}/Send`, {});
    await runBroadcast(id);
    const waiting = people.find(({ email }) => email !== receivers()[0]);
    await allow('POST', `/people/${waiting?.id}/Erase`);
    await sweepAfter(600_000);
    expect(getServer().mails).toHaveLength(1);
    expect(await get(id)).toMatchObject({ status: 'sent', figures: { sent: 1, skipped: 1, waiting: 0 } });
  });
});
