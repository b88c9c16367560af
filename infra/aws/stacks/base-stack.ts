// What all areas share and can be made again: the domains, the sender of mails, and the account's role for API logs.
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as apigatewayv2 from 'aws-cdk-lib/aws-apigatewayv2';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import type { Construct } from 'constructs';
import type { Environment } from '../environment/environment.ts';
import { fixLogicalId } from '../environment/fixed-id.ts';
import { addMailIdentity, sendsBySes } from '../functions/mail-sender.ts';
import { addApiLogRole } from '../gateway/api-log-role.ts';

function addDomain(scope: Construct, { name, certificateArn }: NonNullable<Environment['domain']>): void {
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

function addPushDomain(
  scope: Construct,
  { name, certificateArn }: NonNullable<Environment['pushDomain']>,
): void {
  const domain = new apigatewayv2.CfnDomainName(scope, 'PushDomain', {
    domainName: name,
    domainNameConfigurations: [{ certificateArn, endpointType: 'REGIONAL', securityPolicy: 'TLS_1_2' }],
  });
  domain.overrideLogicalId('PushDomain');
  new CfnOutput(scope, 'PushDomainTarget', {
    description: `The address that a CNAME or alias record of ${name} points to`,
    value: domain.attrRegionalDomainName,
  });
}

/** Whether an environment has anything of the kind. */
export const hasBase = (environment: Environment): boolean =>
  sendsBySes(environment) ||
  environment.domain !== undefined ||
  environment.pushDomain !== undefined ||
  environment.apiLogRole !== 'already there';

/** Apart from the data, so that an unverified domain or certificate never stands in the way of the table. */
export class BaseStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { environment, ...props }: StackProps & { readonly environment: Environment },
  ) {
    super(scope, id, props);
    if (sendsBySes(environment)) addMailIdentity(this, environment);
    if (environment.domain) addDomain(this, environment.domain);
    if (environment.pushDomain) addPushDomain(this, environment.pushDomain);
    if (environment.apiLogRole !== 'already there') addApiLogRole(this);
  }
}
