// Chapter 2, February to April 2031: registration opens, its phases and fees follow each other, and the class sells out.
// Rules: docs/interface/training.md#registration-settings, #registration-types, #eligibility.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';
import type { Name } from './cast.ts';

export const openRegistration = (tour: () => Tour) =>
  describe('2. registration opens', () => {
    const readSpringState = async (): Promise<string> => {
      const { callOk, recallId } = tour();
      return (await callOk('public', 'GET', `/Public/getClassById/${recallId('spring')}`)).registrationState;
    };
    const buildInput = (member: Name, more: object = {}) => ({
      classId: tour().recallId('spring'),
      memberId: tour().personId(member),
      ...more,
    });
    const path = '/registration/ClassRegistration';

    it('early phase: a member takes the only early seat at the early fee', async () => {
      const { callOk, call, rememberId, until } = tour();
      await until('2031-02-03T17:00:00Z');
      expect(await readSpringState()).toBe('Early Registration On');
      const input = buildInput('silas', { paymentMethod: 'Invoice' });
      const reply = await callOk('silas', 'POST', path, input);
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
      expect(await readSpringState()).toBe('Early Sold Out');
      // docs/interface/training.md#class-registration: 409 when the member is already registered.
      const again = await call('silas', 'POST', path, input);
      expect([again.status, again.body.error.code]).toEqual([409, 'ALREADY_REGISTERED']);
    });

    it('standard phase: a supervisor can register a colleague, but no member of another organization (Manager)', async () => {
      const { callOk, call, rememberId, until } = tour();
      await until('2031-03-05T17:00:00Z');
      expect(await readSpringState()).toBe('Standard Registration On');
      const asManager = { registrationType: 'Manager' };
      const foreign = await call('mara', 'POST', path, buildInput('greta', asManager));
      expect([foreign.status, foreign.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
      const peer = await call('silas', 'POST', path, buildInput('noor', asManager));
      expect([peer.status, peer.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
      const { registrationId, status } = await callOk('mara', 'POST', path, buildInput('noor', asManager));
      expect(status).toBe('Confirmed');
      rememberId('noor in spring', registrationId);
      expect(await callOk('noor', 'GET', `${path}/${registrationId}`)).toMatchObject({
        phase: 'standard',
        registrationType: 'Manager',
        payment: { amountDue: 120, state: 'unpaid' },
      });
      // Noor turns off reminders by mail; she still gets them in the app.
      const preferences = [{ kind: 'classReminder', mail: false }];
      await callOk('noor', 'PUT', '/Notifications/Preferences', { preferences });
    });

    it('late phase: a person who is not a member pays more, and takes the last seat', async () => {
      const { callOk, rememberId, until } = tour();
      await until('2031-04-02T15:00:00Z');
      expect(await readSpringState()).toBe('Late Registration On');
      const { registrationId } = await callOk('wren', 'POST', path, buildInput('wren'));
      rememberId('wren in spring', registrationId);
      expect(await callOk('wren', 'GET', `${path}/${registrationId}`)).toMatchObject({
        kind: 'nonMember',
        phase: 'late',
        payment: { amountDue: 200 },
      });
      expect(await readSpringState()).toBe('Sold Out');
    });

    it('eligibility states that a person would be waitlisted, or why they cannot register ("Why can’t I?")', async () => {
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
