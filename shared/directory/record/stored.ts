// The attributes of every stored record of the directory, in addition to its content.
import type { RecordMetadata } from './fields.ts';

/** The attributes that the system sets; `version` counts a record's changes from 1 and becomes the ETag. */
export interface StoredRecord<K extends string> extends RecordMetadata {
  readonly type: K;
  readonly version: number;
  readonly schemaVersion: 1;
}

/** The content of a stored record: its members that the content's schema names. */
export function pickContent<C extends object>(schema: { readonly shape: object }, item: C): C {
  const names = new Set(Object.keys(schema.shape));
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))) as C;
}

/** The record with new content at the next version; a new record has version 1. */
export function nextVersion<K extends string, C extends object>(
  type: K,
  id: string,
  content: C,
  before: StoredRecord<K> | undefined,
  now: Date,
): C & StoredRecord<K> {
  const moment = now.toISOString();
  return {
    ...content,
    type,
    id,
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}
