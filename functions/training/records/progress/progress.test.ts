// Progress towards an award, and the renewal of a certification (docs/interface/training.md#progress, #credits).
import { describe, expect, it } from 'vitest';
import { buildCertificationItem, buildRules } from '../../../../test/training/records/build-records.ts';
import { emptyCurriculum } from '../../awards/record/curriculum-record.ts';
import type { AwardRegistrationItem } from '../training-record/certification.ts';
import { applicableCurriculum } from './applicable-curriculum.ts';
import {
  computeProgress,
  computeRenewal,
  type ProgressContext,
  progressStates,
  stateCodes,
} from './progress.ts';

const minimumCredits = [{ creditTypeId: 'gen', credits: 4 }];
const curriculum = { ...emptyCurriculum, minimumCredits };
const registration = (status: AwardRegistrationItem['status'], registeredDate = '2027-02-01') =>
  ({ type: 'award-registration', status, registeredDate }) as AwardRegistrationItem;
const credit = (credits: number, earnedDate: string, id?: string) => ({
  ...{ creditTypeId: 'gen', credits, earnedDate, id },
});
const noEvidence = { credits: [], completions: [] };
const held = buildCertificationItem({ rules: buildRules({ curriculum }) });
const progress = (more: Partial<ProgressContext> = {}) =>
  computeProgress({
    ...{ curriculum, registration: undefined, certifications: [], evidence: noEvidence },
    ...{ renewalOpensDays: 90, today: '2027-06-01', ...more },
  });
const earned = { credits: [credit(4, '2027-03-01')], completions: [] };

it('states have the codes that existing callers know', () => {
  expect(progressStates.map((state) => stateCodes[state])).toEqual([1, 2, 4, 5, 5, 1, 1]);
  expect([...progressStates].sort()).toEqual(Object.keys(stateCodes).sort());
});

describe('the state', () => {
  it.each([
    [{}, 'NotStarted', 0],
    [{ evidence: earned }, 'NotStarted', 0],
    [{ registration: registration('PendingApproval'), evidence: earned }, 'NotStarted', 0],
    [{ registration: registration('Active') }, 'InProgress', 0],
    [
      { registration: registration('Active'), evidence: { ...earned, credits: [credit(2, '2027-03-01')] } },
      'InProgress',
      50,
    ],
    [{ registration: registration('Active'), evidence: earned }, 'Earned', 100],
    [{ registration: registration('Active', '2027-03-02'), evidence: earned }, 'InProgress', 0],
    [{ certifications: [held] }, 'Awarded', 100],
    [{ certifications: [held], today: '2026-12-31' }, 'Awarded', 100],
    [{ certifications: [{ ...held, graceThrough: '2028-01-30' }], today: '2028-01-30' }, 'InGrace', 100],
    [{ certifications: [held], today: '2028-01-01' }, 'Expired', 0],
    [{ certifications: [{ ...held, renewedBy: 'y' }], today: '2028-01-01' }, 'Expired', 0],
    [{ certifications: [{ ...held, revokedDate: '2027-02-01' }] }, 'Revoked', 0],
    [
      { certifications: [held], today: '2028-03-01', registration: registration('Active', '2028-02-01') },
      'InProgress',
      0,
    ],
    [
      { certifications: [{ ...held, revokedDate: '2027-02-01' }], registration: registration('Active') },
      'InProgress',
      0,
    ],
  ] as const)('%#: is %s', (context, state, percent) => {
    expect(progress(context)).toMatchObject({ state, percent });
  });

  it('has the certification and the registration that it follows from, and no renewal of what is not held', () => {
    const active = registration('Active');
    expect(progress({ registration: active })).toMatchObject({
      registration: active,
      certification: undefined,
    });
    const ended = progress({ certifications: [held], today: '2028-01-01' });
    expect(ended).toMatchObject({ certification: held, renewal: undefined });
    const awarded = progress({ certifications: [held], registration: active });
    expect(awarded).toMatchObject({ certification: held, registration: active });
    expect(awarded.renewal?.closesOn).toBe('2027-12-31');
  });
});

