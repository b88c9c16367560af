// Parses the criteria of a search, and reports everything that is wrong with them.
import type { TenantStore } from '../../../shared/data/store.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { committeesByNumber } from '../../../shared/legislature/committee-numbers.ts';
import { listSessions } from '../../../shared/legislature/sessions/sessions.ts';
import { stateById } from '../../../shared/legislature/states.ts';
import { unknownValue } from '../unknown-value.ts';
import type { CriteriaInput } from './contract.ts';
import { parseTerm } from './find-terms.ts';
import type { SearchCriteria } from './search.ts';

const parseTerms = (terms: readonly string[] | undefined): string[] => [
  ...new Set((terms ?? []).map((term) => term.trim().replace(/\s+/g, ' ')).filter((term) => term !== '')),
];

const termLists = ['allOf', 'anyOf', 'noneOf'] as const;

/** A term without letters and digits finds nothing. */
const validateTerms = (criteria: SearchCriteria): ErrorDetail[] =>
  termLists.flatMap((list) =>
    criteria[list].flatMap((term, index): ErrorDetail[] =>
      parseTerm(term).length > 0
        ? []
        : [
            {
              code: 'INVALID_FORMAT',
              message: `criteria.${list}[${index}] must have letters or digits, but was ${JSON.stringify(term)}.`,
              target: `criteria.${list}[${index}]`,
            },
          ],
    ),
  );

/** A search that only excludes words would find nearly every bill of every legislature. */
const validateNotEmpty = ({ noneOf: _, inTexts: _inTexts, ...conditions }: SearchCriteria): ErrorDetail[] =>
  Object.values(conditions).some((values) => values.length > 0)
    ? []
    : [
        {
          code: 'REQUIRED_FIELD',
          message:
            'criteria must have at least one condition besides noneOf: allOf, anyOf, sponsors, committeeIds, subjects, stateIds or sessionIds.',
          target: 'criteria',
        },
      ];

/** Reports what the criteria name that does not exist. At most two round trips. */
async function validateReferences(
  tenant: TenantStore,
  { stateIds, sessionIds, committeeIds }: SearchCriteria,
): Promise<ErrorDetail[]> {
  const [sessions, committees] = await Promise.all([
    sessionIds.length === 0 ? [] : listSessions(tenant),
    committeeIds.length === 0 ? [] : committeesByNumber(tenant, committeeIds),
  ]);
  const findUnknown = (list: string, noun: string, ids: readonly number[], exists: (id: number) => boolean) =>
    ids.flatMap((id, index) =>
      exists(id)
        ? []
        : [unknownValue(`criteria.${list}[${index}]`, `There is no ${noun} with the id ${id}.`)],
    );
  return [
    ...findUnknown('stateIds', 'state', stateIds, (id) => stateById(id) !== undefined),
    ...findUnknown('sessionIds', 'session', sessionIds, (id) => sessions.some((each) => each.id === id)),
    ...findUnknown('committeeIds', 'committee', committeeIds, (id) =>
      committees.some(({ number }) => number === id),
    ),
  ];
}

/**
 * The criteria of a request.
 * @throws Failure 400 listing everything that is wrong
 */
export async function parseCriteria(tenant: TenantStore, sent: CriteriaInput): Promise<SearchCriteria> {
  const criteria: SearchCriteria = {
    allOf: parseTerms(sent.allOf),
    anyOf: parseTerms(sent.anyOf),
    noneOf: parseTerms(sent.noneOf),
    sponsors: parseTerms(sent.sponsors),
    committeeIds: [...new Set(sent.committeeIds)],
    subjects: parseTerms(sent.subjects),
    stateIds: [...new Set(sent.stateIds)],
    sessionIds: [...new Set(sent.sessionIds)],
    ...(sent.inTexts && { inTexts: true as const }),
  };
  throwIfInvalid([
    ...validateTerms(criteria),
    ...validateNotEmpty(criteria),
    ...(await validateReferences(tenant, criteria)),
  ]);
  return criteria;
}
