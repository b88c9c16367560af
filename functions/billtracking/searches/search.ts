// A saved search: which bills somebody wants to hear of when the platform first sees them
// (docs/interface/billtracking.md#saved-searches).
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { VersionedRecord } from '../../../shared/data/versioned-record.ts';
import { pick } from '../../../shared/values/pick.ts';
import { type Author, showAuthorName, toAuthor } from '../caller.ts';

/** Words and phrases. A term of several words is a phrase; a `*` at the end of a word stands for any ending. */
export interface SearchTerms {
  /** Each of them is in the bill. */
  readonly allOf: readonly string[];
  /** At least one of them is. */
  readonly anyOf: readonly string[];
  /** None of them is. */
  readonly noneOf: readonly string[];
}

/** What a bill must satisfy: every condition, and of a list any value. An empty list is no condition. */
export interface SearchCriteria extends SearchTerms {
  /** Ids of people of the directory, or names. */
  readonly sponsors: readonly string[];
  readonly committeeIds: readonly number[];
  /** Subjects as the legislature names them. */
  readonly subjects: readonly string[];
  /** FIPS codes; 0 is the Congress of the United States. */
  readonly stateIds: readonly number[];
  readonly sessionIds: readonly number[];
  /** Whether words are looked for in the stored texts of bills too; absent where they are not. */
  readonly inTexts?: true | undefined;
}

/** A saved search as stored. */
export interface BillSearchItem extends VersionedRecord {
  readonly type: 'bill-search';
  readonly id: string;
  readonly name: string;
  readonly criteria: SearchCriteria;
  readonly createdBy?: Author | undefined;
}

/** A new search at version 1. */
export const buildSearch = (
  id: string,
  { name, criteria }: Pick<BillSearchItem, 'name' | 'criteria'>,
  caller: Caller,
  now: Date,
): BillSearchItem => ({
  type: 'bill-search',
  id,
  name,
  criteria,
  createdBy: toAuthor(caller),
  version: 1,
  createdDate: now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1,
});

/** The changed search at its next version. */
export const changeSearch = (
  before: BillSearchItem,
  change: Partial<Pick<BillSearchItem, 'name' | 'criteria'>>,
  now: Date,
): BillSearchItem => ({
  ...before,
  ...change,
  version: before.version + 1,
  modifiedDate: now.toISOString(),
});

/** A search as the interface returns it. */
export const presentSearch = (search: BillSearchItem) => ({
  ...pick(search, ['id', 'name', 'createdDate', 'modifiedDate']),
  criteria: { ...search.criteria, inTexts: search.criteria.inTexts ?? false },
  createdBy: showAuthorName(search.createdBy) ?? null,
});

/** A search as the audit records it. */
export const viewSearch = (search: BillSearchItem | undefined) =>
  search && pick(search, ['name', 'criteria', 'version']);
