// One endpoint as an OpenAPI operation.
import type * as z from 'zod';
import type { ZodOpenApiMediaTypeObject, ZodOpenApiOperationObject } from 'zod-openapi';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { acceptsNoBody } from '../../shared/http/request/validate.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { type ExampleValues, fillPlaceholders } from './examples.ts';
import { listSharedParameters } from './parameters.ts';
import { findRecordedReply } from './recorded-replies.ts';
import { buildResponses } from './responses.ts';

/** A value without members named `$ref`, as SCIM has them: what reads the documents takes them for references of its own. */
const removeReferences = (example: unknown): unknown =>
  example === undefined
    ? undefined
    : JSON.parse(JSON.stringify(example, (name, value) => (name === '$ref' ? undefined : value)));

/** The security schemes by component name. */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'An access token: of a user by the two-step login of area C, of a client by /oauth/token of area B.',
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description: 'client_id and client_secret of an OAuth client; they may be sent in the form instead.',
  },
} as const;

/** The security alternatives of the operation; `{}` is none. */
function buildSecurity({ access }: EndpointConfig): Record<string, string[]>[] {
  if (access === 'public') return [];
  if ('client' in access) return [{ client: [] }, {}];
  if ('bearer' in access) return [{ bearer: [] }];
  return access.token === 'required' ? [{ bearer: [] }] : [{ bearer: [] }, {}];
}

function describeAccess({ access }: EndpointConfig): string {
  if (access === 'public') return 'Public.';
  if ('client' in access) return 'For OAuth clients, which authenticate themselves.';
  if ('bearer' in access) return 'For the holder of an access token, which names its tenant.';
  const own = access.others
    ? `Any signed-in caller for themselves; for others it needs the permission \`${access.others}\`.`
    : 'Any signed-in caller.';
  const others = access.others ? ` To act for others it also needs \`${access.others}\`.` : '';
  const some = access.some ? ` Some filters and fields also need \`${access.some}\`.` : '';
  const who =
    access.permission === 'own' ? own : `Needs the permission \`${access.permission}\`.${others}${some}`;
  if (access.token === 'required') return who;
  const setting = access.token === 'tenant' ? 'A setting' : 'The setting for writing';
  return `${who} ${setting} of the tenant decides whether the tenant-code alone is enough.`;
}

/** The object schema behind the parsing of a form. */
function findObjectSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const { def } = schema._zod;
  if (def.type === 'object' || def.type === 'union') return schema;
  if ('out' in def && 'in' in def)
    return findObjectSchema(def.out as z.ZodType) ?? findObjectSchema(def.in as z.ZodType);
  return 'innerType' in def ? findObjectSchema(def.innerType as z.ZodType) : undefined;
}

function buildRequestBody(contract: EndpointConfig, values: ExampleValues) {
  const { body, bodyType, example } = contract;
  if (!body) return undefined;
  const isForm = bodyType === 'form';
  const media: ZodOpenApiMediaTypeObject = {
    schema: isForm ? (findObjectSchema(body) ?? { type: 'object' }) : body,
    ...(example.body !== undefined && { example: fillPlaceholders(example.body, values) }),
  };
  return {
    required: !body.safeParse(undefined).success && !acceptsNoBody(contract),
    content: { [isForm ? 'application/x-www-form-urlencoded' : 'application/json']: media },
  };
}

/** The operation, derived from the contract. */
export function buildOperation(
  { name, contract }: RegisteredEndpoint,
  values: ExampleValues,
): ZodOpenApiOperationObject {
  const { params, query, headers } = contract;
  const requestBody = buildRequestBody(contract, values);
  return {
    operationId: name,
    summary: contract.summary,
    description: [contract.description, describeAccess(contract)].filter(Boolean).join('\n\n'),
    tags: [...contract.tags],
    security: buildSecurity(contract),
    requestParams: {
      ...(params && { path: params }),
      ...(query && { query }),
      ...(headers && { header: headers }),
    },
    parameters: listSharedParameters(contract),
    ...(requestBody && { requestBody }),
    responses: buildResponses(contract, values, removeReferences(findRecordedReply(name))),
  };
}
