// The states whose legislatures are tracked: the fifty states, the District of Columbia and the five territories that
// people live in. The seats and time zones of territories are those of the metadata of Open States (openstates-core,
// openstates/metadata/data).
//
// Ids are FIPS 5-2 codes as integers. The time zone is that of the capital, by whose clocks the legislature has its days: the
// standard time zones of 49 CFR 71, under the names of the IANA database. Seats are those of a full house.

/** The chambers of a legislature; `legislature` is a single chamber, or both together. */
export type StateChamber = 'upper' | 'lower' | 'legislature';

export interface Chamber {
  readonly type: StateChamber;
  readonly name: string;
  readonly seats: number;
}

export interface State {
  /** FIPS code; 0 for the federal legislature, which has none. */
  readonly id: number;
  readonly abbreviation: string;
  readonly name: string;
  readonly kind: 'state' | 'district' | 'territory' | 'federal';
  /** IANA name. */
  readonly timeZone: string;
  readonly chambers: readonly Chamber[];
}

const timeZones = {
  E: 'America/New_York',
  C: 'America/Chicago',
  M: 'America/Denver',
  P: 'America/Los_Angeles',
} as const;

const buildSenate = (seats: number): Chamber => ({ type: 'upper', name: 'Senate', seats });

/** FIPS code, abbreviation, name, time zone, seats of senate and house; the name of the house if it is another one. */
type StateRow = readonly [
  id: number,
  abbreviation: string,
  name: string,
  zone: string,
  senate: number,
  house: number,
  houseName?: string,
];

const bicameral: readonly StateRow[] = [
  [1, 'AL', 'Alabama', 'C', 35, 105],
  [2, 'AK', 'Alaska', 'America/Anchorage', 20, 40],
  [4, 'AZ', 'Arizona', 'America/Phoenix', 30, 60],
  [5, 'AR', 'Arkansas', 'C', 35, 100],
  [6, 'CA', 'California', 'P', 40, 80, 'Assembly'],
  [8, 'CO', 'Colorado', 'M', 35, 65],
  [9, 'CT', 'Connecticut', 'E', 36, 151],
  [10, 'DE', 'Delaware', 'E', 21, 41],
  [12, 'FL', 'Florida', 'E', 40, 120],
  [13, 'GA', 'Georgia', 'E', 56, 180],
  [15, 'HI', 'Hawaii', 'Pacific/Honolulu', 25, 51],
  [16, 'ID', 'Idaho', 'America/Boise', 35, 70],
  [17, 'IL', 'Illinois', 'C', 59, 118],
  [18, 'IN', 'Indiana', 'America/Indiana/Indianapolis', 50, 100],
  [19, 'IA', 'Iowa', 'C', 50, 100],
  [20, 'KS', 'Kansas', 'C', 40, 125],
  [21, 'KY', 'Kentucky', 'E', 38, 100],
  [22, 'LA', 'Louisiana', 'C', 39, 105],
  [23, 'ME', 'Maine', 'E', 35, 151],
  [24, 'MD', 'Maryland', 'E', 47, 141, 'House of Delegates'],
  [25, 'MA', 'Massachusetts', 'E', 40, 160],
  [26, 'MI', 'Michigan', 'America/Detroit', 38, 110],
  [27, 'MN', 'Minnesota', 'C', 67, 134],
  [28, 'MS', 'Mississippi', 'C', 52, 122],
  [29, 'MO', 'Missouri', 'C', 34, 163],
  [30, 'MT', 'Montana', 'M', 50, 100],
  [32, 'NV', 'Nevada', 'P', 21, 42, 'Assembly'],
  [33, 'NH', 'New Hampshire', 'E', 24, 400],
  [34, 'NJ', 'New Jersey', 'E', 40, 80, 'General Assembly'],
  [35, 'NM', 'New Mexico', 'M', 42, 70],
  [36, 'NY', 'New York', 'E', 63, 150, 'Assembly'],
  [37, 'NC', 'North Carolina', 'E', 50, 120],
  [38, 'ND', 'North Dakota', 'C', 47, 94],
  [39, 'OH', 'Ohio', 'E', 33, 99],
  [40, 'OK', 'Oklahoma', 'C', 48, 101],
  [41, 'OR', 'Oregon', 'P', 30, 60],
  [42, 'PA', 'Pennsylvania', 'E', 50, 203],
  [44, 'RI', 'Rhode Island', 'E', 38, 75],
  [45, 'SC', 'South Carolina', 'E', 46, 124],
  [46, 'SD', 'South Dakota', 'C', 35, 70],
  [47, 'TN', 'Tennessee', 'C', 33, 99],
  [48, 'TX', 'Texas', 'C', 31, 150],
  [49, 'UT', 'Utah', 'M', 29, 75],
  [50, 'VT', 'Vermont', 'E', 30, 150],
  [51, 'VA', 'Virginia', 'E', 40, 100, 'House of Delegates'],
  [53, 'WA', 'Washington', 'P', 49, 98],
  [54, 'WV', 'West Virginia', 'E', 34, 100, 'House of Delegates'],
  [55, 'WI', 'Wisconsin', 'C', 33, 99, 'Assembly'],
  [56, 'WY', 'Wyoming', 'M', 31, 62],
];

