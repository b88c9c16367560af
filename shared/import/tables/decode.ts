// Decodes bytes as text in any of the usual encodings.

/** The encodings that spreadsheets write. */
export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** Opens a file from its beginning, in pieces of any size. */
export type OpenBytes = () => AsyncIterable<Uint8Array>;

/** As many bytes as show whether every second one is zero. */
const SAMPLE_BYTES = 1000;

/** The first bytes of a file. */
export async function readStart(open: OpenBytes, length: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of open()) {
    pieces.push(piece);
    size += piece.length;
    if (size >= length) break;
  }
  return Buffer.concat(pieces).subarray(0, length);
}

/** UTF-16 by its byte order mark, or, without one, because most characters of a table have a zero byte. */
async function detectUtf16(open: OpenBytes): Promise<Encoding | undefined> {
  const start = await readStart(open, SAMPLE_BYTES);
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const countZeros = (from: number): number =>
    start.filter((byte, index) => index % 2 === from && byte === 0).length;
  const most = start.length / 4;
  if (start.length >= 4 && countZeros(1) > most) return 'utf-16le';
  return start.length >= 4 && countZeros(0) > most ? 'utf-16be' : undefined;
}

/**
 * The encoding of a file: by its byte order mark, else UTF-8 when all of it is valid UTF-8, else the one that
 * older spreadsheets write.
 */
export async function detectEncoding(open: OpenBytes): Promise<Encoding> {
  const wide = await detectUtf16(open);
  if (wide) return wide;
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of open()) strict.decode(chunk, { stream: true });
    strict.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** The text of a file in pieces, without a byte order mark. */
export async function* decodeBytes(open: OpenBytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of open()) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
