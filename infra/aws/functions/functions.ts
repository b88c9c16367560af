// The Lambda functions of a stack: all of one kind, with one log group and the same environment variables.
import { ArnFormat, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import type * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import {
  getMemorySize,
  getSecretNeeds,
  runsParts,
  sendsMail,
  servesDueWork,
  setsChangesAside,
  usesApiKeys,
  usesMailSystem,
  usesSandbox,
} from '../access/needs.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { needsWholeSdk } from '../bundling/lean-sdk.ts';
import { type Environment, getAreaAddresses } from '../environment/environment.ts';
import {
  getCredentialKeysName,
  getFunctionName,
  getLogGroupName,
  getPrefix,
  getSigningKeysName,
  getTableName,
  toPascalCase,
} from '../environment/names.ts';
import { amazonAuthoritiesVariables } from './amazon-authorities-variables.ts';

/** One log group for all functions of a stack: one per function would add a third more resources. */
export function createLogGroup(scope: Construct, environment: Environment, group: string): logs.LogGroup {
  return new logs.LogGroup(scope, 'Log', {
    logGroupName: getLogGroupName(environment, group),
    retention: environment.logDays,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
}

/** How mail is sent; without a mail server's address, by SES. Only what sends gets the server's address, with its password. */
function getMailVariables(
  scope: Construct,
  { environment, bundle: { sources } }: PlatformFunctionProps,
): Record<string, string> {
  const { mail } = environment;
  if (!mail || !usesMailSystem(sources)) return {};
  if (!mail.url)
    return {
      ...{ MAIL_FROM: mail.from, MAIL_BY: 'ses', MAIL_RULES: getPrefix(environment) },
      MAIL_ARN: Stack.of(scope).formatArn({
        ...{ service: 'ses', resource: '', arnFormat: ArnFormat.NO_RESOURCE_NAME },
      }),
    };
  return {
    MAIL_FROM: mail.from,
    ...(sendsMail(sources) && { SMTP_URL: mail.url }),
    ...(mail.senderRecords && { MAIL_SENDER_RECORDS: JSON.stringify(mail.senderRecords) }),
  };
}

/** The areas' addresses: where all have one base, only that, because a template has these once for each function. */
function getAddressVariables(environment: Environment): Record<string, string> {
  const { training, crm, identity, billtracking } = getAreaAddresses(environment);
  if (environment.addresses === undefined)
    return { ISSUER: identity, BASE_URL: identity.slice(0, identity.lastIndexOf('/')) };
  return {
    ISSUER: identity,
    TRAINING_URL: training,
    CRM_URL: crm,
    IDENTITY_URL: identity,
    BILLTRACKING_URL: billtracking,
  };
}

/** Without the SDK's client for items nothing calls `trustAmazonAuthorities`, and OpenSSL itself may trust nobody. */
const getTrustVariables = ({ environment, bundle }: PlatformFunctionProps): Record<string, string> =>
  bundle.sources.has('shared/data/client.ts') && !needsWholeSdk(environment)
    ? amazonAuthoritiesVariables
    : {};

/** The environment variables of a function; the code never checks where it runs. */
function getVariables(scope: Construct, of: PlatformFunctionProps): Record<string, string> {
  const {
    environment,
    bundle: { sources },
  } = of;
  const { signingKeys, credentialKeys } = getSecretNeeds(sources);
  return {
    TABLE_NAME: getTableName(environment),
    ...(environment.ownTables?.length && { OWN_TABLES: environment.ownTables.join(',') }),
    ...(signingKeys !== 'none' && { SIGNING_KEYS_SECRET: getSigningKeysName(environment) }),
    ...(credentialKeys && { CREDENTIAL_KEYS_SECRET: getCredentialKeysName(environment) }),
    ...getAddressVariables(environment),
    ...getMailVariables(scope, of),
    ...(environment.usagePlans !== false && usesApiKeys(sources) && { USAGE_PLANS: getPrefix(environment) }),
    ...(environment.metrics && { METRICS: environment.metrics }),
    ...((environment.metrics || servesDueWork(sources) || setsChangesAside(sources)) && {
      METRICS_NAMESPACE: getPrefix(environment),
    }),
    ...getTrustVariables(of),
    ...environment.variables,
  };
}

/** What a function of the platform is created from. */
export interface PlatformFunctionProps {
  readonly environment: Environment;
  /** The stack's group: an area, or `platform`. */
  readonly group: string;
  /** `listPeople`, `change-feed`. */
  readonly name: string;
  readonly description: string;
  readonly bundle: Bundle;
  readonly role: iam.Role;
  readonly logGroup: logs.LogGroup;
  /** The role with which it reaches the tenant it serves, where its own role reaches none. */
  readonly tenantRoleArn?: string | undefined;
  /** Environment variables of this function alone. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** By default 15 seconds, and as long as API Gateway waits, 29, where a request has many parts or content that is rendered apart. */
  readonly timeout?: Duration;
}

const takesLong = (sources: Bundle['sources']): boolean => runsParts(sources) || usesSandbox(sources);

const architectures = { arm64: lambda.Architecture.ARM_64, x86_64: lambda.Architecture.X86_64 } as const;

/** The layer with the typefaces; a stack has one, because SAM CLI reads a single template. */
function getTypefaceLayer(scope: Construct, folder: string): lambda.ILayerVersion {
  const found = scope.node.tryFindChild('Typefaces');
  if (found instanceof lambda.LayerVersion) return found;
  return new lambda.LayerVersion(scope, 'Typefaces', {
    code: lambda.Code.fromAsset(folder),
    description: 'The typefaces of PDF documents',
  });
}

/** Creates the function from its bundle. */
export function createFunction(scope: Construct, of: PlatformFunctionProps): lambda.Function {
  return new lambda.Function(scope, toPascalCase(of.name), {
    functionName: getFunctionName(of.environment, of.group, of.name),
    description: of.description,
    runtime: lambda.Runtime.NODEJS_24_X,
    architecture: architectures[of.environment.architecture],
    code: lambda.Code.fromAsset(of.bundle.folder),
    ...(of.bundle.typefaces && { layers: [getTypefaceLayer(scope, of.bundle.typefaces)] }),
    handler: 'index.handler',
    memorySize: getMemorySize(of.bundle),
    timeout: of.timeout ?? Duration.seconds(takesLong(of.bundle.sources) ? 29 : 15),
    role: of.role,
    logGroup: of.logGroup,
    environment: {
      ...getVariables(scope, of),
      ...(of.tenantRoleArn && { TENANT_ROLE_ARN: of.tenantRoleArn }),
      ...of.variables,
    },
  });
}
