// Gives the demo tenants the key their credentials are signed with, and a file to download.
import { loadOrCreateIssuerKey } from '../../../../shared/credentials/issuer-key.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { createSignedLink } from '../../../../shared/files/signed-link.ts';
import { loadFile, storeFile } from '../../../../shared/files/stored-file.ts';

const aYear = 365 * 24 * 3600 * 1000;

/** Seeds what does not exist yet, and returns the values that examples name. */
export async function seedCredentials(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  await commit((await loadOrCreateIssuerKey(tenant, now)).changes);
  const id = recordId(tenant.code, 'file:demo', 'column-guide');
  const expiresAt = new Date(now.getTime() + aYear);
  const stored = await loadFile(tenant, id, now);
  if (stored) return { fileToken: tokenOf(createSignedLink(tenant, stored.file, expiresAt)) };
  const { file, changes } = await storeFile(
    tenant,
    {
      id,
      name: 'Column guide.csv',
      contentType: 'text/csv; charset=utf-8',
      bytes: new TextEncoder().encode('Column,Meaning\r\nid,The id of the record\r\nname,Its name\r\n'),
      expiresAt,
    },
    now,
  );
  await commit(changes);
  return { fileToken: tokenOf(createSignedLink(tenant, file, expiresAt)) };
}

/** The last part of a link's path. */
const tokenOf = (path: string): string => path.split('/').at(-1) ?? '';
