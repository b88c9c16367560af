// Simultaneous requests: each invariant is a condition of the transaction, not a check before it
// (docs/interface/training.md#class-registration).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AwardItem, awardById } from '../../../functions/training/awards/record/award-record.ts';
import { day, hour, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const createPerson = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';
const sorted = (replies: readonly { readonly status: number }[]) =>
  replies.map(({ status }) => status).sort();

/** Several rounds, because the requests of a single one may not overlap. */
const rounds = Array.from({ length: 4 }, (_, index) => index);

describe('two simultaneous registrations of one member', () => {
  it.each(rounds)('result in one 201 and one 409 ALREADY_REGISTERED (%s)', async () => {
    const { id } = await fixture.createClass({ registration: { capacity: 5 } });
    const memberId = await createPerson();
    const replies = await Promise.all([fixture.register(id, memberId), fixture.register(id, memberId)]);
    expect(sorted(replies)).toEqual([201, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused?.body.error.code).toBe('ALREADY_REGISTERED');
    expect(await fixture.readSeats(id)).toMatchObject({ taken: 1, live: 1 });
  });
});

describe('a registration during the deletion of its award', () => {
  it.each(rounds)('is never counted for an award that no longer exists (%s)', async () => {
    const created = await fixture.platform.call('POST', 'training', '/api/v1/Awards', {
      tenant: 'demo',
      body: { name: 'Race Director' },
    });
    const awardId: string = created.body.id;
    const of = await fixture.createClass({ awardId });
    const [registered, removed] = await Promise.all([
      fixture.register(of.id, await createPerson()),
      fixture.platform.call('DELETE', 'training', `/api/v1/Awards/${awardId}`, { tenant: 'demo' }),
    ]);
    expect(registered.status).toBe(201);
    const award: AwardItem | undefined = await awardById(fixture.store, awardId, { consistent: true });
    const { awardId: counted } = await fixture.readRegistration(registered.body.registrationId);
    if (removed.status === 204) expect([award, counted]).toEqual([undefined, undefined]);
    else {
      expect(removed.status).toBe(409);
      expect([award?.activeRegistrations, counted]).toEqual([1, awardId]);
      await fixture.post(`/${registered.body.registrationId}/Cancel`, {});
      expect(await awardById(fixture.store, awardId, { consistent: true })).toMatchObject({
        activeRegistrations: 0,
      });
      const after = await fixture.platform.call('DELETE', 'training', `/api/v1/Awards/${awardId}`, {
        tenant: 'demo',
      });
      expect(after.status).toBe(204);
    }
  });
});

describe('two simultaneous cancellations', () => {
  it.each(rounds)('of one registration free one seat (%s)', async () => {
    const of = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 5 } });
    const id = await fixture.registerMember(of.id, await createPerson());
    const waiting = [
      await fixture.registerMember(of.id, await createPerson()),
      await fixture.registerMember(of.id, await createPerson()),
    ];
    const replies = await Promise.all([fixture.post(`/${id}/Cancel`, {}), fixture.post(`/${id}/Cancel`, {})]);
    expect(sorted(replies)).toEqual([200, 409]);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 1, live: 2 });
    const statuses = await Promise.all(
      waiting.map(async (registrationId) => (await fixture.readRegistration(registrationId)).status),
    );
    expect(statuses).toEqual(['Offered', 'Waitlisted']);
  });

  it('of two registrations promote two people from the waitlist, each with its own cause', async () => {
    const of = await fixture.createClass({ registration: { capacity: 2, waitlistSize: 5 } });
    const ids = [];
    for (let index = 0; index < 5; index += 1)
      ids.push(await fixture.registerMember(of.id, await createPerson()));
    await Promise.all(ids.slice(0, 2).map((id) => fixture.post(`/${id}/Cancel`, {})));
    const waiting = await Promise.all(ids.slice(2).map((id) => fixture.readRegistration(id)));
    expect(waiting.map(({ status }) => status)).toEqual(['Offered', 'Offered', 'Waitlisted']);
    expect(new Set(waiting.slice(0, 2).map(({ promotion }) => promotion?.freedBy))).toEqual(
      new Set(ids.slice(0, 2)),
    );
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 2, waiting: 1, live: 3 });
  });
});

describe('an offer that is accepted while it expires', () => {
  it.each(rounds)('is either accepted or expired, and its seat is counted once (%s)', async () => {
    const of = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 5 } });
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.push(await fixture.registerMember(of.id, await createPerson()));
    await fixture.post(`/${ids[0]}/Cancel`, {});
    // The offer is still valid for the caller and has just expired for the timers: the one that commits first wins.
    const late = new Date(Date.now() + 2 * day + hour);
    const [reply] = await Promise.all([fixture.post(`/${ids[1]}/Offer/Accept`), fixture.runTimers(late)]);
    const statuses = await Promise.all(
      ids.slice(1).map(async (id) => (await fixture.readRegistration(id)).status),
    );
    if (reply.status === 200) expect(statuses).toEqual(['Confirmed', 'Waitlisted']);
    else {
      expect(reply.status).toBe(409);
      expect(statuses).toEqual(['Expired', 'Offered']);
    }
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: reply.status === 200 ? 1 : 0 });
  });
});

describe('a capacity that is lowered during registrations', () => {
  it('limits every registration that is decided after the change', async () => {
    const of = await fixture.createClass({ registration: { capacity: 20 } });
    const people = await fixture.createPeople(30);
    const [lowered, ...replies] = await Promise.all([
      fixture.changeClass(of, { capacity: 5 }),
      ...people.map((person) => fixture.register(of.id, person.id)),
    ]);
    const confirmed = replies.filter(({ status }) => status === 201).length;
    const { taken, live, classVersion } = await fixture.readSeats(of.id);
    expect([taken, live]).toEqual([confirmed, confirmed]);
    expect(classVersion).toBe(lowered.version);
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(30 - confirmed);
    const { status } = await fixture.register(of.id, await createPerson());
    expect(status).toBe(taken >= 5 ? 422 : 201);
  });
});

describe('a registration that joins the waitlist while a seat becomes free', () => {
  it.each(rounds)('does not wait while a seat is free (%s)', async () => {
    const of = await fixture.createClass({ registration: { capacity: 1, waitlistSize: 5 } });
    const id = await fixture.registerMember(of.id, await createPerson());
    const [, second] = await Promise.all([
      fixture.post(`/${id}/Cancel`, {}),
      fixture.register(of.id, await createPerson()),
    ]);
    const { status } = await fixture.readRegistration(second.body.registrationId);
    expect(['Confirmed', 'Offered']).toContain(status);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 0, live: 1 });
  });
});
