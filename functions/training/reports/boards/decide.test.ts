// Under which licenses credits are reported (docs/interface/training.md#reports-to-boards).
import { describe, expect, it } from 'vitest';
import { applyLicenseInput, type LicenseInput } from '../../people/licenses/license.ts';
import { type BoardMark, decideCredit } from './decide.ts';

const now = new Date('2027-03-01T12:00:00Z');
const buildLicense = (id: string, more: LicenseInput = {}) =>
  applyLicenseInput(
    undefined,
    { board: 'Board of Nursing', jurisdiction: 'FL', profession: 'RN', number: id, ...more },
    { id, personId: 'p', now },
  );
const credit = {
  id: 'c',
  credits: 3,
  earnedDate: '2027-02-01',
  courseId: 'course',
  source: 'attendance',
} as const;
const facts = { board: 'Board of Nursing', today: '2027-03-01', marks: new Map<string, BoardMark>() };
const decide = (licenses: readonly ReturnType<typeof buildLicense>[], more: object = {}, of = facts) =>
  decideCredit({ ...credit, ...more }, licenses, of).map(({ state, license, reason }) => [
    state,
    license?.id,
    reason,
  ]);

describe('a license', () => {
  it('is usable through its last valid day', () => {
    expect(decide([buildLicense('L', { expiryDate: '2027-03-01' })])).toEqual([['New', 'L', undefined]]);
    expect(decide([buildLicense('L', { expiryDate: '2027-02-28' })])).toEqual([
      ['NotReported', 'L', 'The license L expired on 2027-02-28.'],
    ]);
  });

  it('is usable for credits from the day on which it was issued', () => {
    expect(decide([buildLicense('L', { issuedDate: '2027-02-01' })])[0]?.[0]).toBe('New');
    expect(decide([buildLicense('L', { issuedDate: '2027-02-02' })])[0]?.[0]).toBe('NotReported');
  });

  it('is not usable unless it is active', () => {
    for (const status of ['Inactive', 'Suspended', 'Revoked'] as const)
      expect(decide([buildLicense('L', { status })])).toEqual([
        ['NotReported', 'L', `The license L is ${status.toLowerCase()}.`],
      ]);
  });
});

describe('credits', () => {
  it('are reported under each usable license, and under no other', () => {
    const licenses = [buildLicense('A'), buildLicense('B', { status: 'Revoked' }), buildLicense('C')];
    expect(decide(licenses).map(([state, license]) => [state, license])).toEqual([
      ['New', 'A'],
      ['New', 'C'],
    ]);
  });

  it('that another provider gave, or that name no course, are not reported', () => {
    expect(decide([buildLicense('L')], { source: 'selfReported' })[0]?.[2]).toContain('another provider');
    expect(decide([buildLicense('L')], { courseId: undefined })[0]?.[2]).toContain('no course');
    expect(decide([buildLicense('L')], { courseId: undefined, classId: 'x' })[0]?.[0]).toBe('New');
  });

  it('are reported again when what the board knows has changed', () => {
    const license = buildLicense('L');
    const [first] = decideCredit(credit, [license], facts);
    const mark = { creditId: 'c', licenseId: 'L', day: '2027-02-01', fingerprint: first?.fingerprint ?? '' };
    const marked = { ...facts, marks: new Map([['c#L', mark]]) };
    expect(decide([license], {}, marked)[0]?.[0]).toBe('Reported');
    expect(decide([{ ...license, number: 'M' }], {}, marked)[0]?.[0]).toBe('Changed');
    expect(decide([{ ...license, status: 'Active', expiryDate: '2030-01-01' }], {}, marked)[0]?.[0]).toBe(
      'Reported',
    );
  });
});
