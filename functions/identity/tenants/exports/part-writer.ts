// Collects lines by type of record and stores them as parts. What is not stored yet is a few megabytes at most.
import { createHash } from 'node:crypto';
import { commit } from '../../../../shared/data/changes.ts';
import type { PlatformStore, TenantStore } from '../../../../shared/data/store.ts';
import { storeFile } from '../../../../shared/files/stored-file.ts';
import { partName, type TenantExportPartItem, type TenantExportRunItem } from './export.ts';
import { putPart } from './store.ts';

/** The largest part, in bytes: a reply of Lambda has 6 MB, a third of it for base64. */
export const MAX_PART = 3_500_000;
/** How much is collected before it is stored, in bytes. */
export const MAX_COLLECTED = 8_000_000;

/** What was stored: the numbers of parts after it, and how much it was. */
export interface StoredParts {
  readonly parts: TenantExportRunItem['parts'];
  readonly records: number;
  readonly bytes: number;
}

/** Collects lines and stores them as parts of an export. */
export interface PartWriter {
  add(recordType: string, line: string): void;
  readonly isFull: () => boolean;
  /** Stores what was collected; parts of the same numbers are replaced. */
  store(run: TenantExportRunItem): Promise<StoredParts>;
}

/** Lines in groups that are not larger than a part. */
export function* groupLines(lines: readonly string[]): Generator<readonly string[]> {
  let group: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const length = Buffer.byteLength(line);
    if (group.length > 0 && bytes + length > MAX_PART) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(line);
    bytes += length;
  }
  if (group.length > 0) yield group;
}

/** Stores one part: its file, which expires with the export, and its entry. */
export async function storePart(
  { platform, tenant }: { readonly platform: PlatformStore; readonly tenant: TenantStore },
  run: Pick<TenantExportRunItem, 'id' | 'ttl'>,
  part: Pick<TenantExportPartItem, 'recordType' | 'number' | 'records'>,
  bytes: Uint8Array,
  context: { readonly now: () => Date; readonly newId: () => string },
): Promise<void> {
  const name = partName(part.recordType, part.number);
  const contentType = name.endsWith('.json') ? 'application/json' : 'application/jsonl';
  const { file, changes } = await storeFile(
    tenant,
    { id: context.newId(), name, contentType, bytes, exportId: run.id, expiresAt: new Date(run.ttl * 1000) },
    context.now(),
  );
  await commit([
    ...changes,
    putPart(platform, run.id, {
      ...{ ...part, type: 'tenant-export-part', name, bytes: bytes.length, ttl: run.ttl },
      sha256: createHash('sha256').update(bytes).digest('hex'),
      file: { id: file.id, sha256: file.sha256, chunks: file.chunks },
    }),
  ]);
}

/** A writer of parts. */
export function createPartWriter(
  stores: { readonly platform: PlatformStore; readonly tenant: TenantStore },
  context: { readonly now: () => Date; readonly newId: () => string },
): PartWriter {
  const collected = new Map<string, string[]>();
  let size = 0;
  return {
    add(recordType, line) {
      const lines = collected.get(recordType) ?? [];
      collected.set(recordType, lines);
      lines.push(line);
      size += line.length;
    },
    isFull: () => size >= MAX_COLLECTED,
    async store(run) {
      const parts = { ...run.parts };
      let [records, bytes] = [0, 0];
      for (const [recordType, lines] of collected)
        for (const group of groupLines(lines)) {
          const number = (parts[recordType] ?? 0) + 1;
          const content = Buffer.from(group.join(''));
          await storePart(stores, run, { recordType, number, records: group.length }, content, context);
          parts[recordType] = number;
          records += group.length;
          bytes += content.length;
        }
      collected.clear();
      size = 0;
      return { parts, records, bytes };
    },
  };
}