const isZone = (zone: string): zone is keyof typeof timeZones => Object.hasOwn(timeZones, zone);

const bicameralStates: readonly State[] = bicameral.map(
  ([id, abbreviation, name, zone, upper, lower, houseName = 'House of Representatives']) => ({
    id,
    abbreviation,
    name,
    kind: 'state',
    timeZone: isZone(zone) ? timeZones[zone] : zone,
    chambers: [buildSenate(upper), { type: 'lower', name: houseName, seats: lower }],
  }),
);

/** Every state, the District of Columbia and the territories, by name. */
export const states: readonly State[] = [
  ...bicameralStates,
  {
    id: 31,
    abbreviation: 'NE',
    name: 'Nebraska',
    kind: 'state',
    timeZone: timeZones.C,
    chambers: [{ type: 'legislature', name: 'Legislature', seats: 49 }],
  } as const,
  {
    id: 11,
    abbreviation: 'DC',
    name: 'District of Columbia',
    kind: 'district',
    timeZone: timeZones.E,
    chambers: [{ type: 'legislature', name: 'Council', seats: 13 }],
  } as const,
  {
    id: 72,
    abbreviation: 'PR',
    name: 'Puerto Rico',
    kind: 'territory',
    timeZone: 'America/Puerto_Rico',
    chambers: [buildSenate(27), { type: 'lower', name: 'House of Representatives', seats: 51 }],
  } as const,
  {
    id: 60,
    abbreviation: 'AS',
    name: 'American Samoa',
    kind: 'territory',
    timeZone: 'Pacific/Pago_Pago',
    chambers: [buildSenate(18), { type: 'lower', name: 'House of Representatives', seats: 21 }],
  } as const,
  {
    id: 66,
    abbreviation: 'GU',
    name: 'Guam',
    kind: 'territory',
    timeZone: 'Pacific/Guam',
    chambers: [{ type: 'legislature', name: 'Legislature', seats: 15 }],
  } as const,
  {
    id: 69,
    abbreviation: 'MP',
    name: 'Northern Mariana Islands',
    kind: 'territory',
    timeZone: 'Pacific/Guam',
    chambers: [buildSenate(9), { type: 'lower', name: 'House of Representatives', seats: 20 }],
  } as const,
  {
    id: 78,
    abbreviation: 'VI',
    name: 'Virgin Islands',
    kind: 'territory',
    timeZone: 'America/Puerto_Rico',
    chambers: [{ type: 'legislature', name: 'Legislature', seats: 15 }],
  } as const,
].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The Congress of the United States, which lists may include with the states. */
export const federal: State = {
  id: 0,
  abbreviation: 'US',
  name: 'United States',
  kind: 'federal',
  timeZone: timeZones.E,
  chambers: [buildSenate(100), { type: 'lower', name: 'House of Representatives', seats: 435 }],
};

const legislatures: readonly State[] = [...states, federal];

/** The state with this FIPS code; 0 is the federal legislature. */
export const stateById = (id: number): State | undefined => legislatures.find((state) => state.id === id);

/** The state with this name, in any case. */
export function stateByName(name: string): State | undefined {
  const lower = name.trim().toLowerCase();
  return legislatures.find((state) => state.name.toLowerCase() === lower);
}

/** The state with this postal abbreviation, in any case; `US` is the federal legislature. */
export function stateByAbbreviation(abbreviation: string): State | undefined {
  const upper = abbreviation.trim().toUpperCase();
  return legislatures.find((state) => state.abbreviation === upper);
}
