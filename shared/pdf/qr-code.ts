// QR codes as squares to draw. A module of its own, to be loaded when a code is drawn: bundled, the library's names are
// found by an import that is written out, and not by one at run time.
import { create } from 'qrcode';

/** The squares of a QR code, dark ones set. */
export interface QrModules {
  /** How many there are in a row. */
  readonly size: number;
  get(row: number, column: number): number | boolean;
}

/** The code of a text. It can be read with an eighth of it covered (level M). */
export const qrCode = (text: string): QrModules => create(text, { errorCorrectionLevel: 'M' }).modules;
