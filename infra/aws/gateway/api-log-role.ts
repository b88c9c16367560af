// The role with which API Gateway writes access logs: one setting of the account for all of its APIs.
import { RemovalPolicy } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acceptFinding } from '../access/nag.ts';

/**
 * Sets the account's role, with the managed policy that AWS defines for it. It is retained when the stack is deleted,
 * because other APIs of the account use it too.
 */
export function addApiLogRole(scope: Construct): void {
  const role = new iam.Role(scope, 'ApiLogRole', {
    assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com'),
    managedPolicies: [
      iam.ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs'),
    ],
  });
  acceptFinding(
    role,
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]',
    'API Gateway requires this very policy and checks that the role has it.',
  );
  role.applyRemovalPolicy(RemovalPolicy.RETAIN);
  const account = new apigateway.CfnAccount(scope, 'ApiAccount', { cloudWatchRoleArn: role.roleArn });
  account.applyRemovalPolicy(RemovalPolicy.RETAIN);
}
