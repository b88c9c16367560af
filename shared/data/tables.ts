// Which table an item is in: the platform's, or the one of a tenant that has a table of its own (docs/data.md#own-tables).
import type { TenantCode } from './tenant/tenant-code.ts';

/** The platform's table (env TABLE_NAME). */
export function tableName(): string {
  const name = process.env.TABLE_NAME;
  if (!name) throw new Error('TABLE_NAME is not set');
  return name;
}

let known: { readonly text: string; readonly codes: ReadonlySet<string> } = { text: '', codes: new Set() };

/** The codes of the tenants with tables of their own (env OWN_TABLES, separated by commas; none by default). */
function listOwners(): ReadonlySet<string> {
  const text = process.env.OWN_TABLES ?? '';
  if (text !== known.text) known = { text, codes: new Set(text.split(',').filter(Boolean)) };
  return known.codes;
}

/** The partition of the tenant's own record, which stays in the platform's table: it says that there is such a tenant. */
export const tenantRecordPartition = 'TENANT';

/** The name of a tenant's own table. No name of an environment has a dot. */
export const nameOwnTable = (shared: string, code: string): string => `${shared}.${code}`;

/** The table of its own that a tenant has; undefined where it has none. */
export const findOwnTable = (code: TenantCode): string | undefined =>
  listOwners().has(code) ? nameOwnTable(tableName(), code) : undefined;

/** The table with the items of a partition, also of one in an index: `T#acme#PERSON#1`. */
export function findTable(partition: string): string {
  const owners = listOwners();
  const [, code = '', rest] = owners.size > 0 ? (/^T#([^#]*)#(.*)$/s.exec(partition) ?? []) : [];
  return owners.has(code) && rest !== tenantRecordPartition ? nameOwnTable(tableName(), code) : tableName();
}

/** The tenants with tables of their own, and those. */
export const listOwnTables = (): readonly { readonly code: string; readonly table: string }[] =>
  [...listOwners()].map((code) => ({ code, table: nameOwnTable(tableName(), code) }));

/** The platform's table, and those of tenants. */
export const listTables = (): readonly string[] => [
  tableName(),
  ...listOwnTables().map(({ table }) => table),
];

/** Groups what is sent in one request by the table that each part goes to. */
export function groupByTable<T>(parts: readonly T[], getPartition: (part: T) => string): Record<string, T[]> {
  const groups: Record<string, T[]> = {};
  for (const part of parts) {
    const table = findTable(getPartition(part));
    groups[table] ??= [];
    groups[table].push(part);
  }
  return groups;
}
