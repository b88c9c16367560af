// One invoice of an organization for many registrations, its payment, its due date and its reminders
// (docs/interface/training.md#consolidated-invoices, #due-dates).
import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NotificationMessageItem } from '../../../functions/training/notifications/notification-message.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { loadTenant } from '../../../shared/settings/tenant-settings.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import type { CallOptions, Reply } from '../../harness/platform.ts';
import {
  path,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let office: CallOptions;
let organization: string;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  const permissions = [
    'training.settings.write',
    'training.registrations.read',
    'training.registrations.write',
    'training.reports.read',
    'training.people.write',
    'OverrideRegistration',
  ] as const;
  office = { token: await fixture.platform.tokenFor({ tenant: 'demo', permissions }) };
  organization = fixture.idOf('organization', 'alder');
  await call('PUT', '/api/v1/Settings/Invoices', { paymentDays: 30, reminderDays: [7, 30] });
});
afterAll(() => fixture.platform.stop());

const call = (
  method: 'GET' | 'POST' | 'PUT',
  address: string,
  body?: unknown,
  by: CallOptions = office,
): Promise<Reply> =>
  fixture.platform.call(method, 'training', address, {
    tenant: 'demo',
    ...(body !== undefined && { body }),
    ...by,
  });
const invoices = (): string => `/api/v1/Organizations/${organization}/Invoices`;
const issue = (body: object): Promise<Reply> => call('POST', invoices(), body);

/** A class with registrations of people of the organization, in the order of the people. */
async function registerMany(many: number, registration: object = {}) {
  const { id: classId } = await fixture.createClass({ registration: { capacity: 200, ...registration } });
  const people = (await fixture.createPeople(many)).map(({ id }) => id);
  const ids: string[] = [];
  for (const person of people) ids.push(await fixture.registerMember(classId, person));
  return { classId, people, ids };
}

