// The typefaces that every document has: EB Garamond, and DejaVu Sans for the signs that it lacks. Those of other
// scripts are read when a text needs them (scripts.ts). These come with the code, compressed; the licenses are in
// the same folder.
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** A typeface by its use. `wide` has signs, and letters of rarer scripts. */
export type FaceName = 'regular' | 'italic' | 'semibold' | 'wide';

/** A typeface: its file, and for which characters it has a shape. */
export interface Face {
  readonly bytes: Buffer;
  readonly covers: (codePoint: number) => boolean;
}

export type Faces = Readonly<Record<FaceName, Face>>;

const decompress = promisify(brotliDecompress);

/** `20-7e a0 100-17f`: single code points and ranges in base 16, ascending. */
function parseCoverage(ranges: string): Face['covers'] {
  const bounds = ranges.split(' ').map((range) => {
    const [from = '', to = from] = range.split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (codePoint) => bounds.some(([from, to]) => from <= codePoint && codePoint <= to);
}

interface FontFile {
  readonly covers: string;
  /** The TrueType file, compressed with Brotli, in base64. */
  readonly brotli: string;
}

const decodeFace = async ({ covers, brotli }: FontFile): Promise<Face> => ({
  bytes: await decompress(Buffer.from(brotli, 'base64')),
  covers: parseCoverage(covers),
});

let loadedFaces: Promise<Faces> | undefined;

async function readFaceFiles(): Promise<Faces> {
  // Each import is written out: a bundler follows no other.
  const files = await Promise.all([
    import('../fonts/eb-garamond-regular.json', { with: { type: 'json' } }),
    import('../fonts/eb-garamond-italic.json', { with: { type: 'json' } }),
    import('../fonts/eb-garamond-semibold.json', { with: { type: 'json' } }),
    import('../fonts/dejavu-sans.json', { with: { type: 'json' } }),
  ]);
  const [regular, italic, semibold, wide] = await Promise.all([
    decodeFace(files[0].default),
    decodeFace(files[1].default),
    decodeFace(files[2].default),
    decodeFace(files[3].default),
  ]);
  return { regular, italic, semibold, wide };
}

/** The typefaces, read once per process, 20 ms. */
export const loadFaces = (): Promise<Faces> => {
  loadedFaces ??= readFaceFiles();
  return loadedFaces;
};
