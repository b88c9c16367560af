// Invoices, credit notes and receipts (docs/interface/training.md#invoices).
import { randomUUID } from 'node:crypto';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallOptions, Reply } from '../../harness/platform.ts';
import {
  path,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let office: CallOptions;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  const permissions = [
    'training.settings.read',
    'training.settings.write',
    'training.registrations.read',
    'training.registrations.write',
    'training.awards.write',
    'training.certifications.write',
    'OverrideRegistration',
    'crm.people.write',
  ] as const;
  office = { token: await fixture.platform.tokenFor({ tenant: 'demo', permissions }) };
});
afterEach(() => fixture.moveClock(0));
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
const issue = (id: string): Promise<Reply> => call('POST', `${path}/${id}/Invoices`);
const createPerson = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';
const register = async (registration = {}): Promise<string> =>
  fixture.registerMember((await fixture.createClass({ registration })).id, await createPerson());
const terms = { deadlineHours: 72, feeBefore: { amount: 10 } };
const sequence = (number: string): number => Number(/\d{6}$/.exec(number)?.[0]);

async function readPdf(address: string, by?: CallOptions): Promise<string> {
  const { status, headers, bytes } = await call('GET', address, undefined, by);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  return text;
}

describe('an invoice', () => {
  it('has the fee, the tax and the total, is issued once, and never changes', async () => {
    const { body: taxes } = await call('PUT', '/api/v1/Settings/TaxRates', {
      rates: [{ name: 'Sales tax', rate: 8.875 }],
    });
    const id = await register({ taxRateId: taxes.rates[0].id });
    const first = await issue(id);
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({
      ...{ kind: 'invoice', registrationId: id, currency: 'USD', subtotal: 100, total: 108.88 },
      lines: [{ amount: 100 }],
      tax: { name: 'Sales tax', rate: 8.875, isInclusive: false, amount: 8.88 },
      balance: { charged: 108.88, paid: 0, due: 108.88, refundDue: 0 },
    });
    const again = await issue(id);
    expect([again.status, again.body]).toEqual([200, first.body]);
    await call('PUT', '/api/v1/Settings/Invoices', { legalName: 'Association of Counties, Inc.' });
    await call('POST', `${path}/${id}/Payments`, { kind: 'payment' });
    expect((await call('GET', `/api/v1/Invoices/${first.body.id}`)).body).toEqual(first.body);
    expect((await call('GET', `${path}/${id}/Invoices`)).body).toEqual([first.body]);
    await call('PUT', '/api/v1/Settings/Invoices', { legalName: null });
  });

  it('names the day of the class in its own time zone, also after it was moved', async () => {
    // 01:30 in Auckland is the day before in the tenant's zone.
    const of = await fixture.createClass();
    const startsAt = '2035-03-13T12:30:00.000Z';
    await fixture.changeClass(of, {}, { startsAt, timeZone: 'Pacific/Auckland' });
    const { body } = await issue(await fixture.registerMember(of.id, await createPerson()));
    expect(body.lines[0].text).toContain('(2035-03-14)');
    const moved = await fixture.createClass();
    const id = await fixture.registerMember(moved.id, await createPerson());
    await fixture.changeClass(
      moved,
      {},
      { startsAt: '2035-05-01T19:00:00.000Z', timeZone: 'America/New_York' },
    );
    expect((await issue(id)).body.lines[0].text).toContain('(2035-05-01)');
  });

  it('is refused where nothing is charged', async () => {
    const reply = await issue(await register({ standard: { memberFee: 0 } }));
    expect([reply.status, reply.body.error.code]).toEqual([409, 'CONFLICT']);
  });

  it.each([20, 50])(
    'has the next number: %i at once are all issued, with numbers without a gap, and one registration has one invoice',
    async (count) => {
      const { body: before } = await issue(await register());
      const last = sequence(before.number);
      const ids = await Promise.all(Array.from({ length: count }, () => register()));
      const replies = await Promise.all([...ids, ...ids.slice(0, 3)].map(issue));
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(count);
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
      const numbers = new Set(replies.map(({ body }) => sequence(body.number)));
      expect([...numbers].sort((a, b) => a - b)).toEqual(
        Array.from({ length: count }, (_, index) => last + 1 + index),
      );
      for (const id of ids.slice(0, 5))
        expect((await call('GET', `${path}/${id}/Invoices`)).body).toHaveLength(1);
    },
  );

  it('is read by its person and the office, and by nobody else', async () => {
    const [own, other] = await fixture.createPeople(2);
    const id = await fixture.registerMember((await fixture.createClass()).id, own?.id ?? '');
    const { body } = await issue(id);
    const tokens = await Promise.all(
      [own, other].map((person) =>
        fixture.platform.tokenFor({ tenant: 'demo', personId: person?.id ?? '', permissions: [] }),
      ),
    );
    for (const address of [`/api/v1/Invoices/${body.id}`, `${path}/${id}/Invoices`]) {
      const replies = await Promise.all(
        tokens.map((token) => call('GET', address, undefined, { token: token ?? '' })),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 403]);
    }
    const refused = await call('POST', `${path}/${id}/Invoices`, undefined, { token: tokens[0] ?? '' });
    expect(refused.status).toBe(403);
  });

  it('is in the list of the office by its day', async () => {
    const { body } = await issue(await register());
    const list = async (from: string, to: string) =>
      (await call('GET', `/api/v1/Invoices?from=${from}&to=${to}&pageSize=200`)).body as { id: string }[];
    expect((await list(body.issuedDate, body.issuedDate)).some(({ id }) => id === body.id)).toBe(true);
    expect(await list('2001-01-01', '2001-12-31')).toEqual([]);
    const { headers } = await call('GET', '/api/v1/Invoices?pageSize=1');
    expect(Number(headers.get('x-total-count'))).toBeGreaterThan(1);
  });
});

