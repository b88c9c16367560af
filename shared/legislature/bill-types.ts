// The types of bills: the letters that legislatures print before the number, and the kind of measure.
//
// The same letters have different meanings: HR is a bill in the United States House, but a resolution in a state's
// House. So a legislature has its own type for letters that it uses differently, and the common type otherwise.
import type { StateChamber } from './states.ts';

/** The kinds of measure, as public data sets name them. */
export const billClassifications = [
  'bill',
  'resolution',
  'joint resolution',
  'concurrent resolution',
  'memorial',
  'joint memorial',
  'constitutional amendment',
  'initiative',
  'petition',
  'order',
  'proclamation',
] as const;
export type BillClassification = (typeof billClassifications)[number];

export interface BillType {
  /** Never changes. */
  readonly id: number;
  /** As printed before the number: `HB`. */
  readonly abbreviation: string;
  readonly name: string;
  readonly classification: BillClassification;
  /** The chamber that introduces it, when only one does. */
  readonly chamber?: StateChamber;
  /** The FIPS codes of the states whose legislatures use it; absent for the common types. */
  readonly stateIds?: readonly number[];
}

type BillTypeRow = readonly [
  id: number,
  abbreviation: string,
  name: string,
  classification: BillClassification,
  chamber?: 'upper' | 'lower' | 'legislature',
];

/** The types that most states use, and the general types 1 to 11 for measures with unknown letters. */
const commonTypes: readonly BillTypeRow[] = [
  [1, 'B', 'Bill', 'bill'],
  [2, 'R', 'Resolution', 'resolution'],
  [3, 'JR', 'Joint Resolution', 'joint resolution'],
  [4, 'CR', 'Concurrent Resolution', 'concurrent resolution'],
  [5, 'M', 'Memorial', 'memorial'],
  [6, 'JM', 'Joint Memorial', 'joint memorial'],
  [7, 'CA', 'Constitutional Amendment', 'constitutional amendment'],
  [8, 'I', 'Initiative', 'initiative'],
  [9, 'P', 'Petition', 'petition'],
  [10, 'O', 'Order', 'order'],
  [11, 'PROC', 'Proclamation', 'proclamation'],
  [21, 'HB', 'House Bill', 'bill', 'lower'],
  [22, 'SB', 'Senate Bill', 'bill', 'upper'],
  [23, 'HR', 'House Resolution', 'resolution', 'lower'],
  [24, 'SR', 'Senate Resolution', 'resolution', 'upper'],
  [25, 'HJR', 'House Joint Resolution', 'joint resolution', 'lower'],
  [26, 'SJR', 'Senate Joint Resolution', 'joint resolution', 'upper'],
  [27, 'HCR', 'House Concurrent Resolution', 'concurrent resolution', 'lower'],
  [28, 'SCR', 'Senate Concurrent Resolution', 'concurrent resolution', 'upper'],
  [29, 'HM', 'House Memorial', 'memorial', 'lower'],
  [30, 'SM', 'Senate Memorial', 'memorial', 'upper'],
  [31, 'HJM', 'House Joint Memorial', 'joint memorial', 'lower'],
  [32, 'SJM', 'Senate Joint Memorial', 'joint memorial', 'upper'],
];

