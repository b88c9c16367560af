// Gives the demo tenants the key their credentials are signed with, and a file to download.
import { issuerKey } from '../../shared/credentials/issuer-key.ts';
import { commit } from '../../shared/data/changes.ts';
import type { TenantStore } from '../../shared/data/store.ts';
import { recordId } from '../../shared/directory/record-id.ts';
import { fileBehind, linkTo } from '../../shared/files/download-link.ts';
import { keepFile } from '../../shared/files/kept-file.ts';

/** The demo's link is printed in documents: it is no secret, and leads to nothing that is one. */
const demoToken = (tenant: TenantStore): string =>
  `${recordId(tenant.code, 'file:demo', 'column-guide')}-demo-only`;

const aYear = 365 * 24 * 3600 * 1000;

/** Seeds what is not there, and returns the values that examples name. A link that has expired is made anew. */
export async function seedCredentials(
  tenant: TenantStore,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  await commit((await issuerKey(tenant, now)).changes);
  const token = demoToken(tenant);
  if (!(await fileBehind(tenant, token, now))) {
    const expiresAt = new Date(now.getTime() + aYear);
    const id = recordId(tenant.code, 'file:demo', 'column-guide');
    const { changes } = await keepFile(
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
    await commit([...changes, ...linkTo(tenant, id, expiresAt, token).changes]);
  }
  return { fileToken: token };
}
