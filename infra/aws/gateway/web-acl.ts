// The firewall in front of the APIs, where an environment has one: AWS's common rules and a limit by network address.
import { ArnFormat, type Stack } from 'aws-cdk-lib';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Environment } from '../environment/environment.ts';
import { getPrefix, toPascalCase } from '../environment/names.ts';
import type { ApiStage } from './usage-plans.ts';

/** The limit of requests from one address in five minutes; an integration calls for a whole association from one. */
const maxRequestsPerAddress = 10_000;

/**
 * Common rules that would refuse valid requests; here they only count them.
 * - Bodies over 8 KB: lists, imports and templates are larger; every endpoint has a limit of its own.
 * - HTML in bodies: texts of mails and notes contain markup. Replies are JSON, and pages escape it.
 * - No User-Agent: programs often send none.
 */
const countOnlyRules = ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY', 'NoUserAgent_HEADER'];

const visibility = (metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty => ({
  metricName,
  cloudWatchMetricsEnabled: true,
  // Requests contain tokens, and samples would show them to anyone who may view the firewall.
  sampledRequestsEnabled: false,
});

/** Creates the firewall and attaches it to each stage. */
export function createWebAcl(stack: Stack, environment: Environment, stages: readonly ApiStage[]): void {
  const name = getPrefix(environment);
  const acl = new wafv2.CfnWebACL(stack, 'Firewall', {
    name,
    description: 'In front of the APIs of all areas',
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: visibility(name),
    rules: [
      {
        name: 'one-address',
        priority: 0,
        action: { block: {} },
        statement: { rateBasedStatement: { limit: maxRequestsPerAddress, aggregateKeyType: 'IP' } },
        visibilityConfig: visibility(`${name}-one-address`),
      },
      {
        name: 'common',
        priority: 1,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: {
            vendorName: 'AWS',
            name: 'AWSManagedRulesCommonRuleSet',
            ruleActionOverrides: countOnlyRules.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
          },
        },
        visibilityConfig: visibility(`${name}-common`),
      },
    ],
  });
  for (const { apiId, stage } of stages) {
    new wafv2.CfnWebACLAssociation(stack, `${toPascalCase(stage)}Firewall`, {
      webAclArn: acl.attrArn,
      resourceArn: stack.formatArn({
        service: 'apigateway',
        account: '',
        resource: '/restapis',
        resourceName: `${apiId}/stages/${stage}`,
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      }),
    });
  }
}
