// Who is whose constituent, by Open Civic Data divisions and addresses (docs/interface/billtracking.md#constituents).
import { describe, expect, it } from 'vitest';
import type { OfficeContent } from '../directory/people/office.ts';
import { deriveOfficeDivision, deriveResidence, isRepresented } from './constituents.ts';

const office = (more: Partial<OfficeContent>): OfficeContent => ({
  id: '7a0e6f1c-52a8-4ab0-8a7d-6a9d0e0f1b11',
  kind: 'legislature',
  role: 'upper',
  state: 'WA',
  ...more,
});
const address = (state: string, city?: string) => ({
  id: '7a0e6f1c-52a8-4ab0-8a7d-6a9d0e0f1b12',
  type: 'Primary',
  state,
  ...(city !== undefined && { city }),
});
const division = (identifier: string) => ({ scheme: 'ocd-division', identifier });
const washington = 'ocd-division/country:us/state:wa';
const congress = 'ocd-jurisdiction/country:us/government';

describe('the division that elects an office', () => {
  it.each([
    ['a state senator', { district: '31' }, `${washington}/sldu:31`],
    ['a state representative', { role: 'lower', district: '5' }, `${washington}/sldl:5`],
    [
      'a district with a name',
      { role: 'lower', state: 'NH', district: 'Belknap 1' },
      'ocd-division/country:us/state:nh/sldl:belknap_1',
    ],
    [
      'the one chamber of Nebraska',
      { role: 'legislature', state: 'NE', district: '12' },
      'ocd-division/country:us/state:ne/sldu:12',
    ],
    ['a governor', { kind: 'executive' as const, role: 'governor' }, washington],
    ['a senator of the United States', { district: 'Class 1', jurisdiction: congress }, washington],
    [
      'a representative of the United States',
      { role: 'lower', district: '7', jurisdiction: congress },
      `${washington}/cd:7`,
    ],
    [
      'a resident commissioner',
      { role: 'lower', state: 'PR', jurisdiction: congress },
      'ocd-division/country:us/territory:pr',
    ],
    [
      'a mayor',
      {
        kind: 'municipality' as const,
        role: 'mayor',
        jurisdiction: 'ocd-jurisdiction/country:us/state:wa/place:tacoma/government',
      },
      `${washington}/place:tacoma`,
    ],
    ['a mayor of who knows where', { kind: 'municipality' as const, role: 'mayor' }, undefined],
    ['an office of no known state', { state: undefined, district: '31' }, undefined],
  ])('is that of %s', (_, more, expected) => {
    expect(deriveOfficeDivision(office(more))).toBe(expected);
  });
});

describe('a person is represented', () => {
  const inDistrict = deriveResidence({ externalIds: [division(`${washington}/sldu:31`)] });
  const inTacoma = deriveResidence({ addresses: [address('Washington', 'Tacoma')] });
  const elsewhere = deriveResidence({ addresses: [address('OR', 'Tacoma')] });

  it.each([
    ['by the senator of their district', inDistrict, `${washington}/sldu:31`, true],
    ['not by the senator of another one', inDistrict, `${washington}/sldu:32`, false],
    ['by the governor of the state their district is in', inDistrict, washington, true],
    ['by the governor of the state of their address', inTacoma, washington, true],
    ['by the mayor of the city of their address', inTacoma, `${washington}/place:tacoma`, true],
    ['not by the mayor of a city of the same name elsewhere', elsewhere, `${washington}/place:tacoma`, false],
    ['not by a senator, as an address names no district', inTacoma, `${washington}/sldu:31`, false],
  ])('%s', (_, residence, division, expected) => {
    expect(isRepresented(residence, division)).toBe(expected);
  });

  it('by an official of an unknown district, if the caller includes unknown districts', () => {
    const options = { withUnknownDistrict: true };
    expect(isRepresented(inTacoma, `${washington}/sldu:31`, options)).toBe(true);
    expect(isRepresented(elsewhere, `${washington}/sldu:31`, options)).toBe(false);
    // Their district of this chamber is known, and it is another.
    expect(isRepresented(inDistrict, `${washington}/sldu:32`, options)).toBe(false);
    // Of the other chamber it is not.
    expect(isRepresented(inDistrict, `${washington}/sldl:32`, options)).toBe(true);
  });

  it('by nobody through a former address', () => {
    const left = deriveResidence({ addresses: [{ ...address('WA', 'Tacoma'), isActive: false }] });
    expect(isRepresented(left, washington)).toBe(false);
  });
});
