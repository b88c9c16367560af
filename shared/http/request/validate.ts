// Validates all parts of a request against their schemas, and reports every invalid value with code and target.
import type * as z from 'zod';
import { isWrite } from '../../auth/access-requirement.ts';
import { type ErrorDetail, throwIfInvalid } from '../../errors/failure.ts';
import { removeBlanks } from './blanks.ts';
import { validateCharacters } from './control-characters.ts';
import type { RequestDeclaration } from './declaration.ts';
import { describeIssues, formatPath, isSecret } from './describe-issues.ts';
import type { Request } from './request.ts';

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

/** Query names match without regard to case; one value is taken as it is, several as a list. */
function queryValues(schema: z.ZodObject, request: Request): Record<string, unknown> {
  const declared = new Map(Object.keys(schema.shape).map((name) => [name.toLowerCase(), name]));
  return Object.fromEntries(
    Object.entries(request.query).flatMap(([sent, values]) => {
      const name = declared.get(sent.toLowerCase());
      return name === undefined ? [] : [[name, values.length > 1 ? values : values[0]]];
    }),
  );
}

function headerValues(schema: z.ZodObject, request: Request): Record<string, unknown> {
  return Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, request.headers[name.toLowerCase()]]),
  );
}

/** Whether an empty string may mean an absent value. Area C follows OAuth, where it may not. */
const acceptsBlanks = ({ area }: RequestDeclaration): boolean => area !== 'identity';

/**
 * Validates params, query, headers and body together.
 * @throws Failure 400 VALIDATION_ERROR with the details of all parts
 */
export function validateRequest(contract: RequestDeclaration, request: Request, body: unknown): ValidParts {
  const details: ErrorDetail[] = [];
  const read = (schema: z.ZodType | undefined, sent: unknown, part: Part, isAllText = true): unknown => {
    if (!schema) return undefined;
    const first = schema.safeParse(sent);
    if (first.success) return first.data;
    const mayBeBlank = acceptsBlanks(contract) && (part === 'query' || part === 'body');
    const value = mayBeBlank ? removeBlanks(schema, sent, first.error.issues) : sent;
    const result = value === sent ? first : schema.safeParse(value);
    if (result.success) return result.data;
    const whole = part === 'body' && isAllText ? toFormValues(value) : value;
    details.push(...describeIssues(result.error.issues, { schema, value: whole, part, isAllText }));
    return undefined;
  };
  const parts: ValidParts = {
    params: read(contract.params, request.params, 'path'),
    query: read(contract.query, contract.query && queryValues(contract.query, request), 'query'),
    headers: read(contract.headers, contract.headers && headerValues(contract.headers, request), 'headers'),
    body: read(contract.body, body, 'body', contract.bodyType === 'form'),
  };
  if (contract.body && details.length === 0 && isWrite(contract) && contract.bodyType !== 'form')
    details.push(...validateCharacters(contract.body, parts.body, formatPath, isSecret));
  throwIfInvalid(details);
  return parts;
}
