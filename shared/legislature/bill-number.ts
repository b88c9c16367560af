// Reads bill numbers in any of their spellings.
//
// Most numbers are letters and a number: `HB 1110`. Others have several numbers (`HB 26-1001`, `B 26-0034`, `ABX1 2`),
// letters in place of the number (`HJR A`), or words. Nothing that a legislature prints is refused: a number of another
// form is kept as text.

/** The parts of a bill number. */
export interface BillNumber {
  /** In the spelling of this platform: `HB 1110`, `HCONRES 74`, `HB 26-1001`; another form as it is written. */
  readonly billNumber: string;
  /** The letters before the number: `HB`. Empty when it begins with another character. */
  readonly abbreviation: string;
  /** Absent when the number has another form than letters and one number. */
  readonly number?: number;
  /** The bill whose substitute or engrossed form this is: `HB 75` of `HS 1 for HB 75`. */
  readonly base?: string;
}

/** A longer text is no bill number. */
export const MAX_BILL_NUMBER_LENGTH = 60;

/** FIPS codes of the legislatures with forms of their own. */
const AK = 2;
const CO = 8;
const DE = 10;
const FL = 12;
const ID = 16;
const NH = 33;
const NY = 36;
const NC = 37;
const UT = 49;
const WA = 53;
const GU = 66;
const PR = 72;
const VI = 78;

/** Letters with periods and spaces, a number with leading zeros, and trailing letters: `LR1CA`. */
const plainPattern = /^([A-Z][A-Z. ]*?)[. -]*0*(\d{1,7})-?([A-Z]{0,3})$/;

/** Letters and several numbers: `HB26-1001`, `SB24B-300`, `PR26-0100`, `ABX1 2`, `AM 104-0012`. */
const groupedPattern = /^([A-Z][A-Z. ]*?)[. -]*(\d{1,7}[A-Z]?(?:[ -]+\d{1,7})+)-?([A-Z]{0,3})$/;

/** Letters in place of the number, as Michigan numbers its joint resolutions: `HJR A`. */
const letteredPattern = /^(?:([A-Z]{1,10})[ -]+|([HS]JR))([A-Z]{1,2})$/;

/** What a print or an amended form of a bill adds to the number of the bill, by legislature. */
const printMarks: readonly (readonly [stateId: number, pattern: RegExp])[] = [
  // An amended print has a letter: `S1234-A` is a print of S 1234.
  [NY, /(?<=^[A-Z][ .-]*\d+) ?-?[A-Z]$/],
  // A fiscal note, an appropriation, a mandate on municipalities: `HB 2-FN-A-LOCAL`.
  [NH, /(?:-(?:FN|A|L|LOCAL))+$/],
  // Amended: `HB 75 w/ HA 1`, `HB 350 - HA1`.
  [DE, /(?<=\d)(?: W\/ | - ?).*$/],
  // Local and other series: `Bill No. 163-37 (COR)`.
  [GU, / *\([A-Z ]+\)$/],
];

const shortLetters = /^([HS])\.?(?=[ -]*\d)/;

/** Words that stand for the letters, by legislature. */
const wordings: readonly (readonly [stateId: number, pattern: RegExp, letters: string])[] = [
  [GU, /^BILL NO\.? */, 'B '],
  [GU, /^RESOLUTION NO\.? */, 'R '],
  [VI, /^(?:BILL|RESOLUTION) NO\.? */, ''],
  // `R. Conc. de la C. 12` and `P. del S. 205` are RKC 12 and PS 205.
  [PR, /(?<=^R\. ?)CONC\. ?/, 'K '],
  [PR, /(?<= )DE(?:L|LA| LA) (?=[CS]\. ?\d)/, ''],
  // `H0001` of LegiScan and `H1` of the legislature's lists are HB 1, as it prints its bills and Open States writes them.
  ...[FL, NC].map((state) => [state, shortLetters, '$1B '] as const),
];

