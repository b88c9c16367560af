// Stores the text of a version or a paper that a data feed has read: as a new document, or in the place of an earlier text.
import { createHash } from 'node:crypto';
import { commit } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { recordId } from '../../../../shared/directory/record/record-id.ts';
import { storeFile } from '../../../../shared/files/stored-file.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { putDocumentHints } from './document-words.ts';
import { type DocumentItem, type DocumentSource, MAX_DOCUMENTS } from './record/document.ts';
import type { ReadContent } from './record/read-content.ts';
import { documentsById, insertDocument, listDocuments, replaceDocument } from './record/store.ts';
import { splitParagraphs } from './record/text.ts';

/** A version or a paper as its source names it. */
type SourceDocument = Pick<DocumentItem, 'billId' | 'kind' | 'title' | 'date' | 'url'> & {
  readonly source: Omit<DocumentSource, 'textHash'> & {
    /** What the provider also names it by. */
    readonly otherKeys: readonly string[];
  };
};

/** What became of it: `full` when the bill has as many documents as one may have. */
type StoredOutcome = 'created' | 'updated' | 'unchanged' | 'full';

/** Equal for texts that have the same words in the same paragraphs. */
const hashText = (read: ReadContent): string =>
  createHash('sha256')
    .update('text' in read ? splitParagraphs(read.text).join('\n') : read.problem)
    .digest('base64url');

/** The text that a source has now among those that it had. @param keys the surest first */
const findCurrent = (documents: readonly DocumentItem[], keys: readonly string[]): DocumentItem | undefined =>
  keys
    .map((key) =>
      documents.find(({ source, replacedDate }) => source?.key === key && replacedDate === undefined),
    )
    .find((document) => document !== undefined);

/** The file from which a text of a bill was read last, by any feed of its provider. */
export const findFileOfText = async (
  tenant: TenantStore,
  billId: string,
  keys: readonly string[],
): Promise<string | undefined> => findCurrent(await listDocuments(tenant, billId), keys)?.source?.file;

/** Whether another source has given the same text. */
const hasSameText = (documents: readonly DocumentItem[], name: string, textHash: string): boolean =>
  documents.some(
    ({ source }) => source !== undefined && source.name !== name && source.textHash === textHash,
  );

/**
 * Stores a text, unless it is the one that the source had before, or another source gave it. One that replaces another is a
 * document of its own, so that both can be compared. Safe to repeat: equal text, equal id.
 */
export async function storeSourceText(
  tenant: TenantStore,
  { billId, kind, title, date, url, source: { otherKeys, ...named } }: SourceDocument,
  read: ReadContent,
  now: Date,
): Promise<StoredOutcome> {
  const textHash = hashText(read);
  const documents = await listDocuments(tenant, billId);
  const before = findCurrent(documents, [named.key, ...otherKeys]);
  const source = { ...named, key: before?.source?.key ?? named.key };
  if (before?.source?.textHash === textHash) return 'unchanged';
  // What could not be read this time does not replace a text.
  if (before?.text && 'problem' in read) return 'unchanged';
  if (!before && hasSameText(documents, source.name, textHash)) return 'unchanged';
  const idText = `${billId} ${source.key} ${textHash} ${before?.id ?? ''}`;
  const id = recordId(tenant.code, 'bill-document:source', idText);
  const [stored] = await documentsById(tenant, [id]);
  if (stored) return 'unchanged';
  if (documents.length >= MAX_DOCUMENTS) return 'full';
  const moment = now.toISOString();
  const item: DocumentItem = {
    ...{ type: 'bill-document', id, billId, kind, title, source: { ...source, textHash } },
    ...omitUndefined({ date, url }),
    ...(before?.text && { replaces: before.id }),
    ...('problem' in read && { textProblem: read.problem }),
    ...{ createdBy: source.name, createdById: source.feedId },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
  const replaced = before
    ? [
        replaceDocument(tenant, before, {
          ...before,
          ...{ replacedDate: moment, modifiedDate: moment, version: before.version + 1 },
        }),
      ]
    : [];
  if ('problem' in read) {
    await commit([insertDocument(tenant, item), ...replaced]);
    return before ? 'updated' : 'created';
  }
  // Before the document, so that none is ever without its hints.
  await putDocumentHints(tenant, id, read.text);
  const bytes = Buffer.from(read.text);
  const textId = recordId(tenant.code, 'bill-document:text', id);
  const { file, changes } = await storeFile(
    tenant,
    { id: textId, name: 'text.txt', contentType: 'text/plain', bytes },
    now,
  );
  const { sha256, linkSecret, chunks } = file;
  const text = { id: textId, sha256, linkSecret, chunks, characters: read.text.length };
  await commit([insertDocument(tenant, { ...item, text }), ...replaced, ...changes]);
  return before ? 'updated' : 'created';
}
