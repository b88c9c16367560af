// What a digest tells of one event or bill.
import type { BillNews } from '../../../bills/bill-news.ts';
import type { TextComparison } from '../../../bills/documents/comparison/text-comparisons.ts';
import type { ExcerptPart } from '../../../searches/find-terms.ts';

/** Everything that changed in one record since the last digest. */
export interface DigestEntry<R> {
  readonly record: R;
  /** When it was entered, ISO 8601; absent when that was before the last digest. */
  readonly createdAt?: string | undefined;
  /** The fields that changed. */
  readonly fields: readonly string[];
  /** The states of the record in the period, the present one last. */
  readonly states: readonly R[];
}

export interface EventEntryFacts {
  /** The numbers of the bills that were on its agenda at any time of the period, by id. */
  readonly billNumbers: ReadonlyMap<string, string>;
  /** It no longer matches the subscription, which was notified of it before. */
  readonly hasLeft: boolean;
}

export interface BillEntryFacts {
  readonly news: BillNews;
  /** The pages that compare the texts that changed in the period. */
  readonly comparisons: readonly TextComparison[];
  /** The day on which the period began, in the time zone of the legislature. */
  readonly periodStart: string;
}

/** A line in parts, of which some are marked as what was looked for. */
export type MarkedLine = readonly ExcerptPart[];

/** An entry as a mail shows it. */
export interface EntryText {
  readonly heading: string;
  readonly lines: readonly (string | MarkedLine)[];
}

/** A stored word as people read it: `no position`. */
export const formatEnumValue = (value: string): string => value.toLowerCase().replaceAll('_', ' ');
