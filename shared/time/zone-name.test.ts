// The usual abbreviations of zones, as the National Institute of Standards and Technology lists those of the territories.
import { expect, it } from 'vitest';
import { isTimeZone } from './is-time-zone.ts';
import { getZoneName } from './zone-name.ts';

it.each([
  ['America/New_York', '2027-01-15T12:00:00Z', 'EST'],
  ['America/New_York', '2027-07-15T12:00:00Z', 'EDT'],
  ['America/Phoenix', '2027-07-15T12:00:00Z', 'MST'],
  ['America/Adak', '2027-01-15T12:00:00Z', 'HST'],
  ['America/Adak', '2027-07-15T12:00:00Z', 'HDT'],
  ['Pacific/Honolulu', '2027-01-15T12:00:00Z', 'HST'],
  ['Pacific/Guam', '2027-01-15T12:00:00Z', 'ChST'],
  ['Pacific/Saipan', '2027-01-15T12:00:00Z', 'ChST'],
  ['Pacific/Pago_Pago', '2027-01-15T12:00:00Z', 'SST'],
])('the time of %s at %s is %s', (zone, moment, name) => {
  expect(getZoneName(Date.parse(moment), zone)).toBe(name);
});

it.each([
  ['America/New_York', true],
  ['UTC', true],
  ['Europe/Atlantis', false],
  ['', false],
])('%j is the name of a time zone: %s', (zone, expected) => expect(isTimeZone(zone)).toBe(expected));
