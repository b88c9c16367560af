// Files that people upload and others open: their type is read from their content, because a name says nothing.
import { type ErrorDetail, invalid } from '../errors/failure.ts';
import { readImageHeader } from '../images/image-header.ts';

const contentTypes = { JPEG: 'image/jpeg', PNG: 'image/png' } as const;
const extensions = { 'application/pdf': '.pdf', 'image/jpeg': '.jpg', 'image/png': '.png' } as const;
export type CheckedType = keyof typeof extensions;

/** ISO 32000-1, 7.5.2 and annex H, note 13: the header is within the first 1024 bytes. */
const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-');

/** @throws Failure 400 when it is none of the types */
export function readFileType(bytes: Buffer): CheckedType {
  if (isPdf(bytes)) return 'application/pdf';
  const image = readImageHeader(bytes);
  if (image) return contentTypes[image.type];
  throw invalid([
    {
      code: 'INVALID_FORMAT',
      message: 'content must be a PDF, a JPEG or a PNG, but is none of them.',
      target: 'content',
    } satisfies ErrorDetail,
  ]);
}

/** The name of the file for downloads: with the extension of its type, so that no program takes it for something else. */
export function nameFile(name: string, type: CheckedType): string {
  const plain = name.replace(/[/\\]/g, '-');
  const isNamed =
    type === 'image/jpeg' ? /\.jpe?g$/i.test(plain) : plain.toLowerCase().endsWith(extensions[type]);
  return isNamed ? plain : `${plain}${extensions[type]}`;
}
