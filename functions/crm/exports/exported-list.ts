// What an export needs from a list: its columns, its size, and its records page by page.
import type { Caller } from '../../../shared/auth/access/access.ts';
import type { TenantItem } from '../../../shared/auth/accounts/records.ts';
import type { Permission } from '../../../shared/auth/permissions/permissions.ts';
import type { Partition, Position, TenantStore } from '../../../shared/data/store.ts';
import type { CustomFieldItem } from '../../../shared/directory/record/custom-field.ts';
import { type SearchIndex, type SearchPage, searchIndex } from '../../../shared/search/search-index.ts';
import type { ExportColumn } from './columns.ts';
import type { ExportFilter, ExportList } from './schemas.ts';

/** Who reads the list, and on which day. */
export interface ListContext {
  readonly tenant: TenantStore;
  readonly settings: TenantItem;
  readonly now: Date;
  /** Who asks for the export; absent in the job that runs it. */
  readonly caller?: Caller | undefined;
  /** Whose export it is. */
  readonly owner: string;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly today: string;
  readonly showsEmails: boolean;
  readonly fields: readonly CustomFieldItem[];
}

/** A page of records; `next` is where the next one begins, and absent after the last. */
export interface RecordsPage<T> {
  readonly records: readonly T[];
  readonly next?: string | undefined;
}

/** Reads the page after a position, or the first one. */
export type ReadPage<T> = (after: string | undefined) => Promise<RecordsPage<T>>;

/** A list that can be exported. */
export interface ExportedList<L extends ExportList, T> {
  readonly permission: Permission;
  /** Whose custom fields its records have. */
  readonly owner?: 'people' | 'organizations';
  readonly columns: (fields: readonly CustomFieldItem[]) => readonly ExportColumn<T>[];
  /**
   * Opens the list with a filter.
   * @throws Failure VALIDATION_ERROR for a rule by an unknown custom field
   */
  readonly open: (context: ListContext, filter: ExportFilter<L>) => Promise<ReadPage<T>>;
  /** The number of rows; undefined where a filter makes it unknown before they are read. */
  readonly count: (tenant: TenantStore, filter: ExportFilter<L>) => Promise<number | undefined>;
}

/** Records that are read at once. */
const PAGE_SIZE = 200;
const SEARCH_PAGE_SIZE = 100;

/** A page of the items of a partition. */
export async function readItems<T>(
  tenant: TenantStore,
  partition: Partition<T>,
  after: string | undefined,
  limit = PAGE_SIZE,
): Promise<{ readonly items: readonly T[]; readonly next?: string | undefined }> {
  const position = after === undefined ? {} : { after: JSON.parse(after) as Position };
  const { items, next } = await tenant.query(partition, { limit, ...position });
  return { items, next: next && JSON.stringify(next) };
}

/** A page of what a search finds. */
export const readFound = (
  tenant: TenantStore,
  index: SearchIndex,
  terms: readonly string[],
  cursor: string | undefined,
): Promise<SearchPage> => searchIndex(tenant, index, terms, { pageSize: SEARCH_PAGE_SIZE, cursor });
