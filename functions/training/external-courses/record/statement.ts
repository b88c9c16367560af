// The rules of xAPI statements that hold for every course elsewhere.
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type ErrorDetail, Failure } from '../../../../shared/errors/failure.ts';
import { isGuid } from '../../../../shared/values/guid.ts';
import type { EnrollmentItem, StatementItem } from './enrollment.ts';
import { maxStatementDepth, maxStatementLength, type Statement } from './statement-schemas.ts';

/** The verbs that a rule reads; a course may use any other. */
export const verbs = {
  initialized: 'http://adlnet.gov/expapi/verbs/initialized',
  completed: 'http://adlnet.gov/expapi/verbs/completed',
  passed: 'http://adlnet.gov/expapi/verbs/passed',
  failed: 'http://adlnet.gov/expapi/verbs/failed',
  terminated: 'http://adlnet.gov/expapi/verbs/terminated',
  launched: 'http://adlnet.gov/expapi/verbs/launched',
  voided: 'http://adlnet.gov/expapi/verbs/voided',
  abandoned: 'https://w3id.org/xapi/adl/verbs/abandoned',
  satisfied: 'https://w3id.org/xapi/adl/verbs/satisfied',
} as const;

/** The agent that stands for a person: an account of the tenant, whose name is the person's id (cmi5 9.2). */
export const buildAgent = (homePage: string, personId: string) => ({
  objectType: 'Agent' as const,
  account: { homePage, name: personId },
});
export type LaunchAgent = ReturnType<typeof buildAgent>;

/** How deep values are nested: 0 for a text. Stops at what is too deep. */
export const depthOf = (value: unknown, limit: number): number =>
  typeof value !== 'object' || value === null || limit === 0
    ? 0
    : 1 + Math.max(0, ...Object.values(value).map((inner) => depthOf(inner, limit - 1)));

/** Whether a value has null anywhere but in extensions (xAPI 2.2). */
const hasNull = (value: unknown): boolean =>
  value === null ||
  (typeof value === 'object' &&
    Object.entries(value as object).some(([name, inner]) => name !== 'extensions' && hasNull(inner)));

const invalidAt = (target: string, message: string): ErrorDetail => ({
  code: 'INVALID_FORMAT',
  message,
  target,
});

/** Whether a value is nested deeper than a statement or document may be. */
export const isTooDeep = (value: unknown): boolean =>
  depthOf(value, maxStatementDepth + 1) > maxStatementDepth;

/** What is wrong with the object of a statement. @param nameField names a field of the statement in its request */
function findObjectFaults({ verb, object }: Statement, nameField: (field: string) => string): ErrorDetail[] {
  const { objectType, id } = object;
  if (objectType === 'StatementRef')
    return isGuid(id ?? '')
      ? []
      : [
          invalidAt(
            nameField('object.id'),
            'The id of a StatementRef must be the UUID of a statement (xAPI 2.4.4.3).',
          ),
        ];
  if (verb.id === verbs.voided)
    return [
      invalidAt(
        nameField('object.objectType'),
        'objectType must be StatementRef with the verb voided: it names the statement that is voided (xAPI 2.3.2).',
      ),
    ];
  const isActivity = objectType === undefined || objectType === 'Activity';
  return isActivity && !/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(id ?? '')
    ? [
        invalidAt(
          nameField('object.id'),
          'The id of an activity must be an absolute IRI such as https://example.com/course (xAPI 2.4.4.1).',
        ),
      ]
    : [];
}

/** What is wrong with a statement of well-formed parts. @param target of the statement in its request; empty for the body itself */
export function findStatementFaults(statement: Statement, target: string): ErrorDetail[] {
  const nameField = (field: string): string => [target, field].filter(Boolean).join('.');
  const whole = target || 'body';
  // What follows visits the whole statement.
  if (isTooDeep(statement))
    return [invalidAt(whole, `A statement may be nested ${maxStatementDepth} deep at most.`)];
  const length = JSON.stringify(statement).length;
  const { raw, min, max } = statement.result?.score ?? {};
  return [
    ...(hasNull(statement)
      ? [invalidAt(whole, 'A statement must not have null, except in extensions (xAPI 2.2).')]
      : []),
    ...findObjectFaults(statement, nameField),
    ...(raw !== undefined && ((min !== undefined && raw < min) || (max !== undefined && raw > max))
      ? [invalidAt(nameField('result.score.raw'), 'raw must be between min and max (xAPI 2.4.5.1).')]
      : []),
    ...(min !== undefined && max !== undefined && min >= max
      ? [invalidAt(nameField('result.score.min'), 'min must be less than max (xAPI 2.4.5.1).')]
      : []),
    ...(length > maxStatementLength
      ? [
          invalidAt(
            whole,
            `A statement may have ${maxStatementLength} characters, but this one has ${length}.`,
          ),
        ]
      : []),
  ];
}

/** @throws Failure 403 for a statement about another person, or another registration */
export function assertOwnStatement(
  { actor, context }: Statement,
  agent: LaunchAgent,
  { id }: Pick<EnrollmentItem, 'id'>,
): void {
  if (!isDeepStrictEqual({ ...actor.account }, agent.account))
    throw new Failure(
      'PERMISSION_DENIED',
      'The actor must be the agent of the launch: this credential is for one person.',
      { target: 'actor' },
    );
  if (context?.registration !== undefined && context.registration !== id)
    throw new Failure(
      'PERMISSION_DENIED',
      'context.registration must be the registration of the launch: this credential is for one course.',
      { target: 'context.registration' },
    );
}

/** The value with the members of all objects in one order. */
const sortMembers = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sortMembers(inner)]),
  );
};

/**
 * A digest of what makes statements the same (xAPI 2.3.1): without what the platform sets, texts that describe the verb and
 * the activity, and attachments.
 */
export function digestStatement({ verb, object, result, context }: Statement): string {
  const { definition: _, ...target } = object;
  const compared = { verb: verb.id, object: target, result, context };
  return createHash('sha256')
    .update(JSON.stringify(sortMembers(compared)))
    .digest('base64url');
}

/** Whether a statement is the stored one: a timestamp that is absent was set by the platform. */
export const isSameStatement = (sent: Statement, stored: StatementItem): boolean =>
  digestStatement(sent) === stored.digest &&
  (sent.timestamp === undefined || Date.parse(sent.timestamp) === Date.parse(stored.timestamp));

/** A statement as it is stored. */
export function buildStatementItem(
  { id: registration, personId, courseId }: Pick<EnrollmentItem, 'id' | 'personId' | 'courseId'>,
  statement: Statement & { readonly id: string },
  by: StatementItem['by'],
  now: Date,
): StatementItem {
  const { actor: _, stored, authority, ...content } = statement;
  return {
    type: 'external-statement',
    id: statement.id,
    ...{ personId, courseId, registration, by },
    verb: statement.verb.id,
    timestamp: statement.timestamp ?? now.toISOString(),
    storedDate: now.toISOString(),
    content: JSON.stringify(content),
    digest: digestStatement(statement),
  };
}

/** A stored statement as the course reads it (xAPI 2.4). */
export const presentStatement = (item: StatementItem, agent: LaunchAgent) => ({
  ...(JSON.parse(item.content) as Omit<Statement, 'actor'>),
  id: item.id,
  actor: agent,
  timestamp: item.timestamp,
  stored: item.storedDate,
  authority: { objectType: 'Agent' as const, account: agent.account },
  version: '1.0.0',
});
