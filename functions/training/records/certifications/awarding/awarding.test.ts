// How certifications are built, renewed and revoked (docs/interface/training.md#certification-dates, #rule-snapshots).
import { describe, expect, it } from 'vitest';
import { buildCertificationItem, buildRules } from '../../../../../test/training/records/build-records.ts';
import type { AwardItem } from '../../../awards/record/award-record.ts';
import type { CurriculumItem } from '../../../awards/record/curriculum-record.ts';
import {
  applyRevocation,
  assertNotHeld,
  type BuildCertificationInput,
  buildCertification,
  computeValidity,
  decideRenewal,
  snapshotRules,
} from './awarding.ts';

const now = new Date('2027-03-01T12:00:00Z');
const names = { courses: new Map(), creditTypes: new Map([['gen', 'General']]) };

describe('the rules that a certification carries', () => {
  const award = { version: 3, validityPeriod: { years: 2 } };
  const curriculum = {
    ...{ requiredCourseIds: ['k'], electiveCourseIds: ['e'], electivesNeeded: 1 },
    minimumCredits: [{ creditTypeId: 'gen', credits: 4 }],
    renewalCredits: [{ creditTypeId: 'gen', credits: 2 }],
  };

  it('are those of the moment', () => {
    const created = now.toISOString();
    const stored: CurriculumItem = {
      ...curriculum,
      ...{
        type: 'curriculum',
        id: 'a',
        version: 7,
        createdDate: created,
        modifiedDate: created,
        schemaVersion: 1,
      },
    };
    const limits = [{ creditTypeId: 'gen', maximum: 1, period: 'Term' } as const];
    expect(snapshotRules(award, stored, 30, now, limits)).toEqual({
      ...{ awardVersion: 3, curriculumVersion: 7, curriculum, validityPeriod: { years: 2 }, graceDays: 30 },
      ...{ selfReportedLimits: limits, judgedAt: now.toISOString() },
    });
  });

  it('require nothing of an award without a curriculum, and limit nothing without limits', () => {
    const rules = snapshotRules(award, undefined, 0, now);
    expect(rules).toMatchObject({ curriculumVersion: 0, curriculum: buildRules().curriculum });
    expect(rules).not.toHaveProperty('selfReportedLimits');
  });

  it('decide the validity', () => {
    expect(computeValidity('2027-01-01', buildRules({ graceDays: 30 }))).toEqual({
      ...{ validFrom: '2027-01-01', validThrough: '2027-12-31', graceThrough: '2028-01-30' },
    });
  });
});

it('a new certification has a number of its own, and what it was judged by', () => {
  let id = 0;
  const rules = buildRules();
  const override = { reason: 'Agreed', by: 'ann', at: now.toISOString(), waived: ['A course.'] };
  const input = {
    award: { id: 'a', name: 'Certified Clerk', description: 'Clerks' } as AwardItem,
    person: { id: 'm', firstName: 'Grace', lastName: 'Whitehorse', organizationId: 'o' },
    ...{ rules, override, awardedDate: '2027-02-28', validFrom: '2027-01-01', by: 'ann' },
    ...{ countedCreditIds: ['1'], renews: 'y', renewalRules: rules, statusIndex: 9, now },
    newId: () => `00000000-0000-4000-8000-00000000000${++id}`,
  } as unknown as BuildCertificationInput;
  expect(buildCertification(input)).toEqual({
    type: 'certification',
    id: '00000000-0000-4000-8000-000000000001',
    ...{ personId: 'm', personName: 'Grace Whitehorse', organizationId: 'o' },
    ...{ awardId: 'a', awardName: 'Certified Clerk', awardDescription: 'Clerks' },
    certificateNumber: '0000-0000-0021',
    ...{ awardedDate: '2027-02-28', validFrom: '2027-01-01', validThrough: '2027-12-31' },
    ...{ awardedBy: 'ann', overrideReason: 'Agreed', override, countedCreditIds: ['1'], rules },
    ...{ renews: 'y', renewalRules: rules, statusIndex: 9, version: 1, schemaVersion: 1 },
    ...{ createdDate: now.toISOString(), modifiedDate: now.toISOString() },
  });
  expect(buildCertification({ ...input, override: undefined }).overrideReason).toBeUndefined();
});

