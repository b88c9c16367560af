// Proves how an address in one cell is split.
import { describe, expect, it } from 'vitest';
import { normalizeZipCode, splitAddress } from './split-address.ts';

describe('splitAddress', () => {
  it.each([
    [
      'State House; P.O. Box 12; Rivertown, MD 21401-0012',
      {
        street: 'State House',
        street2: 'P.O. Box 12',
        city: 'Rivertown',
        state: 'MD',
        zipCode: '21401-0012',
        country: 'US',
      },
    ],
    [
      'P.O. Box 12; ; Rivertown, AK 99811',
      { street: 'P.O. Box 12', city: 'Rivertown', state: 'AK', zipCode: '99811', country: 'US' },
    ],
    [
      '12 Harbor St.;Lakeview, WI 53213',
      { street: '12 Harbor St.', city: 'Lakeview', state: 'WI', zipCode: '53213', country: 'US' },
    ],
    [
      'Room 4, Harbor Building 12 Dock St., Lakeview, OR 97301',
      {
        street: 'Room 4, Harbor Building 12 Dock St.',
        city: 'Lakeview',
        state: 'OR',
        zipCode: '97301',
        country: 'US',
      },
    ],
    [
      '12 Harbor St., Lakeview, Kentucky 40601',
      { street: '12 Harbor St.', city: 'Lakeview', state: 'KY', zipCode: '40601', country: 'US' },
    ],
    [
      '12 Harbor St.; Lakeview, Maryland; 21401',
      { street: '12 Harbor St.', city: 'Lakeview', state: 'MD', zipCode: '21401', country: 'US' },
    ],
    [
      '12 Harbor St.; Lakeview ND, 58505',
      { street: '12 Harbor St.', city: 'Lakeview', state: 'ND', zipCode: '58505', country: 'US' },
    ],
    [
      '12 Harbor St.\nLakeview,, CA 90272',
      { street: '12 Harbor St.', city: 'Lakeview', state: 'CA', zipCode: '90272', country: 'US' },
    ],
    [
      '12 Harbor St.; Lakeview, NC 27699;',
      { street: '12 Harbor St.', city: 'Lakeview', state: 'NC', zipCode: '27699', country: 'US' },
    ],
    ['Garden Lake, GA', { city: 'Garden Lake', state: 'GA', country: 'US' }],
    ['12 Harbor St., Fort Washington', { street: '12 Harbor St., Fort Washington' }],
    ['12 Harbor St., Suite 4 or 5', { street: '12 Harbor St., Suite 4 or 5' }],
    ['Harbor Building, 12 Dock Street, Suite', { street: 'Harbor Building, 12 Dock Street, Suite' }],
    ['10 Downing Street; London SW1A 2AA', { street: '10 Downing Street', street2: 'London SW1A 2AA' }],
    ['', {}],
  ])('%j', (text, parts) => {
    expect(splitAddress(text)).toEqual(parts);
  });
});

describe('normalizeZipCode', () => {
  it.each([
    ['6604', '06604'],
    ['501', '00501'],
    ['80290-', '80290'],
    ['99811-0001', '99811-0001'],
    ['SW1A 2AA', 'SW1A 2AA'],
  ])('%j is %j', (text, zip) => {
    expect(normalizeZipCode(text)).toBe(zip);
  });

  it.each([
    ['6604', 'USA', '06604'],
    ['6604', 'United States of America', '06604'],
    ['6604', 'U.S.', '06604'],
    ['101', 'Iceland', '101'],
    ['1010', 'Austria', '1010'],
    ['1010', 'Österreich', '1010'],
  ])(
    '%j of %j is %j: only the United States have zip codes of five digits (USPS Pub. 28 2.1)',
    (text, country, zip) => {
      expect(normalizeZipCode(text, country)).toBe(zip);
    },
  );
});
