// What all areas share and what holds state: the table, the secrets, the platform's own name.
import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as secretsmanager from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { tableDefinition } from '../../shared/data/table-definition.ts';
import type { Environment } from './environment.ts';
import { fixLogicalId } from './fixed-id.ts';
import { credentialKeysNameOf, signingKeysNameOf, tableNameOf } from './names.ts';

const stringAttribute = (name: string): dynamodb.Attribute => ({ name, type: dynamodb.AttributeType.STRING });

function tableOf(scope: Construct, environment: Environment): dynamodb.Table {
  const { partitionKey, sortKey, index, timeToLive, stream, billing } = tableDefinition;
  const table = new dynamodb.Table(scope, 'Table', {
    tableName: tableNameOf(environment),
    partitionKey: stringAttribute(partitionKey),
    sortKey: stringAttribute(sortKey),
    billingMode: dynamodb.BillingMode[billing],
    timeToLiveAttribute: timeToLive,
    stream: dynamodb.StreamViewType[stream],
    pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
  });
  table.addGlobalSecondaryIndex({
    indexName: index.name,
    partitionKey: stringAttribute(index.partitionKey),
    sortKey: stringAttribute(index.sortKey),
    projectionType: dynamodb.ProjectionType[index.projection],
  });
  return table;
}

/** Made empty: the first rotation writes the first keys, so no value of theirs ever passes through a template. */
function signingKeysOf(scope: Construct, environment: Environment): secretsmanager.CfnSecret {
  const secret = new secretsmanager.CfnSecret(scope, 'SigningKeys', {
    name: signingKeysNameOf(environment),
    description: 'The private keys that access tokens are signed with. Written by the key rotation alone.',
  });
  secret.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return secret;
}

/** Made with a random value, in Secrets Manager itself, and never written again: what it seals is for ever. */
function credentialKeysOf(scope: Construct, environment: Environment): secretsmanager.CfnSecret {
  const secret = new secretsmanager.CfnSecret(scope, 'CredentialKeys', {
    name: credentialKeysNameOf(environment),
    description:
      'Seals the keys that tenants sign credentials with. Losing it makes all of those keys useless.',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  });
  secret.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return secret;
}

function domainOf(scope: Construct, { name, certificateArn }: NonNullable<Environment['domain']>): void {
  const domain = new apigateway.DomainName(scope, 'Domain', {
    domainName: name,
    certificate: acm.Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: apigateway.EndpointType.REGIONAL,
    securityPolicy: apigateway.SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
    endpointAccessMode: apigateway.EndpointAccessMode.BASIC,
  });
  fixLogicalId(domain, 'Domain');
  new CfnOutput(scope, 'DomainTarget', {
    description: `The address that a CNAME or alias record of ${name} points to`,
    value: domain.domainNameAliasDomainName,
  });
}

/** The stack that outlives all others. Its logical ids are written down, as an id that changes is a resource replaced. */
export class DataStack extends Stack {
  readonly table: dynamodb.Table;

  constructor(
    scope: Construct,
    id: string,
    { environment, ...props }: StackProps & { readonly environment: Environment },
  ) {
    super(scope, id, { ...props, terminationProtection: true });
    this.table = tableOf(this, environment);
    fixLogicalId(this.table, 'Table');
    signingKeysOf(this, environment).overrideLogicalId('SigningKeys');
    credentialKeysOf(this, environment).overrideLogicalId('CredentialKeys');
    if (environment.domain) domainOf(this, environment.domain);
  }
}
