// The usual abbreviation of a zone's time.

/** The runtime has an offset in the place of these names: of the zones that people of the territories use. */
const namesByZone: Readonly<Record<string, string>> = {
  'Pacific/Guam': 'ChST',
  'Pacific/Saipan': 'ChST',
  'Pacific/Pago_Pago': 'SST',
};

/** The runtime's names that nobody there uses. */
const usualNames: Readonly<Record<string, string>> = { HAST: 'HST', HADT: 'HDT' };

/** @example getZoneName(Date.parse('2027-01-15T12:00:00Z'), 'America/Phoenix') // 'MST' */
export function getZoneName(moment: number, timeZone: string): string {
  const name =
    namesByZone[timeZone] ??
    new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' })
      .formatToParts(moment)
      .find(({ type }) => type === 'timeZoneName')?.value ??
    timeZone;
  return usualNames[name] ?? name;
}
