// Time zones by either name: IANA's, which is kept, and Windows', which existing callers send and read
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

/** The name that the runtime's own data gives a zone, whatever the case and whichever of its names was sent. */
function canonicalZone(zone: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * The IANA name of a time zone that was given by either name, in any case: `Eastern Standard Time` is America/New_York.
 * Undefined when there is no such zone, or when it is an offset, which knows no summer time.
 */
export function toIanaZone(name: string): string | undefined {
  const ofWindows = byWindowsName.get(foldName(name));
  if (ofWindows !== undefined) return ofWindows;
  return /^[a-z]/i.test(name.trim()) ? canonicalZone(name.trim()) : undefined;
}

/** The Windows name of an IANA zone; the zone's own name where Windows has none. */
export function toWindowsZone(zone: string): string {
  const named = windowsNames.get(foldName(zone)) ?? windowsNames.get(foldName(canonicalZone(zone) ?? ''));
  return named ?? (canonicalZone(zone) === 'UTC' ? 'UTC' : zone);
}