/** The types of single legislatures, with the states that use them. */
const legislatureTypes: readonly (readonly [stateIds: readonly number[], rows: readonly BillTypeRow[]])[] = [
  [
    [0],
    [
      [101, 'HR', 'House Bill', 'bill', 'lower'],
      [102, 'S', 'Senate Bill', 'bill', 'upper'],
      [103, 'HRES', 'House Simple Resolution', 'resolution', 'lower'],
      [104, 'SRES', 'Senate Simple Resolution', 'resolution', 'upper'],
      [105, 'HJRES', 'House Joint Resolution', 'joint resolution', 'lower'],
      [106, 'SJRES', 'Senate Joint Resolution', 'joint resolution', 'upper'],
      [107, 'HCONRES', 'House Concurrent Resolution', 'concurrent resolution', 'lower'],
      [108, 'SCONRES', 'Senate Concurrent Resolution', 'concurrent resolution', 'upper'],
    ],
  ],
  // California, Nevada, Wisconsin: the lower house is an Assembly.
  [
    [6, 32, 55],
    [
      [121, 'AB', 'Assembly Bill', 'bill', 'lower'],
      [122, 'AJR', 'Assembly Joint Resolution', 'joint resolution', 'lower'],
    ],
  ],
  [[6, 32, 34], [[123, 'ACR', 'Assembly Concurrent Resolution', 'concurrent resolution', 'lower']]],
  [[32, 34, 55], [[124, 'AR', 'Assembly Resolution', 'resolution', 'lower']]],
  [
    [6],
    [
      [125, 'ACA', 'Assembly Constitutional Amendment', 'constitutional amendment', 'lower'],
      [126, 'SCA', 'Senate Constitutional Amendment', 'constitutional amendment', 'upper'],
    ],
  ],
  // New Jersey and New York print one letter.
  [
    [34, 36],
    [
      [131, 'A', 'Assembly Bill', 'bill', 'lower'],
      [132, 'S', 'Senate Bill', 'bill', 'upper'],
    ],
  ],
  [[34], [[133, 'AJR', 'Assembly Joint Resolution', 'joint resolution', 'lower']]],
  // Idaho, Massachusetts, North Carolina, Rhode Island, South Carolina, Vermont.
  [
    [16, 25, 37, 44, 45, 50],
    [
      [141, 'H', 'House Bill', 'bill', 'lower'],
      [142, 'S', 'Senate Bill', 'bill', 'upper'],
    ],
  ],
  [
    [25],
    [
      [143, 'HD', 'House Docket', 'bill', 'lower'],
      [144, 'SD', 'Senate Docket', 'bill', 'upper'],
    ],
  ],
  // Iowa and Minnesota call a bill a file.
  [
    [19, 27],
    [
      [151, 'HF', 'House File', 'bill', 'lower'],
      [152, 'SF', 'Senate File', 'bill', 'upper'],
    ],
  ],
  [
    [19],
    [
      [153, 'HSB', 'House Study Bill', 'bill', 'lower'],
      [154, 'SSB', 'Senate Study Bill', 'bill', 'upper'],
    ],
  ],
  [[23], [[161, 'LD', 'Legislative Document', 'bill']]],
  [
    [31],
    [
      [171, 'LB', 'Legislative Bill', 'bill', 'legislature'],
      [172, 'LR', 'Legislative Resolution', 'resolution', 'legislature'],
    ],
  ],
  [[33], [[181, 'CACR', 'Constitutional Amendment Concurrent Resolution', 'constitutional amendment']]],
  [
    [24, 51],
    [
      [191, 'HJ', 'House Joint Resolution', 'joint resolution', 'lower'],
      [192, 'SJ', 'Senate Joint Resolution', 'joint resolution', 'upper'],
    ],
  ],
  [
    [17],
    [
      [201, 'HJRCA', 'House Joint Resolution Constitutional Amendment', 'constitutional amendment', 'lower'],
      [202, 'SJRCA', 'Senate Joint Resolution Constitutional Amendment', 'constitutional amendment', 'upper'],
    ],
  ],
  [
    [53],
    [
      [211, 'HI', 'House Initiative', 'initiative', 'lower'],
      [212, 'SI', 'Senate Initiative', 'initiative', 'upper'],
    ],
  ],
  // Puerto Rico, as its Sistema Único de Trámite Legislativo and the scraper of Open States name them (scrapers/pr/bills.py).
  [
    [72],
    [
      [221, 'PC', 'House Bill (Proyecto de la Cámara)', 'bill', 'lower'],
      [222, 'PS', 'Senate Bill (Proyecto del Senado)', 'bill', 'upper'],
      [223, 'RC', 'House Resolution (Resolución de la Cámara)', 'resolution', 'lower'],
      [224, 'RS', 'Senate Resolution (Resolución del Senado)', 'resolution', 'upper'],
      [225, 'RCC', 'House Joint Resolution (Resolución Conjunta de la Cámara)', 'joint resolution', 'lower'],
      [226, 'RCS', 'Senate Joint Resolution (Resolución Conjunta del Senado)', 'joint resolution', 'upper'],
      [
        ...([227, 'RKC', 'House Concurrent Resolution (Resolución Concurrente de la Cámara)'] as const),
        ...(['concurrent resolution', 'lower'] as const),
      ],
      [
        ...([228, 'RKS', 'Senate Concurrent Resolution (Resolución Concurrente del Senado)'] as const),
        ...(['concurrent resolution', 'upper'] as const),
      ],
    ],
  ],
  // Councils and legislatures of one chamber: the District of Columbia (scrapers/dc/bills.py: legislationNumber; LIMS, categories of
  // legislation), Guam (scrapers/gu/bills.py: bill_prefixes) and the Virgin Islands, whose numbers have no letters (scrapers/vi/bills.py).
  [
    [11, 66, 78],
    [
      [231, 'B', 'Bill', 'bill', 'legislature'],
      [232, 'R', 'Resolution', 'resolution', 'legislature'],
    ],
  ],
  [
    [11],
    [
      [233, 'PR', 'Proposed Resolution', 'resolution', 'legislature'],
      [234, 'CER', 'Ceremonial Resolution', 'resolution', 'legislature'],
    ],
  ],
  // The Northern Mariana Islands (scrapers/mp/bills.py: bill_types). A legislative initiative proposes an amendment of the Constitution
  // (article XVIII, section 3).
  [
    [69],
    [
      [261, 'HLB', 'House Local Bill', 'bill', 'lower'],
      [262, 'SLB', 'Senate Local Bill', 'bill', 'upper'],
      [263, 'HLI', 'House Legislative Initiative', 'constitutional amendment', 'lower'],
      [264, 'SLI', 'Senate Legislative Initiative', 'constitutional amendment', 'upper'],
      [265, 'HCOMMRES', 'House Commemorative Resolution', 'resolution', 'lower'],
    ],
  ],
];