describe('an invoice of an organization', () => {
  it('has a line for each of its registrations for a class, and is issued once', async () => {
    const { classId, ids } = await registerMany(3);
    const [outside] = await fixture.createPeople(1, null);
    await fixture.registerMember(classId, outside?.id ?? '');
    const { status, body, headers } = await issue({ classId, purchaseOrder: 'PO 2291' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...{ kind: 'invoice', total: 300, currency: 'USD', purchaseOrder: 'PO 2291' },
      recipient: { name: 'Alder County' },
      registrations: ids.map((registrationId) => ({ registrationId, total: 100 })),
      balance: { charged: 300, paid: 0, due: 300, refundDue: 0 },
    });
    expect(body.lines.map(({ amount }: { amount: number }) => amount)).toEqual([100, 100, 100]);
    expect(body.dueDate).toBe(addDays(body.issuedDate, 30));
    expect(body).not.toHaveProperty('registrationId');
    expect(headers.get('location')).toContain(`/api/v1/Invoices/${body.id}`);
    expect((await call('GET', `/api/v1/Invoices/${body.id}`)).body).toEqual(body);
    expect((await call('GET', '/api/v1/Invoices?pageSize=200')).body).toContainEqual(body);
    // Each registration has its part, under the same number, and is not invoiced again.
    const own = await call('GET', `${path}/${ids[0]}/Invoices`);
    expect(own.body).toMatchObject([{ id: body.id, number: body.number, isPart: true, total: 100 }]);
    expect((await call('POST', `${path}/${ids[0]}/Invoices`)).status).toBe(200);
    expect((await issue({ classId })).status).toBe(409);
  });

  it('takes 80 registrations, and the rest with the next request', async () => {
    const { classId, ids } = await registerMany(81);
    expect((await issue({ registrationIds: ids })).status).toBe(400);
    const first = await issue({ classId });
    expect([first.status, first.body.registrations.length, first.body.total]).toEqual([201, 80, 8000]);
    const second = await issue({ classId });
    expect([second.status, second.body.registrations.length]).toEqual([201, 1]);
    const page = await call('GET', `/api/v1/Invoices/${first.body.id}/Document.pdf`);
    const pdf = await getDocumentProxy(new Uint8Array(page.bytes));
    expect(pdf.numPages).toBeGreaterThan(1);
    const { text } = await extractText(pdf, { mergePages: true });
    for (const words of [first.body.number, 'Alder County', '80 registrations', 'Total', '$8,000.00', 'Due'])
      expect(text).toContain(words);
    expect(text.match(/Test Person/g)).toHaveLength(80);
  });

  it('of ten requests at once is issued once', async () => {
    const { classId } = await registerMany(2);
    const replies = await Promise.all(Array.from({ length: 10 }, () => issue({ classId })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, ...Array(9).fill(409)]);
  });

  it('has one rate of tax: registrations under another one are in the next', async () => {
    const rates = ['Low', 'High'].map((name, index) => ({ name, rate: 10 + index }));
    const { body: stored } = await call('PUT', '/api/v1/Settings/TaxRates', { rates });
    const [low, high] = stored.rates.map(({ id }: { id: string }) => id);
    const one = await registerMany(2, { taxRateId: low });
    const other = await registerMany(1, { taxRateId: high });
    const registrationIds = [...one.ids, ...other.ids];
    const first = await issue({ registrationIds });
    expect(first.body).toMatchObject({ subtotal: 200, tax: { name: 'Low', amount: 20 }, total: 220 });
    const second = await issue({ registrationIds });
    expect(second.body).toMatchObject({ subtotal: 100, tax: { name: 'High', amount: 11 }, total: 111 });
  });

  it('is corrected by a credit note to the organization when one of them cancels', async () => {
    const { classId, ids } = await registerMany(2);
    const { body: invoice } = await issue({ classId });
    await call('POST', `${path}/${ids[0]}/Cancel`, { reason: 'Moved away.' });
    const { body: note } = await call('POST', `${path}/${ids[0]}/Invoices`);
    expect(note).toMatchObject({
      ...{ kind: 'creditNote', total: 100, corrects: { id: invoice.id, number: invoice.number } },
      recipient: { name: 'Alder County' },
    });
    const paid = await call('POST', `/api/v1/Invoices/${invoice.id}/Payments`, { reference: 'CHQ 9' });
    expect(paid.body).toMatchObject({ recorded: 100, open: 0, results: [{ registrationId: ids[1] }] });
  });

  it('refuses registrations of others, and a request that says not what', async () => {
    const [outside] = await fixture.createPeople(1, null);
    const { classId } = await registerMany(1);
    const id = await fixture.registerMember(classId, outside?.id ?? '');
    const unknown = randomUUID();
    const { status, body } = await issue({ registrationIds: [id, unknown] });
    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([
      { code: 'NOT_ALLOWED', target: 'registrationIds[0]' },
      { code: 'UNKNOWN_VALUE', target: 'registrationIds[1]' },
    ]);
    expect((await issue({})).status).toBe(400);
    expect((await issue({ classId, registrationIds: [id] })).status).toBe(400);
    expect((await issue({ classId: unknown })).status).toBe(400);
    expect((await call('POST', `/api/v1/Organizations/${unknown}/Invoices`, { classId })).status).toBe(404);
  });

  it('is read by the manager of the organization, and not by those who are in it', async () => {
    const { classId, people } = await registerMany(1);
    const { body: invoice } = await issue({ classId });
    const [manager] = await fixture.createPeople(1);
    await call('PUT', `/api/v1/Organizations/${organization}/Manager`, { managerId: manager?.id });
    const statusFor = async (personId: string | undefined): Promise<number> => {
      const token = await fixture.platform.tokenFor({ tenant: 'demo', personId, permissions: [] });
      return (await call('GET', `/api/v1/Invoices/${invoice.id}`, undefined, { token })).status;
    };
    expect([await statusFor(manager?.id), await statusFor(people[0])]).toEqual([200, 403]);
  });
});

