// Bounds what a record of the audit says about a change: an item of the table holds two views of a large record only in part.
import { measureValue } from '../data/size/item-size.ts';

type View = Readonly<Record<string, unknown>>;

interface Views {
  readonly before?: View | undefined;
  readonly after?: View | undefined;
}

/** The most bytes of both views. */
const maxViewBytes = 300 * 1024;

/**
 * The views, with a sentence in place of the largest members where both are too large to be stored: a change is never refused
 * because its record of the audit would be too large.
 */
export function boundViews({ before, after }: Views): Views {
  let bytes = measureValue(before ?? {}) + measureValue(after ?? {});
  if (bytes <= maxViewBytes) return { before, after };
  const views = { before: { ...before }, after: { ...after } } satisfies Record<string, View>;
  const members = (['before', 'after'] as const)
    .flatMap((view) =>
      Object.entries(views[view]).map(([name, value]) => ({ view, name, size: measureValue(value) })),
    )
    .sort((a, b) => b.size - a.size);
  for (const { view, name, size } of members) {
    if (bytes <= maxViewBytes) break;
    const note = `Left out: ${size.toLocaleString('en-US')} bytes.`;
    Object.assign(views[view], { [name]: note });
    bytes += measureValue(note) - size;
  }
  return { before: before && views.before, after: after && views.after };
}
