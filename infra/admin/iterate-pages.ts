// Walks a list page by page.
import type { Page } from '../../shared/data/store.ts';

/** Every entry of a list; `cursorAfter` builds the cursor that continues after an entry. */
export async function* iteratePages<T>(
  page: (cursor?: string) => Promise<Page<T>>,
  cursorAfter: (last: T) => string,
): AsyncGenerator<T> {
  let cursor: string | undefined;
  do {
    const { items, next } = await page(cursor);
    yield* items;
    const last = items.at(-1);
    cursor = next && last !== undefined ? cursorAfter(last) : undefined;
  } while (cursor !== undefined);
}
