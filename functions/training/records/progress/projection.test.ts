// The projection of an award in words (docs/interface/training.md#projection), and progress as it is presented.
import { describe, expect, it } from 'vitest';
import { buildCertificationItem } from '../../../../test/training/records/build-records.ts';
import type { AwardRegistrationItem } from '../training-record/certification.ts';
import { presentProgress } from './present.ts';
import type { Progress } from './progress.ts';
import { computeProjection } from './projection.ts';
import type { Requirements } from './requirements/requirements.ts';

const names = {
  courses: new Map([
    ['a', 'Budgets'],
    ['b', 'Ethics'],
  ]),
  creditTypes: new Map([['gen', 'General']]),
};
const missing = { creditTypeId: 'gen', needed: 4, earned: 0, missing: 4 };
const met = { creditTypeId: 'eth', needed: 1, earned: 1, missing: 0 };
const requirements: Requirements = {
  courses: [
    { courseId: 'a', isElective: false, completedDate: '2027-02-01' },
    { courseId: 'b', isElective: true, completedDate: undefined },
  ],
  ...{ electivesNeeded: 1, electivesMissing: 1, credits: [missing, met], percent: 50, isComplete: false },
};
const certification = buildCertificationItem({ revokedDate: '2027-02-01' });
const renewal = {
  ...{ opensOn: '2027-10-02', closesOn: '2028-01-30', isOpen: true },
  ...{ courses: [], credits: [missing, met], isReady: false },
};
const build = (more: Partial<Progress>): Progress => ({
  ...{ state: 'NotStarted', percent: 50, requirements, registration: undefined },
  ...{ certification: undefined, renewal: undefined, ...more },
});
const project = (more: Partial<Progress>) => computeProjection('Certified Clerk', build(more), names);

describe('the projection', () => {
  it.each([
    ['NotStarted', 'Certified Clerk is not started.'],
    [
      'InProgress',
      'Certified Clerk is 50 percent done; it needs 1 more elective and 4 more General credits.',
    ],
    ['Earned', 'All requirements of Certified Clerk are met; it is not awarded yet.'],
    ['Expired', 'Certified Clerk expired on 2027-12-31; it must be earned again.'],
    ['Revoked', 'Certified Clerk was revoked on 2027-02-01.'],
  ] as const)('of an award that is %s: %s', (state, sentence) => {
    expect(project({ state, certification, renewal })).toEqual({
      ...{ canRenewNow: false, creditsNeeded: [missing], sentence },
    });
  });

  it.each([
    ['Awarded', {}, false, 'lapses on 2027-12-31; it needs 4 more General credits by then.'],
    [
      'InGrace',
      {},
      false,
      'lapsed on 2027-12-31 and is in grace until 2028-01-30; it needs 4 more General credits by then.',
    ],
    [
      'Awarded',
      { isReady: true },
      true,
      'lapses on 2027-12-31; all requirements of a renewal are met, and it can be renewed now.',
    ],
    [
      'Awarded',
      { isReady: true, isOpen: false },
      false,
      'lapses on 2027-12-31; all requirements of a renewal are met, and it can be renewed from 2027-10-02.',
    ],
    ['Awarded', { isOpen: false }, false, 'lapses on 2027-12-31; it needs 4 more General credits by then.'],
  ] as const)('of one that is %s with %j, renewable now: %s: %s', (state, more, canRenewNow, words) => {
    expect(project({ state, certification, renewal: { ...renewal, ...more } })).toEqual({
      ...{ lapsesOn: '2027-12-31', renewalOpensOn: '2027-10-02', renewBy: '2028-01-30' },
      ...{ canRenewNow, creditsNeeded: [missing], sentence: `Certified Clerk ${words}` },
    });
  });

  it('of one that does not expire says so', () => {
    const unlimited = buildCertificationItem({ validThrough: undefined });
    for (const more of [
      { certification, renewal: undefined },
      { certification: unlimited, renewal },
    ])
      expect(project({ state: 'Awarded', ...more })).toEqual({
        ...{ canRenewNow: false, creditsNeeded: [], sentence: 'Certified Clerk does not expire.' },
      });
  });
});

describe('progress as it is presented', () => {
  const general = { creditTypeId: 'gen', creditType: 'General', needed: 4, earned: 0, missing: 4 };
  const ethics = { creditTypeId: 'eth', creditType: 'eth', needed: 1, earned: 1, missing: 0 };
  const award = { id: 'z', name: 'Certified Clerk' };

  it('has names, numbers, and what is missing', () => {
    expect(presentProgress(award, build({ state: 'InProgress' }), names, '2027-06-01')).toEqual({
      ...{ awardId: 'z', awardName: 'Certified Clerk', state: 'InProgress', statusCode: 2 },
      ...{ percent: 50, isInGrace: false },
      requirements: {
        courses: [
          { id: 'a', name: 'Budgets', isElective: false, isCompleted: true, completedDate: '2027-02-01' },
          { id: 'b', name: 'Ethics', isElective: true, isCompleted: false },
        ],
        electivesNeeded: 1,
        credits: [general, ethics],
      },
      missing: {
        courses: [],
        electives: 1,
        electivesToChooseFrom: [{ id: 'b', name: 'Ethics' }],
        credits: [general],
        evaluations: [],
        inWords: '1 more elective and 4 more General credits',
      },
    });
  });

  it('has the registration, the certification and the renewal where there are such', () => {
    const active = { id: 'r', status: 'Active', registeredDate: '2027-01-01' };
    const progress = build({
      ...{ state: 'InGrace', certification, renewal },
      registration: { ...active, type: 'award-registration' } as AwardRegistrationItem,
    });
    expect(presentProgress(award, progress, names, '2027-06-01')).toMatchObject({
      ...{ isInGrace: true, registration: active, certification: { id: 'z', standing: 'Revoked' } },
      renewal: { ...renewal, credits: [general, ethics] },
    });
    const uncompleted = build({
      requirements: { ...requirements, courses: [{ courseId: 'a', isElective: false }] },
    });
    expect(presentProgress(award, uncompleted, names, '2027-06-01').missing.courses).toEqual([
      { id: 'a', name: 'Budgets' },
    ]);
  });
});
