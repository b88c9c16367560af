// The parts of a zip archive as its directory states them (PKWARE APPNOTE 4.3.12 and 4.3.16), and the bytes of one.
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

/** A part of an archive. */
export interface ArchivePart {
  readonly name: string;
  readonly packed: number;
  readonly unpacked: number;
  readonly isPacked: boolean;
  /** Where its header begins. */
  readonly offset: number;
}

const PART_SIGNATURE = 0x02014b50;
const PART_LENGTH = 46;
const HEADER_SIGNATURE = 0x04034b50;
const HEADER_LENGTH = 30;
const END_SIGNATURE = Buffer.from('504b0506', 'hex');
const END_LENGTH = 22;

/** Whether the real directory is elsewhere (ZIP64, 4.3.14). */
const hasLargeDirectory = (archive: Buffer, end: number): boolean =>
  archive.readUInt16LE(end + 10) === 0xffff ||
  archive.readUInt32LE(end + 12) === 0xffffffff ||
  archive.readUInt32LE(end + 16) === 0xffffffff;

/** The parts in the directory at the end of an archive; undefined where it can't be read, or is one of large archives. */
export function listArchiveParts(archive: Buffer): readonly ArchivePart[] | undefined {
  const end = archive.lastIndexOf(END_SIGNATURE, archive.length - END_LENGTH);
  // No archive at all.
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
      offset: archive.readUInt32LE(at + 42),
    });
    at = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return parts;
}

/**
 * The content of a part. It is unpacked on another thread.
 * @param maxBytes the most, whatever the directory says
 * @throws Error when it is damaged, longer, or packed by another method than deflate
 */
export async function readArchivePart(archive: Buffer, part: ArchivePart, maxBytes: number): Promise<Buffer> {
  const { offset, packed, isPacked } = part;
  if (offset + HEADER_LENGTH > archive.length || archive.readUInt32LE(offset) !== HEADER_SIGNATURE)
    throw new Error(`The archive is damaged at ${part.name}`);
  const method = archive.readUInt16LE(offset + 8);
  if (method !== 0 && method !== 8) throw new Error(`${part.name} is not packed by deflate`);
  const start =
    offset + HEADER_LENGTH + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  const bytes = archive.subarray(start, start + packed);
  if (!isPacked) return bytes;
  return promisify(inflateRaw)(bytes, { maxOutputLength: maxBytes });
}
