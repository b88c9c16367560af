// Reports on a schedule: made at their hour, mailed once as a link that expires and can be revoked
// (docs/interface/billtracking.md#scheduled-reports).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTimerRules } from '../../../functions/billtracking/jobs/run-bill-timers/rules.ts';
import { demoId } from '../../../infra/local/demo/steps/references.ts';
import { subjectsByName } from '../../../shared/auth/accounts/records.ts';
import { commit, update } from '../../../shared/data/changes.ts';
import { dueMails } from '../../../shared/mail/outbox.ts';
import { runDueTimers } from '../../../shared/schedule/run-due-timers.ts';
import { type ReportsPlatform, startReportsPlatform } from './capitol-reports-platform.ts';

let service: ReportsPlatform;
let token: string;
const person = (name: string): string => demoId('demo', `person:${name}`);
const addresses: Record<string, string> = {};

beforeAll(async () => {
  service = await startReportsPlatform();
  token = await service.platform.tokenFor({
    tenant: 'demo',
    permissions: ['billtracking.reports.read', 'billtracking.reports.write'],
  });
  for (const name of ['ada', 'ben'])
    addresses[name] = String(
      (await service.store.get(service.store.key<{ email: string }>(`PERSON#${person(name)}`, 'PERSON')))
        ?.email,
    );
});
afterAll(() => service?.platform.stop());

