// Stores the documents that examples name: two texts of a bill.

import { buildComparisonToken } from '../../../../functions/billtracking/bills/documents/comparison/comparison-link.ts';
import { putDocumentHints } from '../../../../functions/billtracking/bills/documents/document-words.ts';
import type { DocumentItem } from '../../../../functions/billtracking/bills/documents/record/document.ts';
import {
  documentsById,
  insertDocument,
} from '../../../../functions/billtracking/bills/documents/record/store.ts';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { prepareFile } from '../../../../shared/files/stored-file.ts';
import { demoId } from '../steps/references.ts';

const purpose =
  'Section 1. The legislature finds that stable and predictable rents help people stay in their homes.';
const limit = (percent: string): string =>
  `Section 2. A landlord may not raise the rent of a dwelling by more than ${percent} percent within any twelve months.`;
const notice =
  'Section 3. A landlord must give notice of a higher rent in writing at least one hundred eighty days before it begins.';
const exemption =
  'Section 4. This act does not apply to dwellings of a housing authority or a nonprofit organization.';

const texts = {
  introduced: { title: 'Introduced', date: '2025-01-13', paragraphs: [purpose, limit('seven'), notice] },
  substitute: {
    title: 'Substitute bill',
    date: '2025-02-18',
    paragraphs: [notice, purpose, limit('ten'), exemption],
  },
} as const;

/** Stores them, unless they are there, and returns the values that examples name. */
export async function seedBillDocuments(
  tenant: TenantStore,
  billId: string | undefined,
  now: Date,
): Promise<Readonly<Record<string, string>>> {
  if (billId === undefined) return {};
  const moment = now.toISOString();
  const ids = {
    introduced: demoId(tenant.code, 'document:introduced'),
    substitute: demoId(tenant.code, 'document:substitute'),
  };
  for (const name of ['introduced', 'substitute'] as const) {
    const { title, date, paragraphs } = texts[name];
    if ((await documentsById(tenant, [ids[name]]))[0]) continue;
    const text = paragraphs.join('\n\n');
    const { file, chunks, changes } = await prepareFile(
      tenant,
      {
        ...{ id: demoId(tenant.code, `document-text:${name}`), name: 'text.txt', contentType: 'text/plain' },
        bytes: Buffer.from(text),
      },
      now,
    );
    const { id, sha256, linkSecret } = file;
    const document: DocumentItem = {
      ...{ type: 'bill-document', id: ids[name], billId, kind: 'VERSION', title, date },
      text: { id, sha256, linkSecret, chunks: file.chunks, characters: text.length },
      ...{ createdBy: 'demo', createdById: 'demo', version: 1, createdDate: moment, modifiedDate: moment },
      schemaVersion: 1,
    };
    await putDocumentHints(tenant, document.id, text);
    await commit([insertDocument(tenant, document), ...chunks, ...changes]);
  }
  const [from, to] = await documentsById(tenant, [ids.introduced, ids.substitute]);
  return {
    earlierBillDocumentId: ids.introduced,
    billDocumentId: ids.substitute,
    ...(from && to && { comparisonToken: buildComparisonToken(tenant, from, to, new Date()) }),
  };
}
