// The built-in sessions. A tenant may override any of them.
//
// An id is the state's FIPS code and two more digits, and never changes. Identifiers are those of public data sets.
import type { Session } from './session.ts';

/** Id, state, identifier, name, first day, and last day if it is set. */
type SessionRow = readonly [
  id: number,
  stateId: number,
  identifier: string,
  name: string,
  startDate: string,
  endDate?: string,
];

const rows: readonly SessionRow[] = [
  [18, 0, '118', '118th Congress', '2023-01-03', '2025-01-03'],
  [19, 0, '119', '119th Congress', '2025-01-03', '2027-01-03'],
  // A California session ends on 30 November of the even year (Constitution, article IV, section 3).
  [601, 6, '20252026', '2025-2026 Regular Session', '2024-12-02', '2026-11-30'],
  // Forty legislative days; the last one of 2026 is for the General Assembly to set.
  [1301, 13, '2025', '2025 Regular Session', '2025-01-13', '2025-04-04'],
  [1302, 13, '2026', '2026 Regular Session', '2026-01-12'],
  // Ninety days from the second Wednesday of January (Constitution, article III, sections 14 and 15).
  [2401, 24, '2025', '2025 Regular Session', '2025-01-08', '2025-04-07'],
  [2402, 24, '2026', '2026 Regular Session', '2026-01-14', '2026-04-13'],
  [4101, 41, '2025R1', '2025 Regular Session', '2025-01-21', '2025-06-27'],
  [4801, 48, '89R', '89th Legislature, Regular Session', '2025-01-14', '2025-06-02'],
  // 105 days in the odd year, 60 in the even one (Constitution, article II, section 12).
  [5301, 53, '2025-2026', '2025-2026 Regular Session', '2025-01-13', '2026-03-12'],
  [5302, 53, '2027-2028', '2027-2028 Regular Session', '2027-01-11', '2028-03-09'],
  // A Council Period is two calendar years; the scraper of Open States names and dates them so (scrapers/dc/__init__.py).
  [1101, 11, '26', '26th Council Period (2025-2026)', '2025-01-02', '2026-12-31'],
  // A Legislature of American Samoa lasts two years; the 24th was that of 1995 and 1996 (amsamoa.net, Organization of the Fono). Terms end at
  // noon of 3 January (Revised Constitution, article V, section 1).
  [6001, 60, '39', '39th Legislature', '2025-01-03', '2027-01-03'],
  // Territories, as the scrapers of Open States name and date them (scrapers/gu, mp, pr, vi).
  [6601, 66, '38th', '38th Guam Legislature', '2025-01-01', '2026-12-31'],
  [6901, 69, '24', '24th Commonwealth Legislature', '2025-01-01', '2026-12-31'],
  [7201, 72, '2025-2028', '2025-2028 Session', '2025-01-13', '2028-12-31'],
  [7801, 78, '36', '2025-2026 Regular Session', '2025-01-09', '2026-12-31'],
];

/** Every built-in session. */
export const shippedSessions: readonly Session[] = rows.map(
  ([id, stateId, identifier, name, startDate, endDate]) => ({
    id,
    stateId,
    identifier,
    name,
    classification: 'primary',
    startDate,
    ...(endDate !== undefined && { endDate }),
  }),
);
