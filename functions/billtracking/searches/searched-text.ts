// The texts of bills into which saved searches look.
import type { TenantStore } from '../../../shared/data/store.ts';
import { findByHints } from '../../../shared/search/find-by-hints.ts';
import type { DocumentItem } from '../bills/documents/record/document.ts';
import { documentsById, listDocuments, loadText } from '../bills/documents/record/store.ts';
import { parseTerm } from './find-terms.ts';
import type { SearchCriteria } from './search.ts';

/** A document of a bill with its text. */
export interface SearchedText {
  readonly id: string;
  readonly billId: string;
  readonly title: string;
  readonly text: string;
}

async function loadSearchedText(
  tenant: TenantStore,
  document: DocumentItem | undefined,
  now: Date,
): Promise<SearchedText | undefined> {
  const text = document && (await loadText(tenant, document, now));
  if (!document || text === undefined) return undefined;
  const { id, billId, title } = document;
  return { id, billId, title, text };
}

/** The text of a document; undefined when it has none. Three round trips. */
export const findTextOfDocument = async (
  tenant: TenantStore,
  id: string,
  now: Date,
): Promise<SearchedText | undefined> => loadSearchedText(tenant, (await documentsById(tenant, [id]))[0], now);

/** The latest version of a bill that has a text. Three round trips. */
export const findSearchedText = async (
  tenant: TenantStore,
  billId: string,
  now: Date,
): Promise<SearchedText | undefined> =>
  loadSearchedText(
    tenant,
    (await listDocuments(tenant, billId)).find(({ kind, text }) => kind === 'VERSION' && text !== undefined),
    now,
  );

/** So many texts are looked into for a request. */
const MAX_TEXTS_SEARCHED = 30;

/** Texts that have words of a search, by their hints, and whether they are all of them. */
export async function findTextsByTerms(
  tenant: TenantStore,
  { allOf, anyOf }: SearchCriteria,
  now: Date,
): Promise<{ readonly texts: readonly SearchedText[]; readonly isComplete: boolean }> {
  const sets = await Promise.all(
    [...allOf, ...anyOf].map((term) =>
      findByHints(
        tenant,
        'bill-documents',
        parseTerm(term).map(({ word }) => word),
      ),
    ),
  );
  const ids = [...new Set(sets.flatMap((set) => [...(set ?? [])]))];
  const documents = await documentsById(tenant, ids.slice(0, MAX_TEXTS_SEARCHED));
  const texts = await Promise.all(documents.map((document) => loadSearchedText(tenant, document, now)));
  return {
    texts: texts.flatMap((text) => text ?? []),
    isComplete: ids.length <= MAX_TEXTS_SEARCHED && sets.every((set) => set !== undefined),
  };
}
