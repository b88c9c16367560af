// Stored items as lines of JSON: without secrets and without the tenant's prefix in the key.
import type { ScannedItem } from '../../../../shared/data/scan-items.ts';
import { withheldAttributes } from './exported-types.ts';

/** A value as JSON: bytes as `{"$base64": ...}`, a set as `{"$set": [...]}`. */
function toJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return { $base64: Buffer.from(value).toString('base64') };
  if (value instanceof Set) return { $set: [...value].map(toJson) };
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !Object.hasOwn(withheldAttributes, name))
      .map(([name, each]) => [name, toJson(each)]),
  );
}

const storageAttributes = new Set(['pk', 'sk', 'gsi1pk', 'gsi1sk', 'gsi2pk']);

/** A record as a line: where it is stored below its tenant, and what it has. */
export function formatLine({ pk, sk, ...item }: ScannedItem, prefix: string): string {
  const attributes = Object.entries(item).filter(([name]) => !storageAttributes.has(name));
  return `${JSON.stringify({
    key: { partition: pk.slice(prefix.length), sort: sk },
    record: toJson(Object.fromEntries(attributes)),
  })}\n`;
}
