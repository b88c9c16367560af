// Chapter 7, September 2031: the cancellation of a class also cancels its registrations.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';
import type { Name } from './cast.ts';

export const cancelClass = (tour: () => Tour) =>
  describe('7. a class is cancelled', () => {
    const path = '/registration/ClassRegistration';
    const readRegistration = (name: Name) =>
      tour().callOk(name, 'GET', `${path}/${tour().recallId(`${name} in autumn`)}`);

    it('one person has paid for the class and another one is on its waitlist', async () => {
      const { callOk, personId, rememberId, recallId, until } = tour();
      await until('2031-09-01T15:00:00Z');
      for (const name of ['noor', 'tomas'] as const) {
        const body = { classId: recallId('autumn'), memberId: personId(name) };
        rememberId(`${name} in autumn`, (await callOk(name, 'POST', path, body)).registrationId);
      }
      await callOk('pavel', 'POST', `${path}/${recallId('noor in autumn')}/Payment`, { state: 'paid' });
      expect((await readRegistration('tomas')).status).toBe('Waitlisted');
    });

    it('the cancellation cancels both registrations, promotes nobody, and records the refund that is due (refunded)', async () => {
      const { callOk, recallId, notifications, mails, until } = tour();
      await until('2031-09-20T15:00:00Z');
      await callOk('pavel', 'POST', `/Classes/${recallId('autumn')}/Cancel`, {
        reason: 'The hall was flooded.',
      });
      await until('2031-09-20T15:05:00Z');
      const noor = await readRegistration('noor');
      expect(noor).toMatchObject({ status: 'Cancelled', payment: { state: 'paid', refundDue: 80 } });
      expect(noor.history.at(-1)).toMatchObject({
        by: 'system',
        reason: 'The class was cancelled: The hall was flooded.',
      });
      const tomas = await readRegistration('tomas');
      expect(tomas.history.map(({ to }: { to: string }) => to)).toEqual(['Waitlisted', 'Cancelled']);
      for (const name of ['noor', 'tomas'] as const)
        expect((await notifications(name)).at(-1)?.kind).toBe('classCancelled');
      const text = (await mails('noor')).at(-1)?.text;
      expect(text).toContain('Reason: The hall was flooded.\nRefund due to you: $80.00\n');
      expect((await mails('tomas')).at(-1)?.text).not.toContain('Refund');
      const refund = { state: 'refunded', reference: 'check 204' };
      const refunded = await callOk('pavel', 'POST', `${path}/${recallId('noor in autumn')}/Payment`, refund);
      expect(refunded.payment).toMatchObject({ state: 'refunded', amountRefunded: 80 });
    });

    it('a cancelled class can be removed', async () => {
      const { call, recallId } = tour();
      expect((await call('pavel', 'DELETE', `/Classes/${recallId('autumn')}`)).status).toBe(204);
    });
  });
