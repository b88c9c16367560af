// People who left (docs/interface/training.md#people-who-left): what waits for them moves on, they do nothing any more, and
// nothing is done for them.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as runTimers } from '../../../functions/training/jobs/run-timers/handler.ts';
import { listDueMessages } from '../../../functions/training/notifications/notification-message.ts';
import { managerKey } from '../../../functions/training/people/managers/manager.ts';
import {
  approvalsByAssignee,
  pendingSort,
} from '../../../functions/training/registrations/approval/pending-approvals.ts';
import { passOnApprovals } from '../../../functions/training/registrations/approvals/timers.ts';
import { commit, put, remove, update } from '../../../shared/data/changes.ts';
import { personKey } from '../../../shared/directory/people/person-store.ts';
import { recordId } from '../../../shared/directory/record/record-id.ts';
import { dueTimers, findTimer } from '../../../shared/schedule/timers.ts';
import { loadTenant } from '../../../shared/settings/tenant-settings.ts';
import { addDays } from '../../../shared/time/calendar-day.ts';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { getStartOfDay } from '../../../shared/time/local-time.ts';
import { runMergeJob } from '../../crm/merges/run-merge-job.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { type ApprovalFixture, createApprovalFixture, person } from './approvals/approval-fixture.ts';
import { hour } from './registration-fixture.ts';

let platform: TestPlatform;
let fixture: ApprovalFixture;
let crm: string;
let office: string;

const byPerson = (key: string) => ({ kind: 'person', personId: person(key) });
const staff = { kind: 'role', role: 'staff' };

const inDirectory = async (method: string, path: string, body?: object) => {
  const reply = await platform.call(method, 'crm', `/api/v1/people/${path}`, {
    tenant: 'demo',
    token: crm,
    body,
  });
  expect([path, reply.status]).toEqual([path, expect.toSatisfy((status: number) => status < 300)]);
  return reply;
};
const leave = (key: string) => inDirectory('POST', `${person(key)}/Deactivate`);
const comeBack = (key: string) => inDirectory('POST', `${person(key)}/Reactivate`);

/** A registration of Grace whose first step waits, for the person that it names unless they left. */
async function ask(...steps: object[]): Promise<string> {
  return (await fixture.ask(await fixture.classWith(await fixture.chain(...steps)), 'grace')).id;
}
const readApproval = async (id: string) => (await fixture.shown(id)).body.approval;
const readAssignee = async (id: string) => (await readApproval(id)).assignee;
/** Who is asked to decide about a registration, by the notifications that were written about it. */
async function listAsked(id: string) {
  const messages = await listDueMessages(fixture.tenant, new Date(Date.now() + hour), 500);
  return messages
    .filter(({ kind, about }) => kind === 'approvalAsked' && about.startsWith(id))
    .map(({ to }) => to);
}

beforeAll(async () => {
  platform = await startPlatform();
  fixture = createApprovalFixture(platform);
  crm = await platform.tokenFor({ tenant: 'demo', roles: ['admin'] });
  office = await fixture.tokenOf('dora', ['staff']);
});
beforeEach(async () => {
  for (const key of ['farah', 'ben', 'hiro', 'ines']) await comeBack(key);
});
afterAll(() => platform.stop());

