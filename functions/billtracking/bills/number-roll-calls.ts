// Which roll call of a source is which of those kept, so that each keeps its number over imports.
import type { RollCall } from './bill.ts';
import type { RollCallItem } from './store.ts';

/** What names roll calls: the source's own identifier, or day, chamber and description with their turn among equals. */
function identifyRollCalls(rollCalls: readonly RollCall[]): string[] {
  const turns = new Map<string, number>();
  return rollCalls.map(({ identifier, date, chamber, description }) => {
    const name = JSON.stringify(identifier === undefined ? [date, chamber ?? '', description] : [identifier]);
    const turn = (turns.get(name) ?? 0) + 1;
    turns.set(name, turn);
    return `${name}#${turn}`;
  });
}

/** The roll calls of a source with their numbers: those that are kept have theirs, new ones go on counting. */
export function numberRollCalls(
  kept: readonly RollCallItem[],
  told: readonly RollCall[],
): readonly RollCallItem[] {
  const names = identifyRollCalls(kept);
  const numbers = new Map(kept.map(({ number }, at) => [names[at], number] as const));
  let last = Math.max(0, ...kept.map(({ number }) => number));
  const toldNames = identifyRollCalls(told);
  return told.map((rollCall, at) => {
    const number = numbers.get(toldNames[at]) ?? ++last;
    return { ...rollCall, type: 'roll-call', number };
  });
}
