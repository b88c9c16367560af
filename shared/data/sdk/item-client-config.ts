// How the SDK's client is configured for items alone: a cold start neither reads configuration files nor interprets schemas.
//
// It fills the SDK's own extension points. DYNAMODB_SDK=default leaves all of them to the SDK (docs/performance.md#cold-starts);
// a bundle built without it has only what this configuration needs (infra/aws/bundling/lean-sdk.ts).
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { ItemProtocol } from './item-protocol.ts';
import { RequestHandler, type RequestTimeouts } from './request-handler.ts';
import { requestSigner } from './request-signer.ts';

/** Variables with which only the SDK itself can find credentials or an address. */
const reservedVariables = [
  'AWS_PROFILE',
  'AWS_USE_FIPS_ENDPOINT',
  'AWS_USE_DUALSTACK_ENDPOINT',
  'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
  'AWS_ACCOUNT_ID_ENDPOINT_MODE',
  'AWS_RETRY_MODE',
];

/** The regions of the partition `aws`; others have other domains. Not a pattern, which takes as long as a request to compile. */
const regionAreas = new Set(['af', 'ap', 'ca', 'eu', 'il', 'me', 'mx', 'sa', 'us']);
const directions = new Set([
  ...['central', 'east', 'north', 'northeast', 'northwest', 'south', 'southeast', 'southwest', 'west'],
]);

/** Whether a region is of the partition `aws`, and has its addresses. */
export function isUsualRegion(region: string): boolean {
  const [area = '', direction = '', number = '', ...more] = region.split('-');
  const isNumber = number.length === 1 && number >= '0' && number <= '9';
  return regionAreas.has(area) && directions.has(direction) && isNumber && more.length === 0;
}

/** Whether this environment has all that is fixed here, as a function has it. */
function isPlainEnvironment(env: NodeJS.ProcessEnv): boolean {
  return (
    env.DYNAMODB_SDK !== 'default' &&
    isUsualRegion(env.AWS_REGION ?? '') &&
    Boolean(env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY) &&
    reservedVariables.every((name) => !env[name])
  );
}

const findAddress = ({
  AWS_ENDPOINT_URL_DYNAMODB,
  AWS_ENDPOINT_URL,
  AWS_REGION,
}: NodeJS.ProcessEnv): string =>
  AWS_ENDPOINT_URL_DYNAMODB || AWS_ENDPOINT_URL || `https://dynamodb.${AWS_REGION}.amazonaws.com`;

const schemeId = 'aws.auth#sigv4';

/** Bodies are texts: the SDK's own also measures files, and loads Node's streams of files for it. */
const measureBody = (body: unknown): number | undefined =>
  typeof body === 'string' ? Buffer.byteLength(body) : undefined;

/** The handler returns whole bodies. */
async function collectBytes(body: unknown): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  throw new Error('A request handler for items must return the bytes of a reply.');
}

/** The configuration; empty, which leaves everything to the SDK, where the environment needs more. */
export function createItemClientConfig(
  env: NodeJS.ProcessEnv,
  timeouts: RequestTimeouts,
): DynamoDBClientConfig {
  const { AWS_REGION: region } = env;
  if (!region || !isPlainEnvironment(env)) return {};
  const url = new URL(findAddress(env));
  return {
    region,
    protocol: ItemProtocol,
    requestHandler: new RequestHandler(timeouts),
    bodyLengthChecker: measureBody,
    streamCollector: collectBytes,
    httpAuthSchemes: [
      { schemeId, identityProvider: (config) => config.getIdentityProvider(schemeId), signer: requestSigner },
    ],
    authSchemePreference: [],
    endpointProvider: () => ({ url }),
    ignoreConfiguredEndpointUrls: true,
    // One address, and so one connection, for the function's own requests and for those of its tenants.
    accountIdEndpointMode: 'disabled',
    endpointDiscoveryEnabled: false,
    useDualstackEndpoint: false,
    useFipsEndpoint: false,
    retryMode: 'standard',
    userAgentAppId: async () => undefined,
  };
}
