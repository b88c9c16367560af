// All texts of a table, for tests that look for what may not be there: what is compressed is unpacked, also where it is stored
// in several parts, in an archive such as a workbook, or as base64 in a text.
import { constants, gunzipSync, inflateRawSync } from 'node:zlib';

/** A stored item with its place. */
export type ScannedItem = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The texts of the files in a zip archive that are packed by deflate; sizes may follow the files, so each is unpacked to its end. */
function readArchive(bytes: Buffer): string {
  const texts: string[] = [];
  for (let at = bytes.indexOf('PK\x03\x04'); at >= 0; at = bytes.indexOf('PK\x03\x04', at + 4)) {
    const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    const isPacked = bytes.readUInt16LE(at + 8) === 8;
    const rest = bytes.subarray(start);
    texts.push(
      (isPacked ? inflateRawSync(rest, { finishFlush: constants.Z_SYNC_FLUSH }) : rest).toString('utf8'),
    );
  }
  return texts.join('\n');
}

function readBytes(bytes: Uint8Array): string {
  const buffer = Buffer.from(bytes);
  if (isGzip(buffer)) return readBytes(gunzipSync(buffer, { finishFlush: constants.Z_SYNC_FLUSH }));
  return buffer.subarray(0, 2).toString() === 'PK'
    ? readArchive(buffer)
    : unpackBase64(buffer.toString('utf8'));
}

/** The text with what its base64 says behind it. */
const unpackBase64 = (text: string): string =>
  text.replace(/[A-Za-z0-9+/]{40,}={0,2}/g, (packed) => {
    const bytes = Buffer.from(packed, 'base64');
    return `${packed} ${isGzip(bytes) ? '' : bytes.toString('utf8')}`;
  });

const readItem = (item: object): string =>
  JSON.stringify(item, (_, value) => {
    if (value instanceof Uint8Array) return readBytes(value);
    return typeof value === 'string' ? unpackBase64(value) : value;
  });

/** The bytes of a partition's items in their order: a file in several parts is unpacked as a whole. */
function readParts(items: readonly ScannedItem[]): string {
  const parts = [...items]
    .sort((a, b) => (a.sk < b.sk ? -1 : 1))
    .flatMap((item) => Object.values(item).filter((value) => value instanceof Uint8Array));
  return parts.length > 1 && parts[0] && isGzip(parts[0]) ? readBytes(Buffer.concat(parts)) : '';
}

/** The places of items, or of partitions with several parts, whose text has one of these words, with the words; in lower case. */
export function findWords(items: readonly ScannedItem[], words: readonly string[]): string[] {
  const partitions = Map.groupBy(items, ({ pk }) => pk);
  const texts = [
    ...items.map((item) => [`${item.pk} ${item.sk}`, readItem(item)] as const),
    ...[...partitions].map(([pk, own]) => [pk, readParts(own)] as const),
  ];
  return texts.flatMap(([place, text]) => {
    const folded = text.toLowerCase();
    const found = words.filter((word) => folded.includes(word.toLowerCase()));
    return found.length === 0 ? [] : [`${place}: ${found.join(', ')}`];
  });
}
