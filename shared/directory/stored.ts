// What every stored record of the directory carries beside its content.
import type { RecordMetadata } from './fields.ts';

/** The attributes the system keeps of a record; `version` counts its changes from 1 and becomes the ETag. */
export interface StoredRecord<K extends string> extends RecordMetadata {
  readonly type: K;
  readonly version: number;
  readonly schemaVersion: 1;
}

/** The content of a stored record: its members that the schema of the content names. */
export function pickContent<C extends object>(schema: { readonly shape: object }, item: C): C {
  const names = new Set(Object.keys(schema.shape));
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))) as C;
}

/** The record with new content, one version on; a first one is at version 1. */
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