const call = (method: string, path = '', body?: unknown, headers?: Record<string, string>) =>
  service.platform.call(method, 'billtracking', `/api/1.0/CapitolReport/schedule${path}`, {
    ...{ tenant: 'demo', token },
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });
const weekly = {
  name: 'Friday report',
  reportType: 4,
  stateId: 24,
  schedule: { frequency: 'weekly', weekday: 5, hour: 16, timeZone: 'America/New_York' },
};
const create = async (body: object = {}) => {
  const reply = await call('POST', '', { ...weekly, recipientIds: [person('ada')], ...body });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
const runTimersAt = (moment: string) =>
  runDueTimers(service.store, {
    ...{ area: 'billtracking', rules: buildTimerRules(new Date()), now: new Date(moment) },
    ...{ newId: () => crypto.randomUUID(), hasTime: () => true },
  });
const listMails = async (name: string) =>
  (await dueMails(service.store, new Date(Date.now() + 3_600_000), 1000)).filter(
    ({ to, subject }) => to === addresses[name] && subject.includes('report'),
  );
const findLink = (text: string): string => /https?:\S+\/Links\/\S+/.exec(text)?.[0] ?? '';
const lastRun = async (id: string) => (await call('GET', `/${id}`)).body.data.lastRun;

describe('a scheduled report', () => {
  it('is due at its local hour, and covers the whole days before', async () => {
    const { id, nextRunDate, lastRun: none } = await create({ name: 'Weekly of Maryland report' });
    expect([nextRunDate, none]).toEqual(['2026-03-20T20:00:00.000Z', null]);
    await runTimersAt('2026-03-20T19:59:00Z');
    expect(await listMails('ada')).toEqual([]);
    await runTimersAt('2026-03-20T20:00:10Z');
    const [mail, ...more] = await listMails('ada');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Weekly of Maryland report: March 13 to 19, 2026');
    const run = await lastRun(id);
    expect(run).toMatchObject({
      ...{ status: 'SENT', dueDate: '2026-03-20T20:00:00.000Z', mailed: 1, withoutAccess: 0 },
    });
    const report = await service.get(`/api/1.0/CapitolReport/report/${run.reportId}`, service.staff);
    expect(report.body.data).toMatchObject({
      ...{
        reportType: 4,
        startDate: '2026-03-13',
        endDate: '2026-03-19',
        title: 'Weekly of Maryland report',
      },
    });
    await call('DELETE', `/${id}`);
  });

  it('is mailed once, however many runners find it due', async () => {
    const { id } = await create({ name: 'Once report', recipientIds: [person('ada'), person('ben')] });
    await Promise.all(Array.from({ length: 4 }, () => runTimersAt('2026-03-20T20:01:00Z')));
    for (const name of ['ada', 'ben'])
      expect((await listMails(name)).filter(({ subject }) => subject.startsWith('Once'))).toHaveLength(1);
    expect((await call('GET', `/${id}/runs`)).body.data.runs).toHaveLength(1);
    await runTimersAt('2026-03-27T20:00:30Z');
    const { runs, next } = (await call('GET', `/${id}/runs?limit=1`)).body.data;
    expect(runs).toMatchObject([{ dueDate: '2026-03-27T20:00:00.000Z', mailed: 2 }]);
    expect((await call('GET', `/${id}/runs?limit=1&cursor=${next}`)).body.data.runs).toMatchObject([
      { dueDate: '2026-03-20T20:00:00.000Z' },
    ]);
    await call('DELETE', `/${id}`);
  });

  it('of a month covers the calendar month before, also from the 31st on', async () => {
    const schedule = { frequency: 'monthly', dayOfMonth: 31, hour: 8, timeZone: 'America/New_York' };
    const { id, nextRunDate } = await create({ name: 'Month report', reportType: 5, schedule });
    expect(nextRunDate).toBe('2026-03-31T12:00:00.000Z');
    await runTimersAt('2026-03-31T12:00:00Z');
    await runTimersAt('2026-04-30T12:00:00Z');
    const subjects = (await listMails('ada')).map(({ subject }) => subject);
    expect(subjects).toContain('Month report: February 1 to 28, 2026');
    expect(subjects).toContain('Month report: March 1 to 31, 2026');
    await call('DELETE', `/${id}`);
  });

  it('is not mailed to who may no longer read reports, and says how many these are', async () => {
    const { id } = await create({ name: 'Access report', recipientIds: [person('ada'), person('ben')] });
    const users = await service.store.queryAll(subjectsByName(service.store), { beginsWith: 'user#' });
    const ben = users.find(({ personId }) => personId === person('ben'));
    const setRoles = (roles: readonly string[]) =>
      commit([update(service.store.key(`SUBJECT#${ben?.id}`, 'ACCESS'), { set: { roles } })]);
    await setRoles(['member']);
    await runTimersAt('2026-03-20T20:00:00Z');
    expect((await listMails('ben')).filter(({ subject }) => subject.startsWith('Access'))).toEqual([]);
    expect(await lastRun(id)).toMatchObject({ status: 'SENT', mailed: 1, withoutAccess: 1 });
    await call('PUT', `/${id}`, { recipientIds: [person('ben')] });
    await runTimersAt('2026-03-27T20:00:00Z');
    expect(await lastRun(id)).toMatchObject({ status: 'NOT_SENT', reportId: null, withoutAccess: 1 });
    await setRoles(['admin']);
    await call('DELETE', `/${id}`);
  });

  it('that is refused is in the log with the reason, and due again at its next time', async () => {
    const session = { stateId: 50, identifier: '2026X', name: 'A session without days' };
    const added = await service.post('/api/1.0/session', session);
    const { id } = await create({
      ...{ name: 'Refused report', reportType: 6, stateId: 50, sessionId: added.body.data.id },
    });
    await runTimersAt('2026-03-20T20:00:00Z');
    expect(await lastRun(id)).toMatchObject({
      ...{ status: 'FAILED', mailed: 0, reportId: null },
      reason: expect.stringContaining('startDate and endDate must be sent'),
    });
    await runTimersAt('2026-03-27T20:00:00Z');
    expect((await call('GET', `/${id}/runs`)).body.data.runs).toHaveLength(2);
    await call('DELETE', `/${id}`);
  });

  it('refuses recipients who could not read it, times that do not exist, and unknown reports', async () => {
    const refused = await call('POST', '', {
      ...{ ...weekly, reportType: 9, recipientIds: [person('ada'), person('dora'), crypto.randomUUID()] },
      schedule: { frequency: 'weekly', timeZone: 'Mars/Olympus' },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.details.errors.map(({ target }: { target: string }) => target).toSorted()).toEqual([
      'recipientIds[1]',
      'recipientIds[2]',
      'reportType',
      'schedule.timeZone',
    ]);
    expect((await call('POST', '', { ...weekly, recipientIds: [] })).status).toBe(400);
    expect((await call('GET', `/${crypto.randomUUID()}`)).status).toBe(404);
  });

  it('takes part of an update, and refuses one that was based on an older version', async () => {
    const { id } = await create({ sessionId: 2402 });
    const paused = await call('PUT', `/${id}`, { isPaused: true }, { 'If-Match': '"1"' });
    expect(paused.body.data).toMatchObject({ sessionId: 2402, isPaused: true, nextRunDate: null });
    const stale = await call('PUT', `/${id}`, { name: 'Other' }, { 'If-Match': '"1"' });
    expect(stale.status).toBe(412);
    await runTimersAt('2026-03-20T20:00:00Z');
    expect(await lastRun(id)).toBeNull();
    const resumed = await call('PUT', `/${id}`, { isPaused: false, sessionId: null });
    expect(resumed.body.data).toMatchObject({ sessionId: null, nextRunDate: '2026-03-20T20:00:00.000Z' });
    await call('DELETE', `/${id}`);
  });
});

describe('the link in the mail', () => {
  const mailOf = async (name: string, subject: string) => {
    const mail = (await listMails(name)).find((each) => each.subject.startsWith(subject));
    if (!mail) throw new Error(`${name} got no ${subject}`);
    return mail;
  };
  const open = async (url: string, method = 'GET') => (await fetch(url, { method })).text();

  it('shows the report and its files to its recipient, until it is revoked', async () => {
    const { id } = await create({ name: 'Linked report' });
    await runTimersAt('2026-03-20T20:00:00Z');
    const mail = await mailOf('ada', 'Linked');
    const url = findLink(mail.text);
    expect(mail.html).toContain(url);
    expect(mail.text).toContain('HB 10: HB 10: County Government - Procurement & “Best Value” Contracts');
    const page = await open(url);
    expect(page).toContain('<h1>Linked report</h1>');
    expect(page).toContain('Needs attention');
    const pdf = await fetch(`${url}/pdf`);
    expect([pdf.status, pdf.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(await open(`${url}/bills`)).toContain('HB 10');

    // Another purpose, another tenant and a changed token open nothing.
    const changed = url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const address of [changed, url.replace('/demo/', '/harbor/')]) {
      expect(await open(address)).toContain('This link does not work');
      expect((await fetch(`${address}/pdf`)).status).toBe(404);
    }
    expect((await call('POST', `/${id}/revoke-links`)).status).toBe(200);
    expect(await open(url)).toContain('This link does not work');
    expect((await fetch(`${url}/json`)).status).toBe(404);
    await runTimersAt('2026-03-27T20:00:00Z');
    const later = (await listMails('ada')).filter(({ subject }) => subject.startsWith('Linked'));
    expect(later).toHaveLength(2);
    const fresh = later.map(({ text }) => findLink(text)).find((each) => each !== url) ?? '';
    expect(await open(fresh)).toContain('<h1>Linked report</h1>');
    await call('DELETE', `/${id}`);
    expect(await open(fresh)).toContain('This link does not work');
  });

  it('expires after 30 days, and ends the mails also then', async () => {
    const { id } = await create({ name: 'Expiring report' });
    await runTimersAt('2026-03-20T20:00:00Z');
    const mail = await mailOf('ada', 'Expiring');
    const url = findLink(mail.text);
    expect(mail.headers).toMatchObject({
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    await service.moveClockTo('2026-04-19T20:00:30Z');
    expect(await open(url)).toContain('This link has expired');
    expect((await fetch(`${url}/pdf`)).status).toBe(404);
    for (let attempt = 0; attempt < 2; attempt += 1)
      expect(await open(url, 'POST')).toContain('You get no more mails of this report');
    expect((await call('GET', `/${id}`)).body.data.recipientIds).toEqual([]);
    await service.moveClockTo('2026-03-20T16:00:00Z');
    await call('DELETE', `/${id}`);
  });
});
