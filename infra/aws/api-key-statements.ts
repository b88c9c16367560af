// What the functions that look after tenants' API keys may do in API Gateway.
import { ArnFormat, type Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';

/**
 * IAM knows a key by its id alone, which API Gateway chooses: the right is to all of the region's keys, and no further
 * than keys and their places in plans.
 */
export function buildApiKeyStatements(stack: Stack): iam.PolicyStatement[] {
  const arn = (resource: string) =>
    stack.formatArn({
      service: 'apigateway',
      account: '',
      resource,
      arnFormat: ArnFormat.NO_RESOURCE_NAME,
    });
  const may = (sid: string, actions: readonly string[], ...resources: readonly string[]) =>
    new iam.PolicyStatement({
      sid,
      actions: actions.map((action) => `apigateway:${action}`),
      resources: resources.map(arn),
    });
  return [
    may('FindKeysAndPlans', ['GET'], '/apikeys', '/usageplans', '/usageplans/*/keys'),
    may('MakeKeys', ['POST'], '/apikeys', '/usageplans/*/keys'),
    may('RemoveKeys', ['DELETE'], '/apikeys/*'),
  ];
}
