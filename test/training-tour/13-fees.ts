// Chapter 13, winter 2032: a class on site and online with tax, a discount code and a cancellation fee.
// Rules: docs/interface/training.md#separate-seats, #overbooking, #discount-codes, #taxes, #cancellation-fees, #invoices.
import { describe, expect, it } from 'vitest';
import type { Tour } from './association.ts';
import type { Name } from './cast.ts';

export const chargeFees = (tour: () => Tour) =>
  describe('13. a class with fees', () => {
    const path = '/registration/ClassRegistration';
    const register = (who: Name, more: object) => {
      const { callOk, recallId, personId } = tour();
      const input = { classId: recallId('both ways'), memberId: personId(who), ...more };
      return callOk(who, 'POST', path, input);
    };

    it('the director sets the tax and makes a code for two people; the office schedules the class', async () => {
      const { callOk, rememberId, recallId, until } = tour();
      await until('2032-10-20T16:00:00Z');
      const { rates } = await callOk('odette', 'PUT', '/Settings/TaxRates', {
        rates: [{ name: 'Sales tax', rate: 2.9 }],
      });
      await callOk('odette', 'PUT', '/Settings/TaxRates', { defaultRateId: rates[0].id });
      const both = await callOk('pavel', 'POST', '/Classes', {
        sectionName: 'Records Management, on site and online',
        courseId: recallId('records'),
        sessions: [{ date: '2032-12-08', startTime: '09:00', endTime: '15:00' }],
        locationType: 'onlocationandonline',
        registration: {
          waitlistSize: 4,
          separateSeats: { onSite: 1, online: 2 },
          standard: { memberFee: 200 },
          cancellation: { deadlineHours: 72, feeAfter: { percent: 50 } },
        },
      });
      rememberId('both ways', both.id);
      const code = await callOk('pavel', 'POST', '/DiscountCodes', {
        code: 'TAMARACK-TEN',
        percent: 10,
        maxRedemptions: 2,
        maxPerPerson: 1,
        classIds: [both.id],
      });
      rememberId('code', code.id);
    });

    it('a member sees the price with the code, and registers online for it', async () => {
      const { callOk, recallId, personId, rememberId } = tour();
      const discountCode = 'tamarack ten';
      const asked = { classId: recallId('both ways'), memberId: personId('tomas'), discountCode };
      expect(await callOk('tomas', 'POST', `${path}/Price`, asked)).toMatchObject({
        ...{ fee: 200, discount: { amount: 20 }, tax: { amount: 5.22 }, total: 185.22 },
      });
      const { registrationId, message } = await register('tomas', { attendanceMode: 'online', discountCode });
      expect(message).toContain('has a seat online in');
      rememberId('tomas online', registrationId);
      expect(await callOk('pavel', 'GET', `/DiscountCodes/${recallId('code')}`)).toMatchObject({
        redeemed: 1,
      });
    });

    it('on site there is one seat; the director gives another to the one who waits, with a reason', async () => {
      const { call, callOk } = tour();
      expect((await register('greta', { attendanceMode: 'onSite' })).status).toBe('Confirmed');
      const { registrationId, status } = await register('silas', { attendanceMode: 'onSite' });
      expect(status).toBe('Waitlisted');
      const reason = 'He brings the records that the class works on.';
      const refused = await call('pavel', 'POST', `${path}/${registrationId}/Overbook`, { reason });
      expect([refused.status, refused.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
      expect(await callOk('odette', 'POST', `${path}/${registrationId}/Overbook`, { reason })).toMatchObject({
        status: 'Confirmed',
        overbooking: { reason },
      });
    });

    it('the office issues the invoice, which the member reads', async () => {
      const { callOk, recallId, rememberId } = tour();
      await callOk('odette', 'PUT', '/Settings/Invoices', { paymentTerms: 'Payable within 30 days.' });
      const address = `${path}/${recallId('tomas online')}/Invoices`;
      const invoice = await callOk('pavel', 'POST', address);
      expect(invoice).toMatchObject({ number: 'INV-000001', total: 185.22, balance: { due: 185.22 } });
      rememberId('invoice', invoice.id);
      expect(await callOk('tomas', 'GET', `/Invoices/${invoice.id}`)).toEqual(invoice);
    });

    it('who cancels after the deadline owes half of the price, sees that beforehand, and the code is free again', async () => {
      const { callOk, recallId, until } = tour();
      const id = recallId('tomas online');
      const { inWords } = await callOk('tomas', 'GET', `${path}/${id}/Cancellation`);
      expect(inWords).toContain(
        'a cancellation costs nothing; after that it costs $92.61. Nothing would be due',
      );
      await until('2032-12-07T16:00:00Z');
      expect((await callOk('tomas', 'POST', `${path}/${id}/Cancel`, {})).payment).toMatchObject({
        ...{ amountDue: 92.61, state: 'unpaid' },
      });
      const paid = { state: 'paid', method: 'Invoice', reference: 'Cheque 7711' };
      expect((await callOk('pavel', 'POST', `${path}/${id}/Payment`, paid)).payment.state).toBe('paid');
      expect(await callOk('pavel', 'GET', `/DiscountCodes/${recallId('code')}`)).toMatchObject({
        redeemed: 0,
      });
    });

    it('the credit note has what is no longer owed, and the member reads the receipt', async () => {
      const { call, callOk, recallId } = tour();
      const id = recallId('tomas online');
      expect(await callOk('pavel', 'POST', `${path}/${id}/Invoices`)).toMatchObject({
        ...{ number: 'CN-000001', total: 92.61, corrects: { id: recallId('invoice') } },
        balance: { charged: 92.61, paid: 92.61, due: 0 },
      });
      const { entries } = await callOk('tomas', 'GET', `${path}/${id}/Payments`);
      const { number } = entries.find(({ kind }: { kind: string }) => kind === 'payment');
      const receipt = await call('tomas', 'GET', `${path}/${id}/Payments/${number}/Receipt.pdf`);
      expect([receipt.status, receipt.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    });
  });
