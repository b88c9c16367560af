// A signed credential states only what was true of its holder, and an independent verifier accepts it after an award, an
// override, a re-evaluation and a renewal, and rejects it after revocation (docs/interface/training.md#credentials,
// #rule-snapshots, #re-evaluation).
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { toLocalDate } from '../../../shared/time/local-date.ts';
import { type RegistrationFixture, startRegistrationFixture } from '../registrations/registration-fixture.ts';
import { blockExternalRequests, verify } from './verifier.ts';

let fixture: RegistrationFixture;
let token: string;
let restoreFetch: () => void;
const subject = randomUUID();

beforeAll(async () => {
  restoreFetch = blockExternalRequests();
  fixture = await startRegistrationFixture();
  token = await fixture.platform.tokenFor({
    tenant: 'demo',
    subject,
    permissions: [
      'training.credits.read',
      'training.credits.write',
      'training.certifications.write',
      'training.awards.write',
      'training.courses.write',
      'OverrideRegistration',
    ],
  });
});
afterAll(async () => {
  await fixture.platform.stop();
  restoreFetch();
});

async function callOk(method: string, path: string, body?: unknown) {
  const reply = await fixture.platform.call(method, 'training', `/api/v1${path}`, {
    tenant: 'demo',
    token,
    ...(body !== undefined && { body }),
  });
  expect(reply.status, `${method} ${path}: ${reply.text}`).toBeLessThan(300);
  return reply.body;
}
const today = () => toLocalDate('America/Los_Angeles', new Date());
const readCertification = (id: string) => callOk('GET', `/Certifications/${id}`);
const readCredential = (id: string) => callOk('GET', `/Certifications/${id}/Credential`);
const accepted = { valid_signature: true, expiration: true, revocation_status: true, schema: [] };
const courses = () => ['budget-basics', 'ethics-in-office'].map((key) => fixture.idOf('course', key));
const credits = (many: number) => [{ creditTypeId: fixture.idOf('creditType', 'general'), credits: many }];

/** An award for a course and 6 credits, valid for a year, renewed by 4 credits. */
async function createAward(): Promise<string> {
  const name = `Stated Truly ${randomUUID()}`;
  const more = { requiresApproval: false, validityPeriod: { years: 1 } };
  const { id } = await callOk('POST', '/Awards', { name, ...more });
  await callOk('PUT', `/Awards/${id}/Curriculum`, {
    requiredCourseIds: courses().slice(0, 1),
    ...{ minimumCredits: credits(6), renewalCredits: credits(4) },
  });
  return id;
}
async function register(awardId: string): Promise<string> {
  const [person] = await fixture.createPeople(1);
  if (!person) throw new Error('nobody');
  await callOk('POST', '/AwardsRegistration', { awardId, memberId: person.id, registrationType: 'Admin' });
  return person.id;
}
const complete = (personId: string, index = 0) =>
  callOk('POST', '/Completions', { personId, courseId: courses()[index] });
const grant = (personId: string, many: number) =>
  callOk('POST', '/Credits', { personId, ...credits(many)[0] });
const award = (awardId: string, personId: string, more: object = {}) =>
  callOk('POST', '/Certifications', { awardId, personId, ...more });
async function certify(awardId: string) {
  const personId = await register(awardId);
  await complete(personId);
  await grant(personId, 6);
  return award(awardId, personId);
}

describe('a credential after an award', () => {
  it('states what the holder completed, and nothing else', async () => {
    const { id } = await certify(await createAward());
    const credential = await readCredential(id);
    expect(credential.credentialSubject.achievement.criteria.narrative).toBe(
      'Completed 1 required course, at least 6 credits, by version 1 of the curriculum.',
    );
    expect(credential).not.toHaveProperty('evidence');
    expect(await verify(credential)).toMatchObject(accepted);
  });
});

