// Finds parents that would make a circle.

/**
 * The circles among records that name a parent, each as the ids on it in order; every id is on one at most.
 * A record that is its own parent is a circle of one.
 *
 * @param parentOf the parent of each record, those outside of the file included
 */
export function findCycles(
  parentOf: ReadonlyMap<string, string | undefined>,
): readonly (readonly string[])[] {
  const done = new Set<string>();
  const found: string[][] = [];
  for (const start of parentOf.keys()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && !done.has(at) && !onPath.has(at)) {
      path.push(at);
      onPath.add(at);
      at = parentOf.get(at);
    }
    if (at !== undefined && onPath.has(at)) found.push(path.slice(path.indexOf(at)));
    for (const id of path) done.add(id);
  }
  return found;
}
