// Which credits and courses count, and what is missing (docs/interface/training.md#credits).
import { describe, expect, it } from 'vitest';
import type { Curriculum } from '../../../awards/record/curriculum-record.ts';
import {
  type Evidence,
  evaluateCredits,
  evaluateRequirements,
  findDayOfCompletion,
  requiredRenewalCredits,
  selectEvidenceUntil,
} from './requirements.ts';

const credit = (credits: number, earnedDate: string, creditTypeId = 'gen') => ({
  ...{ creditTypeId, credits, earnedDate },
});
const complete = (courseId: string, completedDate: string, voidedDate?: string) => ({
  ...{ courseId, completedDate, voidedDate },
});
const evidence = (more: Partial<Evidence> = {}): Evidence => ({ credits: [], completions: [], ...more });
const curriculum = (more: Partial<Curriculum> = {}): Curriculum => ({
  ...{ requiredCourseIds: [], electiveCourseIds: [], electivesNeeded: 0, minimumCredits: [] },
  ...more,
});
const needs = (credits: number, creditTypeId = 'gen') => ({ creditTypeId, credits });
const window = { startDate: '2027-01-01', endDate: '2027-12-31' };

describe('credits', () => {
  it.each([
    ['2026-12-31', 0],
    ['2027-01-01', 2],
    ['2027-12-31', 2],
    ['2028-01-01', 0],
  ])('that were earned on %s count for 2027: %d', (day, earned) => {
    const [result] = evaluateCredits([needs(3)], evidence({ credits: [credit(2, day)] }), window);
    expect(result).toEqual({ creditTypeId: 'gen', needed: 3, earned, missing: 3 - earned });
  });

  it('do not count without a first day, when they are voided, or of another type', () => {
    const credits = [{ ...credit(1, '2027-02-01'), voidedDate: '2027-03-01' }, credit(1, '2027-02-01', 'x')];
    expect(evaluateCredits([needs(3)], evidence({ credits }), window)[0]?.earned).toBe(0);
    const all = evidence({ credits: [credit(3, '2027-02-01')] });
    expect(evaluateCredits([needs(3)], all, { startDate: undefined })[0]?.earned).toBe(0);
    expect(evaluateCredits([needs(3)], all, { startDate: '2027-01-01' })[0]?.earned).toBe(3);
  });

  it('are missing exactly, and never fewer than 0', () => {
    const of = (earned: number, needed: number) =>
      evaluateCredits([needs(needed)], evidence({ credits: [credit(earned, '2027-02-01')] }), window)[0];
    expect(of(0.1, 0.3)?.missing).toBe(0.2);
    expect(of(4, 3)?.missing).toBe(0);
  });

  it('that are self-reported count up to the limit of their type', () => {
    const reported = { ...credit(5, '2027-02-01'), source: 'selfReported' } as const;
    const limits = [{ creditTypeId: 'gen', maximum: 2, period: 'Term' } as const];
    const counted = (selfReportedLimits: Evidence['selfReportedLimits']) =>
      evaluateCredits([needs(4)], evidence({ credits: [reported], selfReportedLimits }), window)[0]?.earned;
    expect(counted(limits)).toBe(2);
    expect(counted([{ creditTypeId: 'x', maximum: 0, period: 'Term' }])).toBe(5);
    expect(counted(undefined)).toBe(5);
  });

  it('of 0 are not required', () => {
    expect(evaluateCredits([needs(0), needs(1, 'x')], evidence(), window)).toHaveLength(1);
  });

  it('of a renewal are those of the curriculum, or its minimum', () => {
    const minimumCredits = [needs(4)];
    expect(requiredRenewalCredits(curriculum({ minimumCredits }))).toBe(minimumCredits);
    const renewalCredits = [needs(1)];
    expect(requiredRenewalCredits(curriculum({ minimumCredits, renewalCredits }))).toBe(renewalCredits);
  });
});

