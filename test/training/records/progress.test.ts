// Progress towards an award: the CE rule, percent, states, what is missing, and the projection
// (docs/interface/training.md#projection).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyCurriculum } from '../../../functions/training/awards/record/curriculum-record.ts';
import {
  computeProgress,
  type ProgressContext,
  stateCodes,
} from '../../../functions/training/records/progress/progress.ts';
import { computeProjection } from '../../../functions/training/records/progress/projection.ts';
import {
  describeMissing,
  validateRequirements,
} from '../../../functions/training/records/progress/requirements/missing.ts';
import {
  type Evidence,
  evaluateCredits,
  evaluateRequirements,
} from '../../../functions/training/records/progress/requirements/requirements.ts';
import type {
  AwardRegistrationItem,
  CertificationItem,
} from '../../../functions/training/records/training-record/certification.ts';

const names = {
  courses: new Map([
    ['records', 'Records Management'],
    ['elections', 'Election Administration'],
    ['ethics', 'Ethics in Office'],
    ['meetings', 'Public Meetings Law'],
  ]),
  creditTypes: new Map([
    ['general', 'General'],
    ['ethical', 'Ethics'],
  ]),
};
const curriculum = {
  requiredCourseIds: ['records', 'elections'],
  electiveCourseIds: ['ethics', 'meetings'],
  electivesNeeded: 1,
  minimumCredits: [
    { creditTypeId: 'general', credits: 10 },
    { creditTypeId: 'ethical', credits: 2 },
  ],
  renewalCredits: [{ creditTypeId: 'general', credits: 4 }],
};
const credit = (creditTypeId: string, credits: number, earnedDate: string, voidedDate?: string) => ({
  creditTypeId,
  credits,
  earnedDate,
  voidedDate,
});
const completion = (courseId: string, completedDate: string, voidedDate?: string) => ({
  courseId,
  completedDate,
  voidedDate,
});
const noEvidence: Evidence = { credits: [], completions: [] };
const completeEvidence: Evidence = {
  credits: [credit('general', 10, '2027-02-01'), credit('ethical', 2, '2027-02-01')],
  completions: [
    completion('records', '2019-01-01'),
    completion('elections', '2027-02-01'),
    completion('meetings', '2027-02-02'),
  ],
};
const window = { startDate: '2027-01-01' };

const registration = (status: AwardRegistrationItem['status']) =>
  ({ status, registeredDate: '2027-01-01' }) as AwardRegistrationItem;
const certification = (more: Partial<CertificationItem> = {}) =>
  ({
    validFrom: '2027-03-01',
    validThrough: '2028-02-29',
    graceThrough: '2028-03-30',
    awardedDate: '2027-03-01',
    rules: { curriculum },
    ...more,
  }) as CertificationItem;
const createContext = (more: Partial<ProgressContext>): ProgressContext => ({
  curriculum,
  registration: undefined,
  certifications: [],
  evidence: noEvidence,
  renewalOpensDays: 90,
  today: '2027-03-01',
  ...more,
});

describe('the CE rule: credits count from the registration until the end of grace, or the expiry', () => {
  const requirements = [{ creditTypeId: 'general', credits: 4 }];
  const on = (day: string) => ({ credits: [credit('general', 4, day)], completions: [] });
  const closed = { startDate: '2027-01-01', endDate: '2028-03-30' };

  it.each([
    ['2026-12-31', closed, 0],
    ['2027-01-01', closed, 4],
    ['2028-03-30', closed, 4],
    ['2028-03-31', closed, 0],
    ['2099-01-01', { startDate: '2027-01-01' }, 4],
    ['2027-01-01', { startDate: undefined }, 0],
  ])('4 credits earned on %s within %j count as %d', (day, within, earned) => {
    expect(evaluateCredits(requirements, on(day), within)).toEqual([
      { creditTypeId: 'general', needed: 4, earned, missing: 4 - earned },
    ]);
  });

  it('voided credits do not count, and decimals sum exactly', () => {
    const evidence = {
      credits: [
        ...Array.from({ length: 3 }, () => credit('general', 0.1, '2027-02-01')),
        credit('general', 9, '2027-02-01', '2027-02-03'),
        credit('ethical', 9, '2027-02-01'),
      ],
      completions: [],
    };
    expect(evaluateCredits(requirements, evidence, closed)).toEqual([
      { creditTypeId: 'general', needed: 4, earned: 0.3, missing: 3.7 },
    ]);
  });

  it('a course counts even if it was completed before the registration', () => {
    const before = evaluateRequirements(curriculum, completeEvidence, window);
    expect(before.courses[0]).toMatchObject({ courseId: 'records', completedDate: '2019-01-01' });
    expect(before).toMatchObject({ isComplete: true, percent: 100 });
    const voided = { ...completeEvidence, completions: [completion('records', '2019-01-01', '2020-01-01')] };
    expect(evaluateRequirements(curriculum, voided, window).courses[0]?.completedDate).toBeUndefined();
  });
});

describe('what is missing', () => {
  const some = {
    credits: [credit('general', 8.5, '2027-02-01'), credit('ethical', 1, '2027-02-01')],
    completions: [completion('records', '2027-01-05')],
  };

  it('is listed by name and in numbers', () => {
    const requirements = evaluateRequirements(curriculum, some, window);
    expect(describeMissing(requirements, names)).toBe(
      'the course Election Administration, 1 more elective, and 1.5 more General credits and 1 more Ethics credit',
    );
    expect(validateRequirements(requirements, names).map(({ message }) => message)).toEqual([
      'The course Election Administration is not completed.',
      '1 more elective is needed, out of Ethics in Office and Public Meetings Law.',
      '1.5 more General credits are needed: 8.5 of 10 were earned.',
      '1 more Ethics credit is needed: 1 of 2 were earned.',
    ]);
    // Five parts: a course of two, no elective, 8.5 of 10 and 1 of 2 credits.
    expect(requirements.percent).toBe(47);
  });

  it('is nothing for an award without a curriculum', () => {
    expect(evaluateRequirements(emptyCurriculum, noEvidence, window)).toMatchObject({
      isComplete: true,
      percent: 100,
    });
  });
});

