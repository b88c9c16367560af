// Marks when each action and roll call of a bill was first seen here: "new" means newly seen, not dated after the last
// run (docs/interface/billtracking.md#deliveries), and a source may add an old action at any time.
import type { BillAction, RollCall } from './bill.ts';

/** When the platform first saw something, ISO 8601; absent when that was before this was recorded. */
export interface Seen {
  readonly seenAt?: string | undefined;
}

interface MarkContext {
  /** The moment of this import. */
  readonly moment: string;
  /** When the stored bill was last written; undefined for a new bill. */
  readonly writtenAt: string | undefined;
}

/** A later mark is of an import that was interrupted before it wrote the bill, so that nobody was informed. */
const keepMark = ({ seenAt }: Seen, { moment, writtenAt }: MarkContext): Seen => {
  if (seenAt === undefined) return writtenAt === undefined ? { seenAt: moment } : {};
  return { seenAt: writtenAt !== undefined && seenAt <= writtenAt ? seenAt : moment };
};

const actionName = ({ date, chamber, text }: BillAction): string =>
  JSON.stringify([date, chamber ?? '', text]);

/** The actions with their marks: those stored before keep theirs, the others are new. Equal ones are counted. */
export function markActions(
  actions: readonly BillAction[],
  stored: readonly (BillAction & Seen)[],
  context: MarkContext,
): readonly (BillAction & Seen)[] {
  const storedByName = Map.groupBy(stored, actionName);
  return actions.map((action) => {
    const same = storedByName.get(actionName(action))?.shift();
    return { ...action, ...(same ? keepMark(same, context) : { seenAt: context.moment }) };
  });
}

/** What is reported of a roll call; when any of it changes, the roll call is news again. */
const reportedResult = ({ date, description, passed, yea, nay, notVoting, absent }: RollCall): string =>
  JSON.stringify([date, description, passed, yea, nay, notVoting, absent]);

/** The numbered roll calls with their marks. */
export function markRollCalls<R extends RollCall & { readonly number: number }>(
  rollCalls: readonly R[],
  stored: readonly (RollCall & Seen & { readonly number: number })[],
  context: MarkContext,
): readonly (R & Seen)[] {
  const storedByNumber = new Map(stored.map((rollCall) => [rollCall.number, rollCall]));
  return rollCalls.map((rollCall) => {
    const same = storedByNumber.get(rollCall.number);
    const isKnown = same !== undefined && reportedResult(same) === reportedResult(rollCall);
    return { ...rollCall, ...(isKnown ? keepMark(same, context) : { seenAt: context.moment }) };
  });
}
