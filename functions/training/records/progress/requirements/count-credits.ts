// Counts credits by minima and maxima that overlap, in the way that is best for the person.
//
// "40 credits, at least 4 in ethics, at most 10 by self-study" leaves a choice: self-study in ethics may be among the 10
// that count or not. The choice is a flow through a small network: credits flow through the limits that select them by
// type, then through those that select them by how they were earned. A maximum is the capacity of an edge, and what is
// within a minimum has a value. The flow of the greatest value is found by successive longest paths
// (Ahuja, Magnanti, Orlin: Network Flows, 1993, section 9.7). Amounts are whole hundredths.

/** Credits that all limits treat alike. */
export interface CreditGroup {
  readonly amount: number;
}

/** A limit of the network. Within a family, limits contain each other or have no group in common. */
export interface GroupLimit {
  readonly family: 'type' | 'mode';
  /** The indexes of the groups that it selects. */
  readonly groups: ReadonlySet<number>;
  readonly minimum: number;
  readonly maximum: number;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  capacity: number;
  readonly value: number;
}

/** The value of a credit within a minimum. More than the edges of any path, so that no minimum is given up for the total. */
const MINIMUM_VALUE = 1000;

/** The path of the greatest value through edges with capacity, as edge indexes; undefined where none is worth anything. */
function findBestPath(edges: readonly Edge[], nodes: number, source: number, sink: number) {
  const best = Array.from({ length: nodes }, () => Number.NEGATIVE_INFINITY);
  const arrivedBy = new Map<number, number>();
  best[source] = 0;
  for (let changed = true; changed; ) {
    changed = false;
    for (const [index, { from, to, capacity, value }] of edges.entries()) {
      const reached = (best[from] ?? 0) + value;
      if (capacity === 0 || reached <= (best[to] ?? 0)) continue;
      best[to] = reached;
      arrivedBy.set(to, index);
      changed = true;
    }
  }
  if ((best[sink] ?? 0) <= 0) return undefined;
  const path: number[] = [];
  for (let node = sink; node !== source; node = edges[path.at(-1) ?? 0]?.from ?? source)
    path.push(arrivedBy.get(node) ?? 0);
  return path;
}

/**
 * How much of each group counts: never more than a maximum, as much as possible of what minima and the total need, and
 * beyond that as much as possible.
 *
 * @param total what is needed of all groups together
 */
export function countGroups(
  groups: readonly CreditGroup[],
  limits: readonly GroupLimit[],
  total: number,
): number[] {
  const edges: Edge[] = [];
  const addEdge = (from: number, to: number, capacity: number, value: number): number =>
    edges.push({ from, to, capacity, value }, { from: to, to: from, capacity: 0, value: -value }) - 2;
  const addLimited = (
    from: number,
    to: number,
    { minimum, maximum }: Pick<GroupLimit, 'minimum' | 'maximum'>,
  ) => {
    const within = Math.min(minimum, maximum);
    addEdge(from, to, within, MINIMUM_VALUE);
    addEdge(from, to, maximum - within, 0);
  };
  const [source, sink] = [limits.length, limits.length + 1];
  const [typeRoot, modeRoot] = [limits.length + 2, limits.length + 3];
  const nodes = limits.length + 4;
  // The limits of a group in a family, from the widest to the narrowest: each is an edge from the one before.
  const order = [...limits.keys()].sort(
    (a, b) => (limits[b]?.groups.size ?? 0) - (limits[a]?.groups.size ?? 0) || a - b,
  );
  const chainOf = (group: number, family: GroupLimit['family']) =>
    order.filter((index) => limits[index]?.family === family && limits[index].groups.has(group));
  const linked = new Set<number>();
  const everything = groups.reduce((sum, { amount }) => sum + amount, 0);
  addEdge(source, typeRoot, Math.min(total, everything), MINIMUM_VALUE + 1);
  addEdge(source, typeRoot, Math.max(0, everything - total), 1);
  addEdge(modeRoot, sink, everything, 0);
  const groupEdges = groups.map(({ amount }, group) => {
    const link = (family: GroupLimit['family']): number =>
      chainOf(group, family).reduce(
        (parent, index) => {
          const limit = limits[index];
          if (limit && !linked.has(index))
            addLimited(
              ...(family === 'type' ? ([parent, index] as const) : ([index, parent] as const)),
              limit,
            );
          linked.add(index);
          return index;
        },
        family === 'type' ? typeRoot : modeRoot,
      );
    return addEdge(link('type'), link('mode'), amount, 0);
  });
  for (
    let path = findBestPath(edges, nodes, source, sink);
    path;
    path = findBestPath(edges, nodes, source, sink)
  ) {
    const amount = Math.min(...path.map((index) => edges[index]?.capacity ?? 0));
    for (const index of path) {
      const [edge, reverse] = [edges[index], edges[index ^ 1]];
      if (edge) edge.capacity -= amount;
      if (reverse) reverse.capacity += amount;
    }
  }
  return groupEdges.map((index) => edges[index + 1]?.capacity ?? 0);
}
