// The responses of an endpoint by status: the list that OpenAPI publishes and the contract test checks replies against.
import type * as z from 'zod';
import { isSafeGet, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { errorCatalogue } from '../../shared/errors/catalogue.ts';
import { isBytes } from '../../shared/http/bytes.ts';
import { type EndpointConfig, listErrorCodes } from '../../shared/http/endpoint.ts';
import { errorSchema } from '../../shared/http/envelopes/error.schema.ts';

/** The statuses that the framework adds: 304 to conditional requests, 204 to most dry runs. */
const frameworkStatuses = (contract: EndpointConfig): readonly number[] => [
  ...(isSafeGet(contract) && contract.responses[200] ? [304] : []),
  ...(isWrite(contract) && contract.dryRun !== 'verdicts' ? [204] : []),
];

const knownErrorStatuses = new WeakMap<EndpointConfig, readonly number[]>();

/** The statuses of the contract's error codes, each once; listed once, because every reply of a test is checked. */
function errorStatuses(contract: EndpointConfig): readonly number[] {
  const known = knownErrorStatuses.get(contract);
  if (known) return known;
  const statuses = [...new Set(listErrorCodes(contract).map((code) => errorCatalogue[code].status))];
  knownErrorStatuses.set(contract, statuses);
  return statuses;
}

/** Every status the endpoint may return, ascending. */
export const listDeclaredStatuses = (contract: EndpointConfig): readonly number[] =>
  [
    ...new Set([
      ...Object.keys(contract.responses).map(Number),
      ...frameworkStatuses(contract),
      ...errorStatuses(contract),
    ]),
  ].sort((a, b) => a - b);

/** Whether the endpoint returns a file's bytes. */
export const returnsBytes = (contract: EndpointConfig): boolean =>
  Object.values(contract.responses).some(({ body }) => isBytes(body));

/** The media type without its parameters (RFC 9110 8.3.1). */
const mediaType = (contentType: string): string => contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * The schema that a reply's body must satisfy; `contentType` is the reply's, where the contract declares several.
 * @returns null when the reply has no body, undefined when the status or the content type is not declared
 */
export function getResponseSchema(
  contract: EndpointConfig,
  status: number,
  contentType = '',
): z.ZodType | null | undefined {
  const success = contract.responses[status];
  if (success) {
    const type = mediaType(contentType);
    const isMain =
      success.body === null || type === '' || type === mediaType(success.contentType ?? 'application/json');
    return isMain ? success.body : success.alsoAs?.[type];
  }
  if (frameworkStatuses(contract).includes(status)) return null;
  return errorStatuses(contract).includes(status) ? errorSchema(contract.area, contract.path) : undefined;
}
