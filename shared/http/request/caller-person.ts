// Fills in the caller's person where a request leaves the person out (docs/interface/requests.md#the-callers-person).
import type { Caller } from '../../auth/access/access.ts';
import { findCallerPerson } from '../../auth/access/person-access.ts';
import { type ErrorDetail, invalid } from '../../errors/failure.ts';
import { isBlank } from '../../values/blank.ts';
import type { Request } from './request.ts';

/** The part of a contract that says where it names a person. */
export interface PersonDeclaration {
  readonly path: string;
  /** The member of the query or the body that is the caller's person where it is left out. */
  readonly selfAs?: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a parameter of the path is a person, so that `me` may stand for the caller. */
const isPersonParam = (path: string, name: string): boolean =>
  name === 'personId' || name === 'peopleId' || (name === 'id' && /\/people\/\{id\}/i.test(path));

/** The parameters of the path, with the caller's person for `me`. @throws Failure 400 for a caller who is no person */
function fillParams(path: string, params: Request['params'], own: string | undefined): Request['params'] {
  const target = Object.keys(params).find((name) => params[name] === 'me' && isPersonParam(path, name));
  if (target === undefined) return params;
  if (own === undefined) {
    const message = 'me stands for the person of the caller, and the caller is no person of the directory.';
    throw invalid([{ code: 'NOT_ALLOWED', message, target }]);
  }
  return { ...params, [target]: own };
}

/** A request with the caller's person where it names none, and what is missing where the caller is no person. */
export interface FilledRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly missing: readonly ErrorDetail[];
}

/** Fills in the caller's person. @throws Failure 400 for `me` of a caller who is no person */
export function fillCallerPerson(
  { path, selfAs }: PersonDeclaration,
  sent: Pick<FilledRequest, 'request' | 'body'>,
  caller: Caller | undefined,
): FilledRequest {
  const own = caller && findCallerPerson(caller);
  const request = { ...sent.request, params: fillParams(path, sent.request.params, own) };
  const { body } = sent;
  if (selfAs === undefined) return { request, body, missing: [] };
  const isQuery = request.method === 'GET';
  const value = isQuery ? request.query[selfAs]?.at(-1) : isObject(body) ? body[selfAs] : own;
  if (!isBlank(value) && value !== 'me') return { request, body, missing: [] };
  if (own === undefined) {
    const message = `${selfAs} is required, because the caller is no person of the directory.`;
    return { request, body, missing: [{ code: 'REQUIRED_FIELD', message, target: selfAs }] };
  }
  return isQuery
    ? { request: { ...request, query: { ...request.query, [selfAs]: [own] } }, body, missing: [] }
    : { request, body: { ...(body as object), [selfAs]: own }, missing: [] };
}
