// Finds cycles among parents.

/**
 * The cycles among records that name a parent, each as its ids in order; every id is in one at most. A record that is
 * its own parent is a cycle of one.
 *
 * @param parentOf the parent of each record, including those outside the file
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
