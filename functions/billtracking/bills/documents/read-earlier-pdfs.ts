// Reads the texts of PDFs that a version before the reading of PDFs stored without one.
import { randomUUID } from 'node:crypto';
import { decideAndCommit } from '../../../../shared/data/decide-and-commit.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { decompressFile, loadFile, prepareFile } from '../../../../shared/files/stored-file.ts';
import { ContentFault } from '../../../../shared/sandbox/content-fault.ts';
import { lastBillId } from '../claim-bill-ids.ts';
import { putDocumentHints } from './document-words.ts';
import type { DocumentItem } from './record/document.ts';
import type { PdfText } from './record/pdf-text.ts';
import { createTextReader } from './record/read-text.ts';
import { documentsById, listDocuments, replaceDocument } from './record/store.ts';

const BILLS_PER_STEP = 20;

/** Nobody waits for a reply, but a PDF that takes minutes is none that a person could store. */
const reader = createTextReader(120);

/** Whether nobody has read the file: a PDF that was read has its text, or the reason why not. */
const isUnread = ({ file, text, textProblem }: DocumentItem): boolean =>
  file?.contentType === 'application/pdf' && text === undefined && textProblem === undefined;

/** Reads the file of a document; undefined where it is gone. */
async function readFile(
  tenant: TenantStore,
  { file }: DocumentItem,
  now: Date,
): Promise<PdfText | undefined> {
  const stored = file && (await loadFile(tenant, file.id, now));
  if (!stored) return undefined;
  try {
    return await reader.readPdf(await decompressFile(stored));
  } catch (error) {
    if (error instanceof ContentFault) return { problem: error.message };
    throw error;
  }
}

/** Stores what was read, unless somebody changed or deleted the document meanwhile. */
async function storeText(tenant: TenantStore, id: string, read: PdfText, now: Date): Promise<void> {
  if ('text' in read) await putDocumentHints(tenant, id, read.text);
  await decideAndCommit(async () => {
    const [before] = await documentsById(tenant, [id]);
    if (!before || !isUnread(before)) return { changes: [] };
    const revised = { ...before, version: before.version + 1, modifiedDate: now.toISOString() };
    if ('problem' in read)
      return {
        changes: [replaceDocument(tenant, before, { ...revised, textProblem: read.problem })],
      };
    const bytes = Buffer.from(read.text);
    const { file, chunks, changes } = await prepareFile(
      tenant,
      { id: randomUUID(), name: 'text.txt', contentType: 'text/plain', bytes },
      now,
    );
    const { id: fileId, sha256, linkSecret } = file;
    const text = { id: fileId, sha256, linkSecret, chunks: file.chunks, characters: read.text.length };
    return { changes: [...chunks, ...changes, replaceDocument(tenant, before, { ...revised, text })] };
  });
}

/**
 * Reads every PDF that has neither a text nor a reason why not. Safe beside other writes, to interrupt and to repeat: one
 * query for each bill, and what was read once is not read again.
 *
 * @param onProgress called with the number of ids of bills each time some are done
 * @returns how many PDFs were read
 */
export async function readEarlierPdfs(
  tenant: TenantStore,
  now: Date,
  onProgress: (ids: number) => void,
): Promise<number> {
  const last = await lastBillId(tenant);
  let count = 0;
  for (let start = 1; start <= last; start += BILLS_PER_STEP) {
    const size = Math.min(BILLS_PER_STEP, last - start + 1);
    const documents = await Promise.all(
      Array.from({ length: size }, (_, index) => listDocuments(tenant, start + index)),
    );
    for (const document of documents.flat().filter(isUnread)) {
      const read = await readFile(tenant, document, now);
      if (!read) continue;
      await storeText(tenant, document.id, read, now);
      count += 1;
    }
    onProgress(size);
  }
  return count;
}
