// Random sequences of requests about money: what is owed, the invoices, the credit notes and the receipts always add up
// (docs/interface/training.md#payments). A failure names its seed and its path: pass both to fc.assert to repeat it.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Reply } from '../../harness/platform.ts';
import { path, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
let personIds: string[];
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'training.settings.write',
      'training.registrations.read',
      'training.registrations.write',
      'training.credits.read',
      'training.awards.write',
      'training.certifications.write',
      'OverrideRegistration',
    ],
  });
  personIds = (await fixture.createPeople(200)).map(({ id }) => id);
  const rates = [{ name: 'Sales tax', rate: 8.875 }];
  const { body } = await call('PUT', '/api/v1/Settings/TaxRates', { rates });
  await call('PUT', '/api/v1/Settings/TaxRates', { defaultRateId: body.rates[0].id });
});
afterAll(() => fixture.platform.stop());

const call = (method: 'GET' | 'POST' | 'PUT', address: string, body?: unknown): Promise<Reply> =>
  fixture.platform.call(method, 'training', address, { tenant: 'demo', token, body });
/** A person who is in no other sequence. */
const nextPerson = (): string => personIds.pop() ?? '';
const createClass = async (fee: number): Promise<string> => {
  const cancellation = { deadlineHours: 72, feeBefore: { percent: 25 } };
  const standard = { memberFee: fee, nonMemberFee: fee };
  return (await fixture.createClass({ registration: { standard, ...(fee > 50 && { cancellation }) } })).id;
};

interface Entry {
  readonly number: number;
  readonly kind: 'charge' | 'payment' | 'refund' | 'waiver' | 'correction';
  readonly amount: number;
  readonly corrects?: number;
}
// Zero is added so that a sum of tiny rounding errors below zero is 0 and not -0.
const toCents = (amount: number): number => Math.round(amount * 100) + 0;
const signs = { charge: 1, payment: -1, refund: 1, waiver: -1, correction: 0 } as const;

/** The registration of a sequence: an address, and what its requests need. */
interface Subject {
  readonly address: string;
  readonly memberId: string;
  readonly awardId?: string;
}

/** Its ledger, its documents and its receipts add up. */
async function assertAddsUp({ address }: Subject): Promise<void> {
  await call('POST', `${address}/Invoices`);
  const { balance, entries } = (await call('GET', `${address}/Payments`)).body;
  const all = entries as Entry[];
  const kindOf = ({ kind, corrects }: Entry) => all.find(({ number }) => number === corrects)?.kind ?? kind;
  const open = all.reduce((sum, entry) => sum + signs[kindOf(entry)] * toCents(entry.amount), 0);
  expect(toCents(balance.owed) - toCents(balance.refundDue)).toBe(open);
  expect(toCents(balance.charged - balance.waived - balance.paid + balance.refunded)).toBe(open);
  expect(Math.min(balance.owed, balance.refundDue)).toBe(0);
  const documents = (await call('GET', `${address}/Invoices`)).body as { kind: string; total: number }[];
  const invoiced = documents.reduce(
    (sum, { kind, total }) => sum + (kind === 'invoice' ? 1 : -1) * toCents(total),
    0,
  );
  expect(invoiced).toBe(toCents(balance.charged - balance.waived));
  const receipts = await Promise.all(
    all
      .filter(({ kind }) => kind === 'payment')
      .map(({ number }) => call('GET', `${address}/Payments/${number}/Receipt`)),
  );
  const received = receipts.reduce((sum, { body }) => sum + toCents(body.total), 0);
  expect(received - toCents(balance.refunded)).toBe(invoiced - open);
}

const operations = ['pay', 'refund', 'waive', 'reinstate', 'give', 'move', 'cancel', 'again'] as const;
const step = fc.record({
  operation: fc.constantFrom(...operations),
  amount: fc.integer({ min: 1, max: 12_000 }).map((cents) => cents / 100),
  isDefault: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const reason = 'Decided by the office.';
const enter = (
  { address }: Subject,
  kind: string,
  amount: number | undefined,
  corrects?: number,
): Promise<Reply> => call('POST', `${address}/Payments`, { kind, amount, corrects, reason });

async function registerForAward(awardId: string, memberId: string): Promise<Subject | undefined> {
  const sent = { awardId, memberId, registrationType: 'Admin' };
  const { status, body } = await call('POST', '/api/v1/AwardsRegistration', sent);
  return status === 201 ? { address: `/api/v1/AwardsRegistration/${body.id}`, memberId, awardId } : undefined;
}

async function begin(isAward: boolean, fee: number): Promise<Subject> {
  const memberId = nextPerson();
  if (!isAward) {
    const id = await fixture.registerMember(await createClass(fee), memberId);
    return { address: `${path}/${id}`, memberId };
  }
  const award = { name: `Sequence ${randomUUID()}`, price: fee, requiresApproval: false };
  const { body } = await call('POST', '/api/v1/Awards', award);
  const subject = await registerForAward(body.id, memberId);
  if (!subject) throw new Error('The person can register');
  return subject;
}

/** Takes back the last waiver, or a part of it. */
async function reinstate(of: Subject, amount: number): Promise<void> {
  const { entries } = (await call('GET', `${of.address}/Payments`)).body as { entries: Entry[] };
  const waiver = entries.findLast(({ kind }) => kind === 'waiver');
  if (waiver) await enter(of, 'correction', -Math.min(amount, waiver.amount), waiver.number);
}

/** Sends the request of a step, which may be refused, and returns the registration that is current after it. */
async function take(of: Subject, { operation, amount, isDefault }: Step): Promise<Subject> {
  const part = isDefault ? undefined : amount;
  const transfer = async (to: { memberId: string } | { classId: string }): Promise<Subject> => {
    if (of.awardId !== undefined) return of;
    const { status, body } = await call('POST', `${of.address}/Transfer`, to);
    return status === 201 ? { memberId: of.memberId, ...to, address: `${path}/${body.id}` } : of;
  };
  if (operation === 'pay') await enter(of, 'payment', part);
  if (operation === 'refund') await enter(of, 'refund', part);
  if (operation === 'waive') await enter(of, 'waiver', part);
  if (operation === 'reinstate') await reinstate(of, amount);
  if (operation === 'give') return transfer({ memberId: nextPerson() });
  if (operation === 'move') return transfer({ classId: await createClass(amount) });
  if (operation === 'cancel')
    await call('POST', `${of.address}/${of.awardId === undefined ? 'Cancel' : 'Withdraw'}`, { reason });
  if (operation === 'again' && of.awardId !== undefined)
    return (await registerForAward(of.awardId, of.memberId)) ?? of;
  return of;
}

it('any sequence of requests adds up to the minor unit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.integer({ min: 1, max: 100 }),
      fc.array(step, { minLength: 4, maxLength: 7 }),
      async (isAward, fee, steps) => {
        let subject = await begin(isAward, fee);
        await assertAddsUp(subject);
        for (const next of steps) {
          subject = await take(subject, next);
          await assertAddsUp(subject);
        }
      },
    ),
    { numRuns: 24, endOnFailure: true },
  );
});
