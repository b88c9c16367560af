// Reads a partition page by page, from the beginning or from the position where an earlier run stopped.
import type { Partition, Position, Range, TenantStore } from '../../../../shared/data/store.ts';

/** A page, and the position of the next page as text; undefined on the last page. */
interface ItemPage<T> {
  readonly items: readonly T[];
  readonly next: string | undefined;
}

/** The pages of a range after a position; at least one, possibly empty. */
export async function* readPages<T>(
  tenant: TenantStore,
  partition: Partition<T>,
  range: Range,
  position?: string,
): AsyncGenerator<ItemPage<T>> {
  const after: Position | undefined = position ? JSON.parse(position) : undefined;
  for await (const { items, next } of tenant.queryPages(partition, { ...range, ...(after && { after }) }))
    yield { items, next: next && JSON.stringify(next) };
}
