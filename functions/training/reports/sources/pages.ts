// Reads a partition page by page, from the beginning or from the position where an earlier run stopped.
import type { Page, Partition, Position, Range, TenantStore } from '../../../../shared/data/store.ts';

/** Parses a position. */
const parsePosition = (text: string | undefined): Position | undefined =>
  text === undefined || text === '' ? undefined : JSON.parse(text);

/** A page, and the position of the next page as text; undefined on the last page. */
export interface ItemPage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** The pages of a range after a position; at least one, possibly empty. */
export async function* readPages<T>(
  tenant: TenantStore,
  partition: Partition<T>,
  range: Range,
  after?: string,
): AsyncGenerator<ItemPage<T>> {
  let position = parsePosition(after);
  do {
    const page: Page<T> = await tenant.query(partition, { ...range, ...(position && { after: position }) });
    position = page.next;
    yield { items: page.items, next: position && JSON.stringify(position) };
  } while (position);
}
