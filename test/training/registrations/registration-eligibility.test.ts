// The rules a registration must meet, returned before it is made and enforced when it is
// (docs/interface/training.md#eligibility).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commit, put } from '../../../shared/data/changes.ts';
import { fromNow, hour, type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
});
afterAll(() => fixture.platform.stop());

const createPerson = async (organization?: string | null): Promise<string> =>
  (await fixture.createPeople(1, organization))[0]?.id ?? '';

describe('eligibility', () => {
  it('lists every rule that is not met at once', async () => {
    const stranger = await createPerson(null);
    const courseId = fixture.idOf('course', 'budget-basics');
    const of = await fixture.createClass({
      courseId,
      registration: { capacity: 1, nonMembersAllowed: false, closesAt: fromNow(2 * hour) },
    });
    await fixture.registerMember(of.id, await createPerson());
    await fixture.changeClass(of, { closesAt: fromNow(-hour) });
    const { status, body } = await fixture.get(`/eligibility?classId=${of.id}&memberId=${stranger}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      isEligible: false,
      wouldBeRefusedWith: 'REGISTRATION_CLOSED',
      kind: 'nonMember',
      fee: 150,
      seatsLeft: 0,
      waitlistPlacesLeft: 0,
      needsApproval: false,
    });
    expect(body.reasons.map(({ code, rule }: { code: string; rule?: string }) => rule ?? code)).toEqual([
      'REGISTRATION_CLOSED',
      'MEMBERS_ONLY',
      'CLASS_FULL',
    ]);
    for (const reason of body.reasons) expect(reason.remedy.length).toBeGreaterThan(10);
    expect((await fixture.get(`/eligibility?classId=${of.id}&memberId=${randomUUID()}`)).status).toBe(400);
  });

  it('warns of another class at the same time, as registration does, and prevents nothing', async () => {
    const member = await createPerson();
    const first = await fixture.createClass();
    const cancelled = await fixture.createClass();
    await fixture.registerMember(first.id, member);
    const dropped = await fixture.registerMember(cancelled.id, member);
    await fixture.post(`/${dropped}/Cancel`, { reason: 'No time.' });
    const second = await fixture.createClass({ startsIn: 30 * 24 * hour + hour });
    const later = await fixture.createClass({ startsIn: 30 * 24 * hour + 5 * hour });
    const warnings = [
      { code: 'CLASHING_CLASS', classId: first.id, message: expect.stringContaining('at the same time as') },
    ];
    const eligibility = await fixture.get(`/eligibility?classId=${second.id}&memberId=${member}`);
    expect(eligibility.body).toMatchObject({ isEligible: true, wouldBe: 'Confirmed' });
    expect(eligibility.body.warnings).toEqual(warnings);
    const registered = await fixture.register(second.id, member);
    expect([registered.status, registered.body.warnings]).toEqual([201, warnings]);
    const calm = await fixture.register(later.id, member);
    expect([calm.status, calm.body.warnings]).toEqual([201, undefined]);
    const bulk = await fixture.post('/Bulk', { classId: cancelled.id, memberIds: [member] });
    expect(bulk.body.results[0].registration.warnings).toHaveLength(2);
  });

  it('returns what a registration would result in', async () => {
    const approvalChainId = fixture.idOf('approvalChain', 'manager-then-training');
    const of = await fixture.createClass({ registration: { approvalChainId, capacity: 3 } });
    const { body } = await fixture.get(`/eligibility?classId=${of.id}&memberId=${await createPerson()}`);
    expect(body).toMatchObject({
      isEligible: true,
      wouldBe: 'PendingApproval',
      seatsLeft: 3,
      needsApproval: true,
      reasons: [],
    });
  });

  it('requires the prerequisites of the course, as registration does', async () => {
    const course = await fixture.platform.call('POST', 'training', '/api/v1/Courses', {
      tenant: 'demo',
      body: {
        name: 'Budget Masterclass',
        prerequisites: [
          { type: 'Course', id: fixture.idOf('course', 'budget-basics') },
          { type: 'Award', id: fixture.idOf('award', 'finance') },
        ],
      },
    });
    expect(course.status, course.text).toBe(201);
    const of = await fixture.createClass({ courseId: course.body.id });
    const member = await createPerson();
    const refused = await fixture.register(of.id, member);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
    expect(refused.body.error.details).toHaveLength(2);
    const moment = new Date().toISOString();
    const record = (sort: string) => fixture.store.key<object>(`TRAINING-RECORD#${member}`, sort);
    const shared = {
      personId: member,
      version: 1,
      createdDate: moment,
      modifiedDate: moment,
      schemaVersion: 1,
    };
    await commit([
      put(record(`COMPLETION#${fixture.idOf('course', 'budget-basics')}#1`), {
        ...shared,
        type: 'completion',
        id: '1',
        courseId: fixture.idOf('course', 'budget-basics'),
        completedDate: '2026-01-01',
      }),
      put(record('CERTIFICATION#1'), {
        ...shared,
        type: 'certification',
        id: '1',
        awardId: fixture.idOf('award', 'finance'),
        validFrom: '2026-01-01',
        validThrough: '2999-12-31',
      }),
    ]);
    expect((await fixture.register(of.id, member)).status).toBe(201);
  });

  it('is refused after a denial when the class does not allow the person to apply again', async () => {
    const of = await fixture.createClass({
      registration: {
        approvalChainId: fixture.idOf('approvalChain', 'manager-then-training'),
        mayReapplyAfterDenial: false,
      },
    });
    const member = await createPerson();
    const id = await fixture.registerMember(of.id, member);
    const token = await fixture.platform.tokenFor({
      tenant: 'demo',
      permissions: ['training.approvals.decide'],
    });
    const denial = await fixture.post(`/${id}/Deny`, { reason: 'Not this year.' }, { token });
    expect(denial.status, denial.text).toBe(200);
    const { body } = await fixture.register(of.id, member);
    expect(body.error).toMatchObject({ code: 'NOT_ELIGIBLE', details: [{ code: 'DENIED_BEFORE' }] });
    await fixture.changeClass(of, { mayReapplyAfterDenial: true });
    expect((await fixture.register(of.id, member)).status).toBe(201);
  });
});
