// Who may hold a position when: no sequence of accepted terms puts two holders into an exclusive position on a day.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CommitteePositionItem } from '../../../../shared/directory/committees/committee-position.ts';
import { isInForce } from '../../../../shared/time/in-force.ts';
import { findSeatConflicts, type Held } from './seat.ts';

const position = (id: string, isExclusive: boolean): CommitteePositionItem => ({
  ...{ id, name: id, rank: 1, isExclusive, isVoting: true },
  ...{ type: 'committee-position', version: 1, schemaVersion: 1, createdDate: '', modifiedDate: '' },
});
const positions = [position('chair', true), position('member', false)];

const days = Array.from({ length: 11 }, (_, index) => `2026-01-${String(index).padStart(2, '0')}`);
const day = fc.option(fc.constantFrom(...days.slice(1, 10)), { nil: undefined });
const membership = fc
  .record({
    personId: fc.constantFrom('ada', 'ben', 'cem'),
    role: fc.constantFrom('chair', 'Co-Chair', 'member', 'clerk'),
    startDate: day,
    endDate: day,
    voidedDate: fc.option(fc.constant('2026-01-05'), { nil: undefined, freq: 6 }),
  })
  .filter(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate);

it('a committee that accepts what has no conflict has one holder of each exclusive position on every day', () => {
  fc.assert(
    fc.property(fc.array(membership, { maxLength: 12 }), (requests) => {
      const accepted: Held[] = [];
      for (const [index, request] of requests.entries()) {
        const next = { ...request, id: String(index), committeeId: 'c' };
        if (findSeatConflicts(next, accepted, positions).length === 0) accepted.push(next);
      }
      for (const each of days) {
        const holders = accepted.filter((held) => held.voidedDate === undefined && isInForce(held, each));
        const chairs = holders.filter(({ role }) => role.toLowerCase().endsWith('chair'));
        const alone = chairs.filter(({ role }) => role === 'chair');
        expect(chairs.length === 1 || alone.length === 0).toBe(true);
        const members = holders.filter(({ role }) => role === 'member').map(({ personId }) => personId);
        expect(new Set(members).size).toBe(members.length);
      }
    }),
    { seed: 1 },
  );
});