describe('percent', () => {
  const day = fc
    .integer({ min: 1, max: 28 })
    .map((dayOfMonth) => `2027-02-${String(dayOfMonth).padStart(2, '0')}`);
  const credits = fc.array(
    fc.record({
      creditTypeId: fc.constantFrom('general', 'ethical', 'other'),
      credits: fc.integer({ min: 1, max: 600 }).map((hundredths) => hundredths / 100),
      earnedDate: day,
      voidedDate: fc.option(day, { nil: undefined }),
    }),
    { maxLength: 12 },
  );
  const completions = fc.array(
    fc.record({
      courseId: fc.constantFrom('records', 'elections', 'ethics', 'meetings', 'other'),
      completedDate: day,
      voidedDate: fc.option(day, { nil: undefined }),
    }),
    { maxLength: 8 },
  );
  const evidences = fc.record({ credits, completions });

  it('is 100 exactly when nothing is missing', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        const requirements = evaluateRequirements(curriculum, evidence, window);
        expect(requirements.percent === 100).toBe(requirements.isComplete);
        expect(describeMissing(requirements, names) === '').toBe(requirements.isComplete);
        expect(requirements.percent).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never falls when evidence is added, and does not depend on the order', () => {
    fc.assert(
      fc.property(evidences, evidences, (first, more) => {
        const both = {
          credits: [...first.credits, ...more.credits],
          completions: [...first.completions, ...more.completions],
        };
        const turned = {
          credits: both.credits.toReversed(),
          completions: both.completions.toReversed(),
        };
        const percent = (evidence: Evidence) => evaluateRequirements(curriculum, evidence, window).percent;
        expect(percent(both)).toBeGreaterThanOrEqual(percent(first));
        expect(percent(turned)).toBe(percent(both));
      }),
    );
  });
});

describe('the state, with the code that existing callers read', () => {
  it.each([
    ['NotStarted', 1, { evidence: completeEvidence }],
    ['NotStarted', 1, { evidence: completeEvidence, registration: registration('PendingApproval') }],
    ['InProgress', 2, { registration: registration('Active') }],
    ['Earned', 4, { evidence: completeEvidence, registration: registration('Active') }],
    ['Awarded', 5, { certifications: [certification()] }],
    ['InGrace', 5, { certifications: [certification()], today: '2028-03-01' }],
    ['Expired', 1, { certifications: [certification()], today: '2028-03-31' }],
    ['Revoked', 1, { certifications: [certification({ revokedDate: '2027-05-01' })] }],
    [
      'InProgress',
      2,
      { certifications: [certification()], today: '2028-03-31', registration: registration('Active') },
    ],
  ] satisfies [string, number, Partial<ProgressContext>][])('%s, %d', (state, code, more) => {
    const progress = computeProgress(createContext(more));
    expect(progress.state).toBe(state);
    expect(stateCodes[progress.state]).toBe(code);
  });
});

describe('the projection', () => {
  const held = { certifications: [certification()] };
  const sentence = (more: Partial<ProgressContext>) =>
    computeProjection('Certified County Clerk', computeProgress(createContext(more)), names).sentence;
  const earned = { credits: [credit('general', 4, '2027-06-01')], completions: [] };

  it('states when it lapses and what is needed by then', () => {
    const evidence = { credits: [credit('general', 1.5, '2027-06-01')], completions: [] };
    const projection = computeProjection('CCC', computeProgress(createContext({ ...held, evidence })), names);
    expect(projection).toEqual({
      lapsesOn: '2028-02-29',
      renewalOpensOn: '2027-12-01',
      renewBy: '2028-03-30',
      canRenewNow: false,
      creditsNeeded: [{ creditTypeId: 'general', needed: 4, earned: 1.5, missing: 2.5 }],
      sentence: 'CCC lapses on 2028-02-29; it needs 2.5 more General credits by then.',
    });
  });

  it.each([
    [
      { ...held, evidence: earned },
      'lapses on 2028-02-29; all requirements of a renewal are met, and it can be renewed from 2027-12-01.',
    ],
    [
      { ...held, evidence: earned, today: '2027-12-01' },
      'lapses on 2028-02-29; all requirements of a renewal are met, and it can be renewed now.',
    ],
    [
      { ...held, today: '2028-03-15' },
      'lapsed on 2028-02-29 and is in grace until 2028-03-30; it needs 4 more General credits by then.',
    ],
    [{ ...held, today: '2028-04-01' }, 'expired on 2028-02-29; it must be earned again.'],
    [{ certifications: [certification({ validThrough: undefined })] }, 'does not expire.'],
    [{ certifications: [certification({ revokedDate: '2027-05-01' })] }, 'was revoked on 2027-05-01.'],
    [{}, 'is not started.'],
    [
      { evidence: completeEvidence, registration: registration('Active') },
      'All requirements of Certified County Clerk are met; it is not awarded yet.',
    ],
  ] satisfies [Partial<ProgressContext>, string][])('%#: %s', (more, expected) => {
    const text = sentence(more);
    expect(text).toBe(expected.startsWith('All') ? expected : `Certified County Clerk ${expected}`);
  });
});
