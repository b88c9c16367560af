// The waitlist: its order, recorded promotions, and offers that expire (docs/interface/training.md#waitlist).
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ClassItem, RegistrationSettings } from '../../../functions/training/classes/record/class.ts';
import { setPromotionTimer } from '../../../functions/training/classes/record/waitlist-timers.ts';
import { waitlist } from '../../../functions/training/registrations/seats/waitlist.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import {
  day,
  fromNow,
  hour,
  type RegistrationFixture,
  startRegistrationFixture,
} from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterEach(() => fixture.moveClock(0));
afterAll(() => fixture.platform.stop());

const createPerson = async (organization?: string | null): Promise<string> =>
  (await fixture.createPeople(1, organization))[0]?.id ?? '';

/** A full class with one seat and a waitlist, and the ids of its registrations: first the one with the seat. */
async function fullClass(
  many: number,
  registration: Partial<RegistrationSettings> = {},
  startsIn = 30 * day,
): Promise<{ of: ClassItem; ids: string[] }> {
  const of = await fixture.createClass({
    registration: { capacity: 1, waitlistSize: 20, ...registration },
    startsIn,
  });
  const ids: string[] = [];
  for (let index = 0; index <= many; index += 1)
    ids.push(await fixture.registerMember(of.id, await createPerson()));
  return { of, ids };
}
const cancel = (id = '') => fixture.post(`/${id}/Cancel`, {});
const statusesOf = (ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await fixture.readRegistration(id)).status));

describe('a person who left while they waited', () => {
  const deactivate = async (id = ''): Promise<void> => {
    const { memberId } = await fixture.readRegistration(id);
    await commit([update(personKey(fixture.store, memberId), { set: { isActive: false } })]);
  };

  it.each([
    [48, 'Offered'],
    [0, 'Confirmed'],
  ])(
    'is passed over: the next one gets the seat within a minute (%s hours of offers)',
    async (offerHours, status) => {
      const { ids } = await fullClass(3, { offerHours });
      await deactivate(ids[1]);
      expect((await cancel(ids[0])).status).toBe(200);
      await fixture.runTimers(await fixture.moveClock(0));
      expect(await statusesOf(ids)).toEqual(['Cancelled', 'Expired', status, 'Waitlisted']);
      expect((await fixture.readRegistration(ids[1] ?? '')).history.at(-1)?.reason).toMatch(
        /no longer active/,
      );
    },
  );

  it('is passed over also when all before the last one left', async () => {
    const { of, ids } = await fullClass(12);
    for (const id of ids.slice(1, 12)) await deactivate(id);
    expect((await cancel(ids[0])).status).toBe(200);
    await fixture.runTimers(await fixture.moveClock(0));
    expect((await statusesOf(ids)).slice(1)).toEqual([...Array(11).fill('Expired'), 'Offered']);
    expect(await fixture.readSeats(of.id)).toMatchObject({ waiting: 0 });
  });
});

