// A partition page by page, from its beginning or from where somebody else stopped.
import type { Page, Partition, Position, Range, TenantStore } from '../../../../shared/data/store.ts';

/** Where a reading goes on, as text. */
const parsePosition = (text: string | undefined): Position | undefined =>
  text === undefined || text === '' ? undefined : JSON.parse(text);

/** A page, and the text that the next one is read after; undefined on the last. */
export interface ItemPage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** The pages of a range after a place; at least one, be it empty. */
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
