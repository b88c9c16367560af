// Records in a file how far a stream was read, so that a restart continues there.
import { readFile, rename, writeFile } from 'node:fs/promises';
import * as z from 'zod';

const content = z.object({
  streamArn: z.string(),
  shards: z.record(
    z.string(),
    z.object({
      /** The sequence number of the last record taken. */
      after: z.string().optional(),
      /** The shard is closed and read to its end. */
      done: z.boolean().optional(),
    }),
  ),
});

export interface StreamCheckpoint {
  after(shardId: string): string | undefined;
  isDone(shardId: string): boolean;
  /** Notes how far a shard is read; on disk when it resolves. */
  advance(shardId: string, after: string): Promise<void>;
  finish(shardId: string): Promise<void>;
  /** Restarts a shard whose records the stream no longer has. */
  restart(shardId: string): Promise<void>;
  /** Forgets shards the stream no longer has. */
  keep(shardIds: ReadonlySet<string>): Promise<void>;
}

/**
 * Opens the file. One that belongs to another stream (the table was recreated) or is damaged is ignored: the
 * stream is then read from its oldest record, and handlers must tolerate a record twice, as on AWS.
 */
export async function openCheckpoint(file: string, streamArn: string): Promise<StreamCheckpoint> {
  const found = await readCheckpoint(file);
  const shards = new Map(Object.entries(found?.streamArn === streamArn ? found.shards : {}));
  const save = async () => {
    const part = `${file}.${process.pid}.part`;
    await writeFile(part, `${JSON.stringify({ streamArn, shards: Object.fromEntries(shards) })}\n`);
    await rename(part, file);
  };
  return {
    after: (shardId) => shards.get(shardId)?.after,
    isDone: (shardId) => shards.get(shardId)?.done === true,
    advance(shardId, after) {
      shards.set(shardId, { after });
      return save();
    },
    finish(shardId) {
      shards.set(shardId, { ...shards.get(shardId), done: true });
      return save();
    },
    restart(shardId) {
      shards.delete(shardId);
      return save();
    },
    async keep(shardIds) {
      const closed = [...shards.keys()].filter((shardId) => !shardIds.has(shardId));
      for (const shardId of closed) shards.delete(shardId);
      if (closed.length > 0) await save();
    },
  };
}

async function readCheckpoint(file: string): Promise<z.infer<typeof content> | undefined> {
  try {
    return content.safeParse(JSON.parse(await readFile(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}