describe('a credit note', () => {
  it('has what is no longer charged after a cancellation, and names the invoice; the fee remains', async () => {
    const id = await register({ cancellation: terms });
    const { body: invoice } = await issue(id);
    await call('POST', `${path}/${id}/Payments`, { kind: 'payment' });
    await call('POST', `${path}/${id}/Cancel`, {});
    const { status, body: note } = await issue(id);
    expect(status).toBe(201);
    expect(note).toMatchObject({
      ...{ kind: 'creditNote', total: 90, corrects: { id: invoice.id, number: invoice.number } },
      balance: { charged: 10, paid: 100, due: 0, refundDue: 90 },
    });
    await call('POST', `${path}/${id}/Payments`, { kind: 'refund', amount: 90 });
    expect((await issue(id)).body.id).toBe(note.id);
    const pdf = await readPdf(`/api/v1/Invoices/${note.id}/Document.pdf`);
    for (const text of ['Credit note', note.number, `Corrects invoice ${invoice.number}`, '$90.00', '$10.00'])
      expect(pdf).toContain(text);
  });
});

describe('the pages', () => {
  it('have issuer, recipient, lines and totals; a payment has a receipt at once, and no other entry has', async () => {
    await call('PUT', '/api/v1/Settings/Invoices', {
      legalName: 'Association of Counties, Inc.',
      addressLines: ['1 Main Street', 'Alder Falls, OR 97000'],
      taxNumber: '93-1234567',
      paymentTerms: 'Payable within 30 days.',
      footer: 'Thank you for learning with us.',
    });
    const id = await register();
    const { body } = await issue(id);
    const invoice = await readPdf(`/api/v1/Invoices/${body.id}/Document.pdf`);
    for (const text of [
      ...['Invoice', body.number, 'Association of Counties, Inc.', '1 Main Street', 'Tax number 93-1234567'],
      ...[body.recipient.name, 'Amount due', '$100.00', 'Payable within 30 days.', 'Thank you for learning'],
    ])
      expect(invoice).toContain(text);
    await call('POST', `${path}/${id}/Payments`, { kind: 'payment', amount: 40, reference: 'CHQ 1045' });
    const receipt = await readPdf(`${path}/${id}/Payments/2/Receipt.pdf`);
    for (const text of ['Receipt', 'CHQ 1045', 'Total received', '$40.00']) expect(receipt).toContain(text);
    expect((await call('GET', `${path}/${id}/Payments/1/Receipt.pdf`)).status).toBe(409);
    expect((await call('GET', `${path}/${id}/Payments/9/Receipt.pdf`)).status).toBe(404);
  });
});