describe('when a seat becomes free', () => {
  it('it is offered to the first person on the waitlist, in the same transaction, and the offer records whose seat it was', async () => {
    const { of, ids } = await fullClass(2);
    const { status, body } = await cancel(ids[0]);
    expect([status, body.status]).toEqual([200, 'Cancelled']);
    const first = await fixture.readRegistration(ids[1] ?? '');
    expect(first).toMatchObject({
      status: 'Offered',
      holdsSeat: true,
      promotion: { cause: 'Cancelled', freedBy: ids[0] },
    });
    const until = Date.parse(first.offerExpiresAt ?? '') - Date.parse(first.promotion?.at ?? '');
    expect(until).toBe(48 * hour);
    expect(await fixture.listNotificationKinds(first.id)).toEqual([
      'registrationWaitlisted',
      'registrationPromoted',
    ]);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 1, live: 2 });
    expect((await fixture.get(`/${ids[2]}`)).body.waitlistPosition).toBe(1);
  });

  it('an unpaid promoted registration counts, so that the next one is not promoted too', async () => {
    const { of, ids } = await fullClass(2);
    await cancel(ids[0]);
    await fixture.post(`/${ids[1]}/Offer/Accept`);
    expect(await statusesOf(ids)).toEqual(['Cancelled', 'Confirmed', 'Waitlisted']);
    expect((await fixture.readRegistration(ids[1] ?? '')).payment.state).toBe('unpaid');
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 1 });
  });

  it('a new registrant gets a seat only when there is more room than the waitlist needs', async () => {
    const { of, ids } = await fullClass(2, { waitlistSize: 2 });
    const grown = await fixture.changeClass(of, { capacity: 3 });
    const full = await fixture.register(of.id, await createPerson());
    expect([full.status, full.body.error.code]).toEqual([422, 'CLASS_FULL']);
    expect(full.body.error.message).toContain('are being offered to people on the waitlist');
    await fixture.changeClass(grown, { capacity: 5 });
    const people = (await fixture.createPeople(6)).map(({ id }) => id);
    const replies = await Promise.all(people.map((id) => fixture.register(of.id, id)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422, 422, 422]);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 3, waiting: 2 });
    expect(await statusesOf(ids)).toEqual(['Confirmed', 'Waitlisted', 'Waitlisted']);
  });

  it('a registration is confirmed at once when the class has no offers', async () => {
    const { ids } = await fullClass(1, { offerHours: 0 });
    await cancel(ids[0]);
    expect(await fixture.readRegistration(ids[1] ?? '')).toMatchObject({
      status: 'Confirmed',
      promotion: { freedBy: ids[0] },
    });
  });

  it('an offer never ends after registration closes, and no offer is made after that', async () => {
    const { ids } = await fullClass(1, { closesAt: fromNow(5 * hour) });
    await cancel(ids[0]);
    const { offerExpiresAt } = await fixture.readRegistration(ids[1] ?? '');
    expect(Date.parse(offerExpiresAt ?? '')).toBeLessThanOrEqual(Date.now() + 5 * hour);
    const other = await fullClass(1, { closesAt: fromNow(5 * hour) });
    await fixture.moveClock(6 * hour);
    await cancel(other.ids[0]);
    expect(await statusesOf(other.ids)).toEqual(['Cancelled', 'Waitlisted']);
    expect(await fixture.readSeats(other.of.id)).toMatchObject({ taken: 0, waiting: 1 });
  });

  it('a registration that no free seat fits is skipped, but not the registrations after it (pretix #2119, #3628)', async () => {
    const of = await fixture.createClass({
      registration: {
        capacity: 2,
        waitlistSize: 9,
        standard: { memberFee: 0, nonMemberFee: 0, nonMemberSeats: 1 },
      },
    });
    const member = await fixture.registerMember(of.id, await createPerson());
    const stranger = await fixture.registerMember(of.id, await createPerson(null));
    const secondStranger = await fixture.registerMember(of.id, await createPerson(null));
    const secondMember = await fixture.registerMember(of.id, await createPerson());
    await cancel(member);
    expect(await statusesOf([secondStranger, secondMember])).toEqual(['Waitlisted', 'Offered']);
    await cancel(stranger);
    expect(await statusesOf([secondStranger])).toEqual(['Offered']);
  });

  it('a new registration gets no seat before the people on the waitlist', async () => {
    const { of, ids } = await fullClass(1);
    await fixture.changeClass(of, { capacity: 2 });
    const { body } = await fixture.register(of.id, await createPerson());
    expect(body.status).toBe('Waitlisted');
    await commit([setPromotionTimer(fixture.store, of.id, new Date())]);
    await fixture.runTimers(new Date());
    expect(await statusesOf([ids[1] ?? '', body.registrationId])).toEqual(['Offered', 'Waitlisted']);
    expect(await fixture.readRegistration(ids[1] ?? '')).toMatchObject({ promotion: { cause: 'RoomGrew' } });
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 2, waiting: 1 });
  });

  it('nobody is promoted while more seats are taken than the class has', async () => {
    const of = await fixture.createClass({ registration: { capacity: 2, waitlistSize: 5 } });
    const [first = ''] = [
      await fixture.registerMember(of.id, await createPerson()),
      await fixture.registerMember(of.id, await createPerson()),
    ];
    const waiting = await fixture.registerMember(of.id, await createPerson());
    await fixture.changeClass(of, { capacity: 1 });
    await cancel(first);
    expect(await statusesOf([waiting])).toEqual(['Waitlisted']);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 1 });
  });
});

