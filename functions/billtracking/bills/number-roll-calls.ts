// Matches the roll calls of an import with the stored ones, so that the number of each stays the same.
import type { RollCall } from './record/bill.ts';
import type { RollCallItem } from './record/store.ts';

type Name = (rollCall: RollCall) => readonly string[];

const describe: Name = ({ date, chamber, description }) => [date, chamber ?? '', description];
const identify: Name = (rollCall) =>
  rollCall.identifier === undefined ? describe(rollCall) : [rollCall.identifier];

/** What each roll call is called; equal ones are numbered in their order. */
function nameRollCalls(rollCalls: readonly RollCall[], by: Name): string[] {
  const counts = new Map<string, number>();
  return rollCalls.map((rollCall) => {
    const name = JSON.stringify(by(rollCall));
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name}#${count}`;
  });
}

/** The numbers of stored roll calls that imported ones have under the same name. */
function matchNumbers(
  stored: readonly RollCallItem[],
  imported: readonly RollCall[],
  by: Name,
): Map<RollCall, number> {
  const names = nameRollCalls(stored, by);
  const numbers = new Map(stored.map(({ number }, index) => [names[index], number] as const));
  return new Map(
    nameRollCalls(imported, by).flatMap((name, index) => {
      const [number, rollCall] = [numbers.get(name), imported[index]];
      return number === undefined || rollCall === undefined ? [] : [[rollCall, number] as const];
    }),
  );
}

/**
 * The roll calls of an import with their numbers: stored ones keep theirs, new ones get the next numbers. A roll call is the one with the
 * source's identifier; without one, or where only one of both forms of a source has it, the one of the day, chamber and description.
 */
export function numberRollCalls(
  stored: readonly RollCallItem[],
  imported: readonly RollCall[],
): readonly RollCallItem[] {
  const identified = matchNumbers(stored, imported, identify);
  const taken = new Set(identified.values());
  const left = stored.filter(({ number }) => !taken.has(number));
  const others = imported.filter((rollCall) => !identified.has(rollCall));
  const withId = ({ identifier }: RollCall): boolean => identifier !== undefined;
  const described = new Map([
    ...matchNumbers(
      left.filter(withId),
      others.filter((rollCall) => !withId(rollCall)),
      describe,
    ),
    ...matchNumbers(
      left.filter((rollCall) => !withId(rollCall)),
      others.filter(withId),
      describe,
    ),
  ]);
  let last = Math.max(0, ...stored.map(({ number }) => number));
  return imported.map((rollCall) => {
    const number = identified.get(rollCall) ?? described.get(rollCall) ?? ++last;
    return { ...rollCall, type: 'roll-call', number };
  });
}
