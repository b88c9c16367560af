// The legislators of the demo tenants: the real sponsors of the real bills, as the public list of Open States names them
// with district and party, and invented ones, marked as samples, who sponsor and vote on the sample bills. No vote of a
// real legislator is included.

export interface DemoOfficial {
  readonly name: `${string} ${string}`;
  readonly role: 'upper' | 'lower';
  readonly district: string;
  readonly party: 'Democratic' | 'Republican' | 'Independent';
  readonly isSample?: boolean;
}

interface DemoOfficials {
  /** Two letters. */
  readonly state: string;
  readonly officials: readonly DemoOfficial[];
}

type Row = readonly [DemoOfficial['name'], DemoOfficial['role'], string, DemoOfficial['party']];

const real = (rows: readonly Row[]): DemoOfficial[] =>
  rows.map(([name, role, district, party]) => ({ name, role, district, party }));

/** Districts that no state has. */
const samples = (rows: readonly Row[]): DemoOfficial[] =>
  real(rows).map((official) => ({ ...official, isSample: true }));

/** By the code of the tenant. */
export const demoOfficials: Readonly<Record<string, DemoOfficials>> = {
  demo: {
    state: 'WA',
    officials: [
      ...real([
        ['Emily Alvarado', 'upper', '34', 'Democratic'],
        ['Yasmin Trudeau', 'upper', '27', 'Democratic'],
        ['Julia Reed', 'lower', '36', 'Democratic'],
        ['Jessica Bateman', 'upper', '22', 'Democratic'],
        ['Gerry Pollet', 'lower', '46', 'Democratic'],
        ['Marko Liias', 'upper', '21', 'Democratic'],
        ['Marcus Riccelli', 'upper', '3', 'Democratic'],
        ['Noel Frame', 'upper', '36', 'Democratic'],
        ['Liz Berry', 'lower', '36', 'Democratic'],
      ]),
      ...samples([
        ['Alma Sample', 'lower', 'Sample 1', 'Democratic'],
        ['Boris Sample', 'lower', 'Sample 2', 'Republican'],
        ['Celia Sample', 'lower', 'Sample 3', 'Democratic'],
        ['Dario Sample', 'upper', 'Sample 1', 'Republican'],
        ['Edda Sample', 'upper', 'Sample 2', 'Democratic'],
        ['Felix Sample', 'upper', 'Sample 3', 'Independent'],
      ]),
    ],
  },
  harbor: {
    state: 'MD',
    officials: [
      ...real([
        ['Vaughn Stewart', 'lower', '19', 'Democratic'],
        ['Jheanelle Wilkins', 'lower', '20', 'Democratic'],
      ]),
      ...samples([
        ['Greta Sample', 'lower', 'Sample 1', 'Republican'],
        ['Henrik Sample', 'lower', 'Sample 2', 'Democratic'],
        ['Iris Sample', 'lower', 'Sample 3', 'Democratic'],
      ]),
    ],
  },
};
