// What ends with a certification that is revoked (docs/interface/training.md#revocation).
import { describe, expect, it } from 'vitest';
import { createCertification } from '../../../../test/training/certifications/certification-fixture.ts';
import type { CertificationItem } from '../training-record/certification.ts';
import {
  type AwardPrerequisites,
  assertFewDependents,
  describeRevocation,
  findDependents,
} from './dependents.ts';

const today = '2027-06-01';
const build = (id: string, more: Partial<CertificationItem> = {}) =>
  createCertification({
    ...{ id, awardId: id, awardedDate: '2026-01-01', validFrom: '2026-01-01', validThrough: '2027-12-31' },
    ...more,
  });
const requires = (award: string, ...awards: string[]): AwardPrerequisites =>
  new Map([[award, awards.map((id) => ({ type: 'Award' as const, id, name: id }))]]);
const root = build('root');
const find = (others: readonly CertificationItem[], prerequisites: AwardPrerequisites = new Map()) =>
  findDependents(root, [root, ...others], prerequisites, today).map(({ certification, basis, basedOn }) => [
    certification.id,
    basis,
    basedOn.id,
  ]);

describe('a renewal', () => {
  const renewal = build('renewal', {
    awardId: 'root',
    renews: 'root',
    validFrom: '2028-01-01',
    validThrough: '2029-12-31',
  });
  it('depends on what it renews before it is valid, and so does its own renewal', () => {
    const next = build('next', { awardId: 'root', renews: 'renewal' });
    expect(find([next, renewal])).toEqual([
      ['renewal', 'Renewal', 'root'],
      ['next', 'Renewal', 'renewal'],
    ]);
  });

  it('does not once it is revoked, or over', () => {
    expect(find([{ ...renewal, revokedDate: '2027-01-01' }])).toEqual([]);
    const over = { validFrom: '2026-02-01', validThrough: '2027-05-31' };
    expect(find([{ ...renewal, ...over, graceThrough: undefined }])).toEqual([]);
    expect(find([{ ...renewal, ...over, validThrough: today }])).toHaveLength(1);
  });

  it('of another certification does not', () => {
    expect(find([{ ...renewal, renews: 'another' }])).toEqual([]);
  });
});

describe('a certification whose award requires that of the revoked one', () => {
  const higher = build('higher');
  it('depends on it when it was awarded on the same day or later', () => {
    expect(find([higher], requires('higher', 'root'))).toEqual([['higher', 'Prerequisite', 'root']]);
    expect(find([{ ...higher, awardedDate: '2025-12-31' }], requires('higher', 'root'))).toEqual([]);
  });

  it('does not when it was awarded by an override, or its award requires another one or a course', () => {
    expect(find([{ ...higher, overrideReason: 'Known' }], requires('higher', 'root'))).toEqual([]);
    expect(find([higher], requires('higher', 'other'))).toEqual([]);
    expect(find([higher], new Map([['higher', [{ type: 'Course', id: 'root', name: 'root' }]]]))).toEqual([]);
  });

  it('does not while the person holds another certification of the required award', () => {
    const second = build('second', { awardId: 'root' });
    const rule = requires('higher', 'root');
    expect(find([higher, second], rule)).toEqual([]);
    expect(find([higher, { ...second, revokedDate: '2026-05-01' }], rule)).toHaveLength(1);
    expect(find([higher, { ...second, renews: 'root' }], rule)).toEqual([
      ['second', 'Renewal', 'root'],
      ['higher', 'Prerequisite', 'root'],
    ]);
  });

  it('takes along what requires it in turn', () => {
    const top = build('top');
    const rules = new Map([...requires('higher', 'root'), ...requires('top', 'higher')]);
    expect(find([top, higher], rules).map(([id]) => id)).toEqual(['higher', 'top']);
  });
});

it('the reason names the certification that was revoked', () => {
  const [dependent] = findDependents(root, [root, build('r', { renews: 'root' })], new Map(), today);
  expect(dependent && describeRevocation(dependent, 'A mistake.')).toBe(
    `The certification ${root.certificateNumber} for Certified County Clerk, which it renews, was revoked: A mistake.`,
  );
});

it('15 certifications can be revoked with another one, and not 16', () => {
  const many = (length: number) =>
    Array.from({ length }, () => ({ certification: root, basis: 'Renewal' as const, basedOn: root }));
  expect(() => assertFewDependents(many(15))).not.toThrow();
  expect(() => assertFewDependents(many(16))).toThrow(/16 certifications .* at most 15 .* dependents: keep/);
});