describe('a receipt', () => {
  const receiptOf = async (address: string, by?: CallOptions) => {
    const { status, body } = await call('GET', `${address}/Receipt`, undefined, by);
    expect(status).toBe(200);
    return body;
  };

  it('as JSON has the payment with its corrections, and issuer and recipient as on the page', async () => {
    const id = await register();
    await call('POST', `${path}/${id}/Payments`, { kind: 'payment', amount: 40, reference: 'CHQ 1047' });
    const correction = { kind: 'correction', corrects: 2, amount: -5, reason: 'Typed wrongly.' };
    await call('POST', `${path}/${id}/Payments`, correction);
    const { body: registration } = await call('GET', `${path}/${id}`);
    const receipt = await receiptOf(`${path}/${id}/Payments/2`);
    expect(receipt).toMatchObject({
      number: `${registration.confirmationNumber}-2`,
      ...{ registrationKind: 'class', registrationId: id, entryNumber: 2, currency: 'USD' },
      recipient: { name: registration.memberName },
      ...{ reference: 'CHQ 1047', amount: 40, total: 35 },
      corrections: [{ entryNumber: 3, amount: -5 }],
    });
    const page = await readPdf(`${path}/${id}/Payments/2/Receipt.pdf`);
    for (const text of [receipt.number, receipt.issuer.name, receipt.recipient.name, '$35.00'])
      expect(page).toContain(text);
    expect((await call('GET', `${path}/${id}/Payments/1/Receipt`)).status).toBe(409);
    expect((await call('GET', `${path}/${id}/Payments/9/Receipt`)).status).toBe(404);
  });

  it('keeps issuer and recipient as they were, as an invoice does', async () => {
    await call('PUT', '/api/v1/Settings/Invoices', { legalName: 'Association of Counties, Inc.' });
    const personId = await createPerson();
    const id = await fixture.registerMember((await fixture.createClass()).id, personId);
    await call('POST', `${path}/${id}/Payments`, { kind: 'payment', amount: 40 });
    await call('POST', `${path}/${id}/Payment`, { state: 'paid', amount: 20 });
    const { body: invoice } = await issue(id);
    const before = await Promise.all([2, 3].map((number) => receiptOf(`${path}/${id}/Payments/${number}`)));
    expect(before).toMatchObject([{ issuer: { name: 'Association of Counties, Inc.' } }, { amount: 20 }]);
    await call('PUT', '/api/v1/Settings/Invoices', { legalName: 'Counties United' });
    const person = await fixture.platform.call('GET', 'crm', `/api/v1/People/${personId}`, {
      tenant: 'demo',
      token: await fixture.platform.tokenFor({ tenant: 'demo', permissions: ['crm.people.read'] }),
    });
    expect(person.status, person.text).toBe(200);
    const moved = await fixture.platform.call('PUT', 'crm', `/api/v1/People/${personId}`, {
      ...{ tenant: 'demo', ...office },
      body: { ...person.body, lastName: 'Renamed', addresses: [{ street: '9 New Road', city: 'Elsewhere' }] },
    });
    expect(moved.status, moved.text).toBe(200);
    const after = await Promise.all([2, 3].map((number) => receiptOf(`${path}/${id}/Payments/${number}`)));
    expect(after).toEqual(before);
    expect((await call('GET', `/api/v1/Invoices/${invoice.id}`)).body).toEqual(invoice);
    expect(await readPdf(`${path}/${id}/Payments/2/Receipt.pdf`)).toContain('Association of Counties, Inc.');
    await call('PUT', '/api/v1/Settings/Invoices', { legalName: null });
  });

  it('remains that of who paid when the seat is transferred to another person, who does not read it', async () => {
    const [payer, successor] = [await createPerson(), await createPerson()];
    const id = await fixture.registerMember((await fixture.createClass()).id, payer);
    await call('POST', `${path}/${id}/Payments`, { kind: 'payment' });
    const before = await receiptOf(`${path}/${id}/Payments/2`);
    const transferred = await fixture.post(`/${id}/Transfer`, { memberId: successor });
    expect(transferred.status, transferred.text).toBe(201);
    const now = `${path}/${transferred.body.id}/Payments/2`;
    expect(await receiptOf(now)).toEqual(before);
    const tokenOf = (personId: string) =>
      fixture.platform.tokenFor({ tenant: 'demo', personId, permissions: [] });
    const token = await tokenOf(successor);
    expect((await call('GET', `${now}/Receipt`, undefined, { token })).status).toBe(403);
    // Who paid finds it at the registration that they gave away, and at the new one.
    const own = { token: await tokenOf(payer) };
    for (const address of [`${path}/${id}/Payments/2`, now])
      expect((await call('GET', `${address}/Receipt`, undefined, own)).body).toEqual(before);
    expect((await call('GET', `${path}/${id}/Payments/2/Receipt`, undefined, { token })).status).toBe(403);
  });

  it('and its reference are not shown to the person to whom the seat was given', async () => {
    const [payer, successor] = [await createPerson(), await createPerson()];
    const id = await fixture.registerMember((await fixture.createClass()).id, payer);
    await call('POST', `${path}/${id}/Payments`, { kind: 'payment', reference: 'CHQ 2001' });
    const given = (await fixture.post(`/${id}/Transfer`, { memberId: successor })).body.id;
    const { id: other } = await fixture.createClass();
    const moved = (await fixture.post(`/${given}/Transfer`, { classId: other })).body.id;
    await call('POST', `${path}/${moved}/Payments`, { kind: 'waiver', amount: 10, reason: 'A favour.' });
    const token = await fixture.platform.tokenFor({ tenant: 'demo', personId: successor, permissions: [] });
    const address = `${path}/${moved}/Payments`;
    const { body: seen } = await call('GET', address, undefined, { token });
    const { body: all } = await call('GET', address);
    expect(all.entries[1]).toMatchObject({ kind: 'payment', amount: 100, reference: 'CHQ 2001' });
    expect(seen.entries[1]).toMatchObject({ kind: 'payment', amount: 100 });
    expect(seen.entries[1]).not.toHaveProperty('reference');
    expect([seen.balance, seen.entries.at(-1)]).toEqual([all.balance, all.entries.at(-1)]);
  });
});

