// The pages for people that compare the texts of which a change tells.
import type { TenantStore } from '../../../../../shared/data/store.ts';
import type { TextChange } from '../../record/bill.ts';
import { documentsById } from '../record/store.ts';
import { buildComparisonAddress, buildComparisonToken } from './comparison-link.ts';

/** The page of a change, by the document that is there now. */
export interface TextComparison {
  readonly documentId: string;
  readonly pageUrl: string;
}

/** The pages, valid for a week from now; without those of documents that were deleted. One round trip. */
export async function loadTextComparisons(
  tenant: TenantStore,
  changes: readonly Pick<TextChange, 'documentId' | 'earlierId'>[],
): Promise<TextComparison[]> {
  const unique = [...new Map(changes.map((change) => [change.documentId, change])).values()];
  const ids = unique.flatMap(({ documentId, earlierId }) => [documentId, earlierId]);
  const found = new Map((await documentsById(tenant, ids)).flatMap((one) => (one ? [[one.id, one]] : [])));
  const now = new Date();
  return unique.flatMap(({ documentId, earlierId }) => {
    const [from, to] = [found.get(earlierId), found.get(documentId)];
    if (!from?.text || !to?.text) return [];
    return [
      { documentId, pageUrl: buildComparisonAddress(tenant, buildComparisonToken(tenant, from, to, now)) },
    ];
  });
}
