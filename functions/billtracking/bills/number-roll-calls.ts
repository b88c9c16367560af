// Matches the roll calls of an import with the stored ones, so that the number of each stays the same.
import type { RollCall } from './bill.ts';
import type { RollCallItem } from './store.ts';

/**
 * The identity of each roll call: the source's identifier, or date, chamber and description. Equal ones are numbered in
 * their order.
 */
function identifyRollCalls(rollCalls: readonly RollCall[]): string[] {
  const counts = new Map<string, number>();
  return rollCalls.map(({ identifier, date, chamber, description }) => {
    const name = JSON.stringify(identifier === undefined ? [date, chamber ?? '', description] : [identifier]);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name}#${count}`;
  });
}

/** The roll calls of an import with their numbers: stored ones keep theirs, new ones get the next numbers. */
export function numberRollCalls(
  stored: readonly RollCallItem[],
  imported: readonly RollCall[],
): readonly RollCallItem[] {
  const storedIds = identifyRollCalls(stored);
  const numbers = new Map(stored.map(({ number }, index) => [storedIds[index], number] as const));
  let last = Math.max(0, ...stored.map(({ number }) => number));
  const importedIds = identifyRollCalls(imported);
  return imported.map((rollCall, index) => {
    const number = numbers.get(importedIds[index]) ?? ++last;
    return { ...rollCall, type: 'roll-call', number };
  });
}