describe('a registration for an award', () => {
  const awards = '/api/v1/AwardsRegistration';
  const createAward = async (price: number): Promise<string> =>
    (
      await call('POST', '/api/v1/Awards', {
        name: `Clerk ${randomUUID()}`,
        ...{ price, requiresApproval: false },
      })
    ).body.id;
  const registerFor = async (awardId: string, memberId: string): Promise<string> => {
    const reply = await call('POST', awards, { awardId, memberId, registrationType: 'Admin' });
    expect(reply.status, reply.text).toBe(201);
    return reply.body.id;
  };

  it('has an invoice, receipts and a credit note in the same sequences as those for classes', async () => {
    const [awardId, personId] = [await createAward(80), await createPerson()];
    const id = await registerFor(awardId, personId);
    const { body: earlier } = await issue(await register());
    const { status, body: invoice } = await call('POST', `${awards}/${id}/Invoices`);
    expect(status).toBe(201);
    expect(invoice).toMatchObject({
      ...{ registrationKind: 'award', registrationId: id, total: 80, lines: [{ amount: 80 }] },
      balance: { charged: 80, paid: 0, due: 80 },
    });
    expect(sequence(invoice.number)).toBe(sequence(earlier.number) + 1);
    const again = await call('POST', `${awards}/${id}/Invoices`);
    expect([again.status, again.body]).toEqual([200, invoice]);
    await call('POST', `${awards}/${id}/Payments`, { kind: 'payment', amount: 30, reference: 'CHQ 1048' });
    const { body: receipt } = await call('GET', `${awards}/${id}/Payments/2/Receipt`);
    expect(receipt).toMatchObject({ registrationKind: 'award', registrationId: id, total: 30 });
    expect(receipt.number).toBe(`${invoice.confirmationNumber}-2`);
    const page = await readPdf(`${awards}/${id}/Payments/2/Receipt.pdf`);
    for (const text of [receipt.number, 'CHQ 1048', '$30.00']) expect(page).toContain(text);
    await call('POST', `${awards}/${id}/Withdraw`, { reason: 'Moved away.' });
    const { body: note } = await call('POST', `${awards}/${id}/Invoices`);
    expect(note).toMatchObject({ kind: 'creditNote', total: 50, corrects: { id: invoice.id } });
    expect((await call('GET', `${awards}/${id}/Invoices`)).body).toEqual([invoice, note]);
    expect(await readPdf(`/api/v1/Invoices/${note.id}/Document.pdf`)).toContain('No longer charged');
  });

  it('continues the documents of an earlier registration, whose person still reads them', async () => {
    const [awardId, personId] = [await createAward(80), await createPerson()];
    const first = await registerFor(awardId, personId);
    const { body: invoice } = await call('POST', `${awards}/${first}/Invoices`);
    await call('POST', `${awards}/${first}/Withdraw`, {});
    const second = await registerFor(awardId, personId);
    // The charge of the first ended unpaid, and that of the second is the same.
    const { status, body } = await call('POST', `${awards}/${second}/Invoices`);
    expect([status, body.id]).toEqual([200, invoice.id]);
    expect((await call('GET', `${awards}/${second}/Invoices`)).body).toEqual([invoice]);
    const token = await fixture.platform.tokenFor({ tenant: 'demo', personId, permissions: [] });
    expect((await call('GET', `/api/v1/Invoices/${invoice.id}`, undefined, { token })).status).toBe(200);
    const other = await fixture.platform.tokenFor({
      ...{ tenant: 'demo', permissions: [] },
      personId: await createPerson(),
    });
    for (const address of [`${awards}/${second}/Invoices`, `/api/v1/Invoices/${invoice.id}`])
      expect((await call('GET', address, undefined, { token: other })).status).toBe(403);
  });

  it('is invoiced under the rate of tax of each registration, where the rate changed between two', async () => {
    const rates = ['Until June', 'From July'].map((name, index) => ({ name, rate: 10 * (index + 1) }));
    const { body: stored } = await call('PUT', '/api/v1/Settings/TaxRates', { rates });
    const setRate = (index: number): Promise<Reply> =>
      call('PUT', '/api/v1/Settings/TaxRates', { defaultRateId: stored.rates[index].id });
    const [awardId, personId] = [await createAward(100), await createPerson()];
    await setRate(0);
    const first = await registerFor(awardId, personId);
    const { body: invoice } = await call('POST', `${awards}/${first}/Invoices`);
    expect(invoice).toMatchObject({ total: 110, tax: { rate: 10, amount: 10 } });
    await call('POST', `${awards}/${first}/Withdraw`, {});
    await setRate(1);
    const second = await registerFor(awardId, personId);
    const { body: note } = await call('POST', `${awards}/${second}/Invoices`);
    expect(note).toMatchObject({ kind: 'creditNote', total: 110, tax: { rate: 10, amount: 10 } });
    expect(note.corrects.id).toBe(invoice.id);
    const { body: later } = await call('POST', `${awards}/${second}/Invoices`);
    expect(later).toMatchObject({ kind: 'invoice', total: 120, tax: { rate: 20, amount: 20 } });
    expect((await call('POST', `${awards}/${second}/Invoices`)).status).toBe(200);
    await call('PUT', '/api/v1/Settings/TaxRates', { defaultRateId: null });
  });

  it('is refused an invoice where nothing is charged', async () => {
    const id = await registerFor(await createAward(0), await createPerson());
    expect((await call('POST', `${awards}/${id}/Invoices`)).status).toBe(409);
  });
});

