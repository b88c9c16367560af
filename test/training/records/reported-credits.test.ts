// Credits that people report themselves (docs/interface/training.md#self-reported-credits).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { type CallOptions, type Reply, startPlatform, type TestPlatform } from '../../harness/platform.ts';

let platform: TestPlatform;
let office: string;
let settings: string;
const demoId = (kind: string, key: string) => recordId('demo', `${kind}:demo`, key);
const general = demoId('creditType', 'general');
const ethics = demoId('creditType', 'ethics');
const maya = demoId('person', 'maya');
const pdf = Buffer.from('%PDF-1.4\n%%EOF').toString('base64');

const call = (method: string, path: string, options: CallOptions = {}) =>
  platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token: office, ...options });
const post = (path: string, body?: unknown, options: CallOptions = {}) =>
  call('POST', path, { body, ...options });
const tokenOf = (personId: string, permissions: Permission[] = []) =>
  platform.tokenFor({ tenant: 'demo', permissions, personId });
const activity = {
  creditTypeId: general,
  credits: 3,
  earnedDate: '2026-03-01',
  activity: 'Webinar',
  provider: 'Institute',
};
const report = async (more: object = {}): Promise<Reply['body']> => {
  const reply = await post('/ReportedCredits', { personId: maya, ...activity, ...more });
  expect(reply.status).toBe(201);
  return reply.body;
};
const notification = async (kind: string, about: string, to: string) => {
  const store = platform.store('demo');
  return store.get<{ values: Record<string, unknown> }>(store.key(`NOTICE#${kind}#${about}#${to}`, 'NOTICE'));
};

beforeAll(async () => {
  platform = await startPlatform();
  office = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.credits.read', 'training.credits.write'],
  });
  settings = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.settings.read', 'training.settings.write'],
  });
});
afterAll(() => platform.stop());

describe('reporting', () => {
  it('a person reports their own credits, and nobody else reads or changes the report', async () => {
    const own = await tokenOf(maya);
    const created = await post('/ReportedCredits', activity, { token: own });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ...activity, personId: maya, status: 'Pending', evidence: [] });
    const path = `/ReportedCredits/${created.body.id}`;
    expect(created.headers.get('location')).toBe(`${platform.urls.training}/api/v1${path}`);
    expect((await call('GET', path, { token: own })).body.status).toBe('Pending');
    const stranger = await tokenOf(demoId('person', 'hiro'));
    for (const reply of [
      await call('GET', path, { token: stranger }),
      await call('PUT', path, { token: stranger, body: { credits: 9 } }),
      await post(`${path}/Withdraw`, undefined, { token: stranger }),
      await post(`${path}/Approve`, {}, { token: stranger }),
      await post('/ReportedCredits', { ...activity, personId: maya }, { token: stranger }),
    ])
      expect(reply.status).toBe(403);
    const listed = await call('GET', `/People/${maya}/ReportedCredits`, { token: own });
    expect(listed.body.map(({ id }: { id: string }) => id)).toContain(created.body.id);
  });

  it('reports every problem at once, each with its target', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    const body = {
      ...activity,
      personId: maya,
      creditTypeId: unknown,
      courseId: unknown,
      earnedDate: '2099-01-01',
    };
    const { status, body: refusal } = await post('/ReportedCredits', body);
    expect(status).toBe(400);
    expect(refusal.error.details.map(({ target }: Record<string, string>) => target)).toEqual([
      'creditTypeId',
      'courseId',
      'earnedDate',
    ]);
  });

  it('is edited and withdrawn while it waits, and not afterwards', async () => {
    const { id } = await report();
    const edited = await call('PUT', `/ReportedCredits/${id}`, { body: { credits: 4, provider: null } });
    expect(edited.body).toMatchObject({ credits: 4, activity: 'Webinar', status: 'Pending' });
    expect(edited.body).not.toHaveProperty('provider');
    expect((await post(`/ReportedCredits/${id}/Withdraw`)).body.status).toBe('Withdrawn');
    expect((await call('PUT', `/ReportedCredits/${id}`, { body: { credits: 5 } })).status).toBe(409);
    expect((await post(`/ReportedCredits/${id}/Approve`, {})).status).toBe(409);
  });
});

