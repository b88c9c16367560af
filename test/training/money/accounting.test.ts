// The journal of a tenant (docs/interface/training.md#accounting).
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadTenant } from '../../../shared/settings/tenant-settings.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import type { CallOptions, Reply } from '../../harness/platform.ts';
import {
  path,
  type RegistrationFixture,
  startRegistrationFixture,
} from '../registrations/registration-fixture.ts';

let fixture: RegistrationFixture;
let office: CallOptions;
let timeZone: string;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  ({ timeZone } = await loadTenant(fixture.store));
  const permissions = [
    'training.settings.read',
    'training.settings.write',
    'training.registrations.read',
    'training.registrations.write',
    'training.reports.read',
    'OverrideRegistration',
  ] as const;
  office = { token: await fixture.platform.tokenFor({ tenant: 'demo', permissions }) };
});
afterAll(() => fixture.platform.stop());

const call = (method: 'GET' | 'POST' | 'PUT', address: string, body?: unknown): Promise<Reply> =>
  fixture.platform.call(method, 'training', address, {
    tenant: 'demo',
    ...(body !== undefined && { body }),
    ...office,
  });
interface Row {
  readonly entry: string;
  readonly date: string;
  readonly account: string;
  readonly debit?: number;
  readonly credit?: number;
  readonly registrationId: string;
  readonly description: string;
}
async function makeJournal(parameters: object): Promise<readonly Row[]> {
  const { body } = await call('POST', '/api/v1/Reports', { report: 'Journal', format: 'json', parameters });
  return JSON.parse(await (await fetch(body.reportLink)).text()).rows;
}
/** Moves the tenant's clock to a moment so many days later: the registrations of a test are in days of their own. */
const moveTo = async (days: number, hour = 12): Promise<string> => {
  const date = addDays(toLocalDate(timeZone, new Date()), days);
  await fixture.moveClock(getStartOfDay(date, timeZone, hour).getTime() - Date.now());
  return date;
};

it('has invoices, credit notes, payments and refunds of a period, each entry in balance, and stays as it is', async () => {
  const [person] = await fixture.createPeople(1);
  const { id: classId } = await fixture.createClass({ startsIn: 400 * 86_400_000 });
  const id = await fixture.registerMember(classId, person?.id ?? '');
  const first = await moveTo(10);
  const { body: invoice } = await call('POST', `${path}/${id}/Invoices`);
  await call('POST', `${path}/${id}/Payments`, { kind: 'payment', amount: 60, reference: 'CHQ 12' });
  await call('POST', `${path}/${id}/Payments`, {
    kind: 'correction',
    corrects: 2,
    amount: -10,
    reason: 'Misread.',
  });
  const own = (rows: readonly Row[]) => rows.filter(({ registrationId }) => registrationId === id);
  const exported = await makeJournal({ from: first, to: first });
  const line = (entry: string, account: string, side: object) => ({ entry, date: first, account, ...side });
  const confirmation = invoice.confirmationNumber;
  expect(own(exported)).toMatchObject(
    [
      line(`${confirmation}-2`, 'Undeposited Funds', { debit: 60 }),
      line(`${confirmation}-2`, 'Accounts Receivable', { credit: 60 }),
      line(`${confirmation}-3`, 'Undeposited Funds', { credit: 10 }),
      line(`${confirmation}-3`, 'Accounts Receivable', { debit: 10 }),
      line(invoice.number, 'Accounts Receivable', { debit: 100 }),
      line(invoice.number, 'Training Revenue', { credit: 100 }),
    ].toSorted((one, other) => (one.entry < other.entry ? -1 : one.entry > other.entry ? 1 : 0)),
  );
  // A later day: the period before it stays as it was exported, also after the seat was given to another person.
  const second = await moveTo(11);
  await call('POST', `${path}/${id}/Payments`, { kind: 'refund', amount: 50 });
  const [successor] = await fixture.createPeople(1);
  await fixture.post(`/${id}/Transfer`, { memberId: successor?.id });
  const { body: note } = await call('POST', `${path}/${id}/Invoices`);
  expect(note.kind).toBe('creditNote');
  expect(await makeJournal({ from: first, to: first })).toEqual(exported);
  const later = own(await makeJournal({ from: second, to: second }));
  expect(later.filter(({ entry }) => entry === note.number)).toMatchObject([
    { account: 'Accounts Receivable', credit: 100 },
    { account: 'Training Revenue', debit: 100 },
  ]);
  const sum = (rows: readonly Row[], side: 'debit' | 'credit') =>
    Math.round(rows.reduce((total, row) => total + (row[side] ?? 0), 0) * 100);
  for (const rows of [exported, later]) expect(sum(rows, 'debit')).toBe(sum(rows, 'credit'));
  const receivable = [...own(exported), ...later].filter(({ account }) => account === 'Accounts Receivable');
  expect(sum(receivable, 'debit')).toBe(sum(receivable, 'credit'));
});

it('has what was recorded until the end of a day of the tenant, and the rest on the next', async () => {
  const [person] = await fixture.createPeople(1);
  const id = await fixture.registerMember((await fixture.createClass()).id, person?.id ?? '');
  const day = addDays(toLocalDate(timeZone, new Date()), 20);
  const payAt = async (moment: number, reference: string) => {
    await fixture.moveClock(moment - Date.now());
    await call('POST', `${path}/${id}/Payments`, { kind: 'payment', amount: 10, reference });
  };
  const end = getStartOfDay(addDays(day), timeZone).getTime();
  await payAt(end - 60_000, 'before midnight');
  await payAt(end + 1_000, 'after midnight');
  await moveTo(22);
  const referencesOf = async (date: string) =>
    (await makeJournal({ from: date, to: date }))
      .filter(({ registrationId, debit }) => registrationId === id && debit)
      .map(({ description }) => description.split(', ')[1]);
  expect([await referencesOf(day), await referencesOf(addDays(day))]).toEqual([
    ['before midnight'],
    ['after midnight'],
  ]);
});

it('has the accounts of the settings', async () => {
  const changed = await call('PUT', '/api/v1/Settings/Invoices', { accounts: { bank: '1000 Checking' } });
  expect(changed.body.accounts).toMatchObject({ bank: '1000 Checking', receivable: 'Accounts Receivable' });
  const [person] = await fixture.createPeople(1);
  const date = await moveTo(30);
  const id = await fixture.registerMember(
    (await fixture.createClass({ startsIn: 400 * 86_400_000 })).id,
    person?.id ?? '',
  );
  await call('POST', `${path}/${id}/Payments`, { kind: 'payment' });
  const rows = await makeJournal({ from: date, to: date });
  expect(rows.filter(({ registrationId }) => registrationId === id)).toMatchObject([
    { account: '1000 Checking', debit: 100 },
    { account: 'Accounts Receivable', credit: 100 },
  ]);
  const reset = await call('PUT', '/api/v1/Settings/Invoices', { accounts: null });
  expect(reset.body.accounts.bank).toBe('Undeposited Funds');
});
