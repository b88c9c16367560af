// Our signatures of requests, and the correction of the clock, are those of the SDK's own signer.
import { randomInt } from 'node:crypto';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { requestSigner } from './request-signer.ts';

const seed = process.env.FUZZ_SEED === 'random' ? randomInt(2 ** 31) : Number(process.env.FUZZ_SEED ?? 16);
const start = Date.UTC(2026, 10, 25, 12);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
  readonly expiration?: Date;
}

/** The SDK's signer with its configuration, as its client creates it. */
function createSdkSigner() {
  let current: Credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const client = new DynamoDBClient({
    region: 'us-east-1',
    // They have expired, so that they are asked for every time.
    credentials: async () => ({ ...current, expiration: new Date(0) }),
  });
  const [scheme] = client.config.httpAuthSchemes;
  if (!scheme) throw new Error('The SDK has no signer.');
  return {
    config: client.config,
    signer: scheme.signer,
    use(credentials: Credentials) {
      current = credentials;
    },
  };
}

const letters = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength });

const headerNames = fc.oneof(
  letters('abcXYZ-09', 1, 12),
  fc.constantFrom(
    'User-Agent',
    'proxy-x',
    'Sec-Fetch',
    'date',
    'Authorization',
    'x-amzn-trace-id',
    'TE',
    'from',
  ),
);
const headerValues = letters('ab  \t\r\nÉ☃=;:,"/', 0, 20);
const headers = fc
  .uniqueArray(fc.tuple(headerNames, headerValues), {
    selector: ([name]) => name.toLowerCase(),
    maxLength: 6,
  })
  .map((entries) => ({
    ...Object.fromEntries(entries),
    host: 'dynamodb.us-east-1.amazonaws.com',
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.GetItem',
  }));
const bodies = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.uint8Array({ maxLength: 40 }),
  fc.constant(undefined),
);
const paths = fc.oneof(
  { weight: 3, arbitrary: fc.constant('/') },
  letters("ab./%é !'()*~+&", 0, 12).map((path) => `/${path}`),
);

const cases = fc.record({
  headers,
  body: bodies,
  path: paths,
  region: fc.constantFrom('us-east-1', 'eu-central-1', 'ap-southeast-2'),
  credentials: fc.record(
    {
      accessKeyId: letters('AKIA09', 1, 20),
      secretAccessKey: letters('abc/+=é', 1, 40),
      sessionToken: letters('abc/+=', 0, 100),
    },
    { requiredKeys: ['accessKeyId', 'secretAccessKey'] },
  ),
  skew: fc.oneof(fc.constant(0), fc.integer({ min: -86_400_000, max: 86_400_000 })),
  moment: fc.integer({ min: 0, max: 3_000_000_000_000 }),
});

it('signs 2,000 random requests as the SDK does', async () => {
  console.log(`signatures: seed ${seed}`);
  const sdk = createSdkSigner();
  for (const { credentials, region, skew, moment, ...request } of fc.sample(cases, {
    numRuns: 2_000,
    seed,
  })) {
    vi.setSystemTime(moment);
    sdk.use(credentials);
    sdk.config.systemClockOffset = skew;
    const plain = { method: 'POST', protocol: 'https:', hostname: 'localhost', query: {}, ...request };
    const identity: Credentials = credentials;
    const expected = await sdk.signer.sign(structuredClone(plain), identity, {
      config: sdk.config,
      context: {},
      signingRegion: region,
      signingName: 'dynamodb',
    });
    const before = structuredClone(plain);
    const found = await requestSigner.sign(
      plain,
      { ...identity },
      { region, config: { systemClockOffset: skew } },
    );
    expect(found.headers).toEqual(expected.headers);
    expect(plain).toEqual(before);
  }
});

it('derives a new key when the day or the region changes', async () => {
  const credentials: Credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const sdk = createSdkSigner();
  sdk.use(credentials);
  const request = {
    method: 'POST',
    protocol: 'https:',
    hostname: 'x',
    path: '/',
    query: {},
    headers: {},
    body: '{}',
  };
  for (const [moment, region] of [
    [start, 'us-east-1'],
    [start, 'eu-west-1'],
    [start + 86_400_000, 'eu-west-1'],
    [start, 'us-east-1'],
  ] as const) {
    vi.setSystemTime(moment);
    const properties = { config: sdk.config, context: {}, signingRegion: region, signingName: 'dynamodb' };
    const expected = await sdk.signer.sign(structuredClone(request), credentials, properties);
    expect((await requestSigner.sign(request, credentials, { region })).headers).toEqual(expected.headers);
  }
});

it('refuses credentials that are none', async () => {
  const request = { method: 'POST', protocol: 'https:', hostname: 'x', path: '/', query: {}, headers: {} };
  await expect(requestSigner.sign(request, {}, { region: 'us-east-1' })).rejects.toThrow(
    'Resolved credential object is not valid',
  );
});

const replies = fc.record({
  date: fc.option(
    fc.oneof(
      fc.constant('no date'),
      fc.integer({ min: -600_000, max: 600_000 }).map((skew) => new Date(start + skew).toUTCString()),
    ),
    { nil: undefined },
  ),
  age: fc.option(fc.constant('1'), { nil: undefined, freq: 4 }),
  serverTime: fc.option(fc.constant(new Date(start + 500_000).toISOString()), { nil: undefined, freq: 4 }),
  took: fc.constantFrom(0, 1_000, 900_000, 900_001),
  isError: fc.boolean(),
});

type Signer = NonNullable<DynamoDBClientConfig['httpAuthSchemes']>[number]['signer'];

it('corrects the clock by replies and errors as the SDK does', async () => {
  console.log(`replies: seed ${seed}`);
  const sdk = createSdkSigner();
  const own = { systemClockOffset: 0 };
  const credentials: Credentials = { accessKeyId: 'a', secretAccessKey: 's' };
  const request = {
    method: 'POST',
    protocol: 'https:',
    hostname: 'x',
    path: '/',
    query: {},
    headers: {},
    body: '',
  };
  for (const { date, age, serverTime, took, isError } of fc.sample(replies, { numRuns: 1000, seed })) {
    const headers = { ...(date && { date }), ...(age && { age }) };
    const response = { statusCode: isError ? 400 : 200, headers };
    const receive = async (signer: Signer, properties: Record<string, unknown>): Promise<unknown> => {
      vi.setSystemTime(start);
      const { headers: signed } = await signer.sign(structuredClone(request), credentials, properties);
      vi.setSystemTime(start + took);
      const error = Object.assign(new Error('failed'), {
        $metadata: {},
        $response: response,
        ...(serverTime && { ServerTime: serverTime }),
      });
      try {
        if (isError) signer.errorHandler?.(properties)(error);
        else signer.successHandler?.(response, properties);
      } catch (thrown) {
        expect(thrown).toBe(error);
      }
      return { metadata: error.$metadata, signed: signed['x-amz-date'] };
    };
    const expected = await receive(sdk.signer, {
      config: sdk.config,
      context: {},
      signingRegion: 'us-east-1',
      signingName: 'dynamodb',
    });
    expect(await receive(requestSigner, { region: 'us-east-1', config: own })).toEqual(expected);
    expect(own.systemClockOffset).toBe(sdk.config.systemClockOffset);
  }
});
