// The responses of an operation: what succeeds, what the machinery adds, and every refusal by its status.
import { STATUS_CODES } from 'node:http';
import type {
  ZodOpenApiHeaderObject,
  ZodOpenApiResponseObject,
  ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { isSafeGet, isWrite } from '../../shared/auth/permissions/access-requirement.ts';
import { type ErrorCode, errorCatalogue } from '../../shared/errors/catalogue.ts';
import { type EndpointConfig, listErrorCodes } from '../../shared/http/endpoint.ts';
import { isScimPath, scimMediaType } from '../../shared/http/envelopes/scim.ts';
import { getResponseSchema, listDeclaredStatuses } from '../contracts/declared-responses.ts';
import { buildErrorExample } from './error-examples.ts';
import type { ExampleValues } from './examples.ts';
import { isTenantScoped } from './parameters.ts';

const describeHeader = (description: string, type: 'string' | 'integer' = 'string') => ({
  description,
  schema: { type },
});

/** The headers that replies share, by component name. */
export const sharedHeaders = {
  RequestId: describeHeader('The id of the request; include it when you contact support.'),
  ETag: describeHeader('Identifies the reply, for If-None-Match and If-Match.'),
  Location: {
    ...describeHeader('The address of what was created.'),
    schema: { type: 'string', format: 'uri-reference' },
  },
  ValidateOnly: describeHeader('`true`: this was a dry run, and nothing was written.'),
  IdempotentReplayed: describeHeader('`true`: the first reply to this Idempotency-Key, returned again.'),
  IgnoredFields: describeHeader(
    'The names in the query and the body that nothing reads, as a list of strings (RFC 9651), such as `"filter.titel"`; absent when everything was read.',
  ),
  RetryAfter: describeHeader('Seconds to wait before trying again.', 'integer'),
  Challenge: describeHeader('How to authenticate (RFC 9110 11.6.1).'),
} as const satisfies Record<string, ZodOpenApiHeaderObject>;

const referenceHeader = (name: keyof typeof sharedHeaders) => ({ $ref: `#/components/headers/${name}` });
const commonHeaders = {
  'X-Request-Id': referenceHeader('RequestId'),
  'Ignored-Fields': referenceHeader('IgnoredFields'),
};

function buildSuccess(contract: EndpointConfig, status: number, reply: unknown): ZodOpenApiResponseObject {
  const declared = contract.responses[status];
  const isDryRun = isWrite(contract) && status === (contract.dryRun === 'verdicts' ? 200 : 204);
  const headers = {
    ...commonHeaders,
    ...(isSafeGet(contract) && status === 200 && { ETag: referenceHeader('ETag') }),
    ...(status === 201 && { Location: referenceHeader('Location') }),
    ...(isDryRun && { 'X-Validate-Only': referenceHeader('ValidateOnly') }),
    ...(contract.method === 'POST' &&
      isWrite(contract) &&
      isTenantScoped(contract) && { 'Idempotent-Replayed': referenceHeader('IdempotentReplayed') }),
    ...Object.fromEntries(
      Object.entries(declared?.headers ?? {}).map(([name, description]) => [
        name,
        describeHeader(description),
      ]),
    ),
  };
  if (!declared) {
    const description = isDryRun
      ? 'The dry run of validateOnly=true would have succeeded.'
      : 'Your copy is still current.';
    return { description, headers: isDryRun ? headers : { ...commonHeaders, ETag: referenceHeader('ETag') } };
  }
  const { description, body, contentType = 'application/json' } = declared;
  if (!body) return { description, headers };
  const example = status === Math.min(...listSuccessStatuses(contract)) ? reply : undefined;
  const media = { schema: body, ...(example !== undefined && { example }) };
  const others = Object.entries(declared.alsoAs ?? {}).map(([type, schema]) => [type, { schema }]);
  return { description, headers, content: { [contentType]: media, ...Object.fromEntries(others) } };
}

/** The statuses of successes, one of which the reply to the contract's example has. */
export const listSuccessStatuses = (contract: EndpointConfig): readonly number[] =>
  Object.keys(contract.responses).map(Number);

const describeCode = (code: ErrorCode): string =>
  `- \`${code}\`: ${errorCatalogue[code].when} ${errorCatalogue[code].next}`;

function buildErrorResponse(
  contract: EndpointConfig,
  status: number,
  values: ExampleValues,
): ZodOpenApiResponseObject {
  const codes = listErrorCodes(contract).filter((code) => errorCatalogue[code].status === status);
  const examples = Object.fromEntries(
    codes.map((code) => [
      code,
      { summary: errorCatalogue[code].when, value: buildErrorExample(contract, code, values) },
    ]),
  );
  const mediaType = isScimPath(contract.path) ? scimMediaType : 'application/json';
  return {
    description: `${STATUS_CODES[status] ?? status}\n\n${codes.map(describeCode).join('\n')}`,
    headers: {
      ...commonHeaders,
      ...(status === 401 && { 'WWW-Authenticate': referenceHeader('Challenge') }),
      ...((status === 429 || status === 503) && { 'Retry-After': referenceHeader('RetryAfter') }),
    },
    content: { [mediaType]: { schema: getResponseSchema(contract, status) ?? {}, examples } },
  };
}

/** Every declared status of the endpoint with what it answers; `reply` is what its example got. */
export function buildResponses(
  contract: EndpointConfig,
  values: ExampleValues,
  reply: unknown,
): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {};
  for (const status of listDeclaredStatuses(contract)) {
    responses[`${status}` as `2${string}`] =
      status < 400 ? buildSuccess(contract, status, reply) : buildErrorResponse(contract, status, values);
  }
  return responses;
}
