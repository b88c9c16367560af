// Builds a document from what was sent: checks the file by its content and takes the text from it.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { prepareFile } from '../../../../shared/files/stored-file.ts';
import { omitUndefined } from '../../../../shared/values/omit-undefined.ts';
import { callerName } from '../../caller.ts';
import { type DocumentItem, documentTypes } from './record/document.ts';
import { createTextReader } from './record/read-text.ts';
import { MAX_TEXT_LENGTH } from './record/text.ts';
import type { DocumentInput } from './schemas.ts';

type ContentType = (typeof documentTypes)[keyof typeof documentTypes];

/** A gateway waits half a minute for a reply. */
const reader = createTextReader(12);

const findContentType = (fileName: string): ContentType | undefined => {
  const ending = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return Object.entries(documentTypes).find(([name]) => name === ending)?.[1];
};

/** The text of bytes in UTF-8; undefined when they are none. */
function decodeText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    return undefined;
  }
}

const invalidFormat = (target: string, message: string): ErrorDetail => ({
  ...{ code: 'INVALID_FORMAT', target, message },
});

/** What was read of the file: its type, its text where it has one, and what is wrong with it. */
async function readFile({ fileName, content, text: sent }: DocumentInput) {
  if (content == null) return { errors: [] };
  const contentType = findContentType(fileName ?? '');
  if (contentType === undefined) {
    const endings = Object.keys(documentTypes).join(', ');
    return {
      errors: [invalidFormat('fileName', `fileName must be sent with content and end in ${endings}.`)],
    };
  }
  if (contentType === 'application/pdf') {
    if (!content.subarray(0, 1024).includes('%PDF-'))
      return {
        errors: [
          invalidFormat('content', 'content must be a PDF, as fileName says, but does not begin as one.'),
        ],
      };
    // A text that comes with it is the one that counts.
    if (sent?.trim()) return { contentType, errors: [] };
    return { contentType, ...(await reader.readPdf(content)), errors: [] };
  }
  const text = decodeText(content);
  if (text === undefined)
    return { errors: [invalidFormat('content', 'content must be a text in UTF-8, as fileName says.')] };
  return { contentType, text: contentType === 'text/html' ? await reader.readHtml(text) : text, errors: [] };
}

/** The context of the request. */
interface DocumentContext {
  readonly tenant: TenantStore;
  readonly caller: Caller;
  readonly now: Date;
  readonly receivedAt: Date;
  readonly newId: () => string;
}

/** A new document, its text, and the changes that store its files. */
export interface BuiltDocument {
  readonly document: DocumentItem;
  readonly text: string | undefined;
  readonly changes: readonly Change[];
}

/** @throws Failure 400 with everything that is wrong */
export async function buildDocument(
  billId: string,
  input: DocumentInput,
  { tenant, caller, now, receivedAt, newId }: DocumentContext,
): Promise<BuiltDocument> {
  const file = await readFile(input);
  const sent = input.text ?? ('text' in file ? file.text : undefined);
  const text = sent?.trim() ? sent : undefined;
  const textProblem = text === undefined && 'problem' in file ? file.problem : undefined;
  throwIfInvalid([
    ...file.errors,
    ...(input.url == null && input.content == null && text === undefined
      ? [invalidFormat('content', 'content, text or url must be sent: a document has at least one of them.')]
      : []),
    ...(text !== undefined && text.length > MAX_TEXT_LENGTH
      ? [
          invalidFormat(
            'content',
            `The text must have at most ${MAX_TEXT_LENGTH} characters, but has ${text.length}.`,
          ),
        ]
      : []),
  ]);
  const changes: Change[] = [];
  const store = async (name: string, contentType: string, bytes: Uint8Array) => {
    const prepared = await prepareFile(tenant, { id: newId(), name, contentType, bytes }, receivedAt);
    changes.push(...prepared.chunks, ...prepared.changes);
    const { id, sha256, linkSecret, chunks } = prepared.file;
    return { id, sha256, linkSecret, chunks };
  };
  const { fileName, content } = input;
  const contentType = 'contentType' in file ? file.contentType : undefined;
  const storedFile =
    content && fileName && contentType
      ? {
          ...{ ...(await store(fileName, contentType, content)), name: fileName, contentType },
          size: content.length,
        }
      : undefined;
  const storedText =
    text === undefined
      ? undefined
      : { ...(await store('text.txt', 'text/plain', Buffer.from(text))), characters: text.length };
  const moment = now.toISOString();
  const document: DocumentItem = {
    ...{ type: 'bill-document', id: newId(), billId, kind: input.kind, title: input.title },
    ...omitUndefined({
      ...{ date: input.date ?? undefined, url: input.url ?? undefined },
      ...{ file: storedFile, text: storedText, textProblem },
    }),
    ...{ createdBy: callerName(caller), createdById: caller.subject },
    ...{ version: 1, createdDate: moment, modifiedDate: moment, schemaVersion: 1 },
  };
  return { document, text, changes };
}
