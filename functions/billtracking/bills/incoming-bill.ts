// A bill as an import source provides it, and the rules it must satisfy.

import { measureValue } from '../../../shared/data/size/item-size.ts';
import { billNumberKey } from '../../../shared/legislature/bill-number.ts';
import { contentHash } from '../../../shared/values/content-hash.ts';
import { type BillAction, type BillContent, naturalKeyText, type RollCall } from './record/bill.ts';
import { ACTIONS_PER_PART, MAX_ROLL_CALLS } from './record/store.ts';

/** What a source may omit of a bill. */
export type BillPart =
  | 'actions'
  | 'rollCalls'
  | keyof Pick<
      BillContent,
      | 'alternateTitle'
      | 'summary'
      | 'status'
      | 'introducedDate'
      | 'lastActionOn'
      | 'lastActionTaken'
      | 'sponsors'
      | 'committees'
      | 'subjects'
      | 'versions'
      | 'sources'
      | 'relations'
    >;

/** A roll call; without votes when the source has the counts only. */
export type IncomingRollCall = Omit<RollCall, 'votes' | 'sources'> & Partial<Pick<RollCall, 'votes'>>;

export interface IncomingBill {
  readonly content: BillContent;
  readonly actions: readonly BillAction[];
  readonly rollCalls?: readonly IncomingRollCall[];
  /** What the source omits: a stored bill keeps it unchanged. Roll calls that are given all the same are added to the stored ones. */
  readonly omitted?: readonly BillPart[];
}

/** A bill with everything that is stored of it. */
export interface CompleteBill extends Pick<IncomingBill, 'content' | 'actions'> {
  readonly rollCalls: readonly RollCall[];
}

/** A DynamoDB item has at most 400 KB; a part of that is left for what the platform adds. */
const MAX_ITEM_BYTES = 350_000;
const MAX_ACTIONS = 5_000;

/** The hash of everything that is stored of a bill; the name of its session, which may change, is not the bill's. */
export const hashBill = ({ content, actions, rollCalls }: CompleteBill): string => {
  const { sessionName: _, ...own } = content;
  return contentHash({ content: own, actions, rollCalls });
};

/** Why an incoming bill is refused; undefined when it is not. `seen` has the natural keys of the bills before it. */
export function findIncomingBillError(
  { content, actions, rollCalls = [] }: IncomingBill,
  seen: Set<string>,
): string | undefined {
  const { billNumber, session } = content;
  if (billNumberKey(billNumber, content.stateId) === '')
    return `${JSON.stringify(billNumber)} is not a bill number; a valid one is, for example, HB 1110.`;
  const naturalKey = naturalKeyText(content);
  if (seen.has(naturalKey)) return `${billNumber} of the session ${session} is already in an earlier row.`;
  seen.add(naturalKey);
  if (content.title.trim() === '') return `${billNumber} has no title.`;
  if (rollCalls.length > MAX_ROLL_CALLS)
    return `${billNumber} has ${rollCalls.length} roll calls; at most ${MAX_ROLL_CALLS} are valid.`;
  if (actions.length > MAX_ACTIONS)
    return `${billNumber} has ${actions.length} actions; at most ${MAX_ACTIONS} are valid.`;
  return findSizeError({ content, actions, rollCalls });
}

/** Why a bill can't be stored with what its source and the stored bill have together; undefined when it can. */
export function findSizeError({
  content,
  actions,
  rollCalls = [],
}: Pick<IncomingBill, 'content' | 'actions' | 'rollCalls'>): string | undefined {
  const parts = Array.from({ length: Math.ceil(actions.length / ACTIONS_PER_PART) }, (_, part) =>
    actions.slice(part * ACTIONS_PER_PART, (part + 1) * ACTIONS_PER_PART),
  );
  const largest = Math.max(...[content, ...rollCalls, ...parts].map(measureValue));
  return largest > MAX_ITEM_BYTES
    ? `${content.billNumber} is too large; a bill, each of its roll calls and ${ACTIONS_PER_PART} of its actions together may have at most ${MAX_ITEM_BYTES} bytes, but one has ${largest}.`
    : undefined;
}
