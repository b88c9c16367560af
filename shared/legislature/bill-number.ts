// Reads bill numbers in any of their spellings.

/** The parts of a bill number. */
export interface BillNumber {
  /** In the spelling of this platform: `HB 1110`, `HCONRES 74`. */
  readonly billNumber: string;
  /** The letters: `HB`. */
  readonly abbreviation: string;
  readonly number: number;
}

/** Letters with periods and spaces, a number with leading zeros, and trailing letters: `LR1CA`. */
const billNumberPattern = /^([A-Z][A-Z. ]*?)[. -]*0*(\d{1,7})([A-Z]{0,3})$/;

/**
 * Reads a bill number such as `hb1110`, `HB 01110`, `H.Con.Res. 74` or `H. R. 4435`.
 * @returns undefined when the text is not a bill number
 */
export function parseBillNumber(text: string): BillNumber | undefined {
  const [, letters = '', digits = '', suffix = ''] = billNumberPattern.exec(text.trim().toUpperCase()) ?? [];
  const abbreviation = letters.replace(/[. ]/g, '');
  if (digits === '' || abbreviation.length > 10) return undefined;
  return { billNumber: `${abbreviation} ${Number(digits)}${suffix}`, abbreviation, number: Number(digits) };
}

/** The numbers of the bills of the United States Congress in a text: `H.R. 4435`, `S. Con. Res. 5`. */
export function findCongressBills(text: string): string[] {
  const names =
    /(?<![\w.])(H\.? ?R\.?|H\.? ?(?:J|Con)\.? ?Res\.?|H\.? ?Res\.?|S\.? ?(?:J|Con)\.? ?Res\.?|S\.? ?Res\.?|S\.) ?(\d{1,5})\b/g;
  return [
    ...new Set([...text.matchAll(names)].flatMap(([number]) => parseBillNumber(number)?.billNumber ?? [])),
  ];
}
