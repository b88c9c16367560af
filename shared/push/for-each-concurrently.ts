// Does work for many, so many at once.

/** Does the work for each, `atOnce` at a time. Ends with the first failure once all have ended. */
export async function forEachConcurrently<T>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const open = [...all];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let one = open.shift(); one !== undefined; one = open.shift())
      await work(one).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, open.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