/** Forms of a bill that have a number of their own, with the number of the bill; of every legislature where none is named. */
const stages: readonly (readonly [stateId: number | undefined, pattern: RegExp])[] = [
  [DE, /^[HS]S \d+ FOR (.+)$/],
  // Substitute and engrossed: `2SHB 1234`, `ESSB 5001`.
  [WA, /^(?:\d?E)?(?:\d?S)?(?<!^)([HS](?:B|JM|JR|CR|R) \d+)$/],
  [UT, /^(?:\d(?:ST|ND|RD|TH)|FIRST|SECOND|THIRD|FOURTH|FIFTH|SIXTH) SUB(?:STITUTE|\.)? (.+)$/],
  [UT, /^([HS](?:B|JR|CR|R) ?\d+) ?S\d+$/],
  [ID, /^([HS] ?\d+) ?A+S?(?:, ?A+S?)*$/],
  // Committee substitutes and amended bills: `CS/CS/HB 7001`, `SJC/SB 1`, `SS SCS HB 1`, `S Sub for HB 2001`, `Am. Sub. H.B. No. 33`.
  [
    undefined,
    /^(?:[A-Z]{1,5}\/)*(?:(?:CS|[HS]CS|SS|CCS|[HS]|AM\.?|SUB\.?|SUBSTITUTE|PROPOSED|FOR|COMMITTEE)[ /]+)+([HS]\. ?[BJ]\. ?(?:R\. ?)?\d+|[HSA](?:B|F|JR|CR|R|JM)S? ?\d+)\b/,
  ],
  [undefined, /^(?:[A-Z]{1,5}\/)+([HSA](?:B|F|JR|CR|R|JM|M) ?\d+)$/],
  // Prints of an amended bill: `HB1001 HD1 SD2`, `H 5001 SUB A`, `CSHB 1(FIN)`.
  [undefined, /^((?:[HSA](?:B|F|JR|CR|R)|[HS]) ?\d+)(?: (?:HD|SD|CD) ?\d)+$/],
  [undefined, /^((?:[HSA](?:B|F|JR|CR|R)|[HS]) ?\d+) ?(?:SUB ?[A-Z]|AS AMENDED)$/],
  [AK, /^(?:SCS )?(?:CS)?([HS](?:B|JR|CR|R) ?\d+) ?\([A-Z0-9&. ]+\)$/],
];

const collapse = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();

/** The text without what is not the number, in capitals. */
function simplify(text: string, stateId: number | undefined): string {
  let simplified = collapse(text).toUpperCase();
  for (const [state, pattern, letters] of wordings)
    if (state === stateId) simplified = simplified.replace(pattern, letters);
  for (const [state, pattern] of printMarks)
    if (state === stateId) simplified = simplified.replace(pattern, '');
  return simplified.replace(/\bNO\.? *(?=\d)/, '').trim();
}

/** The number of letters and one number, of several numbers, or of letters alone. */
interface Form {
  readonly letters: string;
  /** Without leading zeros in the key, as written in the spelling. */
  readonly groups: readonly string[];
  readonly suffix: string;
}

const trimZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '');

/** The parts of a simplified text; undefined when it has another form. */
function readForm(text: string): Form | undefined {
  const [, plain = '', digits = '', suffix = ''] = plainPattern.exec(text) ?? [];
  const letters = plain.replace(/[. ]/g, '');
  if (digits !== '' && letters.length <= 10) return { letters, groups: [trimZeros(digits)], suffix };
  const [, before = '', numbers = '', after = ''] = groupedPattern.exec(text) ?? [];
  const abbreviation = before.replace(/[. ]/g, '');
  if (numbers !== '' && abbreviation.length <= 10)
    return { letters: abbreviation, groups: numbers.split(/[ -]+/), suffix: after };
  const [, spaced, jointResolution, letter = ''] = letteredPattern.exec(text) ?? [];
  return letter === '' ? undefined : { letters: spaced ?? jointResolution ?? '', groups: [], suffix: letter };
}

/** California writes the number of an extraordinary session after the letters: `ABX1 2`. */
const isExtraordinary = ({ letters, groups }: Form): boolean =>
  /^[A-Z]{2,3}X$/.test(letters) && groups.length === 2 && groups[0]?.length === 1;

/**
 * Reads a bill number such as `hb1110`, `HB 01110`, `H.Con.Res. 74`, `H. R. 4435`, `HB26-1001` or `HS 1 for HB 75`.
 * @param stateId the legislature, by FIPS code, whose own forms are read: `S1234-A` is a print of S 1234 in New York
 * @returns undefined when the text has no letter and no digit, or is too long for a number
 */
export function parseBillNumber(text: string, stateId?: number): BillNumber | undefined {
  const written = collapse(text);
  if (written.length > MAX_BILL_NUMBER_LENGTH || !/[\p{L}\p{N}]/u.test(written)) return undefined;
  const simplified = simplify(written, stateId);
  const base = findBase(simplified, stateId);
  const form = readForm(simplified);
  if (!form) {
    const hasMarks = simplified !== simplify(written, undefined);
    return {
      billNumber: hasMarks ? simplified : written,
      abbreviation: /^[A-Z]{1,10}/.exec(simplified)?.[0] ?? '',
      ...(base !== undefined && { base }),
    };
  }
  const { letters, groups, suffix } = form;
  if (isExtraordinary(form)) {
    const [session = '', number = ''] = groups;
    const abbreviation = letters.slice(0, -1);
    return { billNumber: `${letters}${session} ${trimZeros(number)}${suffix}`, abbreviation };
  }
  return {
    billNumber: `${letters} ${groups.join('-')}${suffix}`,
    abbreviation: letters,
    ...(groups.length === 1 && { number: Number(groups[0]) }),
    ...(base !== undefined && { base }),
  };
}

function findBase(simplified: string, stateId: number | undefined): string | undefined {
  for (const [state, pattern] of stages) {
    const [, base] = state === undefined || state === stateId ? (pattern.exec(simplified) ?? []) : [];
    if (base !== undefined) return parseBillNumber(base, stateId)?.billNumber;
  }
  return undefined;
}

