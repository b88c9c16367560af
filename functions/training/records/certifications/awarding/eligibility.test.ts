// Whether an award can be awarded as of a day, and what an override waives
// (docs/interface/training.md#certification-dates, #overrides).
import { describe, expect, it } from 'vitest';
import { emptyCurriculum } from '../../../awards/record/curriculum-record.ts';
import { computeProgress } from '../../progress/progress.ts';
import type { AwardRegistrationItem } from '../../training-record/certification.ts';
import { type AwardingCase, assertMayBeAwarded, describeWaived } from './eligibility.ts';

const names = { courses: new Map([['k', 'Budgets']]), creditTypes: new Map([['gen', 'General']]) };
const curriculum = {
  ...{ ...emptyCurriculum, requiredCourseIds: ['k'] },
  minimumCredits: [{ creditTypeId: 'gen', credits: 4 }],
};
const completed = { courseId: 'k', completedDate: '2027-02-01' };
const credit = { creditTypeId: 'gen', credits: 4, earnedDate: '2027-03-01' };
const build = (
  status: AwardRegistrationItem['status'] | undefined,
  evidence: AwardingCase['evidence'],
  awardedDate: string,
): AwardingCase => {
  const registered = { type: 'award-registration', status, registeredDate: '2027-01-15' };
  const registration = status && (registered as AwardRegistrationItem);
  const context = { curriculum, registration, certifications: [], evidence, renewalOpensDays: 90 };
  const progress = computeProgress({ ...context, today: '2027-06-01' });
  return {
    award: { name: 'Certified Clerk' },
    missingPrerequisites: [],
    curriculum,
    evidence,
    progress,
    awardedDate,
  };
};
const all = { credits: [credit], completions: [completed] };
const none = { credits: [], completions: [] };
const noCourse = 'The course Budgets is not completed.';
const noCredits = '4 more General credits are needed: 0 of 4 were earned.';
const unregistered = 'There is no registration for the award; credits count from the day of registration.';
const pending = 'The registration for the award is waiting for approval.';
const early = (day: string) =>
  `completedDate must not be before 2027-03-01, the day on which the last requirement was met, but was ${day}.`;

describe('an award', () => {
  it('is refused without its prerequisites, unless they were waived when the person was registered', () => {
    const awarding = build('Active', all, '2027-06-01');
    const missingPrerequisites = [
      { type: 'Award', id: 'a', name: 'Clerk' },
      { type: 'Course', id: 'k2', name: 'Ethics' },
    ] as const;
    expect(describeWaived({ ...awarding, missingPrerequisites }, names)).toEqual([
      'Earn the award Clerk first.',
      'Complete the course Ethics first.',
    ]);
    const { registration } = awarding.progress;
    if (!registration) throw new Error('There is no registration');
    const waiving = (waivedPrerequisiteIds: readonly string[]) => ({
      ...{ ...awarding, missingPrerequisites },
      progress: { ...awarding.progress, registration: { ...registration, waivedPrerequisiteIds } },
    });
    expect(() => assertMayBeAwarded(waiving(['a']), names)).toThrow('Complete the course Ethics first.');
    assertMayBeAwarded(waiving(['a', 'k2']), names);
  });

  it.each(['2027-03-01', '2027-06-01'])('is awarded as of %s, when all requirements were met', (day) => {
    const awarding = build('Active', all, day);
    assertMayBeAwarded(awarding, names);
    expect(describeWaived(awarding, names)).toEqual([]);
  });

  it('is refused as of the day before', () => {
    expect(() => assertMayBeAwarded(build('Active', all, '2027-02-28'), names)).toThrow(
      expect.objectContaining({
        code: 'NOT_ELIGIBLE',
        message: `Certified Clerk can't be awarded as of 2027-02-28 without an override: ${early('2027-02-28')}`,
        target: 'completedDate',
        details: [{ code: 'OUT_OF_RANGE', message: early('2027-02-28'), target: 'completedDate' }],
      }),
    );
  });

  it.each([
    ['Active', none, [noCourse, noCredits]],
    ['Active', { ...all, credits: [] }, [noCredits]],
    ['PendingApproval', all, [pending, noCredits]],
    ['Withdrawn', none, [unregistered, noCourse, noCredits]],
    [undefined, { ...none, completions: [completed] }, [unregistered, noCredits]],
  ] as const)('%#: is refused while something is missing, registered: %s', (status, evidence, messages) => {
    expect(() => assertMayBeAwarded(build(status, evidence, '2027-06-01'), names)).toThrow(
      `Certified Clerk can't be awarded yet: ${messages.join(' ')}`,
    );
  });

  it('names the registration as what is missing', () => {
    expect(() => assertMayBeAwarded(build('PendingApproval', all, '2027-06-01'), names)).toThrow(
      expect.objectContaining({ target: 'requirements.registration' }),
    );
    expect(() => assertMayBeAwarded(build('PendingApproval', all, '2027-06-01'), names)).toThrow(
      expect.objectContaining({
        details: expect.arrayContaining([expect.objectContaining({ code: 'NOT_ALLOWED' })]),
      }),
    );
  });
});

describe('an override waives', () => {
  it.each([
    ['Active', all, '2027-02-28', [noCredits, early('2027-02-28')]],
    ['Active', all, '2027-01-31', [noCourse, noCredits, early('2027-01-31')]],
    ['Active', none, '2027-06-01', [noCourse, noCredits]],
    ['PendingApproval', all, '2027-06-01', [pending, noCredits]],
    ['Withdrawn', all, '2027-06-01', [unregistered, noCredits]],
    [undefined, all, '2027-06-01', [unregistered, noCredits]],
  ] as const)('%#: what was missing on the day: %s', (status, evidence, day, messages) => {
    expect(describeWaived(build(status, evidence, day), names)).toEqual(messages);
  });
});
