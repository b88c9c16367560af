// Decodes a file's bytes as text in any of the usual encodings.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

/** The encodings that spreadsheets write. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/**
 * The encoding of a file: by its byte order mark, else UTF-8 when all of it is valid UTF-8, else the one that
 * older spreadsheets write.
 */
export async function detectEncoding(path: string): Promise<Encoding> {
  const file = await open(path);
  const start = Buffer.alloc(2);
  await file.read(start, 0, 2, 0).finally(() => file.close());
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be';
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) strict.decode(chunk, { stream: true });
    strict.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** The text of a file in pieces, without a byte order mark. */
export async function* decodeFile(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}