/**
 * The form in which bill numbers are stored and compared: `H.B. 0001` and `hb 1` are equal, `HB26-1` and `HB 261` are not.
 * A hyphen stands between numbers, and between the words of a number that is kept as text. Empty when the text is not a
 * bill number.
 * @param stateId the legislature: Colorado prints the year before the number, which its session already has
 */
export function billNumberKey(billNumber: string, stateId?: number): string {
  if (billNumber.length > 2 * MAX_BILL_NUMBER_LENGTH) return '';
  const text = simplify(billNumber, undefined);
  const hasShortLetters = stateId === FL || stateId === NC;
  const form = readForm(hasShortLetters ? text.replace(shortLetters, '$1B ') : text);
  if (!form) return (foldLetters(text).match(/\p{L}+|\d+|\p{N}+|\*+/gu) ?? []).map(trimZeros).join('-');
  const { letters, groups, suffix } = form;
  if (groups.length === 0) return `${letters}-${suffix}`;
  const numbers =
    stateId === CO && groups.length === 2 && /^\d{2}[A-Z]?$/.test(groups[0] ?? '') ? groups.slice(1) : groups;
  return `${letters}${numbers.map(trimZeros).join('-')}${suffix}`;
}

/**
 * The key under which earlier versions stored a number, where it is another one: `H1` of HB 1 in Florida and North Carolina, which LegiScan
 * writes so.
 */
export function formerBillNumberKey(billNumber: string, stateId: number): string | undefined {
  const key = billNumberKey(billNumber, stateId);
  return (stateId === FL || stateId === NC) && /^[HS]B\d/.test(key) ? key.replace('B', '') : undefined;
}

const foldLetters = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase();

/** A number as people type it, in capitals: without spaces and signs. */
export const compactBillNumber = (billNumber: string): string =>
  foldLetters(collapse(billNumber)).replace(/[^\p{L}\p{N}*]/gu, '');

/** The keys that a text may stand for: without a legislature, and as each legislature with forms of its own reads it. */
export const billNumberKeys = (text: string): string[] => [
  ...new Set(
    [undefined, CO, DE, FL, NC, NH, NY, GU, PR, VI].map((stateId) =>
      billNumberKey(parseBillNumber(text, stateId)?.billNumber ?? '', stateId),
    ),
  ),
];

/**
 * Whether a text is the number of a bill: in any spelling, as a print or an amended form of it, or as it is written
 * without spaces and signs.
 */
export function isBillNumber(text: string, billNumber: string, stateId: number): boolean {
  const key = billNumberKey(billNumber, stateId);
  const typed = compactBillNumber(text);
  if (key === '' || typed === '') return false;
  const read = parseBillNumber(text, stateId);
  return (
    key === billNumberKey(text, stateId) ||
    (read !== undefined && key === billNumberKey(read.billNumber, stateId)) ||
    typed === key.replaceAll('-', '') ||
    typed === compactBillNumber(billNumber)
  );
}

/** Whether a text has the form of a bill number, with or without a number: `HB 1110`, `HJR A`. */
export const hasBillNumberForm = (text: string): boolean =>
  text.length <= MAX_BILL_NUMBER_LENGTH &&
  (/\d/.test(text) || readForm(simplify(text, undefined)) !== undefined);

/**
 * The keys of a number that was typed without hyphens, with a hyphen at each place where it may be: `B26-34`, `B2-6034`.
 */
export function splitBillNumberKeys(text: string): string[] {
  const [, letters = '', digits = '', suffix = ''] =
    /^([A-Z]{0,10})(\d{2,10})([A-Z]{0,3})$/.exec(compactBillNumber(text)) ?? [];
  return Array.from({ length: Math.max(0, digits.length - 1) }, (_, index) => {
    const [first, second] = [digits.slice(0, index + 1), digits.slice(index + 1)];
    return billNumberKey(`${letters} ${first}-${second}${suffix}`);
  });
}

/**
 * What a bill is found by: the last number of its key with the letters after it, `1234` of `HB1234`. The letters of a key
 * without a number.
 */
export function billNumberDigits(key: string): string {
  const last = key.split('-').findLast((part) => /\d/.test(part));
  return last === undefined ? key.replaceAll('-', '') : last.replace(/^\D+/, '');
}

/** The numbers of the bills of the United States Congress in a text: `H.R. 4435`, `S. Con. Res. 5`. */
export function findCongressBills(text: string): string[] {
  const names =
    /(?<![\w.])(H\.? ?R\.?|H\.? ?(?:J|Con)\.? ?Res\.?|H\.? ?Res\.?|S\.? ?(?:J|Con)\.? ?Res\.?|S\.? ?Res\.?|S\.) ?(\d{1,5})\b/g;
  return [
    ...new Set([...text.matchAll(names)].flatMap(([number]) => parseBillNumber(number)?.billNumber ?? [])),
  ];
}