const toBillType = (
  [id, abbreviation, name, classification, chamber]: BillTypeRow,
  stateIds?: readonly number[],
): BillType => ({
  id,
  abbreviation,
  name,
  classification,
  ...(chamber && { chamber }),
  ...(stateIds && { stateIds }),
});

/** Every type, the common ones first. */
export const billTypes: readonly BillType[] = [
  ...commonTypes.map((row) => toBillType(row)),
  ...legislatureTypes.flatMap(([stateIds, rows]) => rows.map((row) => toBillType(row, stateIds))),
];

/** Own types that a legislature has besides the common ones of the same kind. */
const additionalTypes: ReadonlySet<number> = new Set([261, 262, 265]);

const typesById = new Map(billTypes.map((type) => [type.id, type]));

/** The type with this id. */
export const billTypeById = (id: number): BillType | undefined => typesById.get(id);

/**
 * The types that a legislature may use: its own, and the common ones that those do not replace. A unicameral
 * legislature has its own types only. A legislature with an Assembly or with bills called files has no types named
 * after a House or a bill.
 */
export function billTypesByState(stateId: number): readonly BillType[] {
  const own = billTypes.filter(({ stateIds }) => stateIds?.includes(stateId));
  const ownLetters = new Set(own.map(({ abbreviation }) => abbreviation));
  const replacing = own.filter(({ id }) => !additionalTypes.has(id));
  const ownKinds = new Set(replacing.map(({ classification, chamber }) => `${classification} ${chamber}`));
  const others = billTypes.filter(
    ({ stateIds, abbreviation, chamber, classification }) =>
      stateIds === undefined &&
      chamber !== undefined &&
      !ownLetters.has(abbreviation) &&
      !ownKinds.has(`${classification} ${chamber}`),
  );
  return own.some(({ chamber }) => chamber === 'legislature') || stateId === 0 ? own : [...own, ...others];
}

/**
 * The type of a measure with these letters before its number. Unknown letters give the general type of the
 * classification, by default that of a bill; a number without letters, that of the legislature.
 */
export function resolveBillType(
  stateId: number,
  abbreviation: string,
  classification: string = 'bill',
): BillType {
  const letters = abbreviation.toUpperCase();
  const found =
    billTypes.find((type) => type.abbreviation === letters && type.stateIds?.includes(stateId)) ??
    billTypes.find((type) => type.abbreviation === letters && type.stateIds === undefined && type.chamber) ??
    billTypes.find(
      (type) => letters === '' && type.classification === classification && type.stateIds?.includes(stateId),
    ) ??
    billTypes.find((type) => type.classification === classification && type.chamber === undefined) ??
    billTypes[0];
  if (!found) throw new Error('There are no bill types');
  return found;
}
