// What is asked of a session, held against its rules.
import { type ErrorDetail, invalid } from '../../../shared/errors/failure.ts';
import { endsBeforeStart, type Session, type SessionContent } from '../../../shared/legislature/session.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import type { SessionChange, SessionInput } from './contract.ts';

function refuse(faults: readonly ErrorDetail[]): void {
  const [first, ...more] = faults;
  if (first) throw invalid([first, ...more]);
}

const validateDates = (session: SessionContent): ErrorDetail[] =>
  endsBeforeStart(session)
    ? [
        {
          code: 'OUT_OF_RANGE',
          message: `endDate (${session.endDate}) must not lie before startDate (${session.startDate}).`,
          target: 'endDate',
        },
      ]
    : [];

/**
 * The session that is asked for.
 * @throws Failure 400 when there is no such state, or it would end before it starts
 */
export function parseSession(sent: SessionInput): SessionContent {
  const content: SessionContent = {
    stateId: sent.stateId,
    identifier: sent.identifier,
    name: sent.name,
    classification: sent.classification ?? 'primary',
    startDate: sent.startDate ?? undefined,
    endDate: sent.endDate ?? undefined,
  };
  const message = `stateId must be the FIPS code of a state, or 0, but was ${sent.stateId}.`;
  refuse([
    ...(stateById(sent.stateId) ? [] : [{ code: 'UNKNOWN_VALUE', message, target: 'stateId' } as const]),
    ...validateDates(content),
  ]);
  return content;
}

const applyDate = (sent: string | null | undefined, kept: string | undefined): string | undefined =>
  sent === undefined ? kept : (sent ?? undefined);

/**
 * The session with what was sent changed.
 * @throws Failure 400 when it would end before it starts
 */
export function applySessionUpdate(before: Session, sent: SessionChange): Session {
  const after: Session = {
    ...before,
    name: sent.name ?? before.name,
    classification: sent.classification ?? before.classification,
    startDate: applyDate(sent.startDate, before.startDate),
    endDate: applyDate(sent.endDate, before.endDate),
  };
  refuse(validateDates(after));
  return after;
}