describe('a step that waits for a person who is deactivated', () => {
  it('goes to whom it escalates with the next run of the timers, which notifies them', async () => {
    const id = await ask({ approver: byPerson('farah'), escalateTo: staff });
    await runTimers();
    expect(await readAssignee(id)).toMatchObject(byPerson('farah'));
    await leave('farah');
    await runTimers();
    const { assignee, isEscalated, events } = await readApproval(id);
    expect({ assignee, isEscalated }).toEqual({ assignee: staff, isEscalated: true });
    expect(events.at(-1)).toMatchObject({
      ...{ action: 'escalated', by: 'system', to: staff },
      reason: 'Farah Haddad is no longer active.',
    });
    expect(await listAsked(id)).toContainEqual(staff);
    expect((await fixture.decide('Approve', id, office)).body.status).toBe('Confirmed');
  });

  it('goes to the administrators when it escalates to the same person', async () => {
    const id = await ask({ approver: byPerson('farah'), escalateTo: byPerson('farah') });
    await leave('farah');
    await runTimers();
    expect(await readAssignee(id)).toEqual({ kind: 'role', role: 'admin' });
  });

  it('goes to the manager above when the manager leaves', async () => {
    await fixture.manages('farah', 'grace');
    const id = await ask({ approver: { kind: 'manager' }, escalateTo: staff });
    expect(await readAssignee(id)).toMatchObject(byPerson('farah'));
    await fixture.manages('ben', 'grace');
    await leave('farah');
    await runTimers();
    expect(await readApproval(id)).toMatchObject({
      assignee: byPerson('ben'),
      isEscalated: false,
      events: [{ action: 'asked' }, { action: 'asked', reason: 'Farah Haddad is no longer active.' }],
    });
    await commit([remove(managerKey(fixture.tenant, 'person', person('grace')))]);
  });

  it('goes back to its approver when it was delegated', async () => {
    const id = await ask({ approver: byPerson('ben'), escalateTo: staff });
    const ben = await fixture.tokenOf('ben');
    await fixture.decide('Delegate', id, ben, { to: person('farah') });
    await leave('farah');
    await runTimers();
    expect(await readApproval(id)).toMatchObject({ assignee: byPerson('ben'), isEscalated: false });
  });

  it('stays with others, and with a person whose record changes otherwise', async () => {
    const id = await ask({ approver: byPerson('farah'), escalateTo: staff });
    await inDirectory('PATCH', person('farah'), { title: 'Director' });
    await leave('ines');
    await runTimers();
    expect(await readAssignee(id)).toMatchObject(byPerson('farah'));
  });
});

it('a step waits for a person until the end of their last day, and is passed on as the next one begins', async () => {
  const id = await ask({ approver: byPerson('farah'), escalateTo: staff });
  await runTimers();
  const { timeZone } = await loadTenant(fixture.tenant);
  const today = toLocalDate(timeZone, new Date());
  await inDirectory('PATCH', person('farah'), { activeTo: today });
  await runTimers();
  const nextDay = getStartOfDay(addDays(today, 1), timeZone);
  await fixture.escalate(new Date(nextDay.getTime() - 1));
  expect(await readAssignee(id)).toMatchObject(byPerson('farah'));
  await fixture.escalate(nextDay);
  expect(await readAssignee(id)).toEqual(staff);
  await inDirectory('PATCH', person('farah'), { activeTo: null });
});

it('a step whose approver is no longer in the directory is passed on as the next day begins', async () => {
  const { id: personId } = (await inDirectory('POST', '', { lastName: 'Erased' })).body;
  const id = await ask({ approver: { kind: 'person', personId }, escalateTo: staff });
  await commit([remove(personKey(fixture.tenant, personId))]);
  const { timeZone } = await loadTenant(fixture.tenant);
  await fixture.escalate(getStartOfDay(addDays(toLocalDate(timeZone, new Date()), 1), timeZone));
  expect(await readApproval(id)).toMatchObject({
    assignee: staff,
    events: [{}, { reason: 'Erased is no longer in the directory.' }],
  });
});

it('every step of a person who has very many is looked at, a page for each timer', async () => {
  const assignee = { kind: 'person', personId: randomUUID() } as const;
  const ids = Array.from({ length: 95 }, () => randomUUID());
  const entries = ids.map((id, index) => {
    const entry = { id, askedAt: new Date(Date.UTC(2027, 0, 1, 0, index)).toISOString() };
    return put(fixture.tenant.key<object>('APPROVALS', `test#${id}`), entry, {
      listed: { listing: approvalsByAssignee(fixture.tenant, assignee), sort: pendingSort(entry) },
    });
  });
  await commit(entries);
  const kind = 'person-leaves';
  const now = new Date();
  const readLooks = async () =>
    (
      await Promise.all(
        ids.map((subject) => findTimer(fixture.tenant, { kind: 'approval-escalates', subject })),
      )
    ).filter((timer) => timer !== undefined).length;
  await commit(await passOnApprovals(fixture.tenant, { kind, subject: assignee.personId }, now));
  expect(await readLooks()).toBe(90);
  const next = (await dueTimers(fixture.tenant, now, 500)).find((timer) => timer.kind === kind);
  await commit(await passOnApprovals(fixture.tenant, next ?? expect.fail('There is a next page'), now));
  expect(await readLooks()).toBe(95);
});

