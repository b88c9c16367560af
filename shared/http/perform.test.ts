// Performing one request: retried when stale, replayed when stored, never written for a dry run
// (docs/interface/requests.md#repeated-requests).
import { describe, expect, it } from 'vitest';
import { StaleRead } from '../data/changes.ts';
import { conflict, Failure } from '../errors/failure.ts';
import type { HttpReply } from './envelopes/failure-reply.ts';
import type { IdempotencyRecord } from './idempotency.ts';
import { perform } from './perform.ts';
import { ok, type Reply } from './reply.ts';

const render = ({ status, body }: Reply): HttpReply => ({
  statusCode: status,
  headers: {},
  body: JSON.stringify(body),
});
const base = { render, idempotency: undefined, validateOnly: false };
const stored: HttpReply = { statusCode: 201, headers: { ETag: '"1"' }, body: '{}' };

/** A keeping whose first `misses` look-ups find nothing. */
function createIdempotencyStub(misses: number): IdempotencyRecord & { looked: number } {
  const self = {
    looked: 0,
    find: async () => {
      self.looked += 1;
      return self.looked > misses ? stored : undefined;
    },
    keep: () => {
      throw new Error('A request that writes nothing keeps nothing');
    },
  };
  return self;
}

/** A rule that is stale so many times, then returns how often it was called. */
function createStaleRule(times: number) {
  let attempts = 0;
  return async () => {
    attempts += 1;
    if (attempts <= times) throw new StaleRead();
    return ok({ attempts });
  };
}

describe('a rule', () => {
  it('returns a reply without changes unchanged', async () => {
    expect(await perform({ ...base, decide: createStaleRule(0) })).toMatchObject({
      statusCode: 200,
      body: '{"attempts":1}',
    });
  });
  it.each([false, true])('is retried on stale reads, for a dry run (%s) too', async (validateOnly) => {
    const reply = await perform({ ...base, validateOnly, decide: createStaleRule(3) });
    expect(reply.statusCode).toBe(validateOnly ? 204 : 200);
  });
  it.each([false, true])(
    'is given up as SERVICE_BUSY when it stays stale, for a dry run (%s) too',
    async (validateOnly) => {
      await expect(perform({ ...base, validateOnly, decide: createStaleRule(99) })).rejects.toMatchObject({
        code: 'SERVICE_BUSY',
      });
    },
  );
  it('that throws an unexpected error gives the stored reply, or else the error', async () => {
    const decide = () => Promise.reject(new TypeError('inside'));
    await expect(
      perform({ ...base, decide, idempotency: createIdempotencyStub(0) }).catch((error: unknown) => error),
    ).resolves.toMatchObject({ statusCode: 201 });
    await expect(perform({ ...base, decide, idempotency: createIdempotencyStub(1) })).rejects.toThrow(
      TypeError,
    );
  });
});

describe('an Idempotency-Key', () => {
  it('returns the stored reply, marked, without running the rule', async () => {
    const decide = () => Promise.reject(new Error('must not be asked'));
    expect(await perform({ ...base, decide, idempotency: createIdempotencyStub(0) })).toEqual({
      ...stored,
      headers: { ETag: '"1"', 'Idempotent-Replayed': 'true' },
    });
  });
  it('also returns it when the rule refuses what the first copy of the request has done', async () => {
    const decide = () => Promise.reject(conflict('It is there already.'));
    expect(await perform({ ...base, decide, idempotency: createIdempotencyStub(1) })).toMatchObject({
      statusCode: 201,
    });
  });
  it('refuses when there was no first copy', async () => {
    const refusal = conflict('It is there already.');
    await expect(
      perform({ ...base, decide: () => Promise.reject(refusal), idempotency: createIdempotencyStub(9) }),
    ).rejects.toBe(refusal);
  });
  it('is ignored in a dry run', async () => {
    const idempotency = createIdempotencyStub(0);
    expect(await perform({ ...base, decide: createStaleRule(0), idempotency, validateOnly: true })).toEqual({
      statusCode: 204,
      headers: {
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
        'X-Validate-Only': 'true',
      },
      body: '',
    });
    await expect(
      perform({
        ...base,
        decide: () => Promise.reject(new Failure('CONFLICT')),
        idempotency,
        validateOnly: true,
      }),
    ).rejects.toThrow(Failure);
    expect(idempotency.looked).toBe(0);
  });
});
