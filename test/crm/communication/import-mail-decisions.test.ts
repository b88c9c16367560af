// Opt-outs, bounces, complaints and consents of a former mail system, by file (docs/imports.md#decisions-about-mail). The headings
// are those of the exports of Mailchimp ("unsubscribed", "cleaned" and "subscribed" members), SendGrid (suppressions) and HubSpot.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { importText } from '../../import/import-into.ts';
import { createImports, type Imports } from '../imports/import-over-http.ts';

let platform: TestPlatform;
let imports: Imports;
let token: string;
beforeAll(async () => {
  platform = await startPlatform();
  imports = await createImports(platform);
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: [
      ...(['crm.people.read', 'crm.people.write', 'crm.emails.read'] as const),
      ...(['crm.communication.read', 'crm.communication.write', 'crm.communication.send'] as const),
    ],
  });
});
afterAll(() => platform?.stop());

const call = async (method: string, path: string, body?: object) => {
  const reply = await platform.call(method, 'crm', `/api/v1/${path}`, { tenant: 'demo', token, body });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body;
};

/** A person with an address of its own, and what is known about that address. */
async function createPerson() {
  const email = `${randomUUID()}@former.example`;
  const { id } = await call('POST', 'people', {
    ...{ firstName: 'Fay', lastName: 'Former', emails: [{ value: email }] },
  });
  const load = async () => (await call('GET', `people/${id}/MailPreferences`)).ofAddress;
  return { id, email, load };
}

const importDecisions = async (file: string) =>
  (await importText('mail-decisions', file)).counts['mail-decisions'];