describe('the prefixes of numbers', () => {
  const setPrefixes = (body: object): Promise<Reply> => call('PUT', '/api/v1/Settings/Invoices', body);

  it('of invoices and credit notes can not be the same', async () => {
    const reply = await setPrefixes({ creditNotePrefix: 'inv-' });
    expect([reply.status, reply.body.error.target]).toEqual([400, 'creditNotePrefix']);
  });

  it('can not end with a digit, because INV-1 and INV- would give the same number', async () => {
    const reply = await setPrefixes({ invoicePrefix: 'INV-1' });
    expect([reply.status, reply.body.error.target]).toEqual([400, 'invoicePrefix']);
    expect(reply.body.error.message).toContain('no digit at the end');
  });

  it('never repeat a number that was printed: what invoices had, credit notes never get, and numbers go on', async () => {
    const { body: before } = await issue(await register());
    expect((await setPrefixes({ invoicePrefix: '2027-' })).status).toBe(200);
    const { body: after } = await issue(await register());
    expect(after.number).toBe(`2027-${String(sequence(before.number) + 1).padStart(6, '0')}`);
    const refused = await setPrefixes({ creditNotePrefix: 'Inv-' });
    expect([refused.status, refused.body.error.target]).toEqual([400, 'creditNotePrefix']);
    expect(refused.body.error.message).toContain('invoices were printed with it');
    expect((await setPrefixes({ invoicePrefix: null })).status).toBe(200);
    const { body: last } = await issue(await register());
    expect(sequence(last.number)).toBe(sequence(after.number) + 1);
    expect(last.number).toMatch(/^INV-/);
  });
});
