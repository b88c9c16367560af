// Refuses a workbook whose parts unpack to more than a function has memory and time for. A workbook is a zip archive, and a
// few kilobytes of one can unpack to gigabytes.
import { UnreadableSource } from './row-source.ts';

/** Sheets are unpacked piece by piece: their limit is one of time, about a minute in a function. */
const MAX_PART_BYTES = 60_000_000;
/** All other parts, texts above all, are held in memory: a byte of them takes about sixty. */
const MAX_TEXT_BYTES = 6_000_000;

/** The sizes of a part of an archive, as its directory states them. */
interface ArchivePart {
  readonly name: string;
  readonly packed: number;
  readonly unpacked: number;
  readonly isPacked: boolean;
}

/** Records of the archive (PKWARE APPNOTE 4.3.12 and 4.3.16). */
const PART_SIGNATURE = 0x02014b50;
const PART_LENGTH = 46;
const END_SIGNATURE = Buffer.from('504b0506', 'hex');
const END_LENGTH = 22;

/** The parts in the directory at the end of an archive; undefined where it can't be read, or is one of large archives. */
function listParts(archive: Buffer): readonly ArchivePart[] | undefined {
  const end = archive.lastIndexOf(END_SIGNATURE, archive.length - END_LENGTH);
  // No archive at all; the library says so.
  if (end < 0) return [];
  if (hasLargeDirectory(archive, end)) return undefined;
  const parts: ArchivePart[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + PART_LENGTH > archive.length || archive.readUInt32LE(at) !== PART_SIGNATURE) return undefined;
    const nameEnd = at + PART_LENGTH + archive.readUInt16LE(at + 28);
    parts.push({
      name: archive.toString('utf8', at + PART_LENGTH, nameEnd),
      packed: archive.readUInt32LE(at + 20),
      unpacked: archive.readUInt32LE(at + 24),
      isPacked: archive.readUInt16LE(at + 10) !== 0,
    });
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}

/** Whether the real directory is elsewhere (ZIP64, 4.3.14). */
const hasLargeDirectory = (archive: Buffer, end: number): boolean =>
  archive.readUInt16LE(end + 10) === 0xffff ||
  archive.readUInt32LE(end + 12) === 0xffffffff ||
  archive.readUInt32LE(end + 16) === 0xffffffff;

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
  const parts = listParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
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
