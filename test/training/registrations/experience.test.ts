// Prerequisites of experience: declared by whoever registers, or passed by an administrator only
// (docs/interface/training.md#experience).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RegistrationFixture, startRegistrationFixture } from './registration-fixture.ts';

let fixture: RegistrationFixture;
let token: string;
beforeAll(async () => {
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    permissions: [
      'training.awards.write',
      'training.catalogue.read',
      'training.courses.write',
      'training.settings.read',
      'training.settings.write',
      'OverrideRegistration',
    ],
  });
});
afterAll(() => fixture.platform.stop());

const call = (method: string, path: string, body?: unknown) =>
  fixture.platform.call(method, 'training', `/api/v1${path}`, { tenant: 'demo', token, body });
const setMode = async (unmetExperience: 'declaration' | 'block') => {
  const { status, body } = await call('PUT', '/Settings/Registration', { unmetExperience });
  expect([status, body.unmetExperience]).toEqual([200, unmetExperience]);
};
const createMember = async (): Promise<string> => (await fixture.createPeople(1))[0]?.id ?? '';
const office = { type: 'Experience', name: 'Two years in office' };
const text = 'Clerk of Quince County from 2019 to 2023.';

describe('experience that a course requires', () => {
  const createClass = async () => {
    const { status, body } = await call('POST', '/Courses', { name: 'Advanced', prerequisites: [office] });
    expect(status).toBe(201);
    expect(body.prerequisites).toMatchObject([office]);
    const of = await fixture.createClass({ courseId: body.id, registration: {} });
    return { of: await fixture.changeClass(of, {}, { courseEdition: 1 }), course: body };
  };

  it('is declared by the registration, which keeps the text, who declared it and when', async () => {
    const { of } = await createClass();
    const memberId = await createMember();
    const { body: eligibility } = await fixture.get(`/eligibility?classId=${of.id}&memberId=${memberId}`);
    expect(eligibility).toMatchObject({
      isEligible: true,
      reasons: [],
      experienceToDeclare: [{ name: 'Two years in office' }],
    });
    const refused = await fixture.register(of.id, memberId);
    expect([refused.status, refused.body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
    expect(refused.body.error.details).toMatchObject([
      {
        code: 'DECLARATION_REQUIRED',
        target: 'experienceDeclaration',
        message: expect.stringMatching(
          /requires experience: Two years in office\. Send experienceDeclaration/,
        ),
      },
    ]);
    const id = await fixture.registerMember(of.id, memberId, { experienceDeclaration: text });
    const declared = {
      text,
      experience: ['Two years in office'],
      declaredBy: 'anonymous',
      declaredDate: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    const { body: registration } = await fixture.get(`/${id}`);
    expect(registration.experienceDeclaration).toEqual(declared);
    const other = await createMember();
    const moved = (more: object) => fixture.post(`/${id}/Transfer`, { memberId: other, ...more });
    expect((await moved({})).body.error.details).toMatchObject([{ code: 'DECLARATION_REQUIRED' }]);
    const transferred = await moved({ experienceDeclaration: 'Mayor of Alder.' });
    expect(transferred.status, transferred.text).toBe(201);
    expect(transferred.body.experienceDeclaration).toMatchObject({ text: 'Mayor of Alder.' });
    expect((await fixture.get(`/${id}`)).body.experienceDeclaration).toEqual(declared);
  });

  it('goes with its declaration to another class of the course', async () => {
    const { of, course } = await createClass();
    const second = await fixture.createClass({ courseId: course.id });
    await fixture.changeClass(second, {}, { courseEdition: 1 });
    const id = await fixture.registerMember(of.id, await createMember(), { experienceDeclaration: text });
    const moved = await fixture.post(`/${id}/Transfer`, { classId: second.id });
    expect(moved.status, moved.text).toBe(201);
    expect(moved.body.experienceDeclaration).toMatchObject({ text });
  });

  it('needs an override where the tenant does not accept declarations', async () => {
    const { of } = await createClass();
    const memberId = await createMember();
    await setMode('block');
    const { body: eligibility } = await fixture.get(`/eligibility?classId=${of.id}&memberId=${memberId}`);
    expect(eligibility).toMatchObject({ isEligible: false, reasons: [{ rule: 'PREREQUISITE_MISSING' }] });
    expect(eligibility.experienceToDeclare).toBeUndefined();
    const refused = await fixture.register(of.id, memberId, { experienceDeclaration: text });
    expect([refused.status, refused.body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
    const body = { classId: of.id, memberId, registrationType: 'Admin', overrideRules: true };
    expect((await call('POST', '/registration/ClassRegistration', body)).status).toBe(201);
    await setMode('declaration');
    const { body: changes } = await call('GET', '/Settings/Audit');
    expect(JSON.stringify(changes)).toContain('unmetExperience');
  });

  it('keeps its edition when it is sent back, and another experience starts the next', async () => {
    const { course } = await createClass();
    const change = async (prerequisites: unknown) =>
      (await call('PUT', `/Courses/${course.id}`, { prerequisites })).body.edition;
    expect(await change(course.prerequisites)).toBe(1);
    expect(await change([{ ...office, name: 'Four years in office' }])).toBe(2);
    const refused = await call('PUT', `/Courses/${course.id}`, { prerequisites: [{ type: 'Experience' }] });
    expect(refused.body.error.details).toMatchObject([
      { code: 'REQUIRED_FIELD', target: 'prerequisites[0].name' },
    ]);
  });
});

describe('experience that an award requires', () => {
  it('is declared by the registration, or passed by an override', async () => {
    const { body: award } = await call('POST', '/Awards', {
      name: 'Certified Clerk',
      prerequisites: [office],
      requiresApproval: false,
    });
    const register = (memberId: string, more: object) =>
      call('POST', '/AwardsRegistration', {
        awardId: award.id,
        memberId,
        registrationType: 'Admin',
        ...more,
      });
    const memberId = await createMember();
    const refused = await register(memberId, {});
    expect([refused.status, refused.body.error.code]).toEqual([422, 'NOT_ELIGIBLE']);
    expect(refused.body.error.details).toMatchObject([
      { code: 'DECLARATION_REQUIRED', target: 'experienceDeclaration' },
    ]);
    const { status, body } = await register(memberId, { experienceDeclaration: text });
    expect(status).toBe(201);
    expect(body.experienceDeclaration).toMatchObject({
      text,
      experience: ['Two years in office'],
      declaredBy: expect.stringMatching(/./),
    });
    await setMode('block');
    const blocked = await register(await createMember(), { experienceDeclaration: text });
    expect(blocked.body.error.details).toMatchObject([{ code: 'PREREQUISITE_MISSING' }]);
    expect((await register(await createMember(), { overrideRules: true })).status).toBe(201);
    await setMode('declaration');
  });
});
