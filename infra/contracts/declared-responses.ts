// What an endpoint may answer, by status: the list that OpenAPI publishes and the contract test holds replies to.
import type * as z from 'zod';
import { errorCatalogue } from '../../shared/errors/catalogue.ts';
import { isBytes } from '../../shared/http/bytes.ts';
import { type EndpointConfig, isWrite, listErrorCodes } from '../../shared/http/endpoint.ts';
import { errorSchema } from '../../shared/http/envelopes/error.schema.ts';

/** The statuses that the machinery adds: 304 to what can be asked for conditionally, 204 to a dry run. */
const frameworkStatuses = (contract: EndpointConfig): readonly number[] => [
  ...(contract.method === 'GET' && contract.responses[200] ? [304] : []),
  ...(isWrite(contract) ? [204] : []),
];

/** The statuses of the contract's refusals, each once. */
const errorStatuses = (contract: EndpointConfig): readonly number[] => [
  ...new Set(listErrorCodes(contract).map((code) => errorCatalogue[code].status)),
];

/** Every status the endpoint may answer with, ascending. */
export const listDeclaredStatuses = (contract: EndpointConfig): readonly number[] =>
  [
    ...new Set([
      ...Object.keys(contract.responses).map(Number),
      ...frameworkStatuses(contract),
      ...errorStatuses(contract),
    ]),
  ].sort((a, b) => a - b);

/** Whether the endpoint answers with a file's bytes. */
export const returnsBytes = (contract: EndpointConfig): boolean =>
  Object.values(contract.responses).some(({ body }) => isBytes(body));

/**
 * The schema that a reply's body must satisfy; `contentType` is the reply's, where the contract declares several.
 * @returns null when the reply has no body, undefined when the status is not declared
 */
export function getResponseSchema(
  contract: EndpointConfig,
  status: number,
  contentType = '',
): z.ZodType | null | undefined {
  const success = contract.responses[status];
  if (success) return success.alsoAs?.[contentType.split(';', 1)[0] ?? ''] ?? success.body;
  if (frameworkStatuses(contract).includes(status)) return null;
  return errorStatuses(contract).includes(status) ? errorSchema(contract.area, contract.path) : undefined;
}
