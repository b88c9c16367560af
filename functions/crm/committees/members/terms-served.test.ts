// The terms that a person served (docs/interface/crm.md#members-of-committees).
import { expect, it } from 'vitest';
import type { MembershipContent } from '../../../../shared/directory/committees/committee.ts';
import type { CommitteePositionItem } from '../../../../shared/directory/committees/committee-position.ts';
import { sumTerms } from './terms-served.ts';

const chair: CommitteePositionItem = {
  ...{ type: 'committee-position', id: 'chair', name: 'Chair', rank: 1, isExclusive: true, isVoting: true },
  ...{ version: 1, schemaVersion: 1, createdDate: '', modifiedDate: '' },
};
const today = '2027-06-15';
const hold = (more: Partial<MembershipContent> = {}): MembershipContent => ({
  ...{ committeeId: 'c', personId: 'p', role: 'Chair', ...more },
});
const sum = (...terms: MembershipContent[]) => sumTerms(terms, [chair], today);

it('a term is current on its first and its last day, over the day after and ahead the day before', () => {
  expect(sum(hold({ startDate: today }))).toMatchObject([{ current: 1, completed: 0, future: 0 }]);
  expect(sum(hold({ endDate: today }))).toMatchObject([{ current: 1, completed: 0, future: 0 }]);
  expect(sum(hold({ endDate: '2027-06-14' }))).toMatchObject([{ current: 0, completed: 1, future: 0 }]);
  expect(sum(hold({ startDate: '2027-06-16' }))).toMatchObject([{ current: 0, completed: 0, future: 1 }]);
});

it('terms are counted by committee and position, a role that is no position by its words', () => {
  const terms = [
    hold(),
    hold({ role: 'chair' }),
    hold({ committeeId: 'd' }),
    hold({ role: 'Clérk' }),
    hold({ role: 'clerk' }),
  ];
  expect(
    sum(...terms).map(({ committeeId, positionId, role, current }) => [
      committeeId,
      positionId,
      role,
      current,
    ]),
  ).toEqual([
    ['c', 'chair', 'Chair', 2],
    ['d', 'chair', 'Chair', 1],
    ['c', null, 'Clérk', 2],
  ]);
});

it('a voided membership is no term', () => {
  expect(sum(hold({ voidedDate: '2027-01-01' }))).toEqual([]);
});