describe('the payment of an invoice of an organization', () => {
  const pay = (id: string, body: object): Promise<Reply> =>
    call('POST', `/api/v1/Invoices/${id}/Payments`, body);
  const owedOf = async (id: string | undefined): Promise<number> =>
    (await call('GET', `${path}/${id}/Payments`)).body.balance.owed;

  it('is shared by its registrations, once for each reference, with a receipt for each', async () => {
    const { classId, ids } = await registerMany(3);
    const { body: invoice } = await issue({ classId });
    const first = await pay(invoice.id, { amount: 150, reference: 'CHQ 1' });
    expect(first.body).toMatchObject({
      ...{ recorded: 150, open: 150, pending: 0 },
      results: [
        { registrationId: ids[0], amount: 100 },
        { registrationId: ids[1], amount: 50 },
      ],
    });
    expect((await pay(invoice.id, { amount: 150, reference: 'chq 1' })).body).toEqual(first.body);
    expect(await Promise.all(ids.map(owedOf))).toEqual([0, 50, 100]);
    // Another amount under the reference is another payment, or mistyped; without an amount it is the same one.
    for (const amount of [50, 100, 150.01, 200]) {
      const { status, body } = await pay(invoice.id, { amount, reference: 'CHQ 1' });
      expect([status, body.error.target]).toEqual([409, 'reference']);
      expect(body.error.message).toContain('a payment of $150.00; send that amount again');
    }
    expect((await pay(invoice.id, { reference: 'CHQ 1' })).body).toEqual(first.body);
    const future = await pay(invoice.id, { amount: 1, reference: 'CHQ 0', date: '2999-01-01' });
    expect([future.status, future.body.error.target]).toEqual([400, 'date']);
    expect(await Promise.all(ids.map(owedOf))).toEqual([0, 50, 100]);
    const receipt = await call('GET', `${path}/${ids[1]}/Payments/2/Receipt`);
    expect(receipt.body).toMatchObject({ total: 50, reference: 'CHQ 1' });
    expect((await pay(invoice.id, { amount: 150.01, reference: 'CHQ 2' })).status).toBe(409);
    const rest = await pay(invoice.id, { reference: 'CHQ 2' });
    expect(rest.body).toMatchObject({ recorded: 150, open: 0 });
    expect(await Promise.all(ids.map(owedOf))).toEqual([0, 0, 0]);
    expect((await pay(invoice.id, { reference: 'CHQ 3' })).status).toBe(409);
  });

  it('sent twice at once is recorded once', async () => {
    const { classId, ids } = await registerMany(2);
    const { body: invoice } = await issue({ classId });
    await Promise.all([1, 2, 3].map(() => pay(invoice.id, { reference: 'TRF 8' })));
    for (const id of ids) {
      const { body } = await call('GET', `${path}/${id}/Payments`);
      expect(body.balance).toMatchObject({ paid: 100, owed: 0 });
    }
  });

  it('is that of the registration where the invoice is for one, and refused for a credit note and an amount below 0', async () => {
    const { ids } = await registerMany(1);
    const { body: invoice } = await call('POST', `${path}/${ids[0]}/Invoices`);
    for (const amount of [0, -5, 1.001])
      expect((await pay(invoice.id, { amount, reference: 'X' })).status).toBeGreaterThanOrEqual(400);
    expect((await pay(invoice.id, { amount: 40, reference: 'X' })).body).toMatchObject({ open: 60 });
    await call('POST', `${path}/${ids[0]}/Cancel`, {});
    const { body: note } = await call('POST', `${path}/${ids[0]}/Invoices`);
    expect((await pay(note.id, { reference: 'Y' })).status).toBe(409);
  });
});

