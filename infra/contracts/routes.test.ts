// Which endpoint a path means: without regard to case, with or without a trailing slash, fixed segments first.
import { describe, expect, it } from 'vitest';
import { endpoint, type Method } from '../../shared/http/endpoint.ts';
import type { RegisteredEndpoint } from './registry.ts';
import { buildRouteFailure, createRouter } from './routes.ts';

const registered = (name: string, method: Method, path: `/${string}`): RegisteredEndpoint => ({
  name,
  contract: endpoint({
    area: 'crm',
    method,
    path,
    summary: name,
    tags: [],
    access: 'public',
    responses: { 200: { description: name, body: null } },
    budget: { roundTrips: 0, readUnits: 0 },
    example: {},
  }),
  folder: '',
  handlerFile: '',
  handler: () => Promise.reject(new Error('not called')),
});
const match = createRouter([
  registered('get', 'GET', '/api/v1/people/{id}'),
  registered('lite', 'GET', '/api/v1/People/Lite'),
  registered('list', 'GET', '/api/v1/people'),
  registered('create', 'POST', '/api/v1/people'),
  registered('member', 'GET', '/api/v1/people/{id}/Committees/{committeeId}'),
]);
const found = (method: string, path: string) => {
  const answer = match('crm', method, path);
  return answer.kind === 'endpoint' ? [answer.endpoint.name, answer.params] : answer;
};

describe('a path', () => {
  it.each([
    ['/api/v1/people', ['list', {}]],
    ['/API/V1/PEOPLE/', ['list', {}]],
    ['/api/v1/people//', ['list', {}]],
    ['/api/v1/People/lite', ['lite', {}]],
    ['/api/v1/people/LITE2', ['get', { id: 'LITE2' }]],
    ['/api/v1/people/A%2Fb', ['get', { id: 'A%2Fb' }]],
    ['/api/v1/people/constructor', ['get', { id: 'constructor' }]],
    ['/api/v1/people/1/committees/2', ['member', { id: '1', committeeId: '2' }]],
  ])('%s', (path, expected) => {
    expect(found('GET', path)).toEqual(expected);
  });
  it.each([
    '/',
    '',
    '/api',
    '/api/v1',
    '/api/v1/peoples',
    '/api/v1//people',
    '/x/api/v1/people',
    '/api/v1/people//committees/2',
    '/api/v1/people/1/2',
  ])('%j leads nowhere', (path) => {
    expect(found('GET', path)).toEqual({ kind: 'unknown' });
  });
  it('of another area matches nothing', () => {
    expect(match('training', 'GET', '/api/v1/people')).toEqual({ kind: 'unknown' });
  });
  it.each(['/api/v2/people/7', '/api/1.0/people/7', '/api/2/People/7/'])(
    '%s names the version there is',
    (path) => {
      const unknown = match('crm', 'GET', path);
      expect(unknown).toEqual({
        kind: 'unknown',
        suggestion: expect.stringMatching(/^\/api\/v1\/people\/7$/i),
      });
      if (unknown.kind !== 'unknown') return;
      expect(buildRouteFailure(unknown, 'GET', path).message).toBe(
        `There is no operation at GET ${path}, but there is at ${unknown.suggestion}.`,
      );
    },
  );
  it('with another method lists the allowed ones, each once', () => {
    expect(found('DELETE', '/api/v1/people')).toEqual({
      kind: 'wrong-method',
      allow: ['GET', 'HEAD', 'POST'],
    });
    expect(found('POST', '/api/v1/people/lite')).toEqual({ kind: 'wrong-method', allow: ['GET', 'HEAD'] });
  });
  it('with another method lists those of the exact path, not those of a path with a parameter', () => {
    const awards = createRouter([
      registered('list', 'GET', '/api/v1/Awards/List'),
      registered('get', 'GET', '/api/v1/awards/{id}'),
      registered('update', 'PUT', '/api/v1/Awards/{id}'),
      registered('clear', 'DELETE', '/api/v1/awards/LIST'),
    ]);
    const allow = ['GET', 'HEAD', 'DELETE'];
    for (const method of ['PATCH', 'PUT'])
      expect(awards('crm', method, '/api/v1/Awards/List')).toEqual({ kind: 'wrong-method', allow });
    expect(awards('crm', 'PUT', '/api/v1/Awards/Lists')).toMatchObject({ params: { id: 'Lists' } });
    expect(awards('crm', 'PATCH', '/api/v1/Awards/1')).toEqual({
      kind: 'wrong-method',
      allow: ['GET', 'HEAD', 'PUT'],
    });
  });
  it("matches HEAD with GET's endpoint, and nothing without one (RFC 9110 9.1, 9.3.2)", () => {
    expect(found('HEAD', '/api/v1/People/7')).toEqual(['get', { id: '7' }]);
    const single = createRouter([registered('create', 'POST', '/api/v1/people')]);
    expect(single('crm', 'HEAD', '/api/v1/people')).toEqual({ kind: 'wrong-method', allow: ['POST'] });
  });
});
