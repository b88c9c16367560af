// Every endpoint against drawn requests: good ones are never refused for their form, bad ones never break anything.
// FUZZ_SEED repeats a run, FUZZ_RUNS sets how many requests of each sort an endpoint gets.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RegisteredEndpoint, registeredEndpoints } from '../../infra/contracts/registry.ts';
import { router } from '../../infra/contracts/routes.ts';
import { demoTenant } from '../../infra/local/demo.ts';
import { catalogue, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { isScoped } from '../../shared/http/endpoint.ts';
import { checkReply } from '../contract/check-reply.ts';
import { permissionsFor } from '../contract/example-request.ts';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';
import { type RawReply, rawRequest } from '../machinery/raw-request.ts';
import { codeOf } from '../machinery/refused.ts';
import { badRequest, type FuzzRequest, goodRequest } from './requests.ts';

const endpoints = await registeredEndpoints();
const match = router(endpoints);
const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 20);

let platform: TestPlatform;
beforeAll(async () => {
  console.log(`fuzz: FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns} repeats this run`);
  platform = await startPlatform();
});
afterAll(() => platform.stop());

/** Sends it, and holds the reply to its contract as long as the address still means the area. */
async function send({ contract }: RegisteredEndpoint, token: string, { params, query, headers, body }: FuzzRequest): Promise<RawReply> {
  const { area, method, bodyType } = contract;
  const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const address = `/${area}${path}${query === '' ? '' : `?${query}`}`;
  const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  const reply = await rawRequest(Number(new URL(platform.address).port), method, address, {
    headers: {
      ...(isScoped(contract.access) && { 'tenant-code': demoTenant, Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': type }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const { pathname } = new URL(`http://localhost${address}`);
  const rest = pathname.slice(area.length + 1);
  if (pathname.startsWith(`/${area}/`)) checkReply(area, match(area, method, rest), { path: rest, ...reply });
  expect(reply.status, reply.text).toBeLessThan(500);
  return reply;
}

/** What a well-formed request is never refused with. */
const refusalsOfForm: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'MALFORMED_BODY',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
  'AUTHENTICATION_REQUIRED',
  'ROUTE_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
];

const tokenFor = ({ contract }: RegisteredEndpoint) => platform.tokenFor({ tenant: demoTenant, permissions: permissionsFor(contract) });

describe.each(endpoints)('$name', (registered) => {
  const { contract } = registered;

  it('refuses no good request for its form', async () => {
    const token = await tokenFor(registered);
    await fc.assert(
      fc.asyncProperty(goodRequest(contract, platform.demo.values), async (request) => {
        const reply = await send(registered, token, request);
        if (reply.status < 400) return;
        const code = codeOf(contract.area === 'crm' && contract.path.startsWith('/oauth/') ? 'identity' : contract.area, reply);
        expect(Object.keys(catalogue)).toContain(code);
        expect(refusalsOfForm, reply.text).not.toContain(code);
        // With the permission that the contract names, the caller may; beyond 'own' there is no more to ask for.
        const mayBeDenied = isScoped(contract.access) && contract.access.permission === 'own';
        if (!mayBeDenied) expect(code, reply.text).not.toBe('PERMISSION_DENIED');
      }),
      { seed, numRuns },
    );
  });

  it('breaks at no bad request, and answers in the envelope of its area', async () => {
    const token = await tokenFor(registered);
    await fc.assert(
      fc.asyncProperty(badRequest(contract, platform.demo.values), async (request) => {
        await send(registered, token, request);
      }),
      { seed, numRuns },
    );
  });
});