it('a step whose approver left before is assigned to whom it escalates at once', async () => {
  const chain = await fixture.chain({ approver: byPerson('farah'), escalateTo: staff });
  const classId = await fixture.classWith(chain);
  await leave('farah');
  const { id } = await fixture.ask(classId, 'grace');
  expect(await readApproval(id)).toMatchObject({
    ...{ assignee: staff, isEscalated: true },
    events: [{ action: 'asked', reason: 'Farah Haddad is not active.' }],
  });
});

it('a step moves on when its approver is merged into a person who left, or into the one who is registered', async () => {
  const enter = async (lastName: string): Promise<string> =>
    (await inDirectory('POST', '', { lastName })).body.id;
  const [double, leaver, twin] = [await enter('Double'), await enter('Leaver'), await enter('Twin')];
  const steps = (personId: string) => ({ approver: { kind: 'person', personId }, escalateTo: staff });
  const [first, second] = [await ask(steps(double)), await ask(steps(twin))];
  await runTimers();
  await inDirectory('POST', `${leaver}/Deactivate`);
  await inDirectory('POST', `${leaver}/Merge`, { personId: double });
  await inDirectory('POST', `${person('grace')}/Merge`, { personId: twin });
  for (const removed of [double, twin]) await runMergeJob('person', removed);
  await runTimers();
  expect(await readAssignee(first)).toEqual(staff);
  expect(await readApproval(second)).toMatchObject({
    assignee: staff,
    events: [{}, { reason: 'Nobody may approve their own registration.' }],
  });
});

