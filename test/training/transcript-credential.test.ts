// A transcript as a signed credential (docs/interface/training.md#transcripts): an independent verifier accepts it,
// and rejects it when a credit was changed.
import { verifyCredential } from '@digitalcredentials/verifier-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startPlatform, type TestPlatform } from '../harness/platform.ts';

let platform: TestPlatform;
let token: string;
let personId: string;
beforeAll(async () => {
  platform = await startPlatform();
  personId = platform.demo.values.personId ?? '';
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.credits.read'] });
});
afterAll(() => platform.stop());

const get = (path: string, as = token) =>
  platform.call('GET', 'training', `/api/v1/People/${personId}/Transcript${path}`, {
    tenant: 'demo',
    token: as,
  });

/** Verifies a credential; the external JSON schema that the verifier would fetch is replaced by an empty one. */
async function verify(credential: Parameters<typeof verifyCredential>[0]['credential']) {
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const { hostname } = new URL(input instanceof Request ? input.url : String(input));
    return hostname === 'localhost' ? real(input, init) : Promise.resolve(Response.json({}));
  });
  const { log = [], errors = [] } = await verifyCredential({ credential, knownDIDRegistries: [] });
  spy.mockRestore();
  return [...errors.map(({ name }) => name), ...log.flatMap(({ id, valid }) => (valid ? [id] : []))];
}

it('has all credits of the transcript that count, with their total, and verifies', async () => {
  const [transcript, { body: credential, headers }] = [(await get('')).body, await get('/Credential')];
  const { achievement, result, creditsEarned } = credential.credentialSubject;
  const counting = transcript.credits.filter(
    (credit: { voidedDate?: string }) => credit.voidedDate === undefined,
  );
  expect(counting.length).toBeGreaterThan(0);
  expect(creditsEarned).toBe(transcript.allTime.total);
  expect(result.map(({ value }: { value: string }) => Number(value)).sort()).toEqual(
    counting.map(({ credits }: { credits: number }) => credits).sort(),
  );
  expect(achievement.resultDescription.map(({ id }: { id: string }) => id).sort()).toEqual(
    counting.map(({ id }: { id: string }) => `urn:uuid:${id}`).sort(),
  );
  expect(credential.credentialSubject.name).toBe(transcript.personName);
  expect(await verify(credential)).toEqual(expect.arrayContaining(['valid_signature', 'expiration']));
  expect((await get('/Credential')).headers.get('etag')).toBe(headers.get('etag'));
});

it('does not verify when a credit was changed', async () => {
  const { body } = await get('/Credential');
  body.credentialSubject.result[0].value = '99';
  expect(await verify(body)).toEqual(['invalid_signature']);
});

it('is readable by the person and by callers who may read credits', async () => {
  expect((await get('/Credential', await platform.tokenFor({ tenant: 'demo' }))).status).toBe(403);
});
