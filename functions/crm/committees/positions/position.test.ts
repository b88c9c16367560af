// Positions of committees (docs/interface/crm.md#positions-of-committees).
import { expect, it } from 'vitest';
import type { CommitteePositionItem } from '../../../../shared/directory/committees/committee-position.ts';
import { buildPosition, comparePositions } from './position.ts';

const position = (name: string, rank: number): CommitteePositionItem => ({
  ...{ type: 'committee-position', id: name, name, rank, isExclusive: false, isVoting: true },
  ...{ version: 1, schemaVersion: 1, createdDate: '', modifiedDate: '' },
});

it('positions are in the order of their ranks, and of their names where ranks are equal', () => {
  const sorted = [
    position('Treasurer', 2),
    position('Member', 9),
    position('Secretary', 2),
    position('Chair', 1),
  ]
    .sort(comparePositions)
    .map(({ name }) => name);
  expect(sorted).toEqual(['Chair', 'Secretary', 'Treasurer', 'Member']);
});

it('a position without a rank comes after all others, and the first one has rank 1', () => {
  expect(buildPosition({ name: 'Clerk' }, [position('Chair', 1), position('Member', 9)]).rank).toBe(10);
  expect(buildPosition({ name: 'Clerk' }, []).rank).toBe(1);
  expect(buildPosition({ name: 'Clerk', rank: 3 }, [position('Member', 9)]).rank).toBe(3);
});

it('by default a position is not exclusive, votes, is active and for every type of committee', () => {
  expect(buildPosition({ name: 'Clerk', committeeTypes: [] }, [])).toEqual({
    ...{ name: 'Clerk', rank: 1, isExclusive: false, isVoting: true },
  });
  expect(buildPosition({ name: 'Clerk', isActive: false, committeeTypes: ['Board'] }, [])).toMatchObject({
    ...{ isActive: false, committeeTypes: ['Board'] },
  });
});
