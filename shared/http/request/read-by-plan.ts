// Reads a valid request by the plans of its parts, without zod.
import { isWrite } from '../../auth/permissions/access-requirement.ts';
import { hasForbiddenCharacters } from './control-characters.ts';
import type { RequestDeclaration } from './declaration.ts';
import { headerValues, listUndeclaredQuery, queryValues } from './part-values.ts';
import { type Findings, type Plan, readPlan, refused } from './plan.ts';
import type { Request } from './request.ts';
import type { ValidParts } from './validate.ts';

/** The plans of the parts that an endpoint declares. */
export interface RequestPlan {
  readonly params?: Plan;
  readonly query?: Plan;
  readonly headers?: Plan;
  readonly body?: Plan;
}

const namesOf = (plan: Plan): readonly string[] =>
  plan.is === 'object' ? plan.fields.map(({ name }) => name) : [];

/**
 * Reads the parts of a request.
 * @returns undefined where the schemas have to read it: something is invalid, has a name that nothing reads, or has
 * characters that may be forbidden
 */
export function readByPlan(
  { params, query, headers, body }: RequestPlan,
  contract: Pick<RequestDeclaration, 'unnamedQuery' | 'bodyType' | 'method' | 'repeatable' | 'writes'>,
  request: Request,
  sentBody: unknown,
): ValidParts | undefined {
  const names = query ? namesOf(query) : [];
  const known = isWrite(contract) ? [...names, 'validateOnly'] : names;
  if (listUndeclaredQuery(contract, known, request).length > 0) return undefined;
  const findings: Findings = { hasUnknownNames: false };
  const read = (plan: Plan | undefined, sent: unknown): unknown => plan && readPlan(plan, sent, findings);
  const readBody = read(body, sentBody);
  if (findings.hasUnknownNames) return undefined;
  const parts: ValidParts = {
    params: read(params, request.params),
    query: read(query, query && queryValues(contract, names, request)),
    headers: read(headers, headers && headerValues(namesOf(headers), request)),
    body: readBody,
  };
  if (Object.values(parts).includes(refused)) return undefined;
  return body && isWrite(contract) && hasForbiddenCharacters(readBody) ? undefined : parts;
}
