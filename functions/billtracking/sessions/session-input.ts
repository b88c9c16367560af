// Reads and validates the input of a session.
import { conflict, type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import {
  endsBeforeStart,
  type Session,
  type SessionContent,
} from '../../../shared/legislature/sessions/session.ts';
import { validateStateId } from '../unknown-value.ts';
import type { SessionInput, SessionUpdateInput } from './contract.ts';

const validateDates = (session: SessionContent): ErrorDetail[] =>
  endsBeforeStart(session)
    ? [
        {
          code: 'OUT_OF_RANGE',
          message: `endDate must not be before startDate (${session.startDate}), but was ${session.endDate}.`,
          target: 'endDate',
        },
      ]
    : [];

/**
 * The content of a new session.
 * @throws Failure 400 when there is no such state, or the session ends before it starts
 */
export function parseSession({ stateId, identifier, name, ...input }: SessionInput): SessionContent {
  const content: SessionContent = {
    stateId,
    identifier,
    name,
    classification: input.classification ?? 'primary',
    startDate: input.startDate ?? undefined,
    endDate: input.endDate ?? undefined,
  };
  throwIfInvalid([...validateStateId(stateId), ...validateDates(content)]);
  return content;
}

const applyDate = (input: string | null | undefined, current: string | undefined): string | undefined =>
  input === undefined ? current : (input ?? undefined);

/** Why the input cannot be applied: a field that identifies the session would change, which it would not tell. */
function findIdentityConflict(before: Session, input: SessionUpdateInput): string | undefined {
  const changed = (['stateId', 'identifier'] as const).filter(
    (field) => input[field] != null && input[field] !== before[field],
  );
  if (changed.length === 0) return undefined;
  const present = changed.map((field) => `${field} ${JSON.stringify(before[field])}`).join(' and ');
  return `State and identifier of a session never change: leave them out or send ${present}.`;
}

/**
 * The session with the input applied.
 * @throws Failure 400 when it would end before it starts; 409 when it would become another session
 */
export function applySessionUpdate(before: Session, input: SessionUpdateInput): Session {
  const after: Session = {
    ...before,
    name: input.name ?? before.name,
    classification: input.classification ?? before.classification,
    startDate: applyDate(input.startDate, before.startDate),
    endDate: applyDate(input.endDate, before.endDate),
  };
  throwIfInvalid(validateDates(after));
  const reason = findIdentityConflict(before, input);
  if (reason !== undefined) throw conflict(reason, 'identifier');
  return after;
}
