// Chapter 3, April 2031: two people wait, another one cancels, an offer expires, and the next person takes the seat.
// Rules: docs/interface/training.md#waitlist.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';
import type { Name } from './cast.ts';

const hour = 3_600_000;

export const promoteWaitlist = (tour: () => Tour) =>
  describe('3. the waitlist moves', () => {
    const path = '/registration/ClassRegistration';
    const register = (member: Name) =>
      tour().call(member, 'POST', path, {
        classId: tour().recallId('spring'),
        memberId: tour().personId(member),
      });
    const readRegistration = (member: Name) =>
      tour().callOk(member, 'GET', `${path}/${tour().recallId(`${member} in spring`)}`);

    it('a full class has a waitlist in the order of requests, and refuses registrations when the waitlist is full', async () => {
      const { rememberId, until } = tour();
      await until('2031-04-03T15:00:00Z');
      for (const name of ['tomas', 'greta'] as const) {
        const { status, body } = await register(name);
        expect([status, body.status]).toEqual([201, 'Waitlisted']);
        rememberId(`${name} in spring`, body.registrationId);
      }
      expect((await readRegistration('greta')).waitlistPosition).toBe(2);
      const third = await register('mara');
      expect([third.status, third.body.error.code]).toEqual([422, 'CLASS_FULL']);
    });

    it('a cancellation offers the seat to the first person on the waitlist, and the offer records whose seat it was', async () => {
      const { callOk, recallId, until } = tour();
      await until('2031-04-04T15:00:00Z');
      const reason = 'The council meets that week.';
      await callOk('wren', 'POST', `${path}/${recallId('wren in spring')}/Cancel`, { reason });
      const offered = await readRegistration('tomas');
      expect(offered).toMatchObject({
        status: 'Offered',
        holdsSeat: true,
        promotion: { cause: 'Cancelled', freedBy: recallId('wren in spring') },
      });
      // The association set one day; the default is two.
      expect(Date.parse(offered.offerExpiresAt) - Date.parse(offered.promotion.at)).toBe(24 * hour);
      expect((await readRegistration('greta')).waitlistPosition).toBe(1);
      expect(await callOk('public', 'GET', `/Classes/${recallId('spring')}`)).toMatchObject({
        seats: { taken: 3, waiting: 1 },
        registrationState: 'Sold Out',
      });
    });

    it('an offer that is not accepted expires, and the next person gets one (promote on offer expiry)', async () => {
      const { call, recallId, notifications, mails, until } = tour();
      await until('2031-04-05T16:00:00Z');
      expect(await readRegistration('tomas')).toMatchObject({ status: 'Expired', holdsSeat: false });
      expect(await readRegistration('greta')).toMatchObject({
        status: 'Offered',
        promotion: { cause: 'OfferExpired', freedBy: recallId('tomas in spring') },
      });
      const tooLate = await call('tomas', 'POST', `${path}/${recallId('tomas in spring')}/Offer/Accept`);
      expect([tooLate.status, tooLate.body.error.code]).toEqual([409, 'CONFLICT']);
      expect((await notifications('tomas')).map(({ kind }) => kind)).toEqual([
        ...['registrationWaitlisted', 'registrationPromoted', 'offerExpiring', 'offerExpired'],
      ]);
      const promoted = (await mails('tomas')).find(({ text }) => text.includes('How it became free'));
      expect(promoted?.text).toContain('How it became free: another registration was cancelled\n');
      expect(promoted?.text).toContain('Saturday, April 5, 2031 at 9:00 AM MDT');
    });

    it('a person who accepts an offer by the link of its mail is confirmed, at the price of the day of the registration', async () => {
      const { call, callOk, notifications, latestLink } = tour();
      const link = async (name: Name) => {
        await notifications(name);
        return latestLink(name);
      };
      const offer = await link('greta');
      expect(offer).toContain('/Links/Offer/');
      expect(await callOk('public', 'GET', offer)).toContain('A seat is free for you');
      expect((await readRegistration('greta')).status).toBe('Offered');
      await callOk('public', 'POST', offer, new URLSearchParams({ action: 'accept' }));
      // The link is used; that of the offer which ended shows how the registration is now.
      expect(await callOk('public', 'GET', offer)).toContain('You have accepted this seat already');
      expect((await call('public', 'GET', await link('tomas'))).text).toContain('Ended');
      const { status, phase, payment, history } = await readRegistration('greta');
      expect([status, phase, payment.amountDue, payment.state]).toEqual(['Confirmed', 'late', 150, 'unpaid']);
      expect(history.map(({ to }: { to: string }) => to)).toEqual(['Waitlisted', 'Offered', 'Confirmed']);
    });
  });