describe('evidence', () => {
  it('a PDF can be downloaded through its link until it is removed', async () => {
    const { id } = await report();
    const added = await post(`/ReportedCredits/${id}/Evidence`, { name: 'scan/of.exe', content: pdf });
    expect(added.status).toBe(200);
    const [file] = added.body.evidence;
    expect(file).toMatchObject({ name: 'scan-of.exe.pdf', contentType: 'application/pdf', size: 14 });
    const download = await fetch(file.url);
    expect(download.status).toBe(200);
    expect(download.headers.get('content-type')).toBe('application/pdf');
    const removed = await call('DELETE', `/ReportedCredits/${id}/Evidence/${file.id}`);
    expect(removed.body.evidence).toEqual([]);
    expect((await fetch(file.url)).status).toBe(404);
  });

  it('a file that is no PDF, JPEG or PNG is refused, whatever its name', async () => {
    const { id } = await report();
    const content = Buffer.from('MZ this is a program').toString('base64');
    const refused = await post(`/ReportedCredits/${id}/Evidence`, { name: 'certificate.pdf', content });
    expect(refused.status).toBe(400);
    expect(refused.body.error.details[0]).toMatchObject({ code: 'INVALID_FORMAT', target: 'content' });
  });

  it('an eleventh file is refused with 409', async () => {
    const { id } = await report();
    for (let number = 1; number <= 10; number += 1)
      await post(`/ReportedCredits/${id}/Evidence`, { name: `${number}.pdf`, content: pdf });
    expect((await post(`/ReportedCredits/${id}/Evidence`, { name: '11.pdf', content: pdf })).status).toBe(
      409,
    );
  });
});

