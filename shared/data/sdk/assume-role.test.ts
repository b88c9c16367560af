// That a session is requested from STS as the SDK requests it, and ends as with the SDK whatever STS answers.
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { fromTemporaryCredentials } from '@aws-sdk/credential-providers';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { assumeRole } from './assume-role.ts';
import { RequestHandler } from './request-handler.ts';

const roleArn = 'arn:aws:iam::123456789012:role/rostrum-prod-crm-tenant-write';
const region = 'eu-west-1';
const session = { roleArn, sessionName: 'alder', seconds: 3600, tag: { key: 'tenant', value: 'alder' } };
interface OwnCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiration?: Date;
}
const ownCredentials: OwnCredentials = { accessKeyId: 'AKIA', secretAccessKey: 's', sessionToken: 'a+/=' };
const credentials = async () => ownCredentials;
const timeouts = { connectionTimeout: 20_000, requestTimeout: 20_000 };
const requestHandler = new RequestHandler(timeouts);

interface Received {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly form: object;
  readonly body: string;
}

let server: Server;
let endpoint: string;
let received: Received[] = [];
/** The replies to come; the last one again and again. */
let replies: readonly ((response: ServerResponse) => unknown)[] = [];

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    received.push({ headers: request.headers, form: Object.fromEntries(new URLSearchParams(body)), body });
    replies[Math.min(received.length, replies.length) - 1]?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
  // No attempt waits.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(async () => {
  requestHandler.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const requestOwn = () =>
  assumeRole(session, { region, credentials, requestHandler, env: { AWS_ENDPOINT_URL_STS: endpoint } });

const requestBySdk = () =>
  fromTemporaryCredentials({
    masterCredentials: credentials,
    clientConfig: { region, endpoint, requestHandler: { ...timeouts, throwOnRequestTimeout: true } },
    params: {
      ...{ RoleArn: roleArn, RoleSessionName: 'alder', DurationSeconds: 3600 },
      Tags: [{ Key: 'tenant', Value: 'alder' }],
    },
  })();

/** The session, or what an error says of itself. */
async function settle(requested: Promise<object>): Promise<unknown> {
  try {
    return { credentialScope: undefined, ...(await requested) };
  } catch (error) {
    const { name, message, code, $fault, $metadata } = error as Error & {
      readonly code?: string;
      readonly $fault?: string;
      readonly $metadata?: { readonly httpStatusCode?: number; readonly requestId?: string };
    };
    const { httpStatusCode, requestId } = $metadata ?? {};
    return { name, message, code, $fault, httpStatusCode, requestId };
  }
}

const xml =
  (status: number, body: string, headers: object = {}) =>
  (response: ServerResponse) =>
    response.writeHead(status, { 'Content-Type': 'text/xml', 'x-amzn-RequestId': 'r', ...headers }).end(body);
const refuse = (status: number, code: string, message: string, headers?: object) =>
  xml(
    status,
    `<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error><RequestId>r</RequestId></ErrorResponse>`,
    headers,
  );
const success = xml(
  200,
  `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult>
    <AssumedRoleUser><AssumedRoleId>AROA:alder</AssumedRoleId><Arn>arn:aws:sts::1:assumed-role/x/alder</Arn></AssumedRoleUser>
    <Credentials><AccessKeyId>ASIA</AccessKeyId><SecretAccessKey>a/b+c=</SecretAccessKey>
    <SessionToken>IQoJ//////8=</SessionToken><Expiration>2026-11-28T10:00:00Z</Expiration></Credentials>
  </AssumeRoleResult><ResponseMetadata><RequestId>r</RequestId></ResponseMetadata></AssumeRoleResponse>`,
);
const cut = (response: ServerResponse) => response.destroy();
const wrongClock = (milliseconds: number) =>
  refuse(403, 'SignatureDoesNotMatch', 'Signature expired', {
    Date: new Date(Date.now() + milliseconds).toUTCString(),
  });

const cases: readonly (readonly [string, typeof replies, number])[] = [
  ['a session', [success], 1],
  [
    'a refusal',
    [refuse(403, 'AccessDenied', 'User: arn:aws:sts::1:a is not authorized: &quot;x&quot; &amp; y')],
    1,
  ],
  ['a value that is invalid', [refuse(400, 'ValidationError', '1 validation error detected')], 1],
  ['an expired token', [refuse(403, 'ExpiredTokenException', 'The security token has expired')], 1],
  ['a region that is off', [refuse(403, 'RegionDisabledException', 'STS is not activated')], 1],
  ['throttling, then a session', [refuse(400, 'Throttling', 'Rate exceeded'), success], 2],
  ['lasting throttling', [refuse(400, 'Throttling', 'Rate exceeded')], 3],
  ['an error, then a session', [refuse(500, 'InternalFailure', 'Oh'), success], 2],
  ['lasting errors', [refuse(503, 'ServiceUnavailable', 'Oh')], 3],
  ['a lost connection, then a session', [cut, success], 2],
  ['lost connections', [cut], 3],
  ['a clock that is wrong, then a session', [wrongClock(-3_600_000), success], 2],
  ['a wrong signature at the right time', [wrongClock(0)], 1],
  [
    'a reply without credentials',
    [xml(200, '<AssumeRoleResponse><AssumeRoleResult/></AssumeRoleResponse>')],
    1,
  ],
];

it.each(cases)('ends as with the SDK after %s', async (_, given, attempts) => {
  replies = given;
  const expected = await settle(requestBySdk());
  expect(received).toHaveLength(attempts);
  const [sentBySdk] = received;
  received = [];
  expect(await settle(requestOwn())).toEqual(expected);
  expect(received).toHaveLength(attempts);
  const [sent] = received;
  expect(sent?.form).toEqual(sentBySdk?.form);
  for (const header of ['content-type', 'host', 'x-amz-security-token', 'x-amz-content-sha256'])
    if (sentBySdk?.headers[header])
      expect([header, typeof sent?.headers[header]]).toEqual([header, 'string']);
});

it('signs its request as the SDK signs the same', async () => {
  replies = [success];
  await requestOwn();
  const { headers = {}, body = '' } = received[0] ?? {};
  const moment = String(headers['x-amz-date']).replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5');
  const { config } = new DynamoDBClient({ region, credentials });
  const [scheme] = config.httpAuthSchemes;
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(moment) });
  const names = ['host', 'content-type', 'content-length'];
  const plain = {
    ...{ method: 'POST', protocol: 'http:', hostname: '127.0.0.1', path: '/', query: {}, body },
    headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
  };
  const signed = await scheme?.signer.sign(plain, ownCredentials, {
    ...{ config, context: {}, signingRegion: region, signingName: 'sts' },
  });
  vi.useRealTimers();
  expect(headers.authorization).toBe(signed?.headers.authorization);
});

it('asks STS of its own region unless the environment names another address', async () => {
  const hosts: string[] = [];
  const handle = vi
    .spyOn(RequestHandler.prototype, 'handle')
    .mockImplementation(async ({ protocol, hostname }) => {
      hosts.push(`${protocol}//${hostname}`);
      throw new Error('Not sent');
    });
  const address = { AWS_ENDPOINT_URL: 'http://all.example' };
  for (const env of [{}, address, { ...address, AWS_ENDPOINT_URL_STS: 'http://sts.example' }])
    await assumeRole(session, { region, credentials, requestHandler, env }).catch(() => {});
  handle.mockRestore();
  expect(hosts).toEqual(['https://sts.eu-west-1.amazonaws.com', 'http://all.example', 'http://sts.example']);
});
