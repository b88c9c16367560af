// The number of a bill, read from any of the ways it is written.

/** A bill's number taken apart. */
export interface BillNumber {
  /** As this platform writes it: `HB 1110`, `HCONRES 74`. */
  readonly billNumber: string;
  /** The letters: `HB`. */
  readonly abbreviation: string;
  readonly number: number;
}

/** Letters that may hold stops and spaces, a number that may begin with zeros, and letters of a later part: `LR1CA`. */
const billNumberPattern = /^([A-Z][A-Z. ]*?)[. -]*0*(\d{1,7})([A-Z]{0,3})$/;

/**
 * Reads a bill's number: `hb1110`, `HB 01110`, `H.Con.Res. 74` and `H. R. 4435` alike.
 * @returns undefined when the text is no bill's number
 */
export function parseBillNumber(text: string): BillNumber | undefined {
  const [, letters = '', digits = '', part = ''] = billNumberPattern.exec(text.trim().toUpperCase()) ?? [];
  const abbreviation = letters.replace(/[. ]/g, '');
  if (digits === '' || abbreviation.length > 10) return undefined;
  return { billNumber: `${abbreviation} ${Number(digits)}${part}`, abbreviation, number: Number(digits) };
}

/** The bills of the United States Congress that a text names: `H.R. 4435`, `S. Con. Res. 5`. */
export function findCongressBills(text: string): string[] {
  const names =
    /(?<![\w.])(H\.? ?R\.?|H\.? ?(?:J|Con)\.? ?Res\.?|H\.? ?Res\.?|S\.? ?(?:J|Con)\.? ?Res\.?|S\.? ?Res\.?|S\.) ?(\d{1,5})\b/g;
  return [
    ...new Set([...text.matchAll(names)].flatMap(([found]) => parseBillNumber(found)?.billNumber ?? [])),
  ];
}