describe('the decision of the office', () => {
  it('approves with another amount and a reason, and the credit is in the transcript once', async () => {
    const { id } = await report({ activity: 'Conference' });
    const withoutReason = await post(`/ReportedCredits/${id}/Approve`, { changes: { credits: 2 } });
    expect(withoutReason.body.error.details[0]).toMatchObject({
      code: 'REQUIRED_FIELD',
      target: 'changes.reason',
    });
    const changes = { credits: 2, reason: 'One hour was a break.' };
    const replies = await Promise.all(
      [1, 2, 3].map(() => post(`/ReportedCredits/${id}/Approve`, { changes })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const { body: approved } = await call('GET', `/ReportedCredits/${id}`);
    expect(approved).toMatchObject({
      status: 'Approved',
      credits: 3,
      approvedCredits: 2,
      reason: changes.reason,
    });
    const { body: transcript } = await call('GET', `/People/${maya}/Transcript`);
    const credits = transcript.credits.filter(
      (credit: { reportedCreditId?: string }) => credit.reportedCreditId === id,
    );
    expect(credits).toHaveLength(1);
    expect(credits[0]).toMatchObject({
      id: approved.creditId,
      source: 'selfReported',
      credits: 2,
      note: 'Conference',
      provider: 'Institute',
    });
    const told = await notification('reportedCreditsApproved', `${id}#2`, maya);
    expect(told?.values).toMatchObject({ credits: '2 General', reason: changes.reason });
  });

  it('returns for changes; the next edit submits it again', async () => {
    const { id, submittedDate } = await report();
    const returned = await post(`/ReportedCredits/${id}/Return`, { reason: 'Add the certificate.' });
    expect(returned.body).toMatchObject({ status: 'Returned', reason: 'Add the certificate.' });
    expect((await notification('reportedCreditsReturned', `${id}#2`, maya))?.values).toMatchObject({
      reason: 'Add the certificate.',
    });
    expect((await post(`/ReportedCredits/${id}/Approve`, {})).status).toBe(409);
    const edited = await call('PUT', `/ReportedCredits/${id}`, { body: { notes: 'Added.' } });
    expect(edited.body.status).toBe('Pending');
    expect(edited.body.submittedDate > submittedDate).toBe(true);
    expect(edited.body).not.toHaveProperty('reason');
    expect(edited.body.history.map(({ action }: { action: string }) => action)).toEqual([
      'reported',
      'returned',
      'edited',
    ]);
  });

  it('rejects with a reason, which is required', async () => {
    const { id } = await report();
    expect((await post(`/ReportedCredits/${id}/Reject`, {})).status).toBe(400);
    const rejected = await post(`/ReportedCredits/${id}/Reject`, { reason: 'Not about counties.' });
    expect(rejected.body).toMatchObject({ status: 'Rejected', reason: 'Not about counties.' });
  });

  it('nobody decides about their own report', async () => {
    const { id } = await report();
    const own = await tokenOf(maya, ['training.credits.write']);
    for (const [verb, body] of [
      ['Approve', {}],
      ['Return', { reason: 'x' }],
      ['Reject', { reason: 'x' }],
    ] as const)
      expect((await post(`/ReportedCredits/${id}/${verb}`, body, { token: own })).status).toBe(403);
  });

  it('is audited with what was changed', async () => {
    const { id } = await report();
    await post(`/ReportedCredits/${id}/Reject`, { reason: 'Twice.' });
    const token = await platform.tokenFor({ tenant: 'demo', permissions: ['identity.audit.read'] });
    const audit = await platform.call('GET', 'identity', `/api/v1/Audit?type=ReportedCredit&record=${id}`, {
      tenant: 'demo',
      token,
    });
    expect(audit.body.items.map(({ action }: { action: string }) => action)).toEqual(['changed', 'created']);
    expect(audit.body.items[0].after).toMatchObject({ status: 'Rejected', reason: 'Twice.' });
  });
});

describe('the list of the office', () => {
  it('has what waits, the longest waiting first, page by page, and by credit type and day', async () => {
    const first = await report({ creditTypeId: ethics });
    const second = await report({ creditTypeId: ethics });
    const page = await call('GET', `/ReportedCredits?creditTypeId=${ethics}&pageSize=1`);
    expect(page.body.map(({ id }: { id: string }) => id)).toEqual([first.id]);
    const [, next] = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? [];
    const following = await fetch(next ?? '', {
      headers: { 'tenant-code': 'demo', authorization: `Bearer ${office}` },
    });
    expect(((await following.json()) as { id: string }[]).map(({ id }) => id)).toEqual([second.id]);
    const all = await call('GET', '/ReportedCredits?pageSize=200');
    const times = all.body.map(({ submittedDate }: { submittedDate: string }) => submittedDate);
    expect(times).toEqual([...times].sort());
    expect((await call('GET', '/ReportedCredits?submittedTo=2000-01-01')).body).toEqual([]);
    const rejected = await call('GET', '/ReportedCredits?status=Rejected');
    expect(rejected.body.every(({ status }: { status: string }) => status === 'Rejected')).toBe(true);
    await post(`/ReportedCredits/${first.id}/Withdraw`);
    const after = await call('GET', `/ReportedCredits?creditTypeId=${ethics}`);
    expect(after.body.map(({ id }: { id: string }) => id)).toEqual([second.id]);
  });
});

describe('settings of self-reported credits', () => {
  const put = (body: unknown) => call('PUT', '/Settings/SelfReportedCredits', { body, token: settings });

  it('names unknown types and roles, and a type that is limited twice', async () => {
    const limit = { creditTypeId: general, maximum: 2, period: 'Term' };
    const refused = await put({ limits: [limit, limit], excludedTypes: [maya], reviewerRole: 'nobody' });
    expect(refused.body.error.details.map(({ target }: Record<string, string>) => target)).toEqual([
      'excludedTypes[0]',
      'limits[1].creditTypeId',
      'reviewerRole',
    ]);
  });

  it('nobody reports an excluded type, and the reviewers are notified of the others', async () => {
    await put({ excludedTypes: [ethics], reviewerRole: 'staff' });
    const refused = await post('/ReportedCredits', { ...activity, personId: maya, creditTypeId: ethics });
    expect(refused.body.error.details[0]).toMatchObject({ code: 'NOT_ALLOWED', target: 'creditTypeId' });
    const { id, submittedDate } = await report();
    const told = await notification('creditsReported', `${id}#${submittedDate}`, 'role:staff');
    expect(told?.values).toMatchObject({ memberName: 'Maya Delacroix', credits: '3 General' });
    await put({ excludedTypes: [], reviewerRole: null });
    expect((await call('GET', '/Settings/SelfReportedCredits', { token: settings })).body).not.toHaveProperty(
      'reviewerRole',
    );
  });

  it('self-reported credits count towards an award up to the maximum of their type', async () => {
    const award = demoId('award', 'finance');
    const person = demoId('person', 'ada');
    const earned = async (): Promise<number> => {
      const reply = await call('GET', `/People/${person}/Awards/${award}`);
      const { credits } = reply.body.requirements;
      return credits.find((entry: { creditTypeId: string }) => entry.creditTypeId === general).earned;
    };
    const before = await earned();
    const { body } = await call('GET', `/People/${person}/Awards/${award}`);
    const { registeredDate } = body.registration;
    const { id } = await report({ personId: person, credits: 5, earnedDate: registeredDate });
    await post(`/ReportedCredits/${id}/Approve`, {});
    expect(await earned()).toBe(before + 5);
    await put({ limits: [{ creditTypeId: general, maximum: 1.5, period: 'Term' }] });
    expect(await earned()).toBe(before + 1.5);
    await put({ limits: [] });
  });
});
