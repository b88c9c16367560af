// Time zones by IANA's and by Windows' names (docs/interface/training.md#class-times: timeZone is a Windows name;
// mapping: Unicode CLDR).
import { describe, expect, it } from 'vitest';
import { toIanaZone, toWindowsZone } from './time-zones.ts';
import { windowsZones } from './windows-zones.ts';

describe('toIanaZone', () => {
  it.each([
    ['Eastern Standard Time', 'America/New_York'],
    ['pacific standard time', 'America/Los_Angeles'],
    [' W. Europe Standard Time ', 'Europe/Berlin'],
    ['America/Chicago', 'America/Chicago'],
    ['america/chicago', 'America/Chicago'],
    [' America/Chicago ', 'America/Chicago'],
    ['US/Central', 'America/Chicago'],
    ['UTC', 'Etc/UTC'],
  ])('%s is %s', (sent, zone) => {
    expect(toIanaZone(sent)).toBe(zone);
  });

  it.each(['', 'Mars Standard Time', 'Europe/Atlantis', '+05:00', '../etc'])(
    '%s is not a time zone',
    (sent) => {
      expect(toIanaZone(sent)).toBeUndefined();
    },
  );
});

describe('toWindowsZone', () => {
  it.each([
    ['America/New_York', 'Eastern Standard Time'],
    ['America/Detroit', 'Eastern Standard Time'],
    ['America/Phoenix', 'US Mountain Standard Time'],
    ['Asia/Kolkata', 'India Standard Time'],
    ['UTC', 'UTC'],
    ['Antarctica/Troll', 'Antarctica/Troll'],
    ['Etc/UTC', 'UTC'],
    ['america/new_york', 'Eastern Standard Time'],
    ['US/Eastern', 'Eastern Standard Time'],
    ['Europe/Atlantis', 'Europe/Atlantis'],
  ])('%s is %s', (zone, name) => {
    expect(toWindowsZone(zone)).toBe(name);
  });

  it('returns every Windows name for its own zone', () => {
    expect(Object.keys(windowsZones).length).toBeGreaterThan(130);
    for (const name of Object.keys(windowsZones)) expect(toWindowsZone(toIanaZone(name) ?? '')).toBe(name);
  });

  it.each([
    ...['America/New_York', 'America/Detroit', 'America/Indiana/Indianapolis', 'America/Chicago'],
    ...['America/Denver', 'America/Boise', 'America/Phoenix', 'America/Los_Angeles'],
    ...['America/Anchorage', 'America/Adak', 'Pacific/Honolulu', 'America/Puerto_Rico', 'Pacific/Guam'],
  ])('leads back to the same time in summer and winter: %s', (zone) => {
    const formatAt = (timeZone: string, month: number) =>
      new Intl.DateTimeFormat('en', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
        Date.UTC(2027, month, 1, 12),
      );
    const back = toIanaZone(toWindowsZone(zone)) ?? '';
    expect([formatAt(back, 0), formatAt(back, 6)]).toEqual([formatAt(zone, 0), formatAt(zone, 6)]);
  });
});