describe('requirements', () => {
  const full = curriculum({
    ...{ requiredCourseIds: ['a'], electiveCourseIds: ['b', 'c', 'd'], electivesNeeded: 2 },
    minimumCredits: [needs(4)],
  });
  const evaluate = (more: Partial<Evidence>, of = full) => evaluateRequirements(of, evidence(more), window);

  it('name each course with the day it was first completed, also before the registration', () => {
    const completions = [
      complete('a', '2027-02-01'),
      complete('a', '2020-02-01'),
      complete('b', '2027-03-01'),
    ];
    expect(evaluate({ completions }).courses).toEqual([
      { courseId: 'a', isElective: false, completedDate: '2020-02-01' },
      { courseId: 'b', isElective: true, completedDate: '2027-03-01' },
      { courseId: 'c', isElective: true, completedDate: undefined },
      { courseId: 'd', isElective: true, completedDate: undefined },
    ]);
  });

  it('do not count a completion that was voided', () => {
    expect(evaluate({ completions: [complete('a', '2027-02-01', '2027-02-02')] }).courses[0]).toEqual({
      ...{ courseId: 'a', isElective: false, completedDate: undefined },
    });
  });

  it.each([
    [[], [], 0, 2, false],
    [['a'], [], 25, 2, false],
    [['a', 'b'], [], 50, 1, false],
    [['a', 'b', 'c', 'd'], [], 75, 0, false],
    [['a', 'b', 'c'], [credit(2, '2027-02-01')], 87, 0, false],
    [['a', 'b', 'c'], [credit(3.99, '2027-02-01')], 99, 0, false],
    [['a', 'b', 'c'], [credit(4, '2027-02-01')], 100, 0, true],
    [['b', 'c'], [credit(4, '2027-02-01')], 75, 0, false],
    [['a', 'b'], [credit(4, '2027-02-01')], 75, 1, false],
  ])(
    'with %j completed and credits %j are met by %d percent',
    (done, credits, percent, missing, isComplete) => {
      const completions = done.map((id) => complete(id, '2027-02-01'));
      expect(evaluate({ completions, credits })).toMatchObject({
        ...{ percent, electivesNeeded: 2, electivesMissing: missing, isComplete },
      });
    },
  );

  it('are 99 percent at most until the last hundredth of a credit', () => {
    const many = curriculum({ minimumCredits: [needs(1_000)] });
    expect(evaluate({ credits: [credit(999.99, '2027-02-01')] }, many).percent).toBe(99);
    expect(evaluate({}, curriculum()).percent).toBe(100);
  });

  it('need no more electives than there are', () => {
    const few = curriculum({ electiveCourseIds: ['b'], electivesNeeded: 3 });
    expect(evaluate({}, few)).toMatchObject({ electivesNeeded: 1, electivesMissing: 1 });
  });
});

describe('the day of completion', () => {
  const until = evidence({
    credits: [credit(1, '2027-02-01'), credit(1, '2027-04-01')],
    completions: [complete('a', '2027-03-01'), complete('a', '2027-05-01')],
    selfReportedLimits: [{ creditTypeId: 'gen', maximum: 1, period: 'Term' }],
  });

  it('has the evidence of that day, and not of the next', () => {
    expect(selectEvidenceUntil(until, '2027-03-01')).toEqual({
      credits: [credit(1, '2027-02-01')],
      completions: [complete('a', '2027-03-01')],
      selfReportedLimits: until.selfReportedLimits,
    });
    expect(selectEvidenceUntil(until, '2027-04-30').credits).toHaveLength(2);
    expect(selectEvidenceUntil(until, '2027-01-31').credits).toEqual([]);
  });

  it.each([
    [curriculum(), '2027-01-01'],
    [curriculum({ electiveCourseIds: ['b'] }), '2027-01-01'],
    [curriculum({ minimumCredits: [needs(1)] }), '2027-02-01'],
    [curriculum({ requiredCourseIds: ['a'] }), '2027-03-01'],
    [curriculum({ electiveCourseIds: ['a'], electivesNeeded: 1 }), '2027-03-01'],
    [curriculum({ requiredCourseIds: ['a'], minimumCredits: [needs(2)] }), '2027-04-01'],
    [curriculum({ requiredCourseIds: ['never'] }), '2027-01-01'],
  ])('%#: of %j is %s', (of, day) => {
    expect(findDayOfCompletion(of, until, '2027-01-01')).toBe(day);
  });
});