describe('the requirements of a holder', () => {
  it('are those of the rules of the certification, with credits until it was awarded', () => {
    const evidence = {
      credits: [
        credit(1, '2026-01-31'),
        credit(2, '2026-02-01'),
        credit(1, '2027-01-01'),
        credit(1, '2027-01-02'),
      ],
      completions: [],
    };
    const { requirements } = progress({
      ...{ curriculum: emptyCurriculum, evidence, certifications: [held] },
      registration: registration('Awarded', '2026-02-01'),
    });
    expect(requirements.credits).toEqual([{ creditTypeId: 'gen', needed: 4, earned: 3, missing: 1 }]);
  });

  it('count from the day of the award where there was no registration', () => {
    const evidence = { credits: [credit(2, '2026-12-31'), credit(1, '2027-01-01')], completions: [] };
    expect(progress({ evidence, certifications: [held] }).requirements.credits[0]?.earned).toBe(1);
  });

  it('limit self-reported credits as the rules of the certification do', () => {
    const selfReportedLimits = [{ creditTypeId: 'gen', maximum: 1, period: 'Term' } as const];
    const evidence = {
      ...{ credits: [{ ...credit(4, '2027-01-01'), source: 'selfReported' as const }], completions: [] },
      selfReportedLimits,
    };
    const limited = { ...held, rules: buildRules({ curriculum, selfReportedLimits }) };
    expect(progress({ evidence, certifications: [held] }).requirements.credits[0]?.earned).toBe(4);
    expect(progress({ evidence, certifications: [limited] }).requirements.credits[0]?.earned).toBe(1);
  });
});

describe('a renewal', () => {
  const renewal = (today: string, more = {}, evidence = noEvidence as ProgressContext['evidence']) =>
    computeRenewal({ ...held, ...more }, evidence, 90, today);

  it.each([
    ['2027-10-01', false],
    ['2027-10-02', true],
    ['2027-12-31', true],
    ['2028-01-01', false],
  ])('is open on %s, 90 days before the last valid day: %s', (today, isOpen) => {
    expect(renewal(today)).toMatchObject({ opensOn: '2027-10-02', closesOn: '2027-12-31', isOpen });
  });

  it.each([
    ['2028-01-30', true],
    ['2028-01-31', false],
  ])('is open until the end of grace; on %s: %s', (today, isOpen) => {
    expect(renewal(today, { graceThrough: '2028-01-30' })).toMatchObject({ closesOn: '2028-01-30', isOpen });
  });

  it('does not exist where the certification does not expire', () => {
    expect(renewal('2027-06-01', { validThrough: undefined })).toBeUndefined();
  });

  it.each([
    ['2026-12-31', 0],
    ['2027-01-01', 4],
    ['2027-12-31', 4],
    ['2028-01-01', 0],
  ])('counts credits from the day of the award to its end; earned on %s: %d', (day, count) => {
    expect(
      renewal('2027-12-01', { countedCreditIds: [] }, { credits: [credit(4, day)], completions: [] }),
    ).toMatchObject({
      ...{ isReady: count === 4, credits: [{ creditTypeId: 'gen', needed: 4, earned: count }] },
    });
  });

  it('is ready when the credits of every type were earned', () => {
    const both = { ...curriculum, minimumCredits: [...minimumCredits, { creditTypeId: 'eth', credits: 1 }] };
    const earnedOne = { credits: [credit(4, '2027-03-01')], completions: [] };
    expect(renewal('2027-12-01', { rules: buildRules({ curriculum: both }) }, earnedOne)?.isReady).toBe(
      false,
    );
  });

  it('does not count credits that earned the certification', () => {
    const evidence = { credits: [credit(4, '2027-01-01', '1')], completions: [] };
    expect(renewal('2027-12-01', { countedCreditIds: ['1'] }, evidence)?.isReady).toBe(false);
    expect(renewal('2027-12-01', { countedCreditIds: ['2'] }, evidence)?.isReady).toBe(true);
  });

  it('is judged by the last re-evaluation, with its limits of self-reported credits', () => {
    const reported = [{ ...credit(4, '2027-03-01'), source: 'selfReported' as const }];
    const selfReportedLimits = [{ creditTypeId: 'gen', maximum: 1, period: 'Term' } as const];
    const rules = buildRules({ curriculum, selfReportedLimits });
    const found = { rules, by: 'ann', missing: '', before: {}, after: {} };
    const evidence = { credits: reported, completions: [] };
    expect(renewal('2027-12-01', {}, evidence)?.isReady).toBe(true);
    expect(renewal('2027-12-01', { reevaluations: [found] }, evidence)?.isReady).toBe(false);
  });
});

describe('the curriculum that applies', () => {
  const current = { ...emptyCurriculum, requiredCourseIds: ['k'] };

  it.each([
    [{ certifications: [held] }, curriculum],
    [{ certifications: [{ ...held, graceThrough: '2028-01-30' }], today: '2028-01-30' }, curriculum],
    [{ certifications: [held], today: '2028-01-01' }, current],
    [{}, current],
  ])('%#: is that of the certification only while it is held', (context, expected) => {
    expect(applicableCurriculum(progress(context), current)).toBe(expected);
  });

  it('requires nothing of an award without one', () => {
    expect(applicableCurriculum(progress(), undefined)).toBe(emptyCurriculum);
  });
});
