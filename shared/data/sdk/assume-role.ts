// Requests a session of a role from STS (AWS STS API Reference, AssumeRole), in place of the SDK's client: loading that took a
// quarter of a cold start and of the pipeline's artifact. Held to it by assume-role.test.ts.
import type { RequestHandler } from './request-handler.ts';
import { type Credentials, signRequest } from './sign-request.ts';

/** Which role, in whose name, and with which tag. */
export interface SessionRequest {
  readonly roleArn: string;
  readonly sessionName: string;
  readonly seconds: number;
  readonly tag: { readonly key: string; readonly value: string };
}

/** Credentials that expire. */
interface Session {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
  readonly expiration: Date | undefined;
}

/** How the request is sent: where, by whom, and over which connections. */
interface Sender {
  readonly region: string;
  readonly credentials: () => Promise<Credentials>;
  readonly requestHandler: RequestHandler;
  readonly env: NodeJS.ProcessEnv;
}

/** As the SDK: a request that failed is sent twice more. */
const maxAttempts = 3;

const transientStatuses = new Set([500, 502, 503, 504]);
const throttlingCodes = new Set([
  'Throttling',
  'ThrottlingException',
  'RequestLimitExceeded',
  'TooManyRequestsException',
]);
/** Connections that were lost or not made. */
const connectionCodes = new Set([
  ...['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ETIMEDOUT'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

/** From this difference on a request is refused for its clock, in milliseconds. */
const correctedFrom = 240_000;

/** An error of STS as the SDK has it: named by its code, with the status of the reply. */
class StsError extends Error {
  readonly $metadata: { readonly httpStatusCode: number; readonly requestId: string | undefined };
  readonly $fault: 'client' | 'server';

  constructor(code: string, message: string, $metadata: StsError['$metadata']) {
    super(message);
    this.name = code;
    this.$metadata = $metadata;
    this.$fault = $metadata.httpStatusCode < 500 ? 'client' : 'server';
  }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The text of the first element of this name; elements with a text have no attributes here. */
function readElement(xml: string, name: string): string | undefined {
  const [, after] = xml.split(`<${name}>`, 2);
  const end = after?.indexOf(`</${name}>`) ?? -1;
  if (after === undefined || end === -1) return undefined;
  return after
    .slice(0, end)
    .trim()
    .replace(/&(lt|gt|quot|apos|amp);/g, (_, entity: string) => entities[entity] ?? '');
}

function readSession(xml: string, roleArn: string): Session {
  const accessKeyId = readElement(xml, 'AccessKeyId');
  const secretAccessKey = readElement(xml, 'SecretAccessKey');
  if (!accessKeyId || !secretAccessKey)
    throw Object.assign(new Error(`Invalid response from STS.assumeRole call with role ${roleArn}`), {
      name: 'CredentialsProviderError',
    });
  const expiration = readElement(xml, 'Expiration');
  return {
    ...{ accessKeyId, secretAccessKey, sessionToken: readElement(xml, 'SessionToken') },
    expiration: expiration === undefined ? undefined : new Date(expiration),
  };
}

const writeBody = ({ roleArn, sessionName, seconds, tag }: SessionRequest): string =>
  new URLSearchParams({
    ...{ Action: 'AssumeRole', Version: '2011-06-15' },
    ...{ RoleArn: roleArn, RoleSessionName: sessionName, DurationSeconds: String(seconds) },
    ...{ 'Tags.member.1.Key': tag.key, 'Tags.member.1.Value': tag.value },
  }).toString();

const findAddress = ({ AWS_ENDPOINT_URL_STS, AWS_ENDPOINT_URL }: NodeJS.ProcessEnv, region: string): URL =>
  new URL(AWS_ENDPOINT_URL_STS || AWS_ENDPOINT_URL || `https://sts.${region}.amazonaws.com`);

/** How long to wait before another attempt, in milliseconds; undefined where none would help. */
function findDelay(error: unknown, attempt: number): number | undefined {
  const { name, code, $metadata } = error as {
    readonly name?: string;
    readonly code?: string;
    readonly $metadata?: StsError['$metadata'];
  };
  const isThrottled = throttlingCodes.has(name ?? '') || $metadata?.httpStatusCode === 429;
  const isTransient = name === 'TimeoutError' || connectionCodes.has(code ?? '');
  if (!isThrottled && !isTransient && !transientStatuses.has($metadata?.httpStatusCode ?? 0))
    return undefined;
  return Math.random() * (isThrottled ? 500 : 50) * 2 ** attempt;
}

/** How far the clock of STS is ahead of this one by the date of its reply, where that is why it refused a request. */
function findClockOffset(status: number, date: string | undefined): number {
  const offset = date === undefined ? 0 : Date.parse(date) - Date.now();
  return status === 403 && Math.abs(offset) >= correctedFrom ? offset : 0;
}

/**
 * Requests it.
 * @throws StsError when STS refuses, or the connection's error
 */
export async function assumeRole(
  request: SessionRequest,
  { region, credentials, requestHandler, env }: Sender,
): Promise<Session> {
  const { protocol, hostname, host, port, pathname: path } = findAddress(env, region);
  const body = writeBody(request);
  const headers = {
    host,
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
  };
  const plain = { method: 'POST', protocol, hostname, path, query: {}, headers, body };
  const numbered = port === '' ? plain : { ...plain, port: Number(port) };
  let offset = 0;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const date = new Date(Date.now() + offset);
      const signed = signRequest(numbered, await credentials(), { region, date, service: 'sts' });
      const { response } = await requestHandler.handle(signed);
      const text = Buffer.from(response.body).toString();
      if (response.statusCode < 300) return readSession(text, request.roleArn);
      const clock = findClockOffset(response.statusCode, response.headers.date);
      if (clock !== 0 && offset === 0 && attempt < maxAttempts) {
        offset = clock;
        continue;
      }
      throw new StsError(
        readElement(text, 'Code') ?? 'Unknown',
        readElement(text, 'Message') ?? 'UnknownError',
        {
          httpStatusCode: response.statusCode,
          requestId: response.headers['x-amzn-requestid'],
        },
      );
    } catch (error) {
      const delay = findDelay(error, attempt);
      if (delay === undefined || attempt === maxAttempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
}
