// The forms of the bill numbers of every legislature. Each is written from the source that is named: the scrapers of Open
// States (github.com/openstates/openstates-scrapers, scrapers/<file>), read at commit 9a8ec13 of 14 August 2026. Where a
// scraper changes what its legislature prints, both forms are here.
import { describe, expect, it } from 'vitest';
import { billNumberKey, isBillNumber, parseBillNumber } from './bill-number.ts';
import { resolveBillType } from './bill-types.ts';
import { federal, stateByAbbreviation, states } from './states.ts';

/** A legislature, the scraper, and its forms with the number that is read. */
type Forms = readonly [
  state: string,
  source: string,
  ...forms: readonly (readonly [written: string, read: string])[],
];

const table: readonly Forms[] = [
  ['AK', 'ak/bills.py', ['HB1', 'HB 1'], ['SCR 4', 'SCR 4'], ['HSCR 1', 'HSCR 1']],
  ['AL', 'al/bills.py', ['HB10', 'HB 10'], ['SJR4', 'SJR 4']],
  ['AR', 'ar/bills.py', ['HB 1001', 'HB 1001'], ['HCMR 1001', 'HCMR 1001']],
  ['AZ', 'az/bills.py', ['HB2001', 'HB 2001'], ['HCR2001', 'HCR 2001']],
  ['CA', 'ca/bills.py, ca/models.py short_bill_id', ['AB1', 'AB 1'], ['ABX1 2', 'ABX1 2'], ['ACA7', 'ACA 7']],
  ['CO', 'co/bills.py', ['HB26-1001', 'HB 26-1001'], ['SB24B-300', 'SB 24B-300'], ['HB 1362', 'HB 1362']],
  ['CT', 'ct/bills.py', ['HB05001', 'HB 5001'], ['SJ00001', 'SJ 1']],
  [
    'DC',
    'dc/bills.py legislationNumber',
    ['B26-0034', 'B 26-0034'],
    ['PR26-0100', 'PR 26-0100'],
    ['CER26-0001', 'CER 26-0001'],
  ],
  [
    'DE',
    'de/bills.py LegislationDisplayCode, de/events.py',
    ...([
      ['HB 75', 'HB 75'],
      ['HS 1 for HB 75', 'HS 1 for HB 75'],
      ['HB 75 w/ HA 1', 'HB 75'],
      ['HB 350 -HA 1', 'HB 350'],
      ['HS 2 for HB 13', 'HS 2 for HB 13'],
    ] as const),
  ],
  ['FL', 'fl/bills.py', ['SB 230', 'SB 230'], ['SPB 7002', 'SPB 7002'], ['HB 0004', 'HB 4']],
  ['GA', 'ga/bills.py Suffix', ['HB 1', 'HB 1'], ['HB 1EX', 'HB 1EX'], ['SR 6', 'SR 6']],
  [
    'GU',
    'gu/bills.py',
    ['B-163-37', 'B 163-37'],
    ['B 163-37', 'B 163-37'],
    ['Bill No. 163-37 (COR)', 'B 163-37'],
    ['Resolution No. 12-37 (LS)', 'R 12-37'],
  ],
  ['HI', 'hi/bills.py', ['HB2466', 'HB 2466'], ['GM501', 'GM 501'], ['HB\u00a01', 'HB 1']],
  ['IA', 'ia/bills.py, extract_doc_id', ['HF 1', 'HF 1'], ['SSB 3001', 'SSB 3001'], ['5001XD', '5001XD']],
  ['ID', 'id/bills.py', ['H 0978', 'H 978'], ['HCR004', 'HCR 4'], ['SJM 101', 'SJM 101']],
  [
    'IL',
    'il/bills.py',
    ['HB0001', 'HB 1'],
    ['SJRCA0004', 'SJRCA 4'],
    ['AM1040012', 'AM 1040012'],
    ['AM 104-0012', 'AM 104-0012'],
  ],
  ['IN', 'in/bills.py correct_bill_identifier', ['HB 1389', 'HB 1389'], ['HC 1', 'HC 1'], ['SJR 2', 'SJR 2']],
  ['KS', 'ks/bills.py', ['SB1', 'SB 1'], ['SCR1601', 'SCR 1601']],
  ['KY', 'ky/bills.py', ['HB1', 'HB 1'], ['BR123', 'BR 123']],
  ['LA', 'la/bills.py', ['HB1', 'HB 1'], ['HCSR2', 'HCSR 2'], ['SSR1', 'SSR 1']],
  ['MA', 'ma/bills.py', ['H2', 'H 2'], ['SD2739', 'SD 2739'], ['SRes12', 'SRES 12']],
  ['MD', 'md/bills.py', ['SB 1260', 'SB 1260'], ['HJ0003', 'HJ 3']],
  ['ME', 'me/bills.py', ['LD 1235', 'LD 1235'], ['LD1', 'LD 1']],
  [
    'MI',
    'mi/bills.py; openstates-core utils/transformers.py',
    ['HB 5150', 'HB 5150'],
    ['HJR A', 'HJR A'],
    ['SJRA', 'SJR A'],
    ['HJR AA', 'HJR AA'],
  ],
  ['MN', 'mn/bills.py make_bill_id', ['SF0077', 'SF 77'], ['HF 123', 'HF 123'], ['SC9', 'SC 9']],
  ['MO', 'mo/bills.py', ['SR 979', 'SR 979'], ['HCS HB 10', 'HCSHB 10'], ['HJR 4', 'HJR 4']],
  ['MP', 'mp/bills.py', ['HB 24-6', 'HB 24-6'], ['HCommRes24-6', 'HCOMMRES 24-6'], ['SLI 24-1', 'SLI 24-1']],
  ['MS', 'ms/bills.py', ['HB1040', 'HB 1040'], ['HC 2', 'HC 2'], ['SN 4', 'SN 4']],
  ['MT', 'mt/bills.py', ['HB 1', 'HB 1'], ['LC0012', 'LC 12']],
  ['NC', 'nc/bills.py', ['H102', 'HB 102'], ['HB 102', 'HB 102'], ['SJR 4', 'SJR 4']],
  ['ND', 'nd/bills.py', ['HB 1001', 'HB 1001'], ['SMR 4001', 'SMR 4001']],
  ['NE', 'ne/bills.py', ['LB1', 'LB 1'], ['LR1CA', 'LR 1CA'], ['AM104', 'AM 104']],
  [
    'NH',
    'nh/bills.py expanded_bill_id',
    ['HB323', 'HB 323'],
    ['HB2-FN-A-LOCAL', 'HB 2'],
    ['CACR 1', 'CACR 1'],
    ['SSHB1', 'SSHB 1'],
  ],
  ['NJ', 'nj/bills.py', ['A1', 'A 1'], ['SCR12', 'SCR 12']],
  ['NM', 'nm/bills.py', ['HB1', 'HB 1'], ['SJM10', 'SJM 10'], ['HM3', 'HM 3']],
  [
    'NV',
    'nv/bills.py CARRYOVERS',
    ['AB1', 'AB 1'],
    ['AB1*', 'AB1*'],
    ['AB1-2017', 'AB 1-2017'],
    ['AB1-2020Special32', 'AB1-2020Special32'],
  ],
  [
    'NY',
    'ny/bills.py basePrintNo, ny/events.py',
    ['S155', 'S 155'],
    ['S 1234-A', 'S 1234'],
    ['S1234A', 'S 1234'],
    ['K00012', 'K 12'],
  ],
  ['OH', 'oh/bills.py', ['H. B. No. 33', 'HB 33'], ['S.R.No.1', 'SR 1'], ['HB 33', 'HB 33']],
  ['OK', 'ok/bills.py', ['HB1001', 'HB 1001'], ['SB 9134', 'SB 9134']],
  ['OR', 'or/bills.py', ['HB 2001', 'HB 2001'], ['SJM 4', 'SJM 4']],
  ['PA', 'pa/bills.py', ['HB 1', 'HB 1'], ['SR 12', 'SR 12']],
  [
    'PR',
    'pr/bills.py bill_types; printed as in the Sistema Único de Trámite Legislativo',
    ...([
      ['PC0205', 'PC 205'],
      ['RKC0012', 'RKC 12'],
      ['P. de la C. 205', 'PC 205'],
      ['P. del S. 623', 'PS 623'],
      ['R. Conc. de la C. 12', 'RKC 12'],
      ['R. C. del S. 4', 'RCS 4'],
    ] as const),
  ],
  ['RI', 'ri/bills.py', ['HB 5001', 'HB 5001'], ['S101', 'S 101'], ['H 5001A', 'H 5001A']],
  ['SC', 'sc/bills.py', ['H. 3001', 'H 3001'], ['S 0001', 'S 1']],
  ['SD', 'sd/bills.py', ['HB 1001', 'HB 1001'], ['SC 801', 'SC 801']],
  ['TN', 'tn/bills.py', ['HB0243', 'HB 243'], ['SJR0001', 'SJR 1']],
  ['TX', 'tx/bills.py', ['HB 1', 'HB 1'], ['SCR 4', 'SCR 4']],
  [
    'UT',
    'ut/bills.py',
    ['H.B. 12', 'HB 12'],
    ['S.C.R. 4', 'SCR 4'],
    ['1st Sub. H.B. 12', '1st Sub. H.B. 12'],
  ],
  ['VA', 'va/bills.py', ['HB9', 'HB 9'], ['SJ4', 'SJ 4']],
  ['VI', 'vi/bills.py, vi/events.py', ['36-0001', '36-0001'], ['Bill No. 36-0001', '36-0001']],
  ['VT', 'vt/bills.py', ['H.754', 'H 754'], ['J.R.H. 1', 'JRH 1'], ['PR.5', 'PR 5']],
  [
    'WA',
    'wa/bills.py, wa/events.py',
    ['HB 1146', 'HB 1146'],
    ['SHB 1110', 'SHB 1110'],
    ['2SHB 1234', '2SHB 1234'],
  ],
  ['WI', 'wi/bills.py', ['AB1', 'AB 1'], ['SJR4', 'SJR 4']],
  ['WV', 'wv/bills.py', ['SB 500', 'SB 500'], ['HB 2001', 'HB 2001']],
  ['WY', 'wy/bills.py', ['HB0002', 'HB 2'], ['26LSO-0012', '26LSO-0012']],
  [
    'US',
    'usa/bills.py',
    ['H R 123', 'HR 123'],
    ['HCONRES 1', 'HCONRES 1'],
    ['S 164', 'S 164'],
    ['H.J.Res. 3', 'HJRES 3'],
  ],
];

