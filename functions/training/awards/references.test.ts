// Tests what awards may refer to, and how references are presented (docs/interface/training.md#awards;
// docs/interface/errors.md#detail-codes).
import { describe, expect, it } from 'vitest';
import { Failure } from '../../../shared/errors/failure.ts';
import { buildAward } from './award.ts';
import type { AwardItem } from './record/award-record.ts';
import {
  type AwardReferences,
  parsePrerequisites,
  presentAwardDetail,
  resolveReferences,
  validatePrerequisites,
} from './references.ts';

const now = new Date('2027-03-01T12:00:00Z');
const noReferences: AwardReferences = {
  currency: 'USD',
  awards: new Map(),
  courses: new Map(),
  people: new Map(),
};
const newId = () => 'new';

const errorDetails = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error.details.map(({ code, target }) => `${code} ${target}`);
    throw error;
  }
  return [];
};

const award: AwardItem = {
  ...buildAward(
    '1',
    { name: 'Clerk', levelTypeId: 'l', objectTypeId: 'o', contactPersonIds: ['p'] },
    [],
    now,
  ),
  prerequisites: [{ type: 'Award', id: '2', name: 'Old name' }],
};
const allReferences: AwardReferences = {
  currency: 'USD',
  levelType: { name: 'Associate', isActive: true },
  objectType: { name: 'Certification', isActive: true },
  awards: new Map([['2', { name: 'Orientation' }]]),
  courses: new Map([['3', { name: 'Minutes and Records' }]]),
  people: new Map([['p', { id: 'p', firstName: 'Wilma', lastName: 'Stone', email: 'wilma@example.org' }]]),
};

describe('the prerequisites of a request', () => {
  it('must have what their type needs, and every problem is reported', () => {
    const sent = [{ type: 'Award' }, { type: 'Course' }, { type: 'Experience' }] as const;
    expect(
      validatePrerequisites(sent.map((input) => ({ ...input }))).map(
        ({ code, target }) => `${code} ${target}`,
      ),
    ).toEqual([
      'REQUIRED_FIELD prerequisites[0].id',
      'REQUIRED_FIELD prerequisites[1].id',
      'REQUIRED_FIELD prerequisites[2].name',
    ]);
  });

  it('stay unchanged when absent, and are cleared by null', () => {
    expect(parsePrerequisites(undefined, newId)).toBeUndefined();
    expect(parsePrerequisites(null, newId)).toEqual([]);
    expect(parsePrerequisites([{ type: 'Experience', name: 'Two years' }], newId)).toEqual([
      { type: 'Experience', name: 'Two years', id: 'new' },
    ]);
  });
});

describe('a reference of an award', () => {
  it('must exist, and every problem is reported', () => {
    expect(errorDetails(() => resolveReferences(award, undefined, noReferences))).toEqual([
      'UNKNOWN_VALUE levelTypeId',
      'UNKNOWN_VALUE objectTypeId',
      'UNKNOWN_VALUE prerequisites[0].id',
      'UNKNOWN_VALUE contactPersonIds[0]',
    ]);
  });

  it('to a course must exist, and gets the name of the course', () => {
    const following = (id: string) => ({
      ...award,
      prerequisites: [{ type: 'Course' as const, id, name: '' }],
    });
    expect(resolveReferences(following('3'), undefined, allReferences).prerequisites).toEqual([
      { type: 'Course', id: '3', name: 'Minutes and Records' },
    ]);
    expect(errorDetails(() => resolveReferences(following('2'), undefined, allReferences))).toEqual([
      'UNKNOWN_VALUE prerequisites[0].id',
    ]);
  });

  it('may point to a deleted record when the award already had it', () => {
    expect(resolveReferences(award, award, noReferences)).toEqual(award);
  });

  it('must not be an inactive type or the award itself', () => {
    const retired = { ...allReferences, levelType: { name: 'Associate', isActive: false } };
    expect(errorDetails(() => resolveReferences(award, undefined, retired))).toEqual([
      'NOT_ALLOWED levelTypeId',
    ]);
    const circular = { ...award, prerequisites: [{ type: 'Award' as const, id: '1', name: '' }] };
    expect(errorDetails(() => resolveReferences(circular, undefined, allReferences))).toEqual([
      'NOT_ALLOWED prerequisites[0].id',
    ]);
  });

  it('is presented with its present name, or with the last known name when the record was deleted', () => {
    expect(presentAwardDetail(award, allReferences)).toMatchObject({
      levelType: 'Associate',
      objectType: 'Certification',
      prerequisites: [{ type: 'Award', id: '2', name: 'Orientation' }],
      contactPersons: [{ id: 'p', name: 'Wilma Stone', email: 'wilma@example.org' }],
    });
    expect(presentAwardDetail(award, noReferences)).toMatchObject({
      prerequisites: [{ name: 'Old name' }],
      contactPersons: [],
    });
  });
});