describe('an import of decisions about mail', () => {
  it('takes what Mailchimp exports: unsubscribed, cleaned and subscribed members', async () => {
    const [left, gone, agreed] = await Promise.all([createPerson(), createPerson(), createPerson()]);
    const unsubscribed = `Email Address,First Name,OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,UNSUB_REASON\n${left.email},Fay,2020-01-02 03:04:05,2020-01-02 03:05:00,2023-05-06 07:08:09,NORMAL\n`;
    expect(await importDecisions(unsubscribed)).toMatchObject({ created: 1, refused: 0 });
    expect(await left.load()).toMatchObject({
      optedOut: { by: 'import', date: '2023-05-06T07:08:09.000Z', note: 'NORMAL' },
      agreed: [{ by: 'import', date: '2020-01-02T03:05:00.000Z', requestedDate: '2020-01-02T03:04:05.000Z' }],
    });
    const cleaned = `Email Address,CLEAN_TIME\n${gone.email},2022-01-31 10:00:00\n`;
    expect(await importDecisions(cleaned)).toMatchObject({ created: 1 });
    expect(await gone.load()).toMatchObject({
      suppressed: { reason: 'hard-bounce', date: '2022-01-31T10:00:00.000Z' },
      optedOut: null,
    });
    const subscribed = `Email Address,CONFIRM_TIME,CONFIRM_IP\n${agreed.email},2021-02-03 04:05:06,198.51.100.7\n`;
    expect(await importDecisions(subscribed)).toMatchObject({ created: 1 });
    expect(await agreed.load()).toMatchObject({
      ...{ suppressed: null, optedOut: null },
      agreed: [{ date: '2021-02-03T04:05:06.000Z', ip: '198.51.100.7' }],
    });
    for (const file of [unsubscribed, cleaned, subscribed])
      expect(await importDecisions(file)).toEqual({ created: 0, updated: 0, unchanged: 1, refused: 0 });
  });

  it('takes status codes of mail servers, seconds since 1970 and yes or no', async () => {
    const [hard, soft, spam, out, stays] = await Promise.all(Array.from({ length: 5 }, createPerson));
    if (!hard || !soft || !spam || !out || !stays) throw new Error('no people');
    const sendGrid = `status,reason,email,created\n5.1.1,550 5.1.1 no such user,${hard.email},1700000000\n4.2.2,mailbox full,${soft.email},1700000000\nspam,,${spam.email},1700000000\n`;
    expect(await importDecisions(sendGrid)).toMatchObject({ created: 3, refused: 0 });
    expect(await hard.load()).toMatchObject({
      suppressed: {
        reason: 'hard-bounce',
        date: '2023-11-14T22:13:20.000Z',
        detail: '550 5.1.1 no such user',
      },
    });
    expect(await soft.load()).toMatchObject({ suppressed: null });
    expect(await spam.load()).toMatchObject({ suppressed: { reason: 'complaint' } });
    expect(await importDecisions(sendGrid)).toMatchObject({ unchanged: 3 });
    const hubSpot = `Email,Unsubscribed from all email\n${out.email},TRUE\n${stays.email},FALSE\n`;
    expect(await importDecisions(hubSpot)).toMatchObject({ created: 1, unchanged: 1 });
    expect((await out.load()).optedOut).toMatchObject({ by: 'import' });
    expect((await stays.load()).optedOut).toBeNull();
  });

  it('never lifts a refusal, and a complaint takes the place of a bounce', async () => {
    const { email, load } = await createPerson();
    await importDecisions(
      `Email,Status,Date\n${email},unsubscribed,2023-01-01\n${email},bounced,2023-01-02\n`,
    );
    const before = await load();
    expect(before).toMatchObject({
      optedOut: { date: '2023-01-01T12:00:00.000Z' },
      suppressed: { reason: 'hard-bounce' },
    });
    const more = `Email,Status,Date,Email opt out\n${email},subscribed,2024-01-01,no\n${email},soft bounce,2024-01-02,no\n${email},unsubscribed,2024-03-01,no\n`;
    expect(await importDecisions(more)).toMatchObject({ updated: 1, unchanged: 2 });
    expect(await load()).toMatchObject({ ...before, agreed: [{ date: '2024-01-01T12:00:00.000Z' }] });
    await importDecisions(`Email,Status\n${email},complaint\n`);
    expect(await load()).toMatchObject({ suppressed: { reason: 'complaint' }, optedOut: before.optedOut });
  });

  it('leaves one list where the row names it, and refuses a list that the tenant does not have', async () => {
    const name = `News ${randomUUID()}`;
    const list = await call('POST', 'MailingLists', { name });
    const { email, load } = await createPerson();
    const file = `Email,Status,List\n${email},unsubscribed,${name.toUpperCase()}\n${email},unsubscribed,Unknown list\n`;
    expect(await importDecisions(file)).toMatchObject({ created: 1, refused: 1 });
    expect(await load()).toMatchObject({
      optedOut: null,
      left: [{ listId: list.id, decision: { by: 'import' } }],
    });
  });

  it('refuses a row that it does not understand, and dates no decision in the future', async () => {
    const { email, load } = await createPerson();
    const file = `Email,Status,Date\n${email},maybe,2023-01-01\nno address,unsubscribed,\n${email},,\n${email},unsubscribed,2999-01-01\n`;
    const { counts, lines } = await importText('mail-decisions', file);
    expect(counts['mail-decisions']).toEqual({ created: 1, updated: 0, unchanged: 0, refused: 3 });
    expect(lines.join('\n')).toContain('is not understood');
    expect(lines.join('\n')).toContain('is in the future');
    expect((await load()).optedOut.date < new Date().toISOString()).toBe(true);
  });

  it('gives the same verdicts in a dry run, writes nothing then, and does the same over HTTP', async () => {
    const [one, other] = await Promise.all([createPerson(), createPerson()]);
    const file = `Email,Status\n${one.email},unsubscribed\n${one.email},bounced\n${one.email},unsubscribed\n${other.email},what\n`;
    const dry = await importText('mail-decisions', file, { dryRun: true });
    expect(dry.counts['mail-decisions']).toEqual({ created: 1, updated: 1, unchanged: 1, refused: 1 });
    expect(await one.load()).toMatchObject({ optedOut: null, suppressed: null });
    const { id, columns } = await imports.create(file, { kind: 'mail-decisions', fileName: 'out.csv' });
    expect(columns.map(({ field }: { field: string }) => field)).toEqual(['email', 'status']);
    const counts = { created: 1, updated: 1, unchanged: 1, refused: 1, leftOut: 0 };
    expect((await imports.run(id, { dryRun: true })).check).toEqual(counts);
    expect((await imports.run(id)).result).toEqual(counts);
    expect(await one.load()).toMatchObject({
      optedOut: { by: 'import' },
      suppressed: { reason: 'hard-bounce' },
    });
  });

  it('suppresses an address that no one in the directory has yet', async () => {
    const email = `${randomUUID()}@later.example`;
    await importDecisions(`Email,Status\n${email.toUpperCase()},unsubscribed\n`);
    const { id } = await call('POST', 'people', {
      firstName: 'Lea',
      lastName: 'Later',
      emails: [{ value: email }],
    });
    expect((await call('GET', `people/${id}/MailPreferences`)).ofAddress.optedOut).toMatchObject({
      by: 'import',
    });
  });
});