describe('an offer', () => {
  it('can be declined, and the next person then gets an offer', async () => {
    const { ids } = await fullClass(2);
    await cancel(ids[0]);
    expect((await fixture.post(`/${ids[1]}/Offer/Decline`)).body.status).toBe('Cancelled');
    expect(await statusesOf(ids)).toEqual(['Cancelled', 'Cancelled', 'Offered']);
    expect(await fixture.readRegistration(ids[2] ?? '')).toMatchObject({
      promotion: { cause: 'OfferDeclined', freedBy: ids[1] },
    });
    const again = await fixture.post(`/${ids[1]}/Offer/Accept`);
    expect([again.status, again.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it('needs approval when the class requires it', async () => {
    const approvalChainId = fixture.idOf('approvalChain', 'manager-then-training');
    const { of, ids } = await fullClass(1, { approvalChainId, pendingHoldsSeat: true });
    await cancel(ids[0]);
    expect((await fixture.post(`/${ids[1]}/Offer/Accept`)).body).toMatchObject({
      status: 'PendingApproval',
      holdsSeat: true,
      approval: { currentStep: 1 },
    });
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 0 });
  });

  it('has a reminder after three quarters of its time, and expires: the seat is then offered to the next person', async () => {
    const { ids } = await fullClass(2);
    await cancel(ids[0]);
    await fixture.runTimers(await fixture.moveClock(35 * hour));
    expect(await fixture.listNotificationKinds(ids[1] ?? '')).not.toContain('offerExpiring');
    await fixture.runTimers(await fixture.moveClock(37 * hour));
    expect(await fixture.listNotificationKinds(ids[1] ?? '')).toContain('offerExpiring');
    const late = await fixture.moveClock(49 * hour);
    const refused = await fixture.post(`/${ids[1]}/Offer/Accept`);
    expect([refused.status, refused.body.error.message]).toEqual([409, expect.stringContaining('ended on')]);
    await fixture.runTimers(late);
    expect(await statusesOf(ids)).toEqual(['Cancelled', 'Expired', 'Offered']);
    expect(await fixture.readRegistration(ids[2] ?? '')).toMatchObject({
      promotion: { cause: 'OfferExpired', freedBy: ids[1] },
    });
    expect(await fixture.listNotificationKinds(ids[1] ?? '')).toContain('offerExpired');
    await fixture.runTimers(late);
    expect(await statusesOf(ids)).toEqual(['Cancelled', 'Expired', 'Offered']);
  });
});

describe('the timers of a waitlist', () => {
  it('fill added seats in order, for a waitlist of any length', async () => {
    const { of, ids } = await fullClass(14);
    await fixture.changeClass(of, { capacity: 13 });
    await commit([setPromotionTimer(fixture.store, of.id, new Date())]);
    await fixture.runTimers(new Date());
    const statuses = await statusesOf(ids);
    expect(statuses).toEqual(['Confirmed', ...Array(12).fill('Offered'), ...Array(2).fill('Waitlisted')]);
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 13, waiting: 2, live: 15 });
  });

  it('promote when a phase with more seats begins', async () => {
    const { ids } = await fullClass(1, {
      capacity: 5,
      early: { endsAt: fromNow(2 * day), memberFee: 50, nonMemberFee: 50, memberSeats: 1 },
    });
    await fixture.runTimers(await fixture.moveClock(day));
    expect(await statusesOf(ids)).toEqual(['Confirmed', 'Waitlisted']);
    await fixture.runTimers(await fixture.moveClock(2 * day + hour));
    expect(await statusesOf(ids)).toEqual(['Confirmed', 'Offered']);
  });

  it('end the waitlist when registration closes, and notify the people on it', async () => {
    const { of, ids } = await fullClass(17, { closesAt: fromNow(10 * day) });
    await fixture.changeClass(of, { closesAt: fromNow(12 * day) });
    await fixture.runTimers(await fixture.moveClock(11 * day));
    expect((await statusesOf(ids)).filter((status) => status === 'Waitlisted')).toHaveLength(17);
    await fixture.runTimers(await fixture.moveClock(12 * day + hour));
    expect(await statusesOf(ids)).toEqual(['Confirmed', ...Array(17).fill('Expired')]);
    expect(await fixture.listNotificationKinds(ids[1] ?? '')).toContain('registrationCancelled');
    expect(await fixture.readSeats(of.id)).toMatchObject({ taken: 1, waiting: 0, live: 1 });
    expect((await fixture.store.query(waitlist(fixture.store, of.id), { consistent: true })).items).toEqual(
      [],
    );
  });
});
