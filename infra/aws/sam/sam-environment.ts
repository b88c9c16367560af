// The environment in which SAM CLI runs functions: the local platform's database, seen from inside a container.
import type { Area } from '../../../shared/http/areas.ts';
import { secretsPath } from '../../local/environment.ts';
import { credentialKeysSecretId, signingKeysSecretId } from '../../local/secrets/secret-ids.ts';
import type { Environment } from '../environment/environment.ts';

/**
 * SAM CLI finds functions and their code by this metadata. Templates that are deployed do without: it would be a tenth of
 * their bytes.
 */
export const samContext = {
  'aws:cdk:enable-asset-metadata': true,
  'aws:cdk:enable-path-metadata': true,
} as const;

/** The addresses of the local platform, as this machine sees them. */
export interface LocalPlatform {
  readonly dynamodb: string;
  readonly tableName: string;
  /** The address of area C, whose tokens are accepted. */
  readonly issuer?: string;
  /** The local gateway, which emulates Secrets Manager and serves the other areas. */
  readonly gateway?: string;
}

/** The machine's loopback addresses are those of the container inside one; Docker has a name for the machine. */
const toContainerAddress = (address: string): string =>
  address.replace(/\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '//host.docker.internal');

/** Credentials for DynamoDB Local, which accepts any; a developer's own never enter a container. */
export const localCredentials = {
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: '',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
} as const;

/** The environment `sam`: `area` is served by SAM CLI at `port`, the others by the gateway. */
export function buildSamEnvironment(area: Area, port: number, local: LocalPlatform): Environment {
  const gateway = local.gateway ?? `http://127.0.0.1:${port}`;
  const elsewhere = (other: Area) => (other === area ? `http://127.0.0.1:${port}` : `${gateway}/${other}`);
  return {
    name: 'sam',
    usagePlans: false,
    logDays: 1,
    architecture: process.arch === 'arm64' ? 'arm64' : 'x86_64',
    addresses: {
      training: elsewhere('training'),
      crm: elsewhere('crm'),
      identity: elsewhere('identity'),
      billtracking: elsewhere('billtracking'),
    },
    // SAM CLI passes only variables that the template declares.
    variables: {
      TABLE_NAME: local.tableName,
      SIGNING_KEYS_SECRET: signingKeysSecretId,
      CREDENTIAL_KEYS_SECRET: credentialKeysSecretId,
      AWS_ENDPOINT_URL_DYNAMODB: toContainerAddress(local.dynamodb),
      ...(local.gateway && {
        AWS_ENDPOINT_URL_SECRETS_MANAGER: `${toContainerAddress(local.gateway)}${secretsPath}`,
      }),
      ...(local.issuer && { ISSUER: local.issuer }),
      SERVER_TIMING: 'on',
    },
  };
}

/** The command line of SAM CLI. On Linux, Docker needs the machine's name as an argument. */
export const buildSamArguments = (
  template: string,
  port: number,
  platform: NodeJS.Platform,
): readonly string[] => [
  'local',
  'start-api',
  '--template',
  template,
  '--port',
  String(port),
  '--warm-containers',
  'LAZY',
  ...(platform === 'linux' ? ['--add-host', 'host.docker.internal:host-gateway'] : []),
];
