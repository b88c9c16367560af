// Seats are never oversold, and none stays unused (docs/interface/training.md#class-registration; the transactions of
// registrations/seats.ts).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadClassRegistrations } from '../../../functions/training/registrations/list-registrations.ts';
import { waitlist } from '../../../functions/training/registrations/seats/waitlist.ts';
import { type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterAll(() => fixture.platform.stop());

describe('500 simultaneous registrations for 30 seats and a waitlist of 20', () => {
  it('result in 30 Confirmed, 20 Waitlisted in the order of receipt, and CLASS_FULL for the rest', async () => {
    const { id } = await fixture.createClass({ registration: { capacity: 30, waitlistSize: 20 } });
    const people = await fixture.createPeople(500);
    const replies = await Promise.all(people.map((person) => fixture.register(id, person.id)));
    const tally: Record<string, number> = {};
    for (const { status, body } of replies) {
      const name = `${status} ${status === 201 ? body.status : body.error.code}`;
      tally[name] = (tally[name] ?? 0) + 1;
    }
    expect(tally).toEqual({ '201 Confirmed': 30, '201 Waitlisted': 20, '422 CLASS_FULL': 450 });
    expect(await fixture.readSeats(id)).toMatchObject({
      taken: 30,
      takenMember: 30,
      takenNonMember: 0,
      waiting: 20,
      waitingMember: 20,
      live: 50,
    });
    const all = await loadClassRegistrations(fixture.store, id);
    expect(all.filter(({ holdsSeat }) => holdsSeat)).toHaveLength(30);
    const waiting = all.filter(({ status }) => status === 'Waitlisted');
    const { items } = await fixture.store.query(waitlist(fixture.store, id), { consistent: true });
    const byReceipt = waiting.toSorted((a, b) =>
      `${a.waitlistedAt}#${a.id}` < `${b.waitlistedAt}#${b.id}` ? -1 : 1,
    );
    expect(items.map(({ registrationId }) => registrationId)).toEqual(
      byReceipt.map((registration) => registration.id),
    );
    expect(new Set(all.map(({ confirmationNumber }) => confirmationNumber)).size).toBe(50);
  });
});
