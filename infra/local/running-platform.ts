// Finds the platform that runs on a data folder, for commands that work with it.
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import type { DataDir } from './data-dir.ts';
import { isAlive } from './database/process-identity.ts';

/** What commands read of the file that a running platform leaves in its data folder. */
const localFile = z.object({ dynamodb: z.url(), identity: z.url(), pid: z.int().optional() });

/** Where a running platform answers: its database, and its identity area. */
type RunningPlatform = Pick<z.infer<typeof localFile>, 'dynamodb' | 'identity'>;

/** The platform that runs on this data folder; a file that a killed one left behind does not count. */
export async function findRunningPlatform(data: DataDir): Promise<RunningPlatform | undefined> {
  const text = await readFile(data.local, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const local = localFile.safeParse(parseJson(text));
  if (!local.success || (local.data.pid !== undefined && !isAlive(local.data.pid))) return undefined;
  return (await isAnswering(local.data.dynamodb)) ? local.data : undefined;
}

const isAnswering = (address: string): Promise<boolean> =>
  fetch(address, { signal: AbortSignal.timeout(5_000) }).then(
    () => true,
    () => false,
  );

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
