// Leaves out of the bundles what shared/data/sdk replaces of the SDK's client for items, all ways to find credentials but the
// environment, where a function has them, and streams of events.
//
// The SDK's modules stay as they are, without some of their imports: what would use one of these throws
// (docs/performance.md#cold-starts).
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { isUsualRegion } from '../../../shared/data/sdk/item-client-config.ts';
import type { Environment } from '../environment/environment.ts';

/** Code in place of a module's imports, by their names. */
type StandIns = Readonly<Record<string, string>>;

const sdk = '@aws-sdk/client-dynamodb/dist-es';
const core = 'core/dist-es/submodules';

/** Of the modules of the client for items, by the ends of their paths. */
const leftOut: Readonly<Record<string, StandIns>> = {
  [`${sdk}/DynamoDBClient.js`]: {
    resolveEndpointDiscoveryConfig: '(config) => config',
    DescribeEndpointsCommand: 'undefined',
    // shared/data/client.ts removes it: it formats what goes in and out for a logger that there is not.
    getLoggerPlugin: '() => ({ applyToStack() {} })',
  },
  [`${sdk}/runtimeConfig.js`]: {
    loadNodeConfig: '() => refuse',
    resolveDefaultsModeConfig: '() => refuse',
    NODE_ACCOUNT_ID_ENDPOINT_MODE_CONFIG_OPTIONS: 'undefined',
    NODE_APP_ID_CONFIG_OPTIONS: 'undefined',
    NODE_AUTH_SCHEME_PREFERENCE_OPTIONS: 'undefined',
    NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS: 'undefined',
    NODE_MAX_ATTEMPT_CONFIG_OPTIONS: 'undefined',
    NODE_REGION_CONFIG_FILE_OPTIONS: 'undefined',
    NODE_REGION_CONFIG_OPTIONS: 'undefined',
    NODE_RETRY_MODE_CONFIG_OPTIONS: 'undefined',
    NODE_USE_DUALSTACK_ENDPOINT_CONFIG_OPTIONS: 'undefined',
    NODE_USE_FIPS_ENDPOINT_CONFIG_OPTIONS: 'undefined',
    calculateBodyLength: 'refuse',
    // It takes a handler that is one already.
    RequestHandler: '{ create: (handler) => (typeof handler?.handle === "function" ? handler : refuse()) }',
    streamCollector: 'refuse',
  },
  [`${sdk}/runtimeConfig.shared.js`]: {
    AwsJson1_0Protocol: 'refuse',
    AwsSdkSigV4Signer: 'refuse',
    DynamoDBJsonCodec2: 'class {}',
    Sha256: 'refuse',
    defaultEndpointResolver: 'refuse',
  },
  [`@aws-sdk/${core}/httpAuthSchemes/aws_sdk/resolveAwsSdkSigV4Config.js`]: { SignatureV4: 'refuse' },
  [`@aws-sdk/${core}/httpAuthSchemes/aws_sdk/clock-skew-defaults.js`]: {
    loadConfig: '() => async () => false',
    NODE_DISABLE_CLOCK_SKEW_CORRECTION_CONFIG_OPTIONS: 'undefined',
  },
  [`@smithy/${core}/endpoints/middleware-endpoint/adaptors/getEndpointFromConfig.js`]: {
    loadConfig: 'refuse',
    getEndpointUrlConfig: '() => undefined',
    ignoreConfiguredEndpointUrlsConfigSelectors: 'undefined',
  },
  // The user agent begins with nothing, and addresses do not follow from partitions.
  [`@aws-sdk/${core}/client/middleware-user-agent/user-agent-middleware.js`]: {
    getUserAgentPrefix: '() => ""',
  },
  [`@aws-sdk/${core}/client/util-endpoints/aws.js`]: {
    isVirtualHostableS3Bucket: 'refuse',
    parseArn: 'refuse',
    partition: 'refuse',
  },
  [`@smithy/${core}/endpoints/middleware-endpoint/adaptors/getEndpointFromInstructions.js`]: {
    resolveParamsForS3: 'refuse',
  },
  // No request for items is a stream of events, and none is written to a log.
  [`@smithy/${core}/client/smithy-client/command.js`]: {
    NormalizedSchema: '{ of: () => ({ getEventStreamMember() {} }) }',
    schemaLogFilter: 'refuse',
  },
  [`@smithy/${core}/retry/middleware-retry/parseRetryAfterHeader.js`]: {
    parseRfc7231DateTime: '(text) => new Date(text)',
  },
  [`@smithy/${core}/retry/middleware-retry/configurations.js`]: { AdaptiveRetryStrategy: 'refuse' },
  // The global `crypto` loads all of Node's Web Crypto, for the id of a request.
  [`@smithy/${core}/serde/index.js`]: { bindV4: '() => refuse' },
  [`@smithy/${core}/retry/middleware-retry/retryMiddleware.js`]: {
    v4: '() => globalThis.process.getBuiltinModule("node:crypto").randomUUID()',
  },
};

