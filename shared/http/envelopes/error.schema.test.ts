// The error schemas against what the envelope functions really render (docs/interface/errors.md#area-a-envelope,
// #area-d-envelope, RFC 6749 5.2).
import { beforeAll, describe, expect, it } from 'vitest';
import { errorCatalogue } from '../../errors/catalogue.ts';
import { Failure, invalid } from '../../errors/failure.ts';
import { areaNames } from '../areas.ts';
import { errorSchema } from './error.schema.ts';
import { buildFailureReply } from './failure-reply.ts';

const request = {
  method: 'POST',
  path: '/api/v1/people',
  requestId: 'req-1',
  timestamp: '2026-01-15T09:30:00.000Z',
  tenantCode: 'demo',
};
const codes = Object.keys(errorCatalogue) as (keyof typeof errorCatalogue)[];
const failures = [
  ...codes.map((code) => new Failure(code, 'Said with "quotes" and \\ and ü.', { target: 'id' })),
  invalid([{ code: 'REQUIRED_FIELD', message: 'name is required.', target: 'name' }]),
];

describe('every code in every envelope satisfies the declared schema', () => {
  beforeAll(() => {
    process.env.ISSUER ??= 'https://identity.rostrum.test';
  });

  it.each([
    ...areaNames.map((area) => ({ area, path: request.path })),
    { area: 'crm' as const, path: '/oauth/token' },
  ])('$area $path', ({ area, path }) => {
    for (const failure of failures) {
      const body: unknown = JSON.parse(buildFailureReply(area, failure, { ...request, path }).body);
      expect(errorSchema(area, path).safeParse(body).error?.issues ?? []).toEqual([]);
    }
  });

  it('an extra member is refused', () => {
    const body = JSON.parse(buildFailureReply('crm', new Failure('CONFLICT'), request).body);
    expect(errorSchema('crm', request.path).safeParse({ ...body, inside: 1 }).success).toBe(false);
  });
});