describe('a credential after an override', () => {
  it('states what is required and what the holder had not met, and does not claim that it was completed', async () => {
    const awardId = await createAward();
    const personId = await register(awardId);
    await grant(personId, 2);
    const { id } = await award(awardId, personId, { override: true, reason: 'Decided by the board.' });
    const credential = await readCredential(id);
    expect(credential.credentialSubject.achievement.criteria.narrative).toBe(
      'Requires 1 required course, at least 6 credits, by version 1 of the curriculum.',
    );
    expect(credential.evidence).toEqual([
      {
        type: ['Evidence'],
        name: 'Override',
        narrative: `Awarded as of ${today()} by an override of the issuer. Not met on that day: The course Local Government Budget Basics is not completed. 4 more General credits are needed: 2 of 6 were earned.`,
      },
    ]);
    // The reason is the issuer's own note: it stays in the record.
    expect(JSON.stringify(credential)).not.toContain('board');
    expect(await verify(credential)).toMatchObject(accepted);
    const forged = structuredClone(credential);
    delete forged.evidence;
    expect(await verify(forged)).toMatchObject({ errors: ['invalid_signature'] });
  });

  it('says so although all requirements were met', async () => {
    const awardId = await createAward();
    const personId = await register(awardId);
    await complete(personId);
    await grant(personId, 6);
    const { id } = await award(awardId, personId, { override: true, reason: 'To be safe.' });
    const { evidence, credentialSubject } = await readCredential(id);
    expect(evidence).toMatchObject([{ narrative: expect.stringContaining('all requirements were met') }]);
    expect(credentialSubject.achievement.criteria.narrative).toContain('Completed 1 required course');
  });
});

describe('a credential after a re-evaluation', () => {
  it('keeps the rules it was awarded by, and says what the holder did not meet by the new ones', async () => {
    const awardId = await createAward();
    const before = await certify(awardId);
    const copy = await readCredential(before.id);
    await callOk('PUT', `/Awards/${awardId}`, { validityPeriod: { months: 6 } });
    await callOk('PUT', `/Awards/${awardId}/Curriculum`, { requiredCourseIds: courses() });
    const reevaluate = () => callOk('POST', `/Awards/${awardId}/Reevaluate`, { apply: true });
    const { changes } = await reevaluate();
    expect(changes).toHaveLength(1);

    const after = await readCertification(before.id);
    expect(after.rules).toEqual(before.rules);
    expect(after.validThrough).toBe(changes[0].after.validThrough);
    expect(after.reevaluations).toMatchObject([
      {
        by: subject,
        missing: 'the course Ethics in Public Office',
        before: { validThrough: before.validThrough },
        after: { validThrough: after.validThrough },
        rules: { curriculumVersion: 2, validityPeriod: { months: 6 } },
      },
    ]);
    const credential = await readCredential(before.id);
    expect(credential.credentialSubject.achievement.criteria.narrative).toBe(
      'Completed 1 required course, at least 6 credits, by version 1 of the curriculum.',
    );
    expect(credential.evidence).toEqual([
      {
        type: ['Evidence'],
        name: 'Re-evaluation',
        narrative: `Re-evaluated on ${today()}. Requires 2 required courses, at least 6 credits, by version 2 of the curriculum. Not met: the course Ethics in Public Office. Valid through ${after.validThrough} instead of through ${before.validThrough}.`,
      },
    ]);
    expect(await verify(credential)).toMatchObject(accepted);
    expect(await verify(copy)).toMatchObject(accepted);
    // Nothing has changed since: nothing is recorded again.
    expect((await reevaluate()).changes).toEqual([]);

    await complete(before.personId, 1);
    await reevaluate();
    const met = await readCredential(before.id);
    expect(met.evidence).toEqual([
      ...credential.evidence,
      expect.objectContaining({ narrative: expect.stringContaining('All requirements were met.') }),
    ]);
    expect((await readCertification(before.id)).reevaluations[0]).toEqual(after.reevaluations[0]);
    expect(await verify(met)).toMatchObject(accepted);

    await callOk('POST', `/Certifications/${before.id}/Revoke`, { reason: 'Resigned.' });
    for (const issued of [copy, credential, met])
      expect(await verify(issued)).toMatchObject({ ...accepted, revocation_status: false });
  });
});

describe('a credential after a renewal', () => {
  it('states the credits of the renewal by the rules of the certification it renews, not the award’s present curriculum', async () => {
    const awardId = await createAward();
    const old = await certify(awardId);
    await callOk('PUT', `/Awards/${awardId}/Curriculum`, { requiredCourseIds: courses() });
    await grant(old.personId, 4);
    const renewed = await callOk('POST', `/Certifications/${old.id}/Renew`, {
      ...{ override: true, reason: 'Early, before a leave.' },
    });
    expect(renewed).toMatchObject({ rules: { curriculumVersion: 2 }, renewalRules: old.rules });
    const credential = await readCredential(renewed.id);
    expect(credential.credentialSubject.achievement.criteria.narrative).toBe(
      'A renewal requires at least 4 credits, by version 1 of the curriculum.',
    );
    expect(credential.evidence).toMatchObject([
      { narrative: expect.stringContaining('Not met on that day: It can be renewed from') },
    ]);
    // It begins when the old one ends.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${renewed.validFrom}T20:00:00Z`) });
    const result = await verify(credential).finally(() => vi.useRealTimers());
    expect(result).toMatchObject(accepted);
  });
});
