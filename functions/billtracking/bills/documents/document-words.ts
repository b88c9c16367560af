// The words by which documents are found, and their hints in the search index.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { collectHintedWords, putHints, removeHints } from '../../../../shared/search/word-hints.ts';

/** So many different words of a document are searched: each is a write of one unit. A long bill has about as many. */
export const MAX_DOCUMENT_WORDS = 2000;

/** The words of a text that get hints, the first ones of a very long text. */
export const listDocumentWords = (text: string): string[] =>
  collectHintedWords([text]).slice(0, MAX_DOCUMENT_WORDS);

export const putDocumentHints = (tenant: TenantStore, id: string, text: string): Promise<void> =>
  putHints(tenant, 'bill-documents', [{ id, words: listDocumentWords(text) }]);

export const removeDocumentHints = (tenant: TenantStore, id: string, text: string): Promise<void> =>
  removeHints(tenant, 'bill-documents', [{ id, words: listDocumentWords(text) }]);
