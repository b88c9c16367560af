// A transcript as a signed credential (docs/interface/training.md#transcripts): an independent verifier accepts it,
// and rejects it when a credit was changed.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { blockExternalRequests, verify } from './verifier.ts';

let platform: TestPlatform;
let token: string;
let personId: string;
let restoreFetch: () => void;
beforeAll(async () => {
  restoreFetch = blockExternalRequests();
  platform = await startPlatform();
  personId = platform.demo.values.personId ?? '';
  token = await platform.tokenFor({ tenant: 'demo', permissions: ['training.credits.read'] });
});
afterAll(async () => {
  await platform.stop();
  restoreFetch();
});

const get = (path: string, as = token) =>
  platform.call('GET', 'training', `/api/v1/People/${personId}/Transcript${path}`, {
    tenant: 'demo',
    token: as,
  });

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
  expect(await verify(credential)).toMatchObject({ valid_signature: true, expiration: true, schema: [] });
  expect((await get('/Credential')).headers.get('etag')).toBe(headers.get('etag'));
});

it('does not verify when a credit was changed', async () => {
  const { body } = await get('/Credential');
  body.credentialSubject.result[0].value = '99';
  expect(await verify(body)).toMatchObject({ errors: ['invalid_signature'] });
});

it('is readable by the person and by callers who may read credits', async () => {
  expect((await get('/Credential', await platform.tokenFor({ tenant: 'demo' }))).status).toBe(403);
});
