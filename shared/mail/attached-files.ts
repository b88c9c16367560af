// Stored files that go with mails. A mail in the outbox names them, because they are larger than an item of the table.
import type { TenantStore } from '../data/store.ts';
import { decompressFile, loadFile } from '../files/stored-file.ts';

/** A file as a mail has it. */
export interface AttachedFile {
  readonly name: string;
  readonly contentType: string;
  readonly content: Uint8Array;
}

/** The files with these ids, without those that were removed meanwhile. Two round trips, and 43 read units for 350 KB. */
export async function loadAttachedFiles(
  tenant: TenantStore,
  ids: readonly string[],
  now: Date,
): Promise<AttachedFile[]> {
  const stored = await Promise.all(ids.map((id) => loadFile(tenant, id, now)));
  return Promise.all(
    stored
      .filter((each) => each !== undefined)
      .map(async (each) => ({
        ...{ name: each.file.name, contentType: each.file.contentType },
        content: await decompressFile(each),
      })),
  );
}
