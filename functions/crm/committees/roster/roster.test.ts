// The roster of any day is what the memberships say of that day: nobody is missing, invented, or in two seats.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommitteePositionItem } from '../../../../shared/directory/committees/committee-position.ts';
import { overlap } from '../../../../shared/time/in-force.ts';
import { buildRoster } from './roster.ts';

const position = (id: string, rank: number, isExclusive: boolean): CommitteePositionItem => ({
  ...{ id, name: id, rank, isExclusive, isVoting: true },
  ...{ type: 'committee-position', version: 1, schemaVersion: 1, createdDate: '', modifiedDate: '' },
});
const positions = [position('member', 9, false), position('chair', 1, true)];

const days = Array.from({ length: 11 }, (_, index) => `2026-01-${String(index).padStart(2, '0')}`);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const day = fc.constantFrom(...days.slice(1, 10));
const memberships = fc
  .array(
    fc
      .record({
        personId: fc.constantFrom('ada', 'ben', 'cem'),
        role: fc.constantFrom('chair', 'Co-Chair', 'member', 'clerk'),
        regionId: optional(fc.constantFrom('north', 'south')),
        startDate: optional(day),
        endDate: optional(day),
        voidedDate: fc.option(fc.constant('2026-01-05'), { nil: undefined, freq: 6 }),
      })
      .filter(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate),
    { maxLength: 12 },
  )
  .map((all) => all.map((each, index) => ({ ...each, id: String(index), committeeId: 'c' })));
const vacancies = fc
  .array(
    fc.record({
      positionId: fc.constantFrom('chair', 'member'),
      openedOn: day,
      closedOn: optional(day),
      membershipId: optional(fc.constantFrom('0', '1', '2')),
    }),
    { maxLength: 4 },
  )
  .map((all) => all.map((each, index) => ({ ...each, id: `v${index}`, committeeId: 'c' })));

const idsOf = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id).sort();

describe('the roster of a day', () => {
  const check = (
    property: (
      held: typeof memberships extends fc.Arbitrary<infer M> ? M : never,
      vacant: typeof vacancies extends fc.Arbitrary<infer V> ? V : never,
      on: string,
    ) => void,
  ) =>
    fc.assert(fc.property(memberships, vacancies, fc.constantFrom(...days), property), {
      seed: 1,
      numRuns: 300,
    });

  it('has the memberships that contain the day, each once', () => {
    check((held, vacant, on) => {
      const roster = buildRoster({ memberships: held, vacancies: vacant }, positions, on);
      const expected = held.filter(
        (each) => each.voidedDate === undefined && overlap(each, { startDate: on, endDate: on }),
      );
      expect(idsOf(roster.flatMap(({ holders }) => holders))).toEqual(idsOf(expected));
    });
  });

  it('has before and after each seat nobody who is further away from the day than somebody else', () => {
    check((held, vacant, on) => {
      for (const { before, after, position: seat, role, regionId } of buildRoster(
        { memberships: held, vacancies: vacant },
        positions,
        on,
      )) {
        const own = held.filter(
          (each) =>
            each.voidedDate === undefined &&
            each.regionId === regionId &&
            (seat ? each.role.toLowerCase().endsWith(seat.name) : each.role === role),
        );
        const past = own.filter(({ endDate }) => endDate !== undefined && endDate < on);
        const future = own.filter(({ startDate }) => startDate !== undefined && on < startDate);
        expect(before.length > 0).toBe(past.length > 0);
        expect(after.length > 0).toBe(future.length > 0);
        for (const { endDate = '' } of before)
          expect(past.every((each) => (each.endDate ?? '') <= endDate)).toBe(true);
        for (const { startDate = '' } of after)
          expect(future.every((each) => startDate <= (each.startDate ?? ''))).toBe(true);
      }
    });
  });

  it('has the vacancies that are open on the day', () => {
    check((held, vacant, on) => {
      const expected = vacant.filter(({ openedOn, closedOn, membershipId }) => {
        const filling = held.find(({ id, voidedDate }) => id === membershipId && voidedDate === undefined);
        const isFilled = filling !== undefined && (filling.startDate ?? '') <= on;
        return openedOn <= on && !isFilled && (closedOn === undefined || on < closedOn);
      });
      const roster = buildRoster({ memberships: held, vacancies: vacant }, positions, on);
      expect(idsOf(roster.flatMap((seat) => seat.vacancies))).toEqual(idsOf(expected));
    });
  });

  it('is in the order of ranks, and other roles come last', () => {
    check((held, vacant, on) => {
      const ranks = buildRoster({ memberships: held, vacancies: vacant }, positions, on).map(
        (seat) => seat.position?.rank ?? 10_000,
      );
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    });
  });
});
