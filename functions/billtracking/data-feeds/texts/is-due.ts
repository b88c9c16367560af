// When the text of a version or a paper is asked for.
import type { BillItem } from '../../bills/record/bill.ts';
import type { FeedMark } from '../record/store.ts';
import type { ListedText } from './listed-text.ts';

/** A text that was refused so often is asked for again only when its provider says that it, or the bill, changed. */
export const MAX_TRIES = 3;
/** Where a provider says nothing of changes, the newest version is asked for again after so many days. */
export const RECHECK_DAYS = 7;
const DAY_MILLISECONDS = 86_400_000;

/** Whether it is asked for: when it is new, has changed, was refused before, or may have been replaced where it is published. */
export function isDue(
  { hash, isNewest }: Pick<ListedText, 'hash' | 'isNewest'>,
  mark: Pick<FeedMark, 'hash' | 'checkedAt' | 'tries'> | undefined,
  { modifiedDate }: Pick<BillItem, 'modifiedDate'>,
  now: Date,
): boolean {
  if (!mark || (hash ?? '') !== mark.hash) return true;
  const { checkedAt = '', tries } = mark;
  if (tries !== undefined && tries < MAX_TRIES) return true;
  if (hash !== undefined || !isNewest) return false;
  if (modifiedDate > checkedAt) return true;
  return tries === undefined && now.getTime() - Date.parse(checkedAt) >= RECHECK_DAYS * DAY_MILLISECONDS;
}
