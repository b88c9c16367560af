// What the functions that maintain tenants' API keys may do in API Gateway.
import { ArnFormat, type Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';

/**
 * IAM identifies a key only by its id, which API Gateway chooses. So the statements cover all API keys of the region, and
 * nothing beyond keys and their membership of plans.
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
