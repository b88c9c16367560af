// The rules of a credential: its validity in the tenant's days, its criteria as text, its position in a status list.
// Rules: docs/interface/training.md#certification-status.
import { describe, expect, it } from 'vitest';
import { statusListLength, toStatusPosition } from '../../records/certifications/status-list.ts';
import { computeVerificationStatus } from '../verification.ts';
import { describeCriteria } from './judgement.ts';
import { startOfUtcDay, toCredentialValidity } from './open-badge.ts';

describe('validityOf: whole days in the time zone of the tenant, the last one to its last second', () => {
  it.each([
    ['UTC', '2024-02-12', '2025-02-11', '2024-02-12T00:00:00Z', '2025-02-11T23:59:59Z'],
    ['America/New_York', '2026-01-01', '2026-07-04', '2026-01-01T05:00:00Z', '2026-07-05T03:59:59Z'],
    // Clocks go forward on the last day: it has 23 hours.
    ['America/New_York', '2026-03-08', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z'],
    // There is no midnight on that day: it begins at one o'clock.
    ['America/Santiago', '2026-09-06', '2026-12-31', '2026-09-06T04:00:00Z', '2027-01-01T02:59:59Z'],
    ['Pacific/Kiritimati', '2024-02-29', '2024-02-29', '2024-02-28T10:00:00Z', '2024-02-29T09:59:59Z'],
  ])('%s', (timeZone, validFrom, validThrough, from, until) => {
    expect(toCredentialValidity({ validFrom, validThrough }, timeZone)).toEqual({
      validFrom: from,
      validUntil: until,
    });
  });

  it('has no end without expiry', () => {
    expect(toCredentialValidity({ validFrom: '2026-01-01', validThrough: undefined }, 'UTC')).toEqual({
      validFrom: '2026-01-01T00:00:00Z',
    });
  });
});

describe('criteriaOf', () => {
  const rules = (curriculum: object) => ({
    awardVersion: 1,
    curriculumVersion: 2,
    curriculum: {
      requiredCourseIds: [],
      electiveCourseIds: [],
      electivesNeeded: 0,
      minimumCredits: [],
      ...curriculum,
    },
    graceDays: 0,
    judgedAt: '2026-03-14T17:00:00.000Z',
  });

  it.each([
    [{}, 'Met all requirements'],
    [{ requiredCourseIds: ['a'] }, 'Completed 1 required course'],
    [{ electiveCourseIds: ['a', 'b'], electivesNeeded: 1 }, 'Completed 1 of 2 elective courses'],
    [
      {
        requiredCourseIds: ['a', 'b'],
        minimumCredits: [1.5, 22.5].map((credits) => ({ creditTypeId: 'x', credits })),
      },
      'Completed 2 required courses, at least 24 credits',
    ],
    [
      { creditRules: { total: 40, limits: [], conversions: [], requiredCourseIds: [] } },
      'Completed at least 40 credits by the credit rules',
    ],
  ])('of %j', (curriculum, expected) => {
    expect(describeCriteria(rules(curriculum))).toBe(`${expected}, by version 2 of the curriculum.`);
  });
});

it('statusPlace counts through lists of equal length', () => {
  expect([0, statusListLength - 1, statusListLength, 2 * statusListLength + 7].map(toStatusPosition)).toEqual(
    [
      { list: 0, index: 0 },
      { list: 0, index: statusListLength - 1 },
      { list: 1, index: 0 },
      { list: 2, index: 7 },
    ],
  );
});

it('startOfDay is midnight in UTC', () => {
  expect(startOfUtcDay(new Date('2026-03-14T23:59:59.999Z')).toISOString()).toBe('2026-03-14T00:00:00.000Z');
  expect(startOfUtcDay(new Date('2026-03-14T00:00:00Z')).toISOString()).toBe('2026-03-14T00:00:00.000Z');
});

it('statusOn counts the last valid day in, and revoked before expired', () => {
  const dated = { validFrom: '2023-02-12', validThrough: '2024-02-11' };
  expect(
    ['2023-02-11', '2023-02-12', '2024-02-11', '2024-02-12'].map((day) =>
      computeVerificationStatus(dated, day),
    ),
  ).toEqual(['NotYetValid', 'Valid', 'Valid', 'Expired']);
  expect(computeVerificationStatus({ ...dated, revokedDate: '2023-05-01' }, '2030-01-01')).toBe('Revoked');
});
