// Reads the type and the dimensions of an image from its content, before anything is decoded.

/** What an image says about itself. */
export interface ImageHeader {
  readonly type: 'JPEG' | 'PNG';
  readonly width: number;
  readonly height: number;
  /** How the camera was held, 1 to 8 (Exif 2.32, 4.6.4, tag 274); 1 is upright. */
  readonly orientation: number;
  /** How often a decoder goes over the image: a progressive JPEG has about ten scans. */
  readonly passes: number;
  readonly isInterlaced: boolean;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const ORIENTATION_TAG = 0x0112;

/** The types of the chunks of a PNG, as far as it is whole (PNG, 5.3: length, type, data, checksum). */
function* listChunks(bytes: Buffer): Generator<string> {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at))
    yield bytes.toString('latin1', at + 4, at + 8);
}

/** PNG (W3C, third edition) 5.6: the first chunk is IHDR, and the only one of its type. A decoder would obey the last one. */
function readPng(bytes: Buffer): ImageHeader | undefined {
  const [first, ...others] = listChunks(bytes);
  if (first !== 'IHDR' || bytes.length < 33 || others.includes('IHDR')) return undefined;
  return {
    type: 'PNG',
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    orientation: 1,
    passes: 1,
    isInterlaced: bytes[28] !== 0,
  };
}

/** The orientation in the TIFF structure of an Exif segment; 1 where it has none that is valid. */
function readOrientation(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at);
  if (tiff.length < 8) return 1;
  const directory = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  const entries = Array.from({ length: read16(directory) }, (_, index) => directory + 2 + index * 12);
  const entry = entries.find((at) => read16(at) === ORIENTATION_TAG);
  const value = entry === undefined ? 1 : read16(entry + 8);
  return value >= 1 && value <= 8 ? value : 1;
}

/** Frames (ITU T.81, table B.1): C0 to CF without DHT, JPG and DAC. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** How often a marker stands behind a place. In compressed data a byte FF is followed by 00 (ITU T.81, B.1.1.5). */
function countMarkers(bytes: Buffer, marker: number, from: number): number {
  let count = 0;
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === marker) count += 1;
  return count;
}

/** ITU T.81, B.2: segments up to the first scan. */
function readJpeg(bytes: Buffer): ImageHeader | undefined {
  let size: { readonly width: number; readonly height: number } | undefined;
  let orientation = 1;
  let at = 2;
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2));
    if (marker === 0xda)
      return (
        size && {
          type: 'JPEG',
          ...size,
          orientation,
          passes: countMarkers(bytes, 0xda, at),
          isInterlaced: false,
        }
      );
    if (isFrame(marker) && segment.length >= 6)
      size = { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3) };
    if (marker === 0xe1 && segment.toString('latin1', 0, 6) === 'Exif\0\0')
      orientation = readOrientation(segment.subarray(6));
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** The header of a JPEG or PNG; undefined for everything else. The name of a file says nothing. */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature)) return readPng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return readJpeg(bytes);
  return undefined;
}
