// Asks for one text: of LegiScan by its id, of others at the address that they link to.

import { readText } from '../../../../shared/import/rows/values.ts';
import { readObject } from '../../../../shared/import/tables/json-object.ts';
import {
  findContentKind,
  type PublishedContent,
  type ReadContent,
  readContent,
} from '../../bills/documents/record/read-content.ts';
import type { LegiscanTextKind } from '../../bills/record/bill.ts';
import { isOfRow, ProviderRefusal } from '../providers/client.ts';
import { serviceOf } from '../providers/hosts.ts';
import { askLegiscan } from '../providers/legiscan.ts';
import { askForPublished } from '../providers/published-texts.ts';
import type { ReaderContext } from '../providers/reader.ts';
import type { FeedMark } from '../record/store.ts';
import type { LinkedFile, ListedText } from './listed-text.ts';

/** What is known of a text that was read before. */
type Known = Pick<FeedMark, 'file' | 'validator'>;

/** A text that was read, or that its host has it as it was. */
type AskedText = 'unchanged' | ({ readonly read: ReadContent } & Known);

/** The operations of LegiScan's texts, and the member of the reply (API User Manual). */
const operations = {
  text: ['getBillText', 'text'],
  amendment: ['getAmendment', 'amendment'],
  supplement: ['getSupplement', 'supplement'],
} as const satisfies Record<LegiscanTextKind, readonly [string, string]>;

/** The file that is read best, of a text in two formats. */
const chooseFile = (files: readonly PublishedContent[]): PublishedContent | undefined => {
  const kinds = files.map((file) => ({ file, kind: findContentKind(file) }));
  return ['html', 'text', 'pdf', 'other']
    .map((wanted) => kinds.find(({ kind }) => kind === wanted)?.file)
    .find((file) => file !== undefined);
};

async function askLegiscanText(
  { client }: ReaderContext,
  { of, id }: { readonly of: LegiscanTextKind; readonly id: string },
): Promise<AskedText> {
  const [operation, member] = operations[of];
  const reply = readObject((await askLegiscan(client, operation, { id }))[member]);
  const files = (
    [
      ['doc', 'mime'],
      ['alt_doc', 'alt_mime'],
    ] as const
  ).flatMap(([file, type]): PublishedContent[] => {
    const content = readText(reply[file]);
    return content === undefined
      ? []
      : [{ bytes: Buffer.from(content, 'base64'), contentType: readText(reply[type]) }];
  });
  const file = chooseFile(files);
  if (!file) throw new ProviderRefusal(`LegiScan answers ${operation} without the text.`, { isOfRow: true });
  return { read: await readContent(file) };
}

/** Whether a file is said to be a PDF: a page in its place says that it is not there, and is not the text of a bill. */
const isSaidToBePdf = ({ url, mediaType = '' }: LinkedFile): boolean =>
  /pdf/i.test(mediaType) || /\.pdf($|[?#])/i.test(url);

/** The text of one file. @throws ProviderRefusal of the row, ProviderPause */
async function askForFile(
  { tenant, feed, now }: ReaderContext,
  file: LinkedFile,
  validator: string | undefined,
): Promise<AskedText> {
  const asked = await askForPublished(
    tenant,
    serviceOf(feed.provider),
    { address: file.url, validator },
    now,
  );
  if (asked === 'unchanged') return asked;
  if (isSaidToBePdf(file) && findContentKind(asked.content) === 'html')
    throw new ProviderRefusal(`${file.url} is a page in place of the PDF.`, { isOfRow: true });
  return { read: await readContent(asked.content), validator: asked.validator, file: file.url };
}

/**
 * The first text that can be read of the files; otherwise the reason why one has none. One that was read before is asked for where it was
 * read: another file of it has other words between its pages, and would look like another text.
 * @throws ProviderRefusal of the row when none of them can be had, ProviderPause
 */
async function askLinkedText(
  context: ReaderContext,
  files: readonly LinkedFile[],
  { file: known, validator }: Known,
): Promise<AskedText> {
  const before = files.find(({ url }) => url === known);
  let unread: AskedText | undefined;
  let refused: unknown;
  for (const file of before ? [before] : files)
    try {
      const asked = await askForFile(context, file, file === before ? validator : undefined);
      if (asked === 'unchanged' || 'text' in asked.read) return asked;
      unread ??= asked;
    } catch (error) {
      if (!isOfRow(error)) throw error;
      refused = error;
    }
  if (unread) return unread;
  throw refused ?? new ProviderRefusal('It is at no address.', { isOfRow: true });
}

/**
 * Asks for a text.
 * @throws ProviderRefusal, ProviderFailure, ProviderPause
 */
export const askForText = (context: ReaderContext, { by }: ListedText, known: Known): Promise<AskedText> =>
  'files' in by ? askLinkedText(context, by.files, known) : askLegiscanText(context, by);
