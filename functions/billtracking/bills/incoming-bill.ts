// A bill as a source tells of it, and what is wrong with some.
import { contentHash } from '../../../shared/directory/content-hash.ts';
import { foldForSort } from '../../../shared/directory/fold-for-sort.ts';
import { type BillAction, type BillContent, normalizeBillNumber, type RollCall } from './bill.ts';
import { MAX_ROLL_CALLS } from './store.ts';

/** What a source may leave untold of a bill. */
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

/** A roll call; without votes when the source tells the counts alone. */
export type IncomingRollCall = Omit<RollCall, 'votes'> & Partial<Pick<RollCall, 'votes'>>;

export interface IncomingBill {
  readonly content: BillContent;
  /** In their order. */
  readonly actions: readonly BillAction[];
  readonly rollCalls?: readonly IncomingRollCall[];
  /** What the source does not tell: of a bill that is there it stays as it is. */
  readonly omitted?: readonly BillPart[];
}

/** A bill with everything that is to be kept of it. */
export interface CompleteBill extends Pick<IncomingBill, 'content' | 'actions'> {
  readonly rollCalls: readonly RollCall[];
}

/** DynamoDB holds 400 KB an item; the row repeats the titles and sponsors. */
const MAX_ITEM_BYTES = 350_000;
const MAX_ACTIONS = 5_000;

/** The hash of everything that is to be kept of a bill. */
export const hashBill = ({ content, actions, rollCalls }: CompleteBill): string =>
  contentHash({ content, actions, rollCalls });

/** What is wrong with an incoming bill, or undefined. `seen` holds the names of those before it. */
export function findIncomingBillError(
  { content, actions, rollCalls = [] }: IncomingBill,
  seen: Set<string>,
): string | undefined {
  const { billNumber, session, stateId } = content;
  const number = normalizeBillNumber(billNumber);
  if (number === '') return `${JSON.stringify(billNumber)} is no bill number; it should be like HB 1110.`;
  const name = `${stateId}#${foldForSort(session)}#${number}`;
  if (seen.has(name)) return `${billNumber} of the session ${session} stands in an earlier row already.`;
  seen.add(name);
  if (content.title.trim() === '') return `${billNumber} has no title.`;
  if (rollCalls.length > MAX_ROLL_CALLS)
    return `${billNumber} has ${rollCalls.length} roll calls; at most ${MAX_ROLL_CALLS} are kept.`;
  if (actions.length > MAX_ACTIONS)
    return `${billNumber} has ${actions.length} actions; at most ${MAX_ACTIONS} are kept.`;
  const large = [content, ...rollCalls].some(
    (part) => Buffer.byteLength(JSON.stringify(part)) > MAX_ITEM_BYTES,
  );
  return large
    ? `${billNumber} is too large: at most ${MAX_ITEM_BYTES} bytes are kept of a bill.`
    : undefined;
}
