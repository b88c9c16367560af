// What must hold of the seats when a registration is committed: the condition admits exactly what the rule of free seats
// admits, whatever others did meanwhile (docs/interface/training.md#class-registration, #waitlist).
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  buildClassItem,
  buildRegistrationItem,
  openUnusedTenant,
} from '../../../../test/training/records/build-records.ts';
import { buildSeats, type ClassItem, type SeatsItem } from '../../classes/record/class.ts';
import type { RegistrationItem } from '../record/registration.ts';
import { findSeat, getCount, hasRoom, listPlaces, type SeatRequirement, toPlace } from './seat-places.ts';
import type { StatusChange } from './seats.ts';
import { buildSeatsChanges } from './seats-changes.ts';

const now = new Date('2027-03-01T12:00:00Z');
const tenant = openUnusedTenant();
const limited = { memberFee: 0, nonMemberFee: 0, memberSeats: 3, nonMemberSeats: 2 };
const classes = [
  buildClassItem({ capacity: 4, standard: limited }),
  buildClassItem({
    ...{ capacity: 4, standard: limited, separateSeats: { onSite: 2, online: 3, earlier: 'onSite' } },
  }),
];

/** Evaluates a condition as DynamoDB does: comparisons, AND before OR, NOT and parentheses. */
function holds(
  expression: string,
  names: Readonly<Record<string, string>>,
  values: Readonly<Record<string, unknown>>,
  seats: SeatsItem,
): boolean {
  const tokens = expression.match(/\(|\)|AND|OR|NOT|[<>]=?|=|[#:]\w+/g) ?? [];
  const read = (token = ''): number =>
    Number(token.startsWith('#') ? seats[names[token] as keyof SeatsItem] : values[token]);
  const compare = { '<': (a, b) => a < b, '<=': (a, b) => a <= b, '=': (a, b) => a === b } as Record<
    string,
    (a: number, b: number) => boolean
  >;
  const parseTerm = (): boolean => {
    const token = tokens.shift();
    if (token === 'NOT') return !parseTerm();
    if (token === '(') {
      const inner = parseOr();
      tokens.shift();
      return inner;
    }
    const [left, operator = '', right] = [read(token), tokens.shift(), read(tokens.shift())];
    return operator.startsWith('>')
      ? operator === '>' || left !== right
        ? left > right
        : true
      : (compare[operator]?.(left, right) ?? false);
  };
  const parseList = (word: string, next: () => boolean): boolean[] => {
    const terms = [next()];
    while (tokens[0] === word) {
      tokens.shift();
      terms.push(next());
    }
    return terms;
  };
  const parseAnd = (): boolean => parseList('AND', parseTerm).every(Boolean);
  const parseOr = (): boolean => parseList('OR', parseAnd).some(Boolean);
  return parseOr();
}

const counter = fc.integer({ min: 0, max: 4 });
const anySeats = fc
  .record({
    ...{ takenMember: counter, takenNonMember: counter, takenOnSite: counter, takenOnline: counter },
    ...{ waitingMemberOnSite: fc.nat(2), waitingMemberOnline: fc.nat(2) },
    ...{ waitingNonMemberOnSite: fc.nat(2), waitingNonMemberOnline: fc.nat(2) },
  })
  .map((counts): SeatsItem => {
    const waitingMember = counts.waitingMemberOnSite + counts.waitingMemberOnline;
    const waitingNonMember = counts.waitingNonMemberOnSite + counts.waitingNonMemberOnline;
    return {
      ...buildSeats(4),
      ...counts,
      ...{ taken: counts.takenMember + counts.takenNonMember, waitingMember, waitingNonMember },
      waiting: waitingMember + waitingNonMember,
    };
  });
const anyPlace = (item: ClassItem) => fc.constantFrom(...listPlaces(item));

/** Whether a change decided on some seats is committed on others. */
function isCommitted(
  item: ClassItem,
  read: SeatsItem,
  statusChanges: readonly StatusChange[],
  requirements: readonly SeatRequirement[],
  found: SeatsItem,
  isOverbooked = false,
): boolean {
  const needs = { requirements, isOverbooked, now };
  const [change] = buildSeatsChanges(tenant, { item, seats: read }, statusChanges, needs);
  const action = change?.action.Update ?? change?.action.ConditionCheck;
  return holds(
    action?.ConditionExpression ?? '',
    action?.ExpressionAttributeNames ?? {},
    action?.ExpressionAttributeValues ?? {},
    found,
  );
}

describe.each(classes)('%#: the condition of a new registration', (item) => {
  const register = (
    place: ReturnType<typeof toPlace>,
    more: Partial<RegistrationItem> = {},
  ): StatusChange => ({
    after: buildRegistrationItem({ kind: place.kind, attendanceMode: place.mode, ...more }),
  });

  it('for a free seat admits exactly the seats with room that nobody waits for', () => {
    fc.assert(
      fc.property(anyPlace(item), anySeats, anySeats, (place, read, found) => {
        const requirement = { kind: 'seat-free', place } as const;
        const isFree = findSeat(item, found, place, now)?.kind === 'seat-free';
        expect(isCommitted(item, read, [register(place)], [requirement], found)).toBe(isFree);
      }),
      { numRuns: 400 },
    );
  });

  it('for the waitlist admits exactly those without a free seat, while the list is shorter than its limit', () => {
    const more = { status: 'Waitlisted', holdsSeat: false } as const;
    fc.assert(
      fc.property(anyPlace(item), anySeats, anySeats, fc.nat(6), (place, read, found, most) => {
        const requirement = { kind: 'wait', place, most } as const;
        const isFree = findSeat(item, found, place, now)?.kind === 'seat-free';
        expect(isCommitted(item, read, [register(place, more)], [requirement], found)).toBe(
          !isFree && found.waiting < most,
        );
      }),
      { numRuns: 400 },
    );
  });

  const standard = { ...limited, memberSeats: 9, nonMemberSeats: 9 };
  const { separateSeats } = item.registration;
  const roomy = buildClassItem({
    ...{ capacity: 14, standard },
    ...(separateSeats && { separateSeats: { ...separateSeats, onSite: 9, online: 9 } }),
  });

  it('for a spare seat admits the seats that were read, and none without room or with a longer waitlist', () => {
    fc.assert(
      fc.property(anyPlace(item), anySeats, anySeats, (place, read, found) => {
        const requirement = { kind: 'seat-spare', place } as const;
        fc.pre(findSeat(roomy, read, place, now)?.kind === 'seat-spare');
        const isAdmitted = isCommitted(roomy, read, [register(place)], [requirement], found);
        expect(isCommitted(roomy, read, [register(place)], [requirement], read)).toBe(true);
        if (isAdmitted) {
          expect(hasRoom(roomy, found, place, now)).toBe(true);
          expect(found.waiting).toBeLessThanOrEqual(read.waiting);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('for unchanged seats admits only those that were read, whoever else registered', () => {
    fc.assert(
      fc.property(anySeats, fc.constantFrom('takenMember', 'waiting', 'taken', 'live'), (read, name) => {
        const change = [{ before: buildRegistrationItem(), after: buildRegistrationItem() }];
        const found = { ...read, [name]: getCount(read, name) + 1 };
        expect(isCommitted(item, read, change, [{ kind: 'unchanged' }], read)).toBe(true);
        expect(isCommitted(item, read, change, [{ kind: 'unchanged' }], found)).toBe(name === 'live');
      }),
    );
  });

  it('admits nothing after the settings of the class have changed', () => {
    const place = toPlace(item, { kind: 'member' });
    const seats = buildSeats(item.version);
    const commit = (found: SeatsItem) =>
      isCommitted(item, seats, [register(place)], [{ kind: 'seat-free', place }], found);
    expect([commit(seats), commit(buildSeats(item.version + 1))]).toEqual([true, false]);
  });
});

describe('new seats', () => {
  const [item] = classes as [ClassItem];
  const seated = buildRegistrationItem();
  const waiting = buildRegistrationItem({ status: 'Waitlisted', holdsSeat: false });
  const commit = (statusChanges: StatusChange[], found: Partial<SeatsItem>, isOverbooked = false) =>
    isCommitted(item, buildSeats(4), statusChanges, [], { ...buildSeats(4), ...found }, isOverbooked);

  it('are within their limits, also by what they free meanwhile', () => {
    expect(commit([{ after: seated }], { taken: 3, takenMember: 2 })).toBe(true);
    expect(commit([{ after: seated }], { taken: 4, takenMember: 2 })).toBe(false);
    expect(commit([{ after: seated }], { taken: 3, takenMember: 3 })).toBe(false);
    const two = [{ after: seated }, { after: seated }];
    expect(commit(two, { taken: 2, takenMember: 1 })).toBe(true);
    expect(commit(two, { taken: 3, takenMember: 1 })).toBe(false);
  });

  it('beyond them are given only by an administrator', () => {
    expect(commit([{ after: seated }], { taken: 9, takenMember: 9 }, true)).toBe(true);
  });

  it('of a promotion are checked although another seat is freed at the same time', () => {
    const ended = buildRegistrationItem({ status: 'Cancelled', holdsSeat: false });
    const swap = [{ before: seated, after: ended }];
    const promoted = [...swap, { before: waiting, after: seated }];
    expect(commit(promoted, { taken: 4, takenMember: 3 })).toBe(true);
    expect(commit(promoted, { taken: 5, takenMember: 3 })).toBe(false);
    // A transferred seat goes over as it is.
    const needs = { requirements: [], isOverbooked: false, now };
    expect(
      buildSeatsChanges(tenant, { item, seats: buildSeats(4) }, [...swap, { after: seated }], needs),
    ).toEqual([]);
  });

  it('are checked only in limits that grow, where no one is promoted', () => {
    const ended = buildRegistrationItem({ status: 'Cancelled', holdsSeat: false });
    const given = { before: seated, after: ended };
    const nonMember = buildRegistrationItem({ kind: 'nonMember' });
    // The class was overbooked: the seat goes to a non-member, of whose seats there are some.
    expect(commit([given, { after: nonMember }], { taken: 9, takenMember: 9, takenNonMember: 1 })).toBe(true);
    expect(commit([given, { after: nonMember }], { taken: 9, takenMember: 9, takenNonMember: 2 })).toBe(
      false,
    );
    // A promoted non-member needs no seat of members.
    const waits = buildRegistrationItem({ kind: 'nonMember', status: 'Waitlisted', holdsSeat: false });
    const promoted = [given, { before: waits, after: nonMember }];
    expect(commit(promoted, { taken: 4, takenMember: 9 })).toBe(true);
    expect(commit(promoted, { taken: 5, takenMember: 1 })).toBe(false);
  });

  it('are not checked where a seat is kept or given up', () => {
    const attended = buildRegistrationItem({ status: 'Attended' });
    const ended = buildRegistrationItem({ status: 'Cancelled', holdsSeat: false });
    expect(commit([{ before: seated, after: ended }], { taken: 9, takenMember: 9 })).toBe(true);
    const needs = { requirements: [], isOverbooked: false, now };
    const classWithSeats = { item, seats: buildSeats(4) };
    expect(buildSeatsChanges(tenant, classWithSeats, [{ before: seated, after: attended }], needs)).toEqual(
      [],
    );
  });

  it('with an empty waitlist need it to stay empty', () => {
    const change = [{ after: seated }];
    const requirements = [{ kind: 'waitlist-empty' }] as const;
    const found = { ...buildSeats(4), waiting: 1 };
    expect(isCommitted(item, buildSeats(4), change, requirements, buildSeats(4))).toBe(true);
    expect(isCommitted(item, buildSeats(4), change, requirements, found)).toBe(false);
  });

  it('are counted by one update, which is decided again when others were faster', () => {
    const needs = { requirements: [], isOverbooked: false, now };
    const [change, ...others] = buildSeatsChanges(
      tenant,
      { item, seats: buildSeats(4) },
      [{ after: seated }],
      needs,
    );
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      onConflict: 'retry',
      action: {
        Update: {
          Key: { pk: 'T#alder#CLASS#c', sk: 'SEATS' },
          UpdateExpression: 'ADD #live :live, #taken :taken, #takenMember :takenMember',
          ExpressionAttributeValues: { ':live': 1, ':taken': 1, ':takenMember': 1 },
        },
      },
    });
    const [check] = buildSeatsChanges(tenant, { item, seats: buildSeats(4) }, [], {
      ...needs,
      requirements: [{ kind: 'unchanged' }],
    });
    expect(check).toMatchObject({ onConflict: 'retry', action: { ConditionCheck: {} } });
  });
});