describe('a person who left', () => {
  it('decides and delegates nothing, also with the permission to decide every step', async () => {
    const id = await ask({ approver: byPerson('farah'), escalateTo: staff });
    const farah = await fixture.tokenOf('farah', ['admin']);
    await leave('farah');
    for (const verb of ['Approve', 'Deny', 'Delegate']) {
      const { status, body } = await fixture.decide(verb, id, farah, { reason: 'No', to: person('ben') });
      expect([verb, status]).toEqual([verb, 403]);
      expect(body.error.message).toContain('Farah Haddad is no longer active.');
    }
    await comeBack('farah');
    expect((await fixture.decide('Approve', id, farah)).status).toBe(200);
  });

  it('registers nobody, as a manager or an administrator', async () => {
    const classId = await fixture.classWith(await fixture.chain({ approver: staff }));
    const farah = await fixture.tokenOf('farah', ['admin']);
    await leave('farah');
    for (const registrationType of ['Manager', 'Admin']) {
      const body = { classId, memberId: person('hiro'), registrationType };
      const path = '/api/v1/registration/ClassRegistration';
      const reply = await fixture.call('POST', path, { token: farah, body });
      expect([registrationType, reply.status]).toEqual([registrationType, 403]);
    }
  });

  it('transfers no registration, and gives no seat beyond the limits', async () => {
    const classId = await fixture.classWith(await fixture.chain({ approver: staff }), {
      ...{ capacity: 1, waitlistSize: 1 },
    });
    await fixture.ask(classId, 'grace');
    const waiting = await fixture.ask(classId, 'ines');
    const seat = await fixture.ask(
      await fixture.classWith(await fixture.chain({ approver: staff })),
      'grace',
    );
    expect((await fixture.decide('Approve', seat.id, office)).status).toBe(200);
    const farah = await fixture.tokenOf('farah', ['admin']);
    const call = (id: string, verb: string, body: object) =>
      fixture.call('POST', `/api/v1/registration/ClassRegistration/${id}/${verb}`, { token: farah, body });
    const transfer = () => call(seat.id, 'Transfer', { memberId: person('hiro') });
    const overbook = () => call(waiting.id, 'Overbook', { reason: 'The room has one more chair.' });
    await leave('farah');
    expect([(await transfer()).status, (await overbook()).status]).toEqual([403, 403]);
    await comeBack('farah');
    const moved = await transfer();
    expect(moved.status, moved.text).toBe(201);
    expect((await overbook()).status).toBe(200);
  });

  it('is not registered, whoever asks and whatever they override', async () => {
    const classId = await fixture.classWith(await fixture.chain({ approver: staff }));
    const admin = await fixture.tokenOf('leo', ['admin']);
    await leave('hiro');
    const path = '/api/v1/registration/ClassRegistration';
    const register = (more: object = {}) =>
      fixture.call('POST', path, { token: admin, body: { classId, memberId: person('hiro'), ...more } });
    const { status, body } = await register({ registrationType: 'Admin', overrideRules: true });
    expect([status, body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
    expect(body.error.details).toMatchObject([{ code: 'PERSON_INACTIVE', target: 'memberId' }]);
    const eligibility = `${path}/eligibility?classId=${classId}&memberId=${person('hiro')}`;
    expect((await fixture.call('GET', eligibility, { token: admin })).body).toMatchObject({
      isEligible: false,
      reasons: [{ code: 'NOT_ELIGIBLE', rule: 'PERSON_INACTIVE' }],
    });
    await comeBack('hiro');
    expect((await register({ registrationType: 'Admin', overrideRules: true })).status).toBe(201);
  });

  it('and a person who is not active yet is refused with their first day', async () => {
    const classId = await fixture.classWith(await fixture.chain({ approver: staff }));
    const admin = await fixture.tokenOf('leo', ['admin']);
    const key = personKey(fixture.tenant, person('maya'));
    await commit([update(key, { set: { activeFrom: '2099-07-01' } })]);
    const { status, body } = await fixture.call('POST', '/api/v1/registration/ClassRegistration', {
      token: admin,
      body: { classId, memberId: person('maya'), registrationType: 'Admin' },
    });
    await commit([update(key, { unset: ['activeFrom'] })]);
    expect([status, body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
    expect(JSON.stringify(body)).toContain('is not active until 2099-07-01. Wait until then');
    expect(JSON.stringify(body)).not.toContain('no longer active');
  });

  it('is given no seat by the last approval or an offer, while their registration can be denied', async () => {
    const classId = await fixture.classWith(await fixture.chain({ approver: staff }));
    const { id } = await fixture.ask(classId, 'hiro');
    await leave('hiro');
    const { status, body } = await fixture.decide('Approve', id, office);
    expect([status, body.error.details[0].code]).toEqual([422, 'PERSON_INACTIVE']);
    expect((await fixture.decide('Deny', id, office, { reason: 'Left the office.' })).status).toBe(200);

    const open = await fixture.classWith(await fixture.chain({ approver: staff }), {
      ...{ capacity: 1, waitlistSize: 1, offerHours: 24 },
    });
    const first = await fixture.ask(open, 'grace');
    const second = await fixture.ask(open, 'ines');
    await fixture.decide('Deny', first.id, office, { reason: 'The budget is spent.' });
    expect(await fixture.statusOf(second.id)).toBe('Offered');
    await leave('ines');
    const accept = () =>
      fixture.call('POST', `/api/v1/registration/ClassRegistration/${second.id}/Offer/Accept`, { body: {} });
    expect((await accept()).status).toBe(422);
    await comeBack('ines');
    expect((await accept()).status).toBe(200);
  });

  it('decides no registration for an award, and gets none that waited', async () => {
    const award = await fixture.call('POST', '/api/v1/Awards', { body: { name: 'Left Award' } });
    const register = await fixture.call('POST', '/api/v1/AwardsRegistration', {
      token: await fixture.tokenOf('leo', ['admin']),
      body: { awardId: award.body.id, memberId: person('ines'), registrationType: 'Admin' },
    });
    expect(register.body.status).toBe('PendingApproval');
    const farah = await fixture.tokenOf('farah', ['admin']);
    const approve = () =>
      fixture.call('POST', `/api/v1/AwardsRegistration/${register.body.id}/Approve`, {
        token: farah,
        body: {},
      });
    await leave('farah');
    expect((await approve()).status).toBe(403);
    await comeBack('farah');
    await leave('ines');
    expect((await approve()).status).toBe(422);
    await comeBack('ines');
    expect((await approve()).status).toBe(200);
  });

  it('gets no certification and no registration for an award', async () => {
    await leave('ines');
    const admin = await fixture.tokenOf('leo', ['admin']);
    const awardId = platform.demo.values.curriculumAwardId;
    const today = toLocalDate((await loadTenant(fixture.tenant)).timeZone, new Date());
    const certify = () =>
      fixture.call('POST', '/api/v1/Certifications', {
        token: admin,
        body: { personId: person('ines'), awardId, completedDate: today, override: true, reason: 'Earned.' },
      });
    const register = await fixture.call('POST', '/api/v1/AwardsRegistration', {
      token: admin,
      body: { awardId, memberId: person('ines'), registrationType: 'Admin', overrideRules: true },
    });
    for (const reply of [await certify(), register]) {
      expect(reply.status).toBe(422);
      expect(reply.body.error.details).toMatchObject([{ code: 'PERSON_INACTIVE' }]);
    }
    await comeBack('ines');
    const certified = await certify();
    expect(certified.status).toBe(201);
    const renew = () =>
      fixture.call('POST', `/api/v1/Certifications/${certified.body.id}/Renew`, {
        ...{ token: admin, body: { override: true, reason: 'Before a leave.' } },
      });
    await leave('ines');
    const { status, body } = await renew();
    expect([status, body.error.details[0].code]).toEqual([422, 'PERSON_INACTIVE']);
    await comeBack('ines');
    expect((await renew()).status).toBe(201);
  });

  it('records nothing in the records of others, and awards nothing, whatever permissions they have', async () => {
    const creditTypeId = recordId('demo', 'creditType:demo', 'general');
    const { courseId, curriculumAwardId: awardId } = platform.demo.values;
    const personId = person('grace');
    const today = toLocalDate((await loadTenant(fixture.tenant)).timeZone, new Date());
    const credit = { personId, creditTypeId, credits: 1 };
    const report = {
      creditTypeId,
      credits: 1,
      earnedDate: today,
      activity: 'A course',
      provider: 'A college',
    };
    const admin = await fixture.tokenOf('leo', ['admin']);
    const farah = await fixture.tokenOf('farah', ['admin']);
    const send = (path: string, body: object, token: string) =>
      fixture.call('POST', `/api/v1/${path}`, { token, body });
    const granted = (await send('Credits', credit, admin)).body;
    const override = { override: true, reason: 'Earned.' };
    const completion = (await send('Completions', { personId, courseId }, admin)).body;
    const certified = (await send('Certifications', { personId, awardId, ...override }, admin)).body;
    const requests: readonly [path: string, body: object][] = [
      ['Credits', credit],
      [`Credits/${granted.id}/Void`, { reason: 'Wrong.' }],
      ['Credits/Import', { rows: [{ ...credit, externalId: 'row', earnedDate: today }] }],
      ['Completions', { personId, courseId, completedDate: addDays(today, -1) }],
      [`People/${personId}/Completions/${completion.id}/Void`, { reason: 'Wrong.' }],
      ['ReportedCredits', report],
      ['Certifications', { personId: person('ines'), awardId, ...override }],
      ['Certifications/Bulk', { awardId, personIds: [person('ines')] }],
      [`Certifications/${certified.id}/Renew`, override],
      [`Certifications/${certified.id}/Reissue`, {}],
      [`Certifications/${certified.id}/Revoke`, { reason: 'Wrong.' }],
      [`Awards/${awardId}/Reevaluate`, {}],
      [`Awards/${awardId}/Awardings`, { preview: true }],
    ];
    await leave('farah');
    for (const [path, body] of requests) {
      const { status, body: refused } = await send(path, body, farah);
      expect([path, status, refused.error?.message]).toEqual([
        path,
        403,
        expect.stringContaining('Farah Haddad is no longer active.'),
      ]);
    }
    // What a person has earned before they left is still recorded.
    expect((await send('Credits', { ...credit, personId: person('farah') }, admin)).status).toBe(201);
    await comeBack('farah');
    expect((await send('ReportedCredits', report, farah)).status).toBe(201);
    expect((await send('Credits', credit, farah)).status).toBe(201);
  });

  it('is not made an instructor, and records no attendance as one', async () => {
    const plan = (personId: string) => ({
      ...{ sectionName: 'Taught', courseId: platform.demo.values.courseId, timeZone: 'America/Los_Angeles' },
      sessions: [{ date: '2035-05-11', startTime: '09:00', endTime: '12:00' }],
      instructors: [{ personId }],
      registration: {},
    });
    const create = (key: string) => fixture.call('POST', '/api/v1/Classes', { body: plan(person(key)) });
    const { status, body } = await create('farah');
    expect(status).toBe(201);
    const { id } = await fixture.ask(body.id, 'grace');
    const farah = await fixture.tokenOf('farah');
    const record = () =>
      fixture.call('POST', `/api/v1/registration/ClassRegistration/${id}/Attendance`, {
        token: farah,
        body: { attendance: 'NoShow' },
      });
    // The class has not begun: what an instructor may do is only refused for that.
    expect((await record()).status).toBe(409);
    await leave('farah');
    expect((await record()).status).toBe(403);
    const refused = await create('farah');
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toMatchObject([
      { code: 'NOT_ALLOWED', target: 'instructors[0].personId' },
    ]);
  });
});
