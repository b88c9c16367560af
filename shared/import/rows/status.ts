// Reads the status of a record in a list: active or inactive, or a word of the former system, which is kept as a tag.
import { keepDistinctTexts } from '../../lists/distinct-texts.ts';
import type { ValueCollector } from './value-collector.ts';
import { type Cell, collapseWhitespace, type ParsedValue, parseActive } from './values.ts';

/** Words for records that have left, which are not active. */
const LEFT = [
  ...[
    'lapsed',
    'deceased',
    'died',
    'expired',
    'resigned',
    'cancelled',
    'canceled',
    'terminated',
    'withdrawn',
  ],
  ...['dropped', 'suspended', 'dissolved', 'closed', 'merged', 'removed', 'archived', 'disabled'],
];
const MAX_STATUS = 50;

/** What a status says: whether the record is active, and the word itself where it says more than that. */
export interface RecordStatus {
  readonly isActive?: boolean;
  readonly tag?: string;
}

/** A status: yes or no, active or inactive, or a word such as Lapsed or Deceased, which is kept as a tag. */
export function parseStatus(cell: Cell): ParsedValue<RecordStatus> {
  const active = parseActive(cell);
  if ('value' in active) return { value: { isActive: active.value } };
  const tag = collapseWhitespace(cell.value);
  if (!/\p{L}/u.test(tag) || tag.length > MAX_STATUS) return active;
  return { value: { tag, ...(LEFT.includes(tag.toLowerCase()) && { isActive: false }) } };
}

/** The tags of a row with its status, where that says more than whether the record is active. */
export const addStatus = (
  tags: readonly string[] | undefined,
  { tag }: RecordStatus,
): string[] | undefined =>
  tag === undefined ? tags && [...tags] : keepDistinctTexts([...(tags ?? []), tag]);

/** Whether a record without tags is active; a word that says no more than that is noted. */
export function parseActivity(cell: Cell | undefined, collector: ValueCollector): boolean | undefined {
  const status = collector.accept(cell && parseStatus(cell));
  if (cell && status && status.isActive === undefined)
    collector.leaveOut({ ...cell, reason: 'should be active or inactive, or yes or no' });
  return status?.isActive;
}
