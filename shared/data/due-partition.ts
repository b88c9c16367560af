// The partitions of the index of what is due: by the kind of work and by a part of all tenants, so that no partition takes the
// writes of all of them.
import { createHash } from 'node:crypto';

/** Among how many partitions the tenants are spread for each kind of work. */
export const dueShards = 8;

/** A kind of work: the name of its listing, and how its sort keys write a moment. */
export interface DueKind {
  readonly listing: string;
  readonly moment: 'ISO 8601' | 'milliseconds';
}

/** An entry of the index: the keys of an item, and when it is due. */
export interface DueEntry {
  /** `T#<tenant code>#...` */
  readonly pk: string;
  readonly sk: string;
  /** Begins with the moment: ISO 8601, or epoch milliseconds with fifteen digits. */
  readonly gsi1sk: string;
}

/** A moment, in epoch milliseconds, as the sort keys of work that is listed by milliseconds begin. */
export const formatDueTime = (moment: number): string => String(moment).padStart(15, '0');

/** The code of the tenant that a key belongs to; undefined for keys of the platform. */
export const readTenantText = (pk: string): string | undefined => /^T#([a-z0-9-]+)#/.exec(pk)?.[1];

/** Begins every partition of the index. */
export const duePrefix = 'P#DUE#';

export const formatDuePartition = (kind: string, shard: number): string => `${duePrefix}${kind}#${shard}`;

/** The partition of an item with this key. */
export function chooseDuePartition(kind: string, pk: string): string {
  const tenant = readTenantText(pk) ?? '';
  return formatDuePartition(kind, createHash('sha256').update(tenant).digest().readUInt32BE(0) % dueShards);
}