const refusal = `function refuse() {
  throw new Error("This bundle has only those parts of the SDK that a function of the partition aws needs, with keys in its environment. DYNAMODB_SDK=default at the build keeps all.");
}`;

/**
 * The text of a module with code in place of some of its imports.
 * @throws Error when it has no such import: the SDK was changed
 */
export function leaveOut(text: string, standIns: StandIns): string {
  const left = new Set(Object.keys(standIns));
  const result = text.replaceAll(/^import \{([^}]*)\} from/gm, (_, names: string) => {
    const kept = names.split(',').filter((name) => {
      const own = name.trim().split(' as ').at(-1) ?? '';
      return own !== '' && !left.delete(own);
    });
    return `import {${kept.join(',')}} from`;
  });
  if (left.size > 0) throw new Error(`The SDK's module does not import ${[...left].join(', ')}`);
  // Before the module's own code, which may use them at once.
  return [
    refusal,
    ...Object.entries(standIns).map(([name, code]) => `const ${name} = ${code};`),
    result,
  ].join('\n');
}

/** Errors of operations that the application does not send: of tables, backups, imports and exports, and of PartiQL. */
const otherErrors =
  /^(Backup|ContinuousBackups|DuplicateItem|Export|GlobalTable|Import|Index|InvalidExport|InvalidRestore|PointInTime|Policy|Replica[AN]|Table)/;

/** The schemas without the classes of such errors, which every function would make at its start. */
const leaveOutErrors = (text: string): string =>
  text.replaceAll(/^n0_registry\.registerError\((\w+)\$, \1\);$/gm, (line, name: string) =>
    otherErrors.test(name) ? '' : line,
  );

/** In place of credential-provider-node/dist-es/defaultProvider.js. */
const environmentCredentials = `
import { fromEnv } from "@aws-sdk/credential-provider-env";
import { memoizeChain } from "./runtime/memoize-chain";
export const credentialsWillNeedRefresh = (credentials) => credentials?.expiration !== undefined;
export const credentialsTreatedAsExpired = (credentials) =>
  credentials?.expiration !== undefined && credentials.expiration.getTime() - Date.now() < 300000;
export const defaultProvider = (init = {}) => memoizeChain([() => fromEnv(init)()], credentialsTreatedAsExpired);
`;

/** Whether a function of the environment needs all of the SDK: by the switch, or for where it runs. */
export const needsWholeSdk = ({ region, variables }: Pick<Environment, 'region' | 'variables'>): boolean => {
  const place = region ?? process.env.CDK_DEFAULT_REGION;
  return variables.DYNAMODB_SDK === 'default' || (place !== undefined && !isUsualRegion(place));
};

/** Whether the bundles of this process keep all of it by default. */
export const isWholeSdkWanted = (): boolean => process.env.DYNAMODB_SDK === 'default';

/** The esbuild plugin for what every client of the SDK has: credentials, and streams of events. */
export const leanClients: Plugin = {
  name: 'lean-clients',
  setup({ onLoad, onResolve }) {
    // Nothing that functions call answers with a stream of events.
    onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: 'event-streams', namespace: 'left-out' } : undefined,
    );
    // Sessions of tenants are requested by shared/data/sdk/assume-role.ts.
    onResolve({ filter: /^@aws-sdk\/credential-providers$/ }, () => ({
      path: 'credential-providers',
      namespace: 'left-out',
    }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents: `${refusal} refuse(); export const fromTemporaryCredentials = undefined;`,
      loader: 'js',
    }));
    onLoad({ filter: /credential-provider-node[\\/]dist-es[\\/]defaultProvider\.js$/ }, () => ({
      contents: environmentCredentials,
      loader: 'js',
    }));
  },
};

/** The esbuild plugin for the client for items. */
export const leanItemsClient: Plugin = {
  name: 'lean-items-client',
  setup({ onLoad }) {
    // Of all that describes the package, the client has the version in its user agent.
    onLoad({ filter: /client-dynamodb[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    onLoad({ filter: /client-dynamodb[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ }, async ({ path }) => ({
      contents: leaveOutErrors(await readFile(path, 'utf8')),
      loader: 'js',
    }));
    onLoad({ filter: /[\\/]@(aws-sdk|smithy)[\\/].*\.js$/ }, async ({ path }) => {
      const module = Object.keys(leftOut).find((end) => path.replaceAll('\\', '/').endsWith(end));
      const standIns = module === undefined ? undefined : leftOut[module];
      return standIns && { contents: leaveOut(await readFile(path, 'utf8'), standIns), loader: 'js' };
    });
  },
};
