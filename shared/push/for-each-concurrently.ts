// Runs asynchronous work with limited concurrency.

/** Runs `work` for each value, at most `concurrency` at a time. Throws the first failure once all have ended. */
export async function forEachConcurrently<T>(
  all: readonly T[],
  concurrency: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const queue = [...all];
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift())
      await work(one).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, queue.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