describe('an invoice that is not paid', () => {
  const listReminders = async (invoiceId: string) => {
    const all = await fixture.store.queryAll(fixture.store.listing<NotificationMessageItem>('NOTICES'));
    return all.filter(({ kind, about }) => kind === 'invoiceOverdue' && about.startsWith(invoiceId));
  };
  /** The reminders once the timers ran at 9:00 on a day after the due date, and a millisecond before. */
  async function remindAfter(days: number, { id, dueDate }: { id: string; dueDate: string }) {
    const { timeZone } = await loadTenant(fixture.store);
    const at = getStartOfDay(addDays(dueDate, days), timeZone, 9);
    await fixture.runTimers(new Date(at.getTime() - 1));
    const before = (await listReminders(id)).length;
    await fixture.runTimers(at);
    return (await listReminders(id)).slice(before);
  }

  it('is reminded of after so many days, to whom it was sent, with what is open, until it is paid', async () => {
    const { classId, ids, people } = await registerMany(2);
    const { body: own } = await call('POST', `${path}/${ids[0]}/Invoices`);
    const { body: shared } = await issue({ classId });
    const [manager] = await fixture.createPeople(1);
    await call('PUT', `/api/v1/Organizations/${organization}/Manager`, { managerId: manager?.id });
    await call('POST', `${path}/${ids[0]}/Payments`, { kind: 'payment', amount: 30 });
    expect(await remindAfter(7, own)).toMatchObject([
      {
        to: { kind: 'person', personId: people[0] },
        values: { invoiceNumber: own.number, amountOpen: 70, daysLate: 7, dueDate: own.dueDate },
      },
    ]);
    expect(await listReminders(shared.id)).toMatchObject([
      { to: { kind: 'person', personId: manager?.id }, values: { amountOpen: 100 } },
    ]);
    await call('POST', `/api/v1/Invoices/${shared.id}/Payments`, { reference: 'CHQ 77' });
    expect(await remindAfter(30, own)).toMatchObject([{ values: { amountOpen: 70, daysLate: 30 } }]);
    expect(await listReminders(shared.id)).toHaveLength(1);
  });

  it('is reminded of at the office when its person has left', async () => {
    const { ids, people } = await registerMany(1);
    const { body: own } = await call('POST', `${path}/${ids[0]}/Invoices`);
    await commit([update(personKey(fixture.store, people[0] ?? ''), { set: { isActive: false } })]);
    expect(await remindAfter(7, own)).toMatchObject([{ to: { kind: 'role', role: 'staff' } }]);
  });

  it('is in the report of ageing by how long it has been due', async () => {
    const { classId } = await registerMany(2);
    const { body: invoice } = await issue({ classId });
    await call('POST', `/api/v1/Invoices/${invoice.id}/Payments`, { amount: 20, reference: 'CHQ 5' });
    const { timeZone } = await loadTenant(fixture.store);
    const rowAfter = async (days: number) => {
      const at = getStartOfDay(addDays(invoice.dueDate, days), timeZone, 12);
      await fixture.moveClock(at.getTime() - Date.now());
      const body = { report: 'InvoiceAgeing', format: 'json', parameters: { from: invoice.issuedDate } };
      const { body: job } = await call('POST', '/api/v1/Reports', body);
      await fixture.moveClock(0);
      const { rows } = JSON.parse(await (await fetch(job.reportLink)).text());
      return rows.find(({ number }: { number: string }) => number === invoice.number);
    };
    const row = { recipient: 'Alder County', due: invoice.dueDate, open: 180 };
    expect(await rowAfter(0)).toMatchObject({ ...row, daysLate: 0, notDue: 180 });
    expect(await rowAfter(1)).toMatchObject({ ...row, daysLate: 1, days30: 180 });
    expect(await rowAfter(30)).toMatchObject({ days30: 180 });
    expect(await rowAfter(31)).toMatchObject({ days60: 180 });
    expect(await rowAfter(61)).toMatchObject({ days90: 180 });
    expect(await rowAfter(91)).toMatchObject({ older: 180 });
  });
});
