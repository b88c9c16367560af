// The decoder of QR codes: the file of jsQR as it is published, for browsers without a BarcodeDetector.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** The text of the library, which defines `jsQR` in a browser. Bundles have the file (infra/aws/bundling/package-files.ts). */
export const readQrDecoder = (): Promise<string> =>
  readFile(createRequire(import.meta.url).resolve('jsqr'), 'utf8');
