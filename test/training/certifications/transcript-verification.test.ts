// The public page that verifies a transcript that a person has received (docs/interface/training.md#transcripts).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  maxCharacters,
  maxEntries,
} from '../../../functions/training/credentials/transcript-verification/transcript-shape.ts';
import { type Browser, browserTimeout, openChromium } from '../../harness/chromium.ts';
import { lookAtPage } from '../../harness/look-at-page.ts';
import { startPlatform, type TestPlatform } from '../../harness/platform.ts';
import { blockExternalRequests } from './verifier.ts';

/** Where pictures of the pages are written for people to look at; nowhere by default. */
const pictures = process.env.DESK_PICTURES;
const path = '/api/v1/Public/VerifyTranscript/demo';

let platform: TestPlatform;
let browser: Browser;
let token: string;
let personId: string;
let restoreFetch: () => void;

beforeAll(async () => {
  restoreFetch = blockExternalRequests();
  platform = await startPlatform({ localOriginsOnly: true });
  browser = await openChromium();
  personId = platform.demo.values.personId ?? '';
  token = await platform.tokenFor({
    tenant: 'demo',
    permissions: ['training.credits.read', 'training.credits.write'],
  });
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
  restoreFetch();
});

const call = (method: string, address: string, body?: unknown) =>
  platform.call(method, 'training', address, { tenant: 'demo', token, body });
const getTranscript = async () =>
  (await call('GET', `/api/v1/People/${personId}/Transcript/Credential`)).body;
const send = (text: string, headers: Record<string, string> = {}) =>
  platform.call('POST', 'training', path, { body: new URLSearchParams({ transcript: text }), headers });
const titleOf = async (text: string) => /<h1>([^<]*)</.exec((await send(text)).text)?.[1];

describe('a transcript', () => {
  it('that was issued is genuine, with its person, its day and each entry', async () => {
    const transcript = await getTranscript();
    const { status, text } = await send(JSON.stringify(transcript, null, 2));
    expect(status).toBe(200);
    expect(text).toContain('<h1>This transcript is genuine</h1>');
    expect(text).toContain(transcript.credentialSubject.name);
    const { resultDescription } = transcript.credentialSubject.achievement;
    expect(text.match(/Counts today/g)).toHaveLength(resultDescription.length);
    expect((await send(JSON.stringify(transcript), { 'Accept-Language': 'es' })).text).toContain(
      'Este expediente es auténtico',
    );
  });

  it('that was changed anywhere is not genuine', async () => {
    const transcript = await getTranscript();
    const change = (edit: (copy: typeof transcript) => void) => {
      const copy = structuredClone(transcript);
      edit(copy);
      return titleOf(JSON.stringify(copy));
    };
    const altered = 'This transcript is not genuine';
    expect(await change(({ credentialSubject }) => (credentialSubject.result[0].value = '99'))).toBe(altered);
    expect(await change(({ credentialSubject }) => (credentialSubject.name = 'Somebody Else'))).toBe(altered);
    expect(await change(({ credentialSubject }) => (credentialSubject.creditsEarned += 1))).toBe(altered);
    expect(await change(({ proof }) => (proof[0].proofValue = 'z11111'))).toBe(altered);
    expect(await change((copy) => (copy.validFrom = '2020-01-01T00:00:00Z'))).toBe(altered);
  });

  it('of another issuer is said to be one, and no address in it is requested', async () => {
    const transcript = await getTranscript();
    transcript.issuer.id = 'did:key:z6MkhaXgBZDvotDkL5257faiztiGiC2QtKLGpbnnEGta2doK';
    expect(await titleOf(JSON.stringify(transcript))).toBe('This transcript is of another issuer');
    transcript.proof[0].verificationMethod = 'http://169.254.169.254/latest';
    expect(await titleOf(JSON.stringify(transcript))).toBe('This transcript is of another issuer');
    const own = await getTranscript();
    own.proof[0].verificationMethod = 'http://169.254.169.254/latest';
    expect(await titleOf(JSON.stringify(own))).toBe('This transcript is not genuine');
    own['@context'] = ['http://169.254.169.254/context'];
    expect(await titleOf(JSON.stringify(own))).toBe('This is not a transcript');
  });

  it('is one only in its own shape, and up to its limits', async () => {
    const transcript = await getTranscript();
    const other = 'This is not a transcript';
    const large = 'This is too large for a transcript';
    for (const text of ['', 'x', '{}', '[]', 'null', `${'['.repeat(50_000)}`])
      expect(await titleOf(text)).toBe(other);
    expect(await titleOf(JSON.stringify({ ...transcript, extra: 1 }))).toBe(other);
    expect(await titleOf(' '.repeat(10) + 'x'.repeat(maxCharacters))).toBe(other);
    expect(await titleOf('x'.repeat(maxCharacters + 1))).toBe(large);
    const { credentialSubject } = transcript;
    const [first] = credentialSubject.result;
    credentialSubject.result = Array.from({ length: maxEntries + 1 }, () => first);
    expect(await titleOf(JSON.stringify(transcript))).toBe(large);
    const unknown = await platform.call('GET', 'training', '/api/v1/Public/VerifyTranscript/nobody');
    expect(unknown.text).toContain('There is no issuer of transcripts at this address.');
  });

  it(
    'shows on its page which entries were withdrawn since',
    async () => {
      const transcript = await getTranscript();
      const [{ resultDescription }] = transcript.credentialSubject.result;
      const id = String(resultDescription).slice('urn:uuid:'.length);
      const voided = await call('POST', `/api/v1/Credits/${id}/Void`, { reason: 'Entered twice.' });
      expect(voided.status, voided.text).toBe(200);
      const page = await browser.context.newPage();
      await page.goto(platform.urls.training + path);
      expect(await lookAtPage(page, 'transcript-form', pictures)).toEqual([]);
      await page.getByLabel('Transcript').fill(JSON.stringify(transcript));
      await page.getByRole('button', { name: 'Verify' }).click();
      await page.getByRole('heading', { name: /genuine, and some of it was withdrawn/ }).waitFor();
      expect(await page.getByText(/^Withdrawn on /).count()).toBe(1);
      expect(await lookAtPage(page, 'transcript-verdict', pictures)).toEqual([]);
      await page.close();
    },
    browserTimeout,
  );
});
