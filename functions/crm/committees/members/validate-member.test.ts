// What is wrong with a membership (docs/interface/crm.md#members-of-committees).
import { describe, expect, it } from 'vitest';
import type { CommitteePositionItem } from '../../../../shared/directory/committees/committee-position.ts';
import { validatePosition, validateReferences, validateTerm } from './validate-member.ts';

const record = { version: 1, schemaVersion: 1, createdDate: '', modifiedDate: '' } as const;
const term = {
  ...({ type: 'election-term', id: 't', name: '2027-2028', ...record } as const),
  ...{ startDate: '2027-01-01', endDate: '2028-12-31' },
};
const region = { ...({ type: 'region', id: 'r', name: 'North', ...record } as const) };
const definitions = { electionTerms: [term], regions: [region], positions: [] };
const listFaults = (faults: readonly { readonly code: string; readonly target?: string }[]) =>
  faults.map(({ code, target }) => `${code} ${target}`);

describe('the dates of a membership', () => {
  const check = (startDate?: string, endDate?: string, electionTermId?: string) =>
    listFaults(validateTerm({ startDate, endDate, electionTermId }, definitions));

  it('end on the day when they start or later', () => {
    expect(check('2027-03-01', '2027-03-01')).toEqual([]);
    expect(check('2027-03-01', '2027-02-28')).toEqual(['OUT_OF_RANGE endDate']);
    expect(check('2027-03-01')).toEqual([]);
  });

  it('are within the election term, its first and last day included', () => {
    expect(check('2027-01-01', '2028-12-31', 't')).toEqual([]);
    expect(check('2026-12-31', '2028-12-31', 't')).toEqual(['OUT_OF_RANGE startDate']);
    expect(check('2027-01-01', '2029-01-01', 't')).toEqual(['OUT_OF_RANGE endDate']);
  });

  it('are both given where there is an election term', () => {
    expect(check(undefined, '2028-12-31', 't')).toEqual(['OUT_OF_RANGE startDate']);
    expect(check('2027-01-01', undefined, 't')).toEqual(['OUT_OF_RANGE endDate']);
  });
});

describe('the election term and the region of a membership', () => {
  it('exist', () => {
    const check = (ids: object) => listFaults(validateReferences(ids, definitions));
    expect(check({ electionTermId: 't', regionId: 'r' })).toEqual([]);
    expect(check({ electionTermId: 'r', regionId: 't' })).toEqual([
      'UNKNOWN_VALUE electionTermId',
      'UNKNOWN_VALUE regionId',
    ]);
    expect(check({ electionTermId: null })).toEqual([]);
  });

  it('are not inactive', () => {
    const inactive = { ...definitions, regions: [{ ...region, isActive: false }] };
    expect(listFaults(validateReferences({ regionId: 'r' }, inactive))).toEqual(['NOT_ALLOWED regionId']);
  });
});

describe('the position of a membership', () => {
  const position: CommitteePositionItem = {
    ...{ type: 'committee-position', id: 'p', name: 'Chair', ...record },
    ...{ rank: 1, isExclusive: true, isVoting: true },
  };
  const check = (more: Partial<CommitteePositionItem>, committeeType?: string) =>
    validatePosition({ ...position, ...more }, { name: 'Roads', committeeType }).map(
      ({ message }) => message,
    );

  it('is not inactive', () => {
    expect(check({ isActive: false })).toEqual(['The position Chair is inactive: choose another one.']);
    expect(check({ isActive: true })).toEqual([]);
  });

  it('is one for the type of the committee, whatever its case, or for all types', () => {
    const committeeTypes = ['Board', 'Task force'];
    expect(check({ committeeTypes }, 'task FORCE')).toEqual([]);
    expect(check({ committeeTypes: [] }, 'Standing')).toEqual([]);
    expect(check({ committeeTypes }, 'Standing')).toEqual([
      'The position Chair is for committees of the type Board or Task force, and Roads is of the type Standing.',
    ]);
    expect(check({ committeeTypes })).toEqual([
      'The position Chair is for committees of the type Board or Task force, and Roads is of no type.',
    ]);
  });
});
