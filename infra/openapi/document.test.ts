// What an operation in the document says follows from its contract.

import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type Endpoint, endpoint } from '../../shared/http/endpoint.ts';
import { integerWithDefault } from '../../shared/http/lenient.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { buildOpenApiDocument } from './document.ts';

const Award = z.strictObject({ id: z.uuid(), name: z.string() }).meta({ id: 'Award' });
const shared = {
  area: 'training',
  tags: ['Awards'],
  access: { permission: 'own', token: 'tenant' },
  budget: { roundTrips: 1, readUnits: 2 },
} as const;

const contracts = {
  listAwards: endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/Awards/List',
    summary: 'List awards',
    query: z.object({ pageSize: integerWithDefault(50, 1, 200) }),
    responses: { 200: { description: 'The awards.', body: z.array(Award) } },
    example: { query: { pageSize: 5 } },
  }),
  createAward: endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/Awards',
    summary: 'Create an award',
    body: z.object({ name: z.string().min(1) }),
    responses: { 201: { description: 'The award.', body: Award } },
    refuses: ['ALREADY_EXISTS'],
    example: { body: { name: '{{awardName}}' } },
  }),
  removeAward: endpoint({
    ...shared,
    method: 'DELETE',
    path: '/api/v1/Awards/{id}',
    summary: 'Remove an award',
    params: z.object({ id: z.uuid() }),
    responses: { 204: { description: 'It is gone.', body: null } },
    refuses: ['RESOURCE_NOT_FOUND'],
    example: { params: { id: '{{awardId}}' } },
  }),
};

const registered = Object.entries(contracts).map(
  ([name, contract]): RegisteredEndpoint => ({
    name,
    contract: contract as Endpoint,
    folder: 'functions/training/catalogue/awards',
    handlerFile: '',
    handler: () => Promise.reject(new Error('not called')),
  }),
);

interface ReadableMedia {
  readonly schema: unknown;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface ReadableResponse {
  readonly description: string;
  readonly headers: unknown;
  readonly content?: Readonly<Record<string, ReadableMedia>>;
}

interface ReadableOperation {
  readonly operationId: string;
  readonly security: unknown;
  readonly parameters: readonly {
    readonly $ref?: string;
    readonly name?: string;
    readonly required?: boolean;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, ReadableMedia>> };
  readonly responses: Readonly<Record<string, ReadableResponse>>;
}

interface Readable {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ReadableOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

describe('openApiDocument', () => {
  let document: Readable;
  beforeAll(() => {
    const options = {
      servers: [{ url: '/training' }],
      values: { awardName: 'Certified Clerk', awardId: '3f2504e0-4f89-41d3-9a0c-0305e82c3301' },
    };
    // Through JSON, as its readers get it.
    document = JSON.parse(JSON.stringify(buildOpenApiDocument('training', registered, options)));
  });
  const operation = (path: string, method: string): ReadableOperation => {
    const found = document.paths[path]?.[method];
    if (!found) throw new Error(`The document has no ${method} ${path}`);
    return found;
  };
  const parameterNames = ({ parameters }: ReadableOperation) =>
    parameters.map(({ $ref, name }) => $ref?.split('/').at(-1) ?? name);

  it('operationId is the name of the contract', () => {
    expect(operation('/api/v1/Awards/List', 'get').operationId).toBe('listAwards');
  });

  it('a lenient parameter with a fallback is optional, typed, and has the example', () => {
    const [pageSize] = operation('/api/v1/Awards/List', 'get').parameters;
    expect(pageSize).toMatchObject({
      name: 'pageSize',
      schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
      example: 5,
    });
    expect(pageSize?.required ?? false).toBe(false);
  });

  it('a GET accepts conditional requests', () => {
    const list = operation('/api/v1/Awards/List', 'get');
    expect(parameterNames(list)).toEqual(['pageSize', 'TenantCode', 'IfNoneMatch']);
    expect(list.responses['304']?.content).toBeUndefined();
    expect(list.responses['200']?.headers).toHaveProperty('ETag');
  });

  it('a creating POST accepts Idempotency-Key and validateOnly and declares Location', () => {
    const create = operation('/api/v1/Awards', 'post');
    expect(parameterNames(create)).toEqual(['TenantCode', 'IdempotencyKey', 'ValidateOnly']);
    expect(create.responses['201']?.headers).toHaveProperty('Location');
    expect(create.responses['204']?.headers).toHaveProperty('X-Validate-Only');
    expect(create.requestBody?.content['application/json']?.example).toEqual({ name: 'Certified Clerk' });
  });

  it('a change accepts If-Match', () => {
    const remove = operation('/api/v1/Awards/{id}', 'delete');
    expect(parameterNames(remove)).toEqual(['id', 'TenantCode', 'IfMatch', 'ValidateOnly']);
    expect(remove.responses['412']).toBeDefined();
  });

  it('errors are listed by status with the next step, and with examples of the real validation', () => {
    const { responses } = operation('/api/v1/Awards', 'post');
    expect(responses['409']?.description).toMatch(/ALREADY_EXISTS`: .*\n- `IDEMPOTENCY_KEY_IN_USE`: /);
    const { schema, examples } = responses['400']?.content?.['application/json'] ?? {};
    expect(schema).toEqual({ $ref: '#/components/schemas/TrainingError' });
    expect(examples?.VALIDATION_ERROR?.value).toMatchObject({
      error: {
        code: 'VALIDATION_ERROR',
        target: 'name',
        details: [{ code: 'REQUIRED_FIELD', target: 'name' }],
      },
      path: '/api/v1/Awards',
    });
  });

  it('a token that depends on the tenant is one of two alternatives', () => {
    expect(operation('/api/v1/Awards/List', 'get').security).toEqual([{ bearer: [] }, {}]);
  });

  it('contains only components that something refers to', () => {
    expect(Object.keys(document.components.parameters ?? {})).not.toContain('ApiVersion');
    expect(Object.keys(document.components.securitySchemes ?? {})).toEqual(['bearer']);
    expect(Object.keys(document.components.schemas ?? {})).toContain('Award');
  });
});
