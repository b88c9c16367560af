// The environment variables every Lambda reads, set for this process: AWS sets the same ones from the stacks.
import { areaNames } from '../../shared/http/areas.ts';
import { processAccessKeyId } from './secrets/process-credentials.ts';
import { credentialKeysSecretId, signingKeysSecretId } from './secrets/secret-ids.ts';

/** The addresses that the handlers of one process use. */
export interface PlatformAddresses {
  /** The gateway's address without a trailing slash, `http://localhost:3000`. */
  readonly gateway: string;
  readonly dynamodb: string;
  readonly tableName: string;
  /** `smtp://...` of the mail catcher. */
  readonly smtp?: string;
}

/** The name of the local table. */
export const localTableName = 'rostrum';
/** The path below the gateway where Secrets Manager is emulated. */
export const secretsPath = '/_aws/secretsmanager';

/** Points the AWS SDK at DynamoDB Local, which takes any credentials; what this process emulates takes only its own. */
export function configureDynamoDB(endpoint: string, tableName: string): void {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: processAccessKeyId,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
    TABLE_NAME: tableName,
    // DynamoDB Local answers requests one after another, on a machine that runs other programs.
    DYNAMODB_TIMEOUT: '20000',
  });
}

/** What an operator's mail server would ask of a tenant's domain; what is sent locally is caught whatever DNS says. */
const sampleSenderRecords = [
  {
    ...{ purpose: 'dkim', type: 'CNAME', isRequired: true },
    ...{ name: 'rostrum._domainkey.{domain}', value: 'dkim.mail.rostrum.invalid' },
  },
  {
    ...{ purpose: 'spf', type: 'TXT', isRequired: false },
    ...{ name: '{domain}', value: 'v=spf1 include:spf.mail.rostrum.invalid ~all' },
  },
];

/** Sets everything a handler reads. */
export function configureEnvironment({ gateway, dynamodb, tableName, smtp }: PlatformAddresses): void {
  configureDynamoDB(dynamodb, tableName);
  for (const area of areaNames) process.env[`${area.toUpperCase()}_URL`] = `${gateway}/${area}`;
  Object.assign(process.env, {
    ISSUER: `${gateway}/identity`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `${gateway}${secretsPath}`,
    SIGNING_KEYS_SECRET: signingKeysSecretId,
    CREDENTIAL_KEYS_SECRET: credentialKeysSecretId,
    SERVER_TIMING: 'on',
    // DynamoDB Local writes the index with the item, and the stream is read in order: see shared/push/catch-up.ts.
    PUSH_SETTLING: '0',
    // Requests to this process itself wait for what it does meanwhile, and one that is sent again reaches its receiver twice.
    PUSH_TIMEOUT: '20000',
    // There is no API Gateway whose limit of the account a tenant could use up: see shared/push/send-budget.ts.
    PUSH_SENDS_PER_SECOND: '1000000',
    // Set only locally: see shared/webhooks/target.ts.
    WEBHOOKS_TO_LOOPBACK: 'allowed',
    ...(smtp !== undefined && { SMTP_URL: smtp }),
    MAIL_SENDER_RECORDS: JSON.stringify(sampleSenderRecords),
  });
}
