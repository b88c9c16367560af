// Chapter 2, February to April 2031: registration opens, its phases and fees follow each other, and the class sells out.
// Rules: docs/interface/training.md#registration-settings, #registration-types, #eligibility.
import { describe, expect, it } from 'vitest';
import type { Name } from './cast.ts';
import type { Tour } from './tour-world.ts';

export const openRegistration = (tour: () => Tour) =>
  describe('2. registration opens', () => {
    const stateOfSpring = async (): Promise<string> => {
      const { callOk, recallId } = tour();
      return (await callOk('public', 'GET', `/Public/getClassById/${recallId('spring')}`)).registrationState;
    };
    const registering = (member: Name, more: object = {}) => ({
      classId: tour().recallId('spring'),
      memberId: tour().personId(member),
      ...more,
    });
    const path = '/registration/ClassRegistration';

    it('early: a member pays the early fee, and with that the early seats are sold', async () => {
      const { callOk, call, rememberId, until } = tour();
      await until('2031-02-03T17:00:00Z');
      expect(await stateOfSpring()).toBe('Early Registration On');
      const wish = registering('silas', { paymentMethod: 'Invoice' });
      const reply = await callOk('silas', 'POST', path, wish);
      expect(reply).toMatchObject({
        status: 'Confirmed',
        confirmationNumber: expect.stringMatching(/^\d{4}-\d{4}$/),
        message: expect.stringContaining('90.00 is due by Invoice'),
      });
      rememberId('silas in spring', reply.registrationId);
      expect(await callOk('silas', 'GET', `${path}/${reply.registrationId}`)).toMatchObject({
        phase: 'early',
        kind: 'member',
        payment: { method: 'Invoice', amountDue: 90, state: 'unpaid' },
      });
      expect(await stateOfSpring()).toBe('Early Sold Out');
      // docs/interface/training.md#class-registration: 409 when the member is already registered.
      const again = await call('silas', 'POST', path, wish);
      expect([again.status, again.body.error.code]).toEqual([409, 'ALREADY_REGISTERED']);
    });

    it('standard: a supervisor registers a colleague, and nobody from elsewhere (Manager)', async () => {
      const { callOk, call, rememberId, until } = tour();
      await until('2031-03-05T17:00:00Z');
      expect(await stateOfSpring()).toBe('Standard Registration On');
      const asManager = { registrationType: 'Manager' };
      const foreign = await call('mara', 'POST', path, registering('greta', asManager));
      expect([foreign.status, foreign.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
      const peer = await call('silas', 'POST', path, registering('noor', asManager));
      expect([peer.status, peer.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
      const { registrationId, status } = await callOk('mara', 'POST', path, registering('noor', asManager));
      expect(status).toBe('Confirmed');
      rememberId('noor in spring', registrationId);
      expect(await callOk('noor', 'GET', `${path}/${registrationId}`)).toMatchObject({
        phase: 'standard',
        registrationType: 'Manager',
        payment: { amountDue: 120, state: 'unpaid' },
      });
      // She wants no mail to remind her; in the app she still is.
      const preferences = [{ kind: 'classReminder', mail: false }];
      await callOk('noor', 'PUT', '/Notifications/Preferences', { preferences });
    });

    it('late: who is no member pays more, and takes the last seat', async () => {
      const { callOk, rememberId, until } = tour();
      await until('2031-04-02T15:00:00Z');
      expect(await stateOfSpring()).toBe('Late Registration On');
      const { registrationId } = await callOk('wren', 'POST', path, registering('wren'));
      rememberId('wren in spring', registrationId);
      expect(await callOk('wren', 'GET', `${path}/${registrationId}`)).toMatchObject({
        kind: 'nonMember',
        phase: 'late',
        payment: { amountDue: 200 },
      });
      expect(await stateOfSpring()).toBe('Sold Out');
    });

    it('tells whoever asks why they would have to wait ("Why can’t I?")', async () => {
      const { callOk, recallId, personId } = tour();
      const query = (member: Name) => `classId=${recallId('spring')}&memberId=${personId(member)}`;
      expect(await callOk('tomas', 'GET', `${path}/eligibility?${query('tomas')}`)).toMatchObject({
        isEligible: true,
        wouldBe: 'Waitlisted',
        seatsLeft: 0,
        waitlistPlacesLeft: 2,
        fee: 150,
      });
      const { reasons } = await callOk('silas', 'GET', `${path}/eligibility?${query('silas')}`);
      expect(reasons).toMatchObject([{ code: 'ALREADY_REGISTERED' }]);
    });
  });
