// Refuses a workbook whose parts unpack to more than a function has memory and time for. A workbook is a zip archive, and a
// few kilobytes of one can unpack to gigabytes.

import { UnreadableSource } from '../rows/row-source.ts';
import { type ArchivePart, listArchiveParts } from './archive-parts.ts';

/** Sheets are unpacked piece by piece: their limit is one of time, about a minute in a function. */
export const MAX_PART_BYTES = 60_000_000;
/** All other parts, texts above all, are held in memory: a byte of them takes about sixty. */
export const MAX_TEXT_BYTES = 6_000_000;

/** Parts that are held in memory as a whole; pictures are never unpacked. */
const isText = ({ name }: ArchivePart): boolean =>
  /\.(xml|rels)$/i.test(name) && !name.startsWith('xl/worksheets/');

/**
 * Whether the directory leaves the size of a packed part open. The library that unpacks stops at the size that it states,
 * and would not stop here. Two bytes are an empty part.
 */
const hasNoSize = ({ isPacked, packed, unpacked }: ArchivePart): boolean =>
  isPacked && (packed === 0 || (unpacked === 0 && packed > 2));

/** @throws UnreadableSource for a workbook that is too large unpacked, or does not say how large it is */
export function assertUnpackable(name: string, bytes: Uint8Array): void {
  const parts = listArchiveParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (parts === undefined || parts.some(hasNoSize))
    throw new UnreadableSource(
      `"${name}" does not say how large its parts are when they are unpacked. Save it again, or as CSV.`,
    );
  const refuse = (what: string, most: number): never => {
    throw new UnreadableSource(
      `"${name}" has more than ${most / 1_000_000} MB of ${what} when it is unpacked, the most of a workbook: save the first sheet as CSV, which may be larger.`,
    );
  };
  const texts = parts.reduce((sum, part) => (isText(part) ? sum + part.unpacked : sum), 0);
  if (texts > MAX_TEXT_BYTES) refuse('texts', MAX_TEXT_BYTES);
  if (parts.some((part) => !isText(part) && part.unpacked > MAX_PART_BYTES))
    refuse('cells in a sheet', MAX_PART_BYTES);
}
