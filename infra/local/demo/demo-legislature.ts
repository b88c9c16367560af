// The legislative committees that the demo tenants follow: real ones, of the sessions of 2025 and 2026.
import type { StateChamber } from '../../../shared/legislature/states.ts';

interface DemoLegislature {
  readonly stateId: number;
  readonly state: string;
  readonly sessionId: number;
  /** Names by key, in the chamber. Ids are made from chamber and key: `lower-housing`. */
  readonly committees: Readonly<Partial<Record<StateChamber, Readonly<Record<string, string>>>>>;
}

/** By the code of the tenant. */
export const demoLegislatures: Readonly<Record<string, DemoLegislature>> = {
  demo: {
    stateId: 53,
    state: 'WA',
    sessionId: 5301,
    committees: {
      lower: {
        'local-government': 'House Local Government',
        housing: 'House Housing',
        appropriations: 'House Appropriations',
        finance: 'House Finance',
        transportation: 'House Transportation',
        'capital-budget': 'House Capital Budget',
        'civil-rights': 'House Civil Rights & Judiciary',
        environment: 'House Environment & Energy',
      },
      upper: {
        'local-government': 'Senate Local Government',
        housing: 'Senate Housing',
        'ways-and-means': 'Senate Ways & Means',
        transportation: 'Senate Transportation',
        'law-and-justice': 'Senate Law & Justice',
        environment: 'Senate Environment, Energy & Technology',
      },
    },
  },
  harbor: {
    stateId: 24,
    state: 'MD',
    sessionId: 2402,
    committees: {
      lower: {
        'economic-matters': 'House Economic Matters',
        environment: 'House Environment and Transportation',
        'ways-and-means': 'House Ways and Means',
      },
      upper: {
        'judicial-proceedings': 'Senate Judicial Proceedings',
        budget: 'Senate Budget and Taxation',
        education: 'Senate Education, Energy, and the Environment',
      },
    },
  },
};
