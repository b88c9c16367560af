// One area in AWS: its REST API, made from the contracts, and one function per endpoint.
import { ArnFormat, CfnOutput, Fn, Stack, type StackProps } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type Area, areas } from '../../shared/http/areas.ts';
import type { RegisteredEndpoint } from '../contracts/registry.ts';
import { apiBody } from './api-body.ts';
import type { Bundle } from './bundle.ts';
import { areaAddresses, type Environment } from './environment.ts';
import { fixLogicalId } from './fixed-id.ts';
import { logGroupOf, platformFunction } from './functions.ts';
import { functionNameOf, prefixOf } from './names.ts';
import { type Needs, needsOf } from './needs.ts';
import { rolesOf } from './roles.ts';

export interface AreaStackProps extends StackProps {
  readonly environment: Environment;
  readonly area: Area;
  /** The area's own. */
  readonly endpoints: readonly RegisteredEndpoint[];
  /** The bundle of an endpoint, by its name, and that of the area's function for unknown routes, `unrouted`. */
  readonly bundleOf: (name: string) => Bundle;
}

/** Which of the platform's keys an area works with: area C with all, the others with clients, and to throttle those. */
const platformKeysOf =
  (area: Area) =>
  ({ throttles }: Needs): readonly string[] => {
    if (area === 'identity') return ['P#*'];
    return throttles ? ['P#CLIENT#*', 'P#THROTTLE#*'] : ['P#CLIENT#*'];
  };

/** TLS 1.2 at least, with forward secrecy. */
function requireModernTls(api: apigateway.CfnRestApi): void {
  api.securityPolicy = apigateway.SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09;
  api.endpointAccessMode = apigateway.EndpointAccessMode.BASIC;
}

/**
 * The role by which an area's API invokes its functions. A permission on each function would do the same with as many
 * resources as there are endpoints, and a stack has room for 500.
 */
function invokerOf(stack: Stack, environment: Environment, area: Area): iam.Role {
  const functions = stack.formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: functionNameOf(environment, area, '*'),
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return new iam.Role(stack, 'Invoker', {
    assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
    inlinePolicies: {
      Invoke: new iam.PolicyDocument({
        statements: [
          new iam.PolicyStatement({
            sid: 'InvokeFunctions',
            actions: ['lambda:InvokeFunction'],
            resources: [functions],
          }),
        ],
      }),
    },
  });
}

/** An area's stack. The functions of an area and its API stand in one stack, for SAM CLI reads one template. */
export class AreaStack extends Stack {
  constructor(scope: Construct, id: string, props: AreaStackProps) {
    const { environment, area, endpoints, bundleOf, ...rest } = props;
    super(scope, id, { ...rest, suppressTemplateIndentation: true });
    const logGroup = logGroupOf(this, environment, area);
    const roleFor = rolesOf(this, { environment, logGroup, platformKeysOf: platformKeysOf(area) });
    const shared = { environment, group: area, logGroup };
    const functions = new Map(
      endpoints.map(({ name, contract }) => {
        const bundle = bundleOf(name);
        const role = roleFor(needsOf(contract, bundle.sources));
        const description = `${contract.method} ${contract.path}: ${contract.summary}`.slice(0, 256);
        return [name, platformFunction(this, { ...shared, name, description, bundle, role })];
      }),
    );
    const unrouted = platformFunction(this, {
      ...shared,
      name: 'unrouted',
      description: 'Unknown paths, wrong methods, and right paths in another spelling',
      bundle: bundleOf('unrouted'),
      role: roleFor('log alone'),
    });

    const functionOf = (name: string): lambda.Function => functions.get(name) ?? unrouted;
    // As Fn::Sub of a logical id, because that is what SAM CLI reads, and short, because there are so many.
    const uriOf = ({ node }: lambda.Function): string => {
      const { defaultChild } = node;
      const id = defaultChild instanceof lambda.CfnFunction ? this.getLogicalId(defaultChild) : '';
      const invocation = `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/2015-03-31/functions`;
      return Fn.sub(`${invocation}/\${${id}.Arn}/invocations`);
    };
    const invoker = invokerOf(this, environment, area);
    const api = new apigateway.SpecRestApi(this, 'Api', {
      restApiName: `${prefixOf(environment)}-${area}`,
      description: areas[area].summary,
      apiDefinition: apigateway.ApiDefinition.fromInline(
        apiBody(area, endpoints, {
          uriOf: (name) => uriOf(functionOf(name)),
          unrouted: uriOf(unrouted),
          invoker: invoker.roleArn,
          issuer: areaAddresses(environment).identity,
        }),
      ),
      endpointTypes: [apigateway.EndpointType.REGIONAL],
      disableExecuteApiEndpoint: environment.domain !== undefined,
      cloudWatchRole: false,
      // The stage's name is the base path without a domain: https://<id>.execute-api.<region>.amazonaws.com/<area>.
      deployOptions: { stageName: area },
    });
    fixLogicalId(api, 'Api');
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
      value: environment.domain ? areaAddresses(environment)[area] : api.urlForPath('/').replace(/\/$/, ''),
    });
  }
}
