// A session of a legislature.
import { foldForSort } from '../../lists/fold-for-sort.ts';

/** A regular session, or one that was called for a purpose (as public data sets name them). */
export const sessionClassifications = ['primary', 'special'] as const;
export type SessionClassification = (typeof sessionClassifications)[number];

/** The content of a session. State and identifier together identify it and never change. */
export interface SessionContent {
  /** FIPS code; 0 is the Congress of the United States. */
  readonly stateId: number;
  /** The session's name in public data sets: `2025-2026`, `89R`, `119`. */
  readonly identifier: string;
  readonly name: string;
  readonly classification: SessionClassification;
  /** The first and last year that a source gives, where the name does not say them. */
  readonly startYear?: number | undefined;
  readonly endYear?: number | undefined;
  /** YYYY-MM-DD in the state's time zone, both inclusive; absent while not set. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface Session extends SessionContent {
  /** Below 10000 for a built-in session, from 10001 up for a session of the tenant. */
  readonly id: number;
}

/** Whether a text names this session: its identifier or name, in any case, with or without the word "session". */
export function matchesSessionName(session: SessionContent, text: string): boolean {
  const fold = (name: string): string => foldForSort(name).replace(/-session$/, '');
  return [session.identifier, session.name].some((name) => fold(name) === fold(text));
}

/** Whether a session ends before it starts, as some entries of public data sets do. */
export const endsBeforeStart = ({
  startDate,
  endDate,
}: Pick<SessionContent, 'startDate' | 'endDate'>): boolean =>
  startDate !== undefined && endDate !== undefined && endDate < startDate;

/** Compares two sessions: the latest first, those without a start last; then by name. */
export const latestFirst = (a: Session, b: Session): number =>
  (b.startDate ?? '').localeCompare(a.startDate ?? '') || a.name.localeCompare(b.name) || a.id - b.id;
