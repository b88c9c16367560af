// Reads the text of a file that a source publishes, by what the file is and not by what is said of it.
import { ContentFault } from '../../../../../shared/sandbox/content-fault.ts';
import { createTextReader } from './read-text.ts';
import { MAX_TEXT_LENGTH } from './text.ts';

/** A file, and what its source says of it. */
export interface PublishedContent {
  readonly bytes: Uint8Array;
  /** `text/html; charset=windows-1252`, where it says it. */
  readonly contentType?: string | undefined;
}

/** A text, or why it could not be read, as a sentence for people. */
export type ReadContent = { readonly text: string } | { readonly problem: string };

/** Of a longer one, the reason says how many pages were read. */
const reader = createTextReader(20);

/** Files of other programs, by how they begin. */
const otherFiles: readonly (readonly [name: string, beginning: readonly number[]])[] = [
  ['an RTF file', [0x7b, 0x5c, 0x72, 0x74, 0x66]],
  ['a Word file', [0xd0, 0xcf, 0x11, 0xe0]],
  ['a Word file or an archive', [0x50, 0x4b, 0x03, 0x04]],
  ['a WordPerfect file', [0xff, 0x57, 0x50, 0x43]],
];

const startsWith = (bytes: Uint8Array, beginning: readonly number[]): boolean =>
  beginning.every((byte, index) => bytes[index] === byte);

/** What a file is. */
type ContentKind = 'pdf' | 'html' | 'text' | 'other';

/** The character set that the reply or the page itself names. */
function findCharset(bytes: Uint8Array, contentType: string): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 2000)).toString('latin1');
  const named = /charset\s*=\s*["']?([\w-]+)/i;
  return (named.exec(contentType) ?? named.exec(head))?.[1];
}

/** Text that is no UTF-8 is read as the pages of legislatures that say nothing are written. */
const FALLBACK_CHARSET = 'windows-1252';

/** The character set of a mark at the beginning, which counts more than what is said (WHATWG Encoding Standard, 6). */
const findMarkedCharset = ([first, second]: Uint8Array): string | undefined =>
  first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : undefined;

function decode(bytes: Uint8Array, contentType: string): string {
  const charset = findCharset(bytes, contentType);
  // A page in which UTF-16 could be read as ASCII is not in UTF-16 (HTML Standard, 13.2.3.2).
  const said = charset && /^utf-?16/i.test(charset) ? undefined : charset;
  for (const label of [findMarkedCharset(bytes) ?? said ?? 'utf-8', 'utf-8'])
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // A character set that is unknown, or another one than is said.
    }
  return new TextDecoder(FALLBACK_CHARSET).decode(bytes);
}

const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 1024)).toString('latin1').includes('%PDF-');

const isMarkup = (text: string): boolean =>
  /<(!doctype|html|head|body|pre|p|div|table|br)\b[^>]*>/i.test(text.slice(0, 5000));

/** What a file is, by its content. */
export function findContentKind({ bytes, contentType = '' }: PublishedContent): ContentKind {
  if (isPdf(bytes)) return 'pdf';
  if (otherFiles.some(([, beginning]) => startsWith(bytes, beginning))) return 'other';
  const text = decode(bytes, contentType);
  if (text.includes('\u0000')) return 'other';
  return isMarkup(text) ? 'html' : 'text';
}

const nameOther = (bytes: Uint8Array): string =>
  otherFiles.find(([, beginning]) => startsWith(bytes, beginning))?.[0] ?? 'a file of another program';

async function readByKind(content: PublishedContent): Promise<ReadContent> {
  const { bytes, contentType = '' } = content;
  switch (findContentKind(content)) {
    case 'pdf':
      return reader.readPdf(bytes);
    case 'html':
      return { text: await reader.readHtml(decode(bytes, contentType)) };
    case 'text':
      return { text: decode(bytes, contentType) };
    case 'other':
      return { problem: `It is ${nameOther(bytes)}, which is not read.` };
  }
}

/** The text of a file; the reason when it has none, is too long, or can't be read within the limits. */
export async function readContent(content: PublishedContent): Promise<ReadContent> {
  try {
    const read = await readByKind(content);
    if ('problem' in read) return read;
    if (read.text.trim() === '') return { problem: 'The file has no text.' };
    return read.text.length > MAX_TEXT_LENGTH
      ? { problem: `The text is longer than ${MAX_TEXT_LENGTH} characters.` }
      : read;
  } catch (error) {
    if (error instanceof ContentFault) return { problem: error.message };
    throw error;
  }
}
