// One area in AWS: its REST API, built from the contracts, and one function per endpoint.
import { ArnFormat, CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { platformKeyPatterns, throttleKeysPattern } from '../../../shared/http/access-scope.ts';
import { type Area, areas } from '../../../shared/http/areas.ts';
import type { RegisteredEndpoint } from '../../contracts/registry.ts';
import { acceptFinding, wildcardFinding } from '../access/nag.ts';
import { type FunctionNeeds, getEndpointNeeds } from '../access/needs.ts';
import { createRoleProvider } from '../access/roles.ts';
import { createTenantRoles } from '../access/tenant-roles.ts';
import { listRequestAlarmNames } from '../alarms/alarms-requests.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { createCanary } from '../canary/canary.ts';
import { type Environment, getAreaAddresses } from '../environment/environment.ts';
import { fixLogicalId } from '../environment/fixed-id.ts';
import { getFunctionName, getPrefix } from '../environment/names.ts';
import { createFunction, createLogGroup } from '../functions/functions.ts';
import { buildApiBody } from '../gateway/api-body.ts';
import { apiGatewayPrincipal } from '../gateway/api-gateway-principal.ts';
import { authorizerName, createAuthorizer } from '../gateway/authorizer.ts';
import { buildStageOptions } from '../gateway/stage.ts';
import type { ApiStage } from '../gateway/usage-plans.ts';

export interface AreaStackProps extends StackProps {
  readonly environment: Environment;
  readonly area: Area;
  /** The endpoints of the area. */
  readonly endpoints: readonly RegisteredEndpoint[];
  /** The bundle of an endpoint, of `unrouted` or of the authorizer, by name. */
  readonly bundleFor: (name: string) => Bundle;
  readonly canaryBundle: Bundle;
}

/** The platform's keys an area uses: area C all of them, the others those of clients and their throttling windows. */
const getPlatformKeyPatterns =
  (area: Area) =>
  ({ throttles }: FunctionNeeds): readonly string[] =>
    platformKeyPatterns(area).filter((pattern) => throttles || pattern !== throttleKeysPattern);

/** TLS 1.2 at least, with forward secrecy. */
function requireModernTls(api: apigateway.CfnRestApi): void {
  api.securityPolicy = apigateway.SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
  api.endpointAccessMode = apigateway.EndpointAccessMode.BASIC;
}

/** Permission to invoke the area's functions. */
const buildInvokeStatement = (stack: Stack, environment: Environment, area: Area): iam.PolicyStatement =>
  new iam.PolicyStatement({
    sid: 'InvokeFunctions',
    actions: ['lambda:InvokeFunction'],
    resources: [
      stack.formatArn({
        service: 'lambda',
        resource: 'function',
        resourceName: getFunctionName(environment, area, '*'),
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
  });

/**
 * The role with which an area's API invokes its functions. A permission per function would need as many resources as
 * there are endpoints, and a stack is limited to 500.
 */
function createInvokerRole(stack: Stack, environment: Environment, area: Area): iam.Role {
  return new iam.Role(stack, 'Invoker', {
    assumedBy: apiGatewayPrincipal(),
    inlinePolicies: {
      Invoke: new iam.PolicyDocument({
        statements: [buildInvokeStatement(stack, environment, area)],
      }),
    },
  });
}

/** An area's stack. Its API and its functions are in one stack, because SAM CLI reads a single template. */
export class AreaStack extends Stack {
  /** The stage of its API. */
  readonly stage: ApiStage;

  constructor(scope: Construct, id: string, props: AreaStackProps) {
    const { environment, area, endpoints, bundleFor, canaryBundle, ...rest } = props;
    super(scope, id, { ...rest, suppressTemplateIndentation: true });
    const logGroup = createLogGroup(this, environment, area);
    const tenantRoles = environment.tenantCredentials
      ? createTenantRoles(this, environment, area)
      : undefined;
    const roleFor = createRoleProvider(this, {
      environment,
      logGroup,
      platformKeyPatterns: getPlatformKeyPatterns(area),
      tenantRoles,
    });
    const shared = { environment, group: area, logGroup };
    const functions = new Map(
      endpoints.map(({ name, contract }) => {
        const bundle = bundleFor(name);
        const needs = getEndpointNeeds(contract, bundle.sources);
        const role = roleFor(needs);
        const tenantRoleArn = needs.scope === 'tenant' ? tenantRoles?.arnFor(needs) : undefined;
        const description = `${contract.method} ${contract.path}: ${contract.summary}`.slice(0, 256);
        return [name, createFunction(this, { ...shared, name, description, bundle, role, tenantRoleArn })];
      }),
    );
    const unrouted = createFunction(this, {
      ...shared,
      name: 'unrouted',
      description: 'Unknown paths, wrong methods, and right paths in another spelling',
      bundle: bundleFor('unrouted'),
      role: roleFor('log alone'),
    });
    const authorizer = createAuthorizer(this, {
      environment,
      area,
      bundle: bundleFor(authorizerName),
      logGroup,
    });

    const apiName = `${getPrefix(environment)}-${area}`;
    const callable = createCanary(this, {
      environment,
      group: area,
      bundle: canaryBundle,
      logGroup,
      functions: [...functions.values(), unrouted, authorizer],
      alarms: listRequestAlarmNames(environment, area),
      api: { name: apiName, stage: area },
    });
    const functionOf = (name: string): lambda.Function => functions.get(name) ?? unrouted;
    // As Fn::Sub of a logical id, because SAM CLI reads only that, and short, because there are many of them.
    const uriOf = ({ node }: lambda.Function): string => {
      const { defaultChild } = node;
      const id = defaultChild instanceof lambda.CfnFunction ? this.getLogicalId(defaultChild) : '';
      const invocation = `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions`;
      return Fn.sub(`${invocation}/\${${id}.Arn}${callable.qualifier}/invocations`);
    };
    const invoker = createInvokerRole(this, environment, area);
    for (const arn of buildInvokeStatement(this, environment, area).resources)
      acceptFinding(
        invoker,
        wildcardFinding(this, arn),
        "The area's functions, by the prefix of their names; no other function has it.",
      );
    const api = new apigateway.SpecRestApi(this, 'Api', {
      restApiName: apiName,
      description: areas[area].summary,
      apiDefinition: apigateway.ApiDefinition.fromInline(
        buildApiBody(area, endpoints, {
          functionUri: (name) => uriOf(functionOf(name)),
          unroutedUri: uriOf(unrouted),
          invokerRoleArn: invoker.roleArn,
          authorizer: {
            uri: uriOf(authorizer),
            invokerRoleArn: invoker.roleArn,
            usagePlans: environment.usagePlans !== false,
          },
          issuer: getAreaAddresses(environment).identity,
        }),
      ),
      endpointTypes: [apigateway.EndpointType.REGIONAL],
      disableExecuteApiEndpoint: environment.domain !== undefined,
      cloudWatchRole: false,
      deployOptions: buildStageOptions(this, environment, area),
    });
    fixLogicalId(api, 'Api');
    if (api.latestDeployment) callable.orderAfter(api.latestDeployment);
    acceptFinding(
      api,
      'APIG2',
      "The functions validate, and report every invalid value in the area's envelope.",
    );
    acceptFinding(api, 'APIG3', 'The firewall is an option of the environment, in the edge stack.');
    acceptFinding(
      api,
      'APIG6',
      'The access log and one log line per request cover it; execution logs would contain what callers send.',
    );
    this.stage = { apiId: api.restApiId, stage: area };
    if (api.node.defaultChild instanceof apigateway.CfnRestApi) requireModernTls(api.node.defaultChild);

    if (environment.domain) {
      new apigateway.CfnBasePathMapping(this, 'BasePath', {
        domainName: environment.domain.name,
        basePath: area,
        restApiId: api.restApiId,
        stage: api.deploymentStage.stageName,
      });
    }
    new CfnOutput(this, 'Address', {
      description: `The address of area ${areas[area].letter}, to be copied to cdk.json unless the environment has a domain`,
      value: environment.domain
        ? getAreaAddresses(environment)[area]
        : api.urlForPath('/').replace(/\/$/, ''),
    });
  }
}
