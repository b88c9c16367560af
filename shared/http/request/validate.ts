// Validates all parts of a request against their schemas, and reports every invalid value with code and target.
import type * as z from 'zod';
import { isWrite } from '../../auth/permissions/access-requirement.ts';
import { type ErrorDetail, invalid } from '../../errors/failure.ts';
import { removeBlanks } from './blanks.ts';
import { cleanLines } from './clean-lines.ts';
import { validateCharacters } from './control-characters.ts';
import type { RequestDeclaration } from './declaration.ts';
import { describeIssues, formatPath, isSecret } from './describe-issues.ts';
import { headerValues, queryValues } from './part-values.ts';
import type { Request } from './request.ts';
import { replaceInvalidValues } from './stand-ins.ts';

/** The parts of a request after validation; each is set when the contract declares it. */
export interface ValidParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

type Part = 'path' | 'query' | 'headers' | 'body';

/** The details of everything a schema rejects in a value; `part` names the value itself. */
export function validateValue(schema: z.ZodType, value: unknown, part: string): readonly ErrorDetail[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return describeIssues(issues, { schema, value, part, isAllText: true });
}

/** The values of a form's name-value pairs, by name. */
const toFormValues = (sent: unknown): unknown =>
  Array.isArray(sent) ? Object.fromEntries(sent as readonly (readonly [string, string])[]) : sent;

/** Whether an empty string may mean an absent value. Area C follows OAuth, where it may not. */
const acceptsBlanks = ({ area }: RequestDeclaration): boolean => area !== 'identity';

/** Whether a request may come without its body: a POST in which every field may be absent, which is read as an empty one. */
export const acceptsNoBody = ({
  body,
  bodyType = 'json',
  method,
}: Pick<RequestDeclaration, 'body' | 'bodyType' | 'method'>): boolean =>
  body !== undefined && bodyType === 'json' && method === 'POST' && body.safeParse({}).success;

/** What validation found in a request with invalid values. */
export interface RequestFaults {
  readonly details: readonly ErrorDetail[];
  /** The request with stand-ins for its invalid values; undefined where nothing can stand in for one. */
  readonly repaired: { readonly parts: ValidParts; readonly replaced: readonly string[] } | undefined;
}

/** The parts of an example request, as the source of stand-ins. */
export interface ExampleParts {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** Validates params, query, headers and body together; returns the parts of a valid request, or all of its faults. */
export function checkRequest(
  contract: RequestDeclaration & { readonly example?: ExampleParts },
  request: Request,
  body: unknown,
): { readonly parts: ValidParts } | { readonly faults: RequestFaults } {
  const details: ErrorDetail[] = [];
  const replaced: string[] = [];
  let isRepaired = true;
  const { example = {} } = contract;
  const read = (schema: z.ZodType | undefined, sent: unknown, part: Part, sample?: unknown): unknown => {
    if (!schema) return undefined;
    const first = schema.safeParse(sent);
    if (first.success) return first.data;
    if (part === 'body' && sent === undefined && acceptsNoBody(contract)) return schema.parse({});
    const isAllText = part !== 'body' || contract.bodyType === 'form';
    const mayBeBlank = acceptsBlanks(contract) && (part === 'query' || part === 'body');
    const value = mayBeBlank ? removeBlanks(schema, sent, first.error.issues) : sent;
    const result = value === sent ? first : schema.safeParse(value);
    if (result.success) return result.data;
    const whole = part === 'body' && isAllText ? toFormValues(value) : value;
    details.push(...describeIssues(result.error.issues, { schema, value: whole, part, isAllText }));
    const repaired = isWrite(contract) ? replaceInvalidValues(schema, value, sample) : undefined;
    isRepaired &&= repaired !== undefined;
    replaced.push(...(repaired?.replaced ?? []));
    return repaired?.value;
  };
  const parts: ValidParts = {
    params: read(contract.params, request.params, 'path', example.params),
    query: read(
      contract.query,
      contract.query && queryValues(contract, Object.keys(contract.query.shape), request),
      'query',
      example.query,
    ),
    headers: read(
      contract.headers,
      contract.headers && headerValues(Object.keys(contract.headers.shape), request),
      'headers',
    ),
    body: read(
      contract.body,
      contract.body && isWrite(contract) ? cleanLines(contract.body, body) : body,
      'body',
      example.body,
    ),
  };
  if (contract.body && isRepaired && isWrite(contract) && contract.bodyType !== 'form')
    details.push(...validateCharacters(contract.body, parts.body, formatPath, isSecret));
  if (details.length === 0) return { parts };
  return { faults: { details, repaired: isRepaired ? { parts, replaced } : undefined } };
}

/**
 * Validates params, query, headers and body together.
 * @throws Failure 400 VALIDATION_ERROR with the details of all parts
 */
export function validateRequest(contract: RequestDeclaration, request: Request, body: unknown): ValidParts {
  const result = checkRequest(contract, request, body);
  if ('parts' in result) return result.parts;
  const [first, ...rest] = result.faults.details;
  if (!first) throw new Error('A request without details is valid');
  throw invalid([first, ...rest]);
}
