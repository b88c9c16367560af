// What generated requests prove of every endpoint: valid ones are not refused, and no invalid one causes a 5xx.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RegisteredEndpoint } from '../../infra/contracts/registry.ts';
import { createRouter } from '../../infra/contracts/routes.ts';
import type { ExampleValues } from '../../infra/openapi/examples.ts';
import {
  isTenantScoped,
  isWrite,
  takesBearerAlone,
} from '../../shared/auth/permissions/access-requirement.ts';
import { type ErrorCode, errorCatalogue } from '../../shared/errors/catalogue.ts';
import type { EndpointConfig } from '../../shared/http/endpoint.ts';
import { isOAuthPath } from '../../shared/http/envelopes/oauth.ts';
import { checkReply } from '../contract/check-reply.ts';
import { exampleBrowser } from '../contract/example-request.ts';
import { getErrorCode } from '../machinery/read-failure.ts';
import { type RawReply, rawRequest } from '../machinery/requests/raw-request.ts';
import { badRequest, type FuzzRequest, goodRequest } from './requests.ts';

/** The platform under test. */
export interface Target {
  readonly port: number;
  readonly tenant: string;
  /** The values of `{{name}}` in examples. */
  readonly values: ExampleValues;
  /** A token in the tenant with the permission that the contract names. */
  tokenFor(contract: EndpointConfig): Promise<string>;
  stop(): Promise<void>;
}

const requestedSeed = process.env.FUZZ_SEED ?? '1';
const seed = requestedSeed === 'random' ? Math.floor(Math.random() * 2 ** 31) : Number(requestedSeed);
const numRuns = Number(process.env.FUZZ_RUNS ?? 6);

/** The codes with which a well-formed request is never refused. */
const formErrorCodes: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'MALFORMED_BODY',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'AUTHENTICATION_REQUIRED',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
];

/**
 * Declares the tests. Every run generates the same requests, so that a new failure is the result of a change:
 * FUZZ_SEED=random generates others, FUZZ_SEED=<number> repeats those; FUZZ_RUNS is the number per endpoint and kind.
 */
export function fuzz(endpoints: readonly RegisteredEndpoint[], start: () => Promise<Target>): void {
  const match = createRouter(endpoints);
  let target: Target;
  beforeAll(async () => {
    console.log(`FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns} repeats this run`);
    target = await start();
  });
  afterAll(() => target.stop());

  /** Sends it, and checks the reply against its contract as long as the address is still in the area. */
  async function send(
    contract: EndpointConfig,
    token: string,
    { params, query, headers, body }: FuzzRequest,
  ): Promise<RawReply> {
    const { area, method, bodyType } = contract;
    const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
    const address = `/${area}${path}${query === '' ? '' : `?${query}`}`;
    const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
    const reply = await rawRequest(target.port, method, address, {
      headers: {
        ...(isTenantScoped(contract.access) && {
          'tenant-code': target.tenant,
          Authorization: `Bearer ${token}`,
        }),
        ...(takesBearerAlone(contract.access) && { Authorization: `Bearer ${token}` }),
        ...(area === 'billtracking' && { 'api-version': '1.0' }),
        ...(contract.ownForm && exampleBrowser.headers),
        ...(body !== undefined && { 'Content-Type': type }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    });
    const { pathname } = new URL(`http://localhost${address}`);
    const rest = pathname.slice(area.length + 1);
    if (pathname.startsWith(`/${area}/`))
      checkReply(area, match(area, method, rest), { path: rest, ...reply });
    expect(reply.status, reply.text).toBeLessThan(500);
    return reply;
  }

  /** The reply to a valid request does not say that its form is wrong. */
  function expectAccepted(contract: EndpointConfig, reply: RawReply): void {
    if (reply.status < 400) return;
    const code = getErrorCode(isOAuthPath(contract.path) ? 'identity' : contract.area, reply);
    expect(Object.keys(errorCatalogue)).toContain(code);
    expect(formErrorCodes, reply.text).not.toContain(code);
    // The caller has the permission that the contract names; where it is 'own', a rule may require more.
    const mayBeDenied = isTenantScoped(contract.access) && contract.access.permission === 'own';
    if (!mayBeDenied) expect(code, reply.text).not.toBe('PERMISSION_DENIED');
  }

  describe.each(endpoints)('$contract.area $name', ({ contract }) => {
    let valid: fc.Arbitrary<FuzzRequest>;
    beforeAll(() => {
      valid = goodRequest(contract, target.values);
    });

    it('refuses no valid request because of its format', async () => {
      const token = await target.tokenFor(contract);
      // Many a contract has few valid requests. One that reads is the same every time, and a write meets its own result.
      const sendsPerRequest = isWrite(contract) ? 2 : 1;
      const accepted = new Map<string, number>();
      const property = fc.asyncProperty(valid, async (request) => {
        const key = JSON.stringify(request);
        const times = accepted.get(key) ?? 0;
        if (times === sendsPerRequest) return;
        expectAccepted(contract, await send(contract, token, request));
        accepted.set(key, times + 1);
      });
      await fc.assert(property, { seed, numRuns });
    });

    it('fails at no invalid request, and replies in the envelope of its area', async () => {
      const token = await target.tokenFor(contract);
      const property = fc.asyncProperty(badRequest(valid), async (request) => {
        await send(contract, token, request);
      });
      await fc.assert(property, { seed, numRuns });
    });
  });
}
