// A bill as an import source provides it, and the rules it must satisfy.
import { contentHash } from '../../../shared/directory/content-hash.ts';
import {
  type BillAction,
  type BillContent,
  naturalKeyText,
  normalizeBillNumber,
  type RollCall,
} from './bill.ts';
import { MAX_ROLL_CALLS } from './store.ts';

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
export type IncomingRollCall = Omit<RollCall, 'votes'> & Partial<Pick<RollCall, 'votes'>>;

export interface IncomingBill {
  readonly content: BillContent;
  readonly actions: readonly BillAction[];
  readonly rollCalls?: readonly IncomingRollCall[];
  /** What the source omits: a stored bill keeps it unchanged. */
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
  if (normalizeBillNumber(billNumber) === '')
    return `${JSON.stringify(billNumber)} is not a bill number; a valid one is, for example, HB 1110.`;
  const naturalKey = naturalKeyText(content);
  if (seen.has(naturalKey)) return `${billNumber} of the session ${session} is already in an earlier row.`;
  seen.add(naturalKey);
  if (content.title.trim() === '') return `${billNumber} has no title.`;
  if (rollCalls.length > MAX_ROLL_CALLS)
    return `${billNumber} has ${rollCalls.length} roll calls; at most ${MAX_ROLL_CALLS} are valid.`;
  if (actions.length > MAX_ACTIONS)
    return `${billNumber} has ${actions.length} actions; at most ${MAX_ACTIONS} are valid.`;
  const large = [content, ...rollCalls].some(
    (part) => Buffer.byteLength(JSON.stringify(part)) > MAX_ITEM_BYTES,
  );
  return large
    ? `${billNumber} is too large; a bill and each of its roll calls may have at most ${MAX_ITEM_BYTES} bytes.`
    : undefined;
}
