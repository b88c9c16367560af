// The SDK's signer for DynamoDB alone, in place of its own, which serves all services. It signs by DynamoDB's clock, as far as
// replies say. request-signer.test.ts compares it with the SDK's.
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { signRequest } from './sign-request.ts';

type Signer = NonNullable<DynamoDBClientConfig['httpAuthSchemes']>[number]['signer'];

/** What the SDK has for one request. The rest is noted here, because the same properties are passed after the reply. */
interface SigningProperties {
  readonly region?: unknown;
  readonly config?: { systemClockOffset: number };
  offsetBefore?: number;
  sentAt?: number;
}

const readProperties = (properties: Record<string, unknown>): SigningProperties => properties;

/** A reply's header, as the SDK has a reply. */
function readHeader(response: unknown, name: string): string | undefined {
  const { headers } = (response ?? {}) as { readonly headers?: Readonly<Record<string, string>> };
  return headers?.[name];
}

/** How far DynamoDB's clock is ahead of this one, in milliseconds, by the date of its reply. */
function measureOffset(
  response: unknown,
  { config, sentAt = 0 }: SigningProperties,
  serverTime?: unknown,
): number {
  const current = config?.systemClockOffset ?? 0;
  const time = Date.parse(String(serverTime ?? readHeader(response, 'date')));
  const now = Date.now();
  // The date of a stored reply, or of one that took long, says nothing.
  if (Number.isNaN(time) || readHeader(response, 'age') !== undefined || now - sentAt > 900_000)
    return current;
  return time - now;
}

/** Requests are refused when the clocks differ by more than about five minutes; from here on a retry may help. */
const correctedFrom = 240_000;

/** The signer. */
export const requestSigner = {
  async sign(request, identity, given) {
    const properties = readProperties(given);
    const offset = properties.config?.systemClockOffset ?? 0;
    properties.offsetBefore = offset;
    properties.sentAt = Date.now();
    return signRequest(request, identity, {
      region: String(properties.region),
      date: new Date(Date.now() + offset),
    });
  },
  successHandler(response, given) {
    const properties = readProperties(given);
    if (properties.config) properties.config.systemClockOffset = measureOffset(response, properties);
  },
  errorHandler: (given) => (error) => {
    const properties = readProperties(given);
    const { $response, $metadata, ServerTime } = error as {
      readonly $response?: unknown;
      readonly $metadata?: { clockSkewCorrected?: boolean };
      readonly ServerTime?: unknown;
    };
    if (properties.config && (ServerTime ?? readHeader($response, 'date')) !== undefined) {
      const offset = measureOffset($response, properties, ServerTime);
      properties.config.systemClockOffset = offset;
      if (Math.abs(offset) >= correctedFrom && offset !== properties.offsetBefore && $metadata)
        $metadata.clockSkewCorrected = true;
    }
    throw error;
  },
} satisfies Signer;
