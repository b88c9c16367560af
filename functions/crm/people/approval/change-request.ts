// The rules of profile change requests: what of a person changes, and what an approver decided.
import { isDeepStrictEqual } from 'node:util';
import type { PersonContent } from '../../../../shared/directory/people/person.ts';
import type { StoredRecord } from '../../../../shared/directory/record/stored.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { isBlank } from '../../../../shared/values/blank.ts';
import type { PersonInput } from '../presentation/schemas.ts';

/** A field of a request: its value in the record then, the proposed one, and the decision. */
export interface ProposedChange {
  /** The name of a field, or the id of a custom one. */
  readonly field: string;
  readonly isCustom: boolean;
  readonly before: unknown;
  readonly after: unknown;
  readonly decision?: 'accepted' | 'declined';
  readonly note?: string;
}

/** What a request says. */
export interface ChangeRequestContent {
  readonly personId: string;
  readonly changes: readonly ProposedChange[];
  readonly status: 'pending' | 'decided' | 'withdrawn';
  readonly reason?: string;
  /** Subjects. */
  readonly requestedBy: string;
  readonly decidedBy?: string;
  readonly decidedDate?: string;
}

/** A stored request. */
export type ChangeRequestItem = ChangeRequestContent & StoredRecord<'change-request'>;

/** A decision about a field. */
export interface Decision {
  readonly field: string;
  readonly isAccepted: boolean;
  readonly note?: string | undefined;
  readonly isOverride?: boolean | undefined;
}

/** The value that the record has for a field; null for none. */
function getValue(
  person: PersonContent,
  { field, isCustom }: Pick<ProposedChange, 'field' | 'isCustom'>,
): unknown {
  if (isCustom) return person.customFields?.find(({ id }) => id === field)?.value ?? null;
  return Object.entries(person).find(([name]) => name === field)?.[1] ?? null;
}

/** What an input would change of a person, field by field. A value that the record has already is no change. */
export function listProposedChanges(
  person: PersonContent,
  { customFields, ...fields }: Partial<PersonInput>,
): ProposedChange[] {
  const toChange = (field: string, isCustom: boolean, value: unknown): ProposedChange => ({
    field,
    isCustom,
    before: getValue(person, { field, isCustom }),
    after: isBlank(value) ? null : value,
  });
  return [
    ...Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [toChange(name, false, value)],
    ),
    ...(customFields ?? []).map(({ fieldId, value }) => toChange(fieldId, true, value)),
  ].filter(({ before, after }) => !isDeepStrictEqual(before, after));
}

/** The accepted changes as a request that changes the person. */
export function toPersonInput(changes: readonly ProposedChange[]): Partial<PersonInput> {
  const custom = changes.filter(({ isCustom }) => isCustom);
  return {
    ...Object.fromEntries(
      changes.flatMap(({ field, isCustom, after }) => (isCustom ? [] : [[field, after] as const])),
    ),
    ...(custom.length > 0 && {
      customFields: custom.map(({ field, after }) => ({
        fieldId: field,
        value: after as string | null,
      })),
    }),
  };
}

/** What is wrong with these decisions about a request: each field is decided, once, and still as it was. */
export function checkDecisions(
  changes: readonly ProposedChange[],
  decisions: readonly Decision[],
  person: PersonContent,
): ErrorDetail[] {
  const known = new Map(changes.map((change) => [change.field, change]));
  const decided = decisions.flatMap(({ field, isAccepted, isOverride }, index): ErrorDetail[] => {
    const target = `decisions[${index}].field`;
    const change = known.get(field);
    const names = [...known.keys()].join(', ');
    if (!change)
      return [
        {
          code: 'UNKNOWN_VALUE',
          target,
          message: `The request does not change ${field}; it changes ${names}.`,
        },
      ];
    if (decisions.findIndex((other) => other.field === field) < index)
      return [{ code: 'DUPLICATE_VALUE', target, message: `${field} is decided twice.` }];
    return isAccepted && !isOverride && !isDeepStrictEqual(getValue(person, change), change.before)
      ? [
          {
            code: 'NOT_ALLOWED',
            target,
            message: `${field} was changed since the request. Decline it, or accept it with isOverride.`,
          },
        ]
      : [];
  });
  const missing = [...known.keys()].filter((name) => !decisions.some(({ field }) => field === name));
  return missing.length === 0
    ? decided
    : [
        ...decided,
        { code: 'REQUIRED_FIELD', target: 'decisions', message: `Decide ${missing.join(', ')}, too.` },
      ];
}

/** The request with these decisions, which are valid. */
export const applyDecisions = (
  content: ChangeRequestContent,
  decisions: readonly Decision[],
  { by, at }: { readonly by: string; readonly at: Date },
): ChangeRequestContent => ({
  ...content,
  status: 'decided',
  decidedBy: by,
  decidedDate: at.toISOString(),
  changes: content.changes.map((change) => {
    const { isAccepted = false, note } = decisions.find(({ field }) => field === change.field) ?? {};
    return {
      ...change,
      decision: isAccepted ? 'accepted' : 'declined',
      ...(note !== undefined && { note }),
    };
  }),
});
