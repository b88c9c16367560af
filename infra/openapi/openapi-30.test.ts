// The plain 3.0 rendition for API Gateway, which refuses siblings with different parameter names.

import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { endpoint } from '../../shared/http/endpoint.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { buildOpenApi30 } from './openapi-30.ts';

const registered = (name: string, path: `/${string}`): RegisteredEndpoint => ({
  name,
  contract: endpoint({
    area: 'crm',
    method: 'GET',
    path,
    summary: name,
    tags: ['People'],
    query: z.object({ page: z.int() }),
    responses: { 200: { description: 'One.', body: null } },
    access: 'public',
    budget: { roundTrips: 1, readUnits: 1 },
    example: {},
  }),
  folder: 'functions/crm/people',
  handlerFile: `functions/crm/people/${name}.ts`,
  handler: () => Promise.reject(new Error('not called')),
});

describe('the rendition for API Gateway', () => {
  it('lists paths and methods, and leaves out what API Gateway only hands through', () => {
    const document = buildOpenApi30('crm', [registered('getOne', '/people/{id}')]);
    expect(document.openapi).toBe('3.0.1');
    expect(document.paths['/people/{id}']?.get).toEqual({
      operationId: 'getOne',
      responses: {},
    });
  });

  it('leaves out other areas', () => {
    expect(buildOpenApi30('identity', [registered('getOne', '/people/{id}')]).paths).toEqual({});
  });

  it('refuses two parameter names at one position', () => {
    const siblings = [
      registered('getOne', '/people/{id}'),
      registered('getTwo', '/people/{personId}/offices'),
    ];
    expect(() => buildOpenApi30('crm', siblings)).toThrow('{personId} must be named {id}');
  });
});
