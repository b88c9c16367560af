// POST /api/v1/people/{id}/AccessExport
import { auditRecordChange } from '../../../../shared/audit/audit.ts';
import { loadIdentity } from '../../../../shared/directory/person-data/identity.ts';
import { createSignedLink } from '../../../../shared/files/signed-link.ts';
import { prepareFile } from '../../../../shared/files/stored-file.ts';
import { areaUrl } from '../../../../shared/http/area-url.ts';
import { lambda } from '../../../../shared/http/lambda.ts';
import { ok, write } from '../../../../shared/http/reply.ts';
import { presentArea } from '../erasure/present.ts';
import { requirePerson } from '../write-person.ts';
import { buildExport } from './build-export.ts';
import { createAccessExport } from './contract.ts';

/** How long the file is stored, and its link valid: a day. */
export const LIFETIME = 24 * 3600_000;

export const handler = lambda(createAccessExport, async (context) => {
  const { tenant, params, now, receivedAt, newId } = context;
  const person = await requirePerson(tenant, params.id);
  const sections = await buildExport(tenant, await loadIdentity(tenant, person), receivedAt);
  const content = { personId: person.id, createdDate: now.toISOString(), sections };
  const expiresAt = new Date(receivedAt.getTime() + LIFETIME);
  const id = newId();
  const { file, chunks, changes } = await prepareFile(
    tenant,
    {
      id,
      name: `person-${person.id}.json`,
      contentType: 'application/json',
      bytes: Buffer.from(JSON.stringify(content, undefined, 2)),
      expiresAt,
    },
    receivedAt,
  );
  const audit = auditRecordChange(
    tenant,
    { recordType: 'Person', recordId: person.id, before: {}, after: { accessExport: id } },
    context,
  );
  return write(
    [...chunks, ...changes, audit],
    ok({
      personId: person.id,
      createdDate: now.toISOString(),
      file: areaUrl('training', createSignedLink(tenant, file, expiresAt)),
      expires: expiresAt.toISOString(),
      size: file.size,
      contents: sections.map(({ area, type, what, records }) => ({
        area: presentArea(area),
        type,
        what,
        count: records.length,
      })),
    }),
  );
});
