// Invoices, credit notes and receipts (docs/interface/training.md#invoices).
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { CallOptions, Reply } from '../harness/platform.ts';
import { path, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
let office: CallOptions;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  const permissions = [
    'training.settings.read',
    'training.settings.write',
    'training.registrations.read',
    'training.registrations.write',
  ] as const;
  office = { token: await fixture.platform.tokenFor({ tenant: 'demo', permissions }) };
}, 60_000);
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
    120_000,
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
