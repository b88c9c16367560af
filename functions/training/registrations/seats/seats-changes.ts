// The write of a class's seats by status changes, with what must hold of them then.
import { type Change, type Condition, check, update } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { seatsKey } from '../../classes/record/class.ts';
import type { ClassWithSeats } from '../../classes/record/store.ts';
import {
  type Counter,
  countSpareSeats,
  getCount,
  listLimits,
  listWaitingGroups,
  type SeatRequirement,
  toPlace,
} from './seat-places.ts';
import { computeDelta, listCounters, type SeatsDelta, type StatusChange } from './seats.ts';

/** What status changes need of the seats. */
export interface SeatsNeeds {
  readonly requirements: readonly SeatRequirement[];
  /** Whether an administrator gives seats beyond the limits (docs/interface/training.md#overbooking). */
  readonly isOverbooked: boolean;
  readonly now: Date;
}

type Operator = '<' | '<=' | '=' | '>' | '>=';

/** Collects comparisons, with a placeholder for each value. */
function createConditionBuilder() {
  const values: Record<string, number> = {};
  const names: Record<string, string> = {};
  const compare = (counter: Counter | 'classVersion', operator: Operator, value: number): string => {
    const placeholder = `:bound${Object.keys(values).length}`;
    values[placeholder] = value;
    names[`#${counter}`] = counter;
    return `#${counter} ${operator} ${placeholder}`;
  };
  return { compare, names, values };
}

type Compare = ReturnType<typeof createConditionBuilder>['compare'];

/** The comparisons of one requirement, all of which must hold. */
function compareRequirement(
  { item, seats }: ClassWithSeats,
  requirement: SeatRequirement,
  now: Date,
  compare: Compare,
): string[] {
  if (requirement.kind === 'waitlist-empty') return [compare('waiting', '=', 0)];
  if (requirement.kind === 'unchanged')
    return listCounters(item)
      .filter((name) => name !== 'live')
      .map((name) => compare(name, '=', getCount(seats, name)));
  const limits = listLimits(item, requirement.place, now);
  if (requirement.kind === 'seat-spare')
    // A condition can't add: the waitlist may not be longer than it was, and only spare seats may be taken.
    return limits.flatMap((limit) => [
      compare(limit.taken, '<=', getCount(seats, limit.taken) + countSpareSeats(seats, limit)),
      ...limit.waiting.map((counter) => compare(counter, '<=', getCount(seats, counter))),
    ]);
  /** Someone waits for any seat, and not for one within limits of their own. */
  const isAhead = listWaitingGroups(item, requirement.place, now).map(({ waiting, ownLimits }) =>
    [compare(waiting, '>', 0), ...ownLimits.map(({ taken, most }) => compare(taken, '<', most))].join(
      ' AND ',
    ),
  );
  if (requirement.kind === 'seat-free')
    return [
      ...limits.map(({ taken, most }) => compare(taken, '<', most)),
      ...isAhead.map((ahead) => `NOT (${ahead})`),
    ];
  const isFull = limits.map(({ taken, most }) => compare(taken, '>=', most));
  const isBehind = isAhead.map((ahead) => `(${ahead})`);
  return [compare('waiting', '<', requirement.most), `(${[...isFull, ...isBehind].join(' OR ')})`];
}

/** The limits that new seats must fit in, each once. */
function listNewLimits({ item }: ClassWithSeats, statusChanges: readonly StatusChange[], now: Date) {
  const limits = statusChanges
    .filter(({ before, after }) => after.holdsSeat && !before?.holdsSeat)
    .flatMap(({ after }) => listLimits(item, toPlace(item, after), now))
    .map((limit) => [limit.taken, limit] as const);
  return [...new Map(limits).values()];
}

/**
 * The condition of status changes: the class settings are those that were read, every new seat is within its limits,
 * and the requirements hold. Bounds instead of equality let as many of a hundred simultaneous registrations succeed in
 * one round as there are seats.
 */
function buildSeatsCondition(
  classWithSeats: ClassWithSeats,
  statusChanges: readonly StatusChange[],
  delta: SeatsDelta,
  { requirements, isOverbooked, now }: SeatsNeeds,
): Condition {
  const { compare, names, values } = createConditionBuilder();
  const isPromotion = statusChanges.some(({ before }) => before?.status === 'Waitlisted');
  const newLimits = isOverbooked ? [] : listNewLimits(classWithSeats, statusChanges, now);
  const all = [
    compare('classVersion', '=', classWithSeats.item.version),
    ...newLimits.flatMap(({ taken, most }) => {
      const by = delta.get(taken) ?? 0;
      return by > 0 || isPromotion ? [compare(taken, '<=', most - by)] : [];
    }),
    ...requirements.flatMap((requirement) => compareRequirement(classWithSeats, requirement, now, compare)),
  ];
  return { expression: all.join(' AND '), names, values };
}

/** The update of a class's seats by status changes; retried when its condition no longer holds. */
export function buildSeatsChanges(
  tenant: TenantStore,
  classWithSeats: ClassWithSeats,
  statusChanges: readonly StatusChange[],
  needs: SeatsNeeds,
): Change[] {
  const delta = computeDelta(classWithSeats.item, statusChanges);
  const key = seatsKey(tenant, classWithSeats.item.id);
  const condition = buildSeatsCondition(classWithSeats, statusChanges, delta, needs);
  if (delta.size > 0)
    return [update(key, { add: Object.fromEntries(delta) }, { condition, onConflict: 'retry' })];
  return needs.requirements.length > 0 ? [check(key, condition, 'retry')] : [];
}
