// Splits an address written in one cell into its parts.

/** The parts of an address; those that were not found are absent. */
export interface AddressParts {
  readonly street?: string;
  readonly street2?: string;
  readonly city?: string;
  readonly state?: string;
  readonly zipCode?: string;
  readonly country?: string;
}

/** The codes of the United States Postal Service for states, the district and territories. */
const STATES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AL: 'Alabama',
    AK: 'Alaska',
    AZ: 'Arizona',
    AR: 'Arkansas',
    CA: 'California',
    CO: 'Colorado',
    CT: 'Connecticut',
    DE: 'Delaware',
    DC: 'District of Columbia',
    FL: 'Florida',
    GA: 'Georgia',
    HI: 'Hawaii',
    ID: 'Idaho',
    IL: 'Illinois',
    IN: 'Indiana',
    IA: 'Iowa',
    KS: 'Kansas',
    KY: 'Kentucky',
    LA: 'Louisiana',
    ME: 'Maine',
    MD: 'Maryland',
    MA: 'Massachusetts',
    MI: 'Michigan',
    MN: 'Minnesota',
    MS: 'Mississippi',
    MO: 'Missouri',
    MT: 'Montana',
    NE: 'Nebraska',
    NV: 'Nevada',
    NH: 'New Hampshire',
    NJ: 'New Jersey',
    NM: 'New Mexico',
    NY: 'New York',
    NC: 'North Carolina',
    ND: 'North Dakota',
    OH: 'Ohio',
    OK: 'Oklahoma',
    OR: 'Oregon',
    PA: 'Pennsylvania',
    RI: 'Rhode Island',
    SC: 'South Carolina',
    SD: 'South Dakota',
    TN: 'Tennessee',
    TX: 'Texas',
    UT: 'Utah',
    VT: 'Vermont',
    VA: 'Virginia',
    WA: 'Washington',
    WV: 'West Virginia',
    WI: 'Wisconsin',
    WY: 'Wyoming',
    PR: 'Puerto Rico',
    VI: 'Virgin Islands',
    GU: 'Guam',
    AS: 'American Samoa',
    MP: 'Northern Mariana Islands',
  }),
);

const STATE_CODES: ReadonlyMap<string, string> = new Map([...STATES].map(([code, name]) => [name, code]));

const codePattern = [...STATES.keys()].join('|');
const namePattern = [...STATES.values()].join('|');

/**
 * City, state and zip at the end: "Juneau, AK 99811-0001", "Frankfort, Kentucky 40601", "Bismarck ND, 58505". A
 * state's name must be separated from the city, or "Fort Washington" would be a city named Fort.
 */
const CITY_STATE_ZIP = new RegExp(
  String.raw`^(?<before>.*?)(?<city>[^;,\d][^;,]*?)(?:[;,]+\s*(?<name>${namePattern})|\s*[;,]*\s+(?<code>${codePattern}))\s*[.,;]*\s*(?<zip>\d{4,5}(?:-\d{0,4})?)?$`,
  's',
);

/**
 * Splits an address such as "State House; Rm 204; Concord, NH 03301": the text before the city is the
 * street, its first line separate from the others. A zip code that a spreadsheet robbed of its leading zero gets it
 * back. Where the end is not city, state and zip, the whole text is the street: nothing of it is lost.
 */
export function splitAddress(text: string): AddressParts {
  const lines = splitLines(text);
  const found = CITY_STATE_ZIP.exec(lines.join('; '))?.groups;
  const state = found?.code ?? STATE_CODES.get(found?.name ?? '');
  if (found === undefined || state === undefined || !endsAtSeparator(found.before ?? ''))
    return toStreets(lines);
  return {
    ...toStreets(splitLines(found.before ?? '')),
    city: (found.city ?? '').trim(),
    state,
    ...(found.zip ? { zipCode: normalizeZipCode(found.zip) } : {}),
    country: 'US',
  };
}

/** How the United States are written in a column of countries, letters only. */
const UNITED_STATES = new Set(['us', 'usa', 'unitedstates', 'unitedstatesofamerica', 'america']);

/**
 * A zip code with its leading zero and without a hyphen that nothing follows: "6604" is 06604, "80290-" 80290. The
 * postal code of another country stays as it is: Reykjavík's 101 is no 00101.
 */
export function normalizeZipCode(text: string, country = 'US'): string {
  const letters = country.toLowerCase().replace(/^the\b|[^\p{L}]/gu, '');
  if (!UNITED_STATES.has(letters)) return text;
  const zip = text.replace(/-$/, '');
  return /^\d{3,4}$/.test(zip) ? zip.padStart(5, '0') : zip;
}

/** Whether the text before the city ends with a separator. */
const endsAtSeparator = (before: string): boolean => before.trim() === '' || /[;,]\s*$/.test(before);

function toStreets(lines: readonly string[]): Pick<AddressParts, 'street' | 'street2'> {
  const [street, ...more] = lines;
  if (street === undefined) return {};
  return more.length === 0 ? { street } : { street, street2: more.join(', ') };
}

function splitLines(text: string): readonly string[] {
  return text
    .split(/[;\r\n]/)
    .map((part) => part.replace(/\s+/g, ' ').replace(/^[\s,]+|[\s,]+$/g, ''))
    .filter((part) => part !== '');
}
