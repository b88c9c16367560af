// What a message says of a change besides the record's current state: old and new values, and what is new of a bill.

import type { ChangeEvent } from '../../../../../shared/change-feed/change-event.ts';
import type { ChangedValues } from '../../../../../shared/change-feed/changed-values.ts';
import { changedValuesById } from '../../../../../shared/change-feed/feed.ts';
import type { TenantStore } from '../../../../../shared/data/store.ts';
import { type BillNews, loadBillNews, type SeenWindow } from '../../../bills/bill-news.ts';
import {
  loadTextComparisons,
  type TextComparison,
} from '../../../bills/documents/comparison/text-comparisons.ts';
import { textChangeFields } from '../../../bills/record/bill.ts';
import type { Subject } from './subject.ts';

export interface ChangeDetails {
  /** Absent for a change from before values were recorded. */
  readonly values?: ChangedValues | undefined;
  readonly news?: BillNews | undefined;
  /** Pages for people that show the changes of texts, valid for a week. */
  readonly comparisons?: readonly TextComparison[] | undefined;
}

/** When what a change of a bill brought was first seen; undefined when it brought neither action nor roll call. */
export function findSeenWindow(
  { type, time }: Pick<ChangeEvent, 'type' | 'time'>,
  values: ChangedValues | undefined,
): SeenWindow | undefined {
  if (type === 'bill.created') return { upTo: time };
  const seen = values?.actionsSeenAt;
  return seen && { after: String(seen.oldValue ?? ''), upTo: String(seen.newValue ?? '') };
}

/** The details of one change. At most two round trips. */
export async function loadChangeDetails(
  tenant: TenantStore,
  change: ChangeEvent,
  subject: Subject | undefined,
): Promise<ChangeDetails> {
  const [values] = await changedValuesById(tenant, [change.id]);
  const window = subject?.kind === 'bill' ? findSeenWindow(change, values) : undefined;
  const news =
    window && subject?.kind === 'bill' ? await loadBillNews(tenant, subject.record, window) : undefined;
  const record = subject?.kind === 'bill' ? subject.record : undefined;
  const isOfTexts = textChangeFields.some((field) => change.data.fields.includes(field));
  const comparisons =
    record && isOfTexts
      ? await loadTextComparisons(
          tenant,
          textChangeFields.flatMap((field) =>
            change.data.fields.includes(field) ? (record[field] ?? []) : [],
          ),
        )
      : undefined;
  return { values, news, comparisons };
}