describe('a person who holds the award', () => {
  const held = buildCertificationItem();

  it.each([
    [
      held,
      'Grace Whitehorse holds Certified Clerk (0000-0000-0000) until 2027-12-31; renew that certification instead.',
    ],
    [
      buildCertificationItem({ validThrough: undefined }),
      'Grace Whitehorse holds Certified Clerk (0000-0000-0000); renew that certification instead.',
    ],
  ])('%# does not get it again', (certification, message) => {
    expect(() => assertNotHeld([certification], 'a', '2027-12-31')).toThrow(message);
  });

  it('gets it after it ended, and gets other awards', () => {
    assertNotHeld([held], 'a', '2028-01-01');
    assertNotHeld([held], 'b', '2027-12-31');
    assertNotHeld([{ ...held, revokedDate: '2027-02-01' }], 'a', '2027-12-31');
  });
});

describe('a renewal', () => {
  const certification = buildCertificationItem();
  const renewal = {
    opensOn: '2027-10-01',
    closesOn: '2028-01-30',
    isOpen: true,
    courses: [],
    credits: [],
    isReady: true,
  };
  const credits = [{ creditTypeId: 'gen', needed: 4, earned: 1, missing: 3 }];
  const decide = (today: string, more = {}, override = false, with_ = {}) =>
    decideRenewal({ ...certification, ...more }, { ...renewal, ...with_ }, names, today, override);

  it.each([
    ['2027-10-01', '2028-01-01'],
    ['2027-12-31', '2028-01-01'],
    ['2028-01-30', '2028-01-30'],
  ])('on %s begins on %s', (today, validFrom) => {
    expect(decide(today)).toEqual({ validFrom, waived: [] });
  });

  it.each([
    ['2027-09-30', {}, 'It can be renewed from 2027-10-01.', 'today'],
    ['2028-01-31', {}, 'It could be renewed until 2028-01-30; it must be earned again.', 'today'],
    [
      '2027-12-01',
      { credits },
      '3 more General credits are needed: 1 of 4 were earned.',
      'requirements.credits',
    ],
  ])('on %s, with %j, is refused: %s', (today, with_, message, target) => {
    expect(() => decide(today, {}, false, with_)).toThrow(
      expect.objectContaining({
        code: 'NOT_ELIGIBLE',
        message: `Certified Clerk can't be renewed: ${message}`,
        target,
        details: [{ code: 'NOT_ALLOWED', message, target }],
      }),
    );
    expect(decide(today, {}, true, with_).waived).toEqual([message]);
  });

  it('names everything that is missing', () => {
    expect(() => decide('2027-09-30', {}, false, { credits })).toThrow(
      'It can be renewed from 2027-10-01. 3 more General credits are needed',
    );
  });

  it.each([
    [{ revokedDate: '2027-02-01' }, "Certified Clerk was revoked on 2027-02-01; it can't be renewed."],
    [{ renewedBy: 'y' }, 'Certified Clerk was already renewed by y.'],
    [{ validThrough: undefined }, 'Certified Clerk does not expire; there is nothing to renew.'],
  ])('of one with %j is refused, with an override too', (more, message) => {
    for (const isOverridden of [false, true])
      expect(() => decide('2027-12-01', more, isOverridden)).toThrow(message);
  });

  it('of one without a term is refused', () => {
    expect(() => decideRenewal(certification, undefined, names, '2027-12-01', true)).toThrow(
      'does not expire',
    );
  });
});

describe('a revocation', () => {
  const action = { by: 'ann', reason: 'Fraud', today: '2027-03-01', now };

  it('keeps the validity, and records who, when and why', () => {
    const before = buildCertificationItem();
    expect(applyRevocation(before, action)).toEqual({
      ...before,
      ...{ revokedDate: '2027-03-01', revokedBy: 'ann', revocationReason: 'Fraud' },
      ...{ version: before.version + 1, modifiedDate: now.toISOString() },
    });
  });

  it('is refused the second time', () => {
    const revoked = applyRevocation(buildCertificationItem(), action);
    expect(() => applyRevocation(revoked, action)).toThrow(
      'Certified Clerk was already revoked on 2027-03-01: Fraud',
    );
  });
});
