// The environment that SAM CLI runs functions in: a laptop's database, seen from inside a container.
import type { Area } from '../../shared/http/areas.ts';
import { credentialKeysSecretId, secretsPath, signingKeysSecretId } from '../local/environment.ts';
import type { Environment } from './environment.ts';

/** Where the data is, as this machine sees it. */
export interface LocalPlatform {
  readonly dynamodb: string;
  readonly tableName: string;
  /** The address of the area C whose tokens are accepted. */
  readonly issuer?: string;
  /** The laptop gateway, which emulates Secrets Manager and serves the other areas. */
  readonly gateway?: string;
}

/** The machine's own addresses do not lead out of a container; Docker has a name for the machine. */
const toContainerAddress = (address: string): string =>
  address.replace(/\/\/(localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '//host.docker.internal');

/** Credentials of the database on a laptop, which takes any; a developer's own never enter a container. */
export const localCredentials = {
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_SESSION_TOKEN: '',
  AWS_REGION: 'us-east-1',
  AWS_DEFAULT_REGION: 'us-east-1',
} as const;

/** The environment `sam`: `area` is served by SAM CLI at `port`, the others by the gateway. */
export function buildSamEnvironment(area: Area, port: number, place: LocalPlatform): Environment {
  const gateway = place.gateway ?? `http://127.0.0.1:${port}`;
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
    // SAM CLI passes on only variables that the template has, so they are in it.
    variables: {
      TABLE_NAME: place.tableName,
      SIGNING_KEYS_SECRET: signingKeysSecretId,
      CREDENTIAL_KEYS_SECRET: credentialKeysSecretId,
      AWS_ENDPOINT_URL_DYNAMODB: toContainerAddress(place.dynamodb),
      ...(place.gateway && {
        AWS_ENDPOINT_URL_SECRETS_MANAGER: `${toContainerAddress(place.gateway)}${secretsPath}`,
      }),
      ...(place.issuer && { ISSUER: place.issuer }),
      SERVER_TIMING: 'on',
      // Nothing can be invoked there but through the API: another spelling is led to the published one.
      ENDPOINT_FUNCTIONS: '',
    },
  };
}

/** The command line of SAM CLI. On Linux Docker knows the machine's name only when it is told. */
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
