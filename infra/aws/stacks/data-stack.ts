// What must never be lost: the table, its key, and the secrets. Nothing else is here, so nothing else can fail its creation.
import { RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { tableDefinition } from '../../../shared/data/table-definition.ts';
import { acceptFinding } from '../access/nag.ts';
import type { Environment } from '../environment/environment.ts';
import { fixLogicalId } from '../environment/fixed-id.ts';
import {
  getCredentialKeysName,
  getSigningKeysName,
  getTableName,
  listOwnTables,
  toPascalCase,
} from '../environment/names.ts';

const stringAttribute = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

/**
 * A key of the account for the table. Anyone who may use the table may use the key, but only through DynamoDB, as with
 * AWS's managed key (DynamoDB Developer Guide, "Encryption at rest", key policies).
 */
function createTableKey(stack: Stack, tableId: string): kms.Key {
  const key = new kms.Key(stack, `${tableId}Key`, {
    description: 'Encrypts the table. Losing it loses the data.',
    enableKeyRotation: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  fixLogicalId(key, `${tableId}Key`);
  key.addToResourcePolicy(
    new iam.PolicyStatement({
      sid: 'UseThroughDynamoDB',
      principals: [new iam.AnyPrincipal()],
      actions: [
        'kms:Encrypt',
        'kms:Decrypt',
        'kms:ReEncryptFrom',
        'kms:ReEncryptTo',
        'kms:GenerateDataKey',
        'kms:GenerateDataKeyWithoutPlaintext',
        'kms:DescribeKey',
        'kms:CreateGrant',
      ],
      resources: ['*'],
      conditions: {
        StringEquals: {
          'kms:CallerAccount': stack.account,
          'kms:ViaService': `dynamodb.${stack.region}.amazonaws.com`,
        },
      },
    }),
  );
  return key;
}

function createTable(scope: Stack, environment: Environment, id: string, tableName: string): dynamodb.Table {
  const { partitionKey, sortKey, index, dueIndex, timeToLive, stream, billing } = tableDefinition;
  const table = new dynamodb.Table(scope, id, {
    tableName,
    partitionKey: stringAttribute(partitionKey),
    sortKey: stringAttribute(sortKey),
    billingMode: dynamodb.BillingMode[billing],
    timeToLiveAttribute: timeToLive,
    stream: dynamodb.StreamViewType[stream],
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    ...(environment.tableKey === 'of the account' && {
      encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: createTableKey(scope, id),
    }),
  });
  for (const { name, projection, ...keys } of [index, dueIndex])
    table.addGlobalSecondaryIndex({
      indexName: name,
      partitionKey: stringAttribute(keys.partitionKey),
      sortKey: stringAttribute(keys.sortKey),
      projectionType: dynamodb.ProjectionType[projection],
    });
  fixLogicalId(table, id);
  return table;
}

/** Created empty: the first rotation writes the first keys, so no private key ever passes through a template. */
function createSigningKeys(scope: Construct, environment: Environment): secretsmanager.CfnSecret {
  const secret = new secretsmanager.CfnSecret(scope, 'SigningKeys', {
    name: getSigningKeysName(environment),
    description: 'The private keys that access tokens are signed with. Only the key rotation writes them.',
  });
  secret.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  return secret;
}

/** Created with a random value by Secrets Manager itself, and never rewritten, as what it seals must stay readable. */
function createCredentialKeys(scope: Construct, environment: Environment): secretsmanager.CfnSecret {
  const secret = new secretsmanager.CfnSecret(scope, 'CredentialKeys', {
    name: getCredentialKeysName(environment),
    description: 'Seals the keys that tenants sign credentials with. Without it those keys are useless.',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  });
  secret.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  return secret;
}

/**
 * The stack that outlives all others. Its logical ids are fixed, because a changed id replaces the resource. Everything in it
 * is retained, except when its very creation fails: then the same command creates it again
 * (docs/aws.md#when-a-deployment-fails).
 */
export class DataStack extends Stack {
  /** The platform's table, and those of tenants that have their own. */
  readonly tables: readonly dynamodb.Table[];

  constructor(
    scope: Construct,
    id: string,
    { environment, ...props }: StackProps & { readonly environment: Environment },
  ) {
    super(scope, id, { ...props, terminationProtection: true });
    this.tables = [
      createTable(this, environment, 'Table', getTableName(environment)),
      ...listOwnTables(environment).map(({ code, name }) =>
        createTable(this, environment, `Table${toPascalCase(code)}`, name),
      ),
    ];
    const signingKeys = createSigningKeys(this, environment);
    signingKeys.overrideLogicalId('SigningKeys');
    acceptFinding(
      signingKeys,
      'SMG4',
      'The function rotate-keys rotates it: a new key is published well before it signs.',
    );
    const credentialKeys = createCredentialKeys(this, environment);
    credentialKeys.overrideLogicalId('CredentialKeys');
    acceptFinding(
      credentialKeys,
      'SMG4',
      'What it seals must stay readable: rotating the secret would lose it.',
    );
    // The tables come last: they refuse deletion, so a first creation that fails before leaves nothing behind.
    for (const { node } of this.tables) node.addDependency(signingKeys, credentialKeys);
  }
}
