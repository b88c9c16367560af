// The names of constituencies (docs/interface/crm.md#constituencies).
import { expect, it } from 'vitest';
import { nameConstituency } from './constituency-name.ts';

it.each([
  ['state:wa', 'Washington'],
  ['district:dc', 'District of Columbia'],
  ['state:wa/cd:7', 'Washington Congressional District 7'],
  ['state:vt/cd:at-large', 'Vermont At-Large Congressional District'],
  ['state:wa/sldu:43', 'Washington Senate District 43'],
  ['state:ne/sldu:12', 'Nebraska Legislature District 12'],
  ['state:md/sldl:12a', 'Maryland House of Delegates District 12A'],
  ['state:nh/sldl:belknap_1', 'New Hampshire House of Representatives District Belknap 1'],
  ['state:wa/county:king', 'King County, Washington'],
  ['state:la/parish:orleans', 'Orleans Parish, Louisiana'],
  ['state:mo/place:st._louis', 'St. Louis, Missouri'],
  ['state:ca/school_district:los_angeles', 'Los Angeles (School District), California'],
])('%s is called %s', (path, name) => {
  expect(nameConstituency(`ocd-division/country:us/${path}`)).toBe(name);
});
