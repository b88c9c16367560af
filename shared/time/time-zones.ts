// Converts between IANA names of time zones, which are stored, and Windows names, which existing clients use
// (docs/interface/training.md#class-times).
import { windowsZones } from './windows-zones.ts';

const foldName = (name: string): string => name.trim().toLowerCase();

const byWindowsName = new Map(
  Object.entries(windowsZones).map(([name, zones]) => [foldName(name), zones.split(' ')[0] ?? '']),
);
const windowsNames = new Map(
  Object.entries(windowsZones).flatMap(([name, zones]) =>
    zones.split(' ').map((zone): [string, string] => [foldName(zone), name]),
  ),
);

/** The canonical IANA name of a zone, in any case and for any of its aliases. */
function canonicalZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * The IANA name of a time zone by either name, in any case: `Eastern Standard Time` is America/New_York. Undefined for
 * an unknown zone, and for an offset, which has no summer time.
 */
export function toIanaZone(name: string): string | undefined {
  const fromWindows = byWindowsName.get(foldName(name));
  if (fromWindows !== undefined) return fromWindows;
  return /^[a-z]/i.test(name.trim()) ? canonicalZone(name.trim()) : undefined;
}

/** The Windows name of an IANA zone; the IANA name itself if Windows has none. */
export function toWindowsZone(zone: string): string {
  const named = windowsNames.get(foldName(zone)) ?? windowsNames.get(foldName(canonicalZone(zone) ?? ''));
  return named ?? (canonicalZone(zone) === 'UTC' ? 'UTC' : zone);
}
