// The legislation days that the demo tenants use: real ones, entered as facts.
import type { DayMap } from '../../../functions/billtracking/capitol-reports/legislation-days/legislation-days.ts';

interface DemoLegislationDays extends DayMap {
  readonly stateId: number;
  readonly sessionId: number;
  readonly instrument: string;
}

/** So many days running from a date, numbered from a day on. */
const running = (legislativeDay: number, from: string, count: number): DayMap['days'] =>
  Array.from({ length: count }, (_, at) => ({
    legislativeDay: legislativeDay + at,
    date: new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10),
  }));

/** By the code of the tenant. */
export const demoLegislationDays: Readonly<Record<string, DemoLegislationDays>> = {
  // The General Assembly of Georgia meets on forty days, with adjournments between them.
  demo: {
    stateId: 13,
    sessionId: 1301,
    instrument: 'SR 6 (2025)',
    isComplete: false,
    crossoverDay: 28,
    sineDieDay: 40,
    days: [...running(1, '2025-01-13', 5), ...running(6, '2025-01-27', 4), ...running(10, '2025-02-03', 4)],
  },
  // The General Assembly of Maryland meets for ninety days running (Constitution, article III, section 15).
  harbor: {
    stateId: 24,
    sessionId: 2402,
    instrument: 'Constitution of Maryland, article III, section 15',
    isComplete: true,
    crossoverDay: 69,
    sineDieDay: 90,
    days: running(1, '2026-01-14', 90),
  },
};
