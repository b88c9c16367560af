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
    let current: string | undefined = start;
    while (current !== undefined && !done.has(current) && !onPath.has(current)) {
      path.push(current);
      onPath.add(current);
      current = parentOf.get(current);
    }
    if (current !== undefined && onPath.has(current)) found.push(path.slice(path.indexOf(current)));
    for (const id of path) done.add(id);
  }
  return found;
}
