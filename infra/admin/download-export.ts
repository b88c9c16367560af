// Writes the files of a tenant's export into a folder: one file for each type of record, checked part by part.
import { createHash, type Hash } from 'node:crypto';
import { mkdir, open, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openTenant } from '../../functions/identity/administration/open-tenant.ts';
import {
  manifestName,
  manifestType,
  type TenantExportItem,
  type TenantExportPartItem,
} from '../../functions/identity/tenants/exports/export.ts';
import type { Manifest, ManifestFile } from '../../functions/identity/tenants/exports/manifest.ts';
import { listParts } from '../../functions/identity/tenants/exports/store.ts';
import type { PlatformStore } from '../../shared/data/store.ts';
import { decompressFile, loadFile } from '../../shared/files/stored-file.ts';
import { BadArguments } from '../command/command-line.ts';

/** The bytes of a part. @throws BadArguments when they are not those that the export wrote */
async function loadPart(
  platform: PlatformStore,
  { tenantCode }: TenantExportItem,
  { name, file, sha256 }: TenantExportPartItem,
): Promise<Uint8Array> {
  const stored = await loadFile(openTenant(platform, tenantCode), file.id, new Date());
  if (!stored) throw new BadArguments(`The file ${name} of the export is no longer there.`);
  const bytes = await decompressFile(stored);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new BadArguments(`The file ${name} of the export is damaged: its checksum differs.`);
  return bytes;
}

/** Writes the parts of one type into one file. Only one part is in memory at a time. */
async function writeType(
  parts: readonly TenantExportPartItem[],
  path: string,
  load: (part: TenantExportPartItem) => Promise<Uint8Array>,
): Promise<{ readonly hash: Hash; readonly records: number; readonly bytes: number }> {
  const hash = createHash('sha256');
  const file = await open(path, 'w', 0o600);
  let [records, bytes] = [0, 0];
  try {
    for (const part of parts) {
      const content = await load(part);
      await file.write(content);
      hash.update(content);
      records += part.records;
      bytes += content.length;
    }
  } finally {
    await file.close();
  }
  return { hash, records, bytes };
}

/** Writes the files, the manifest with their checksums, and SHA256SUMS. The folder is for its owner only. */
export async function downloadExport(
  platform: PlatformStore,
  item: TenantExportItem,
  to: string,
): Promise<{ readonly files: number; readonly folder: string }> {
  const folder = resolve(to);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const load = (part: TenantExportPartItem) => loadPart(platform, item, part);
  const byType = Map.groupBy(await listParts(platform, item), ({ recordType }) => recordType);
  const [manifestPart] = byType.get(manifestType) ?? [];
  if (!manifestPart) throw new BadArguments('The export has no manifest.');
  byType.delete(manifestType);
  const manifest: Manifest = JSON.parse(Buffer.from(await load(manifestPart)).toString('utf8'));
  const files: ManifestFile[] = [];
  for (const [recordType, parts] of byType) {
    const name = `${recordType}.jsonl`;
    const { hash, records, bytes } = await writeType(parts, join(folder, name), load);
    const what = manifest.files.find((file) => file.recordType === recordType)?.what ?? '';
    files.push({ name, recordType, what, records, bytes, sha256: hash.digest('hex') });
  }
  const text = `${JSON.stringify({ ...manifest, files }, undefined, 2)}\n`;
  await writeFile(join(folder, manifestName), text, { mode: 0o600 });
  const sums = [
    ...files.map(({ name, sha256 }) => `${sha256}  ${name}\n`),
    `${createHash('sha256').update(text).digest('hex')}  ${manifestName}\n`,
  ];
  await writeFile(join(folder, 'SHA256SUMS'), sums.join(''), { mode: 0o600 });
  return { files: files.length, folder };
}