const idOf = (state: string): number | undefined => stateByAbbreviation(state)?.id;

it('has every legislature', () => {
  const listed = table.map(([state]) => state);
  // No scraper reads the Fono of American Samoa: its numbers are read like all others.
  expect([...states.map(({ abbreviation }) => abbreviation), federal.abbreviation].sort()).toEqual(
    [...listed, 'AS'].sort(),
  );
});

describe.each(table.map(([state, source, ...forms]) => ({ state, source, forms })))(
  '$state (scrapers/$source)',
  ({ state, forms }) => {
    it.each(forms)('%s is read as %s', (written, read) => {
      const number = parseBillNumber(written, idOf(state));
      expect(number?.billNumber).toBe(read);
      // What is stored is read as itself, and has one key.
      expect(parseBillNumber(read, idOf(state))?.billNumber).toBe(read);
      expect(billNumberKey(read, idOf(state))).not.toBe('');
      expect(resolveBillType(idOf(state) ?? 0, number?.abbreviation ?? '').name).not.toBe('');
    });
  },
);

// LegiScan's own addresses: legiscan.com/FL/bill/S1718/2023, legiscan.com/NC/bill/H823/2023.
it.each([
  ['FL', 'S1718', 'SB 1718'],
  ['FL', 'H0001', 'HB 1'],
  ['NC', 'H823', 'HB 823'],
])('%s: %s of LegiScan is %s', (state, written, read) => {
  const id = stateByAbbreviation(state)?.id ?? 0;
  expect(parseBillNumber(written, id)?.billNumber).toBe(read);
  expect(billNumberKey(written, id)).toBe(billNumberKey(read, id));
  expect(isBillNumber(written, read, id)).toBe(true);
});

