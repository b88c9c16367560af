// Registering many members of an organization with one request.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { fromNow, hour, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

describe('Bulk', () => {
  const bulk = (body: unknown, headers: Record<string, string> = {}) =>
    fixture.post('/Bulk', body, { headers });

  it('registers each member separately, in the order of the request', async () => {
    const of = await fixture.createClass({ registration: { capacity: 2, waitlistSize: 1 } });
    const people = (await fixture.createPeople(4)).map(({ id }) => id);
    const memberIds = [...people, '00000000-0000-4000-8000-000000000000'];
    const { status, body } = await bulk({ classId: of.id, memberIds });
    expect(status).toBe(200);
    expect(body).toMatchObject({ confirmed: 2, pendingApproval: 0, waitlisted: 1, refused: 2 });
    expect(body.results.map((result: { memberId: string }) => result.memberId)).toEqual(memberIds);
    expect(body.results).toMatchObject([
      { registration: { status: 'Confirmed' } },
      { registration: { status: 'Confirmed' } },
      { registration: { status: 'Waitlisted' } },
      { error: { code: 'CLASS_FULL' } },
      { error: { code: 'VALIDATION_ERROR' } },
    ]);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 2, waiting: 1 });
  });

  it('registers a member once who is in it twice, and says so', async () => {
    const of = await fixture.createClass({ registration: { capacity: 9 } });
    const [one, other] = (await fixture.createPeople(2)).map(({ id }) => id);
    const { body } = await bulk({ classId: of.id, memberIds: [one, other, one] });
    expect(body).toMatchObject({ confirmed: 2, refused: 1 });
    expect(body.results[2]).toMatchObject({
      ...{ row: 2, memberId: one },
      error: { details: [{ code: 'DUPLICATE_VALUE', target: 'memberIds[2]' }] },
    });
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 2 });
  });

  it('continues where it stopped when the request is repeated with its Idempotency-Key', async () => {
    const of = await fixture.createClass({ registration: { capacity: 9 } });
    const people = (await fixture.createPeople(3)).map(({ id }) => id);
    const headers = { 'Idempotency-Key': of.id };
    const [first, second] = await Promise.all([
      bulk({ classId: of.id, memberIds: people }, headers),
      bulk({ classId: of.id, memberIds: people }, headers),
    ]);
    const replies = [first, second, await bulk({ classId: of.id, memberIds: people }, headers)];
    for (const { status, body } of replies.filter((reply) => reply.status !== 409)) {
      expect(status).toBe(200);
      expect(body.confirmed).toBe(3);
    }
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 3, live: 3 });
  });

  it('accepts 200 members, and writes nothing with validateOnly', async () => {
    const of = await fixture.createClass({ registration: { closesAt: fromNow(hour) } });
    const memberIds = (await fixture.createPeople(201)).map(({ id }) => id);
    expect((await bulk({ classId: of.id, memberIds })).status).toBe(400);
    const dry = await fixture.post('/Bulk?validateOnly=true', {
      classId: of.id,
      memberIds: memberIds.slice(0, 3),
    });
    expect([dry.body.confirmed, (await fixture.readSeats(of.id)).taken]).toEqual([3, 0]);
    const { body } = await bulk({ classId: of.id, memberIds: memberIds.slice(0, 200) });
    expect(body).toMatchObject({ confirmed: 200, refused: 0 });
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 200, live: 200 });
    const roster = await fixture.get(`?classId=${of.id}&page=4&pageSize=50`);
    expect([roster.headers.get('x-total-count'), roster.body.length]).toEqual(['200', 50]);
    expect(roster.readUnits).toBeLessThan(60);
  });
});