it('a substitute or an engrossed bill names its bill', () => {
  const bases = (
    [
      ['DE', 'HS 1 for HB 75'],
      ['WA', 'ESSB 5001'],
      ['WA', '2SHB 1234'],
      ['UT', '1st Sub. H.B. 12'],
      ['WA', 'SB 5001'],
      ['FL', 'CS/CS/SB 102'],
      ['NM', 'SJC/SB 1'],
      ['MO', 'SS SCS HB 1'],
      ['KS', 'S Sub for HB 2001'],
      ['OH', 'Am. Sub. H.B. No. 33'],
      ['HI', 'HB1001 HD1 SD2'],
      ['RI', 'H 5001 SUB A'],
      ['AK', 'SCS CSHB 12(RES)'],
      ['UT', 'HB0001S01'],
      ['ID', 'H0001aa,aaS'],
      ['MO', 'SS 1'],
    ] as const
  ).map(([state, written]) => parseBillNumber(written, idOf(state))?.base);
  expect(bases).toEqual(
    ['HB 75', 'SB 5001', 'HB 1234', 'HB 12', undefined].concat([
      ...['SB 102', 'SB 1', 'HB 1', 'HB 2001', 'HB 33', 'HB 1001', 'H 5001', 'HB 12', 'HB 1', 'H 1'],
      undefined,
    ]),
  );
});
