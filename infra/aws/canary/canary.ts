// The canary of a stack: all callers call its functions by an alias, which a deployment first has name the new version for
// a part of the calls (docs/aws.md#canary).
import { createHash } from 'node:crypto';
import { ArnFormat, CustomResource, Duration, Lazy, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct, IConstruct } from 'constructs';
import { acceptFinding, wildcardFinding } from '../access/nag.ts';
import type { Bundle } from '../bundling/bundle.ts';
import type { Environment } from '../environment/environment.ts';
import { getFunctionName } from '../environment/names.ts';
import { createFunction } from '../functions/functions.ts';
import { aliasName, type ObservedApi } from './canary-shift.ts';

/** The name of the function that shifts the aliases, and of its bundle. */
export const canaryName = 'canary';

/** The longest time of a function: the trial, and changing the aliases before and after it. */
const longest = Duration.minutes(15);

export interface CanaryProps {
  readonly environment: Environment;
  /** The stack's group: an area, or `platform`. */
  readonly group: string;
  readonly bundle: Bundle;
  readonly logGroup: logs.LogGroup;
  readonly functions: readonly lambda.Function[];
  /** The alarms that stop it, by name. */
  readonly alarms: readonly string[];
  /** The API whose requests the functions answer. */
  readonly api?: ObservedApi;
}

/** The functions of a stack as they are called. */
export interface Callable {
  /** What follows a function's ARN where it is called. */
  readonly qualifier: string;
  /** What is called for a function. */
  target(fn: lambda.Function): lambda.IFunction;
  /** Creates what calls functions only after there is something to be called. */
  orderAfter(...callers: readonly IConstruct[]): void;
}

/** Functions that are called by their name. */
const unversioned: Callable = {
  qualifier: '',
  target: (fn) => fn,
  orderAfter: () => undefined,
};

/**
 * The alias of a function, which the shift creates. CDK's own imported alias creates no permissions where its account is a
 * token, and a rule may call nothing without one.
 */
class LiveAlias extends lambda.QualifiedFunctionBase {
  readonly lambda: lambda.Function;
  readonly functionArn: string;
  readonly functionName: string;
  protected readonly qualifier = aliasName;
  protected readonly canCreatePermissions = true;

  constructor(scope: Construct, id: string, fn: lambda.Function) {
    super(scope, id);
    this.lambda = fn;
    this.functionArn = `${fn.functionArn}:${aliasName}`;
    this.functionName = `${fn.functionName}:${aliasName}`;
  }

  get grantPrincipal(): iam.IPrincipal {
    return this.lambda.grantPrincipal;
  }

  get role(): iam.IRole | undefined {
    return this.lambda.role;
  }

  get architecture(): lambda.Architecture {
    return this.lambda.architecture;
  }

  override get resourceArnsForGrantInvoke(): string[] {
    return [this.functionArn];
  }
}

/** A checksum of the code and configuration of the functions: when it changes, CloudFormation calls the canary. */
const computeChecksum = (stack: Stack, functions: readonly lambda.Function[]): string =>
  Lazy.string({
    produce: () => {
      const all = functions.map(({ node: { defaultChild } }) => {
        if (!(defaultChild instanceof lambda.CfnFunction)) throw new Error('A function has no resource');
        const { functionName, code, environment, memorySize, timeout, layers, role } = defaultChild;
        return { functionName, code, environment, memorySize, timeout, layers, role };
      });
      return createHash('sha256')
        .update(JSON.stringify(stack.resolve(all)))
        .digest('hex')
        .slice(0, 32);
    },
  });

/** What the canary may do: with the versions and aliases of the group's functions alone, and read what fails. */
function createCanaryRole(
  stack: Stack,
  { environment, group, logGroup }: Pick<CanaryProps, 'environment' | 'group' | 'logGroup'>,
): iam.Role {
  const functionArn = (qualifier: string) =>
    stack.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: `${getFunctionName(environment, group, '*')}${qualifier}`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  const statements = [
    new iam.PolicyStatement({
      sid: 'ShiftAliases',
      actions: [
        'lambda:PublishVersion',
        'lambda:GetAlias',
        'lambda:CreateAlias',
        'lambda:UpdateAlias',
        'lambda:ListVersionsByFunction',
      ],
      resources: [functionArn('')],
    }),
    // With a qualifier, so never a function itself.
    new iam.PolicyStatement({
      sid: 'RemoveVersions',
      actions: ['lambda:DeleteFunction'],
      resources: [functionArn(':*')],
    }),
    new iam.PolicyStatement({
      sid: 'ReadFailures',
      actions: ['cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData'],
      resources: ['*'],
    }),
    new iam.PolicyStatement({
      sid: 'ReadStack',
      actions: ['cloudformation:DescribeStacks'],
      resources: [stack.stackId],
    }),
    new iam.PolicyStatement({
      sid: 'WriteLog',
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [logGroup.logGroupArn],
    }),
  ];
  const role = new iam.Role(stack, 'CanaryRole', {
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { Needs: new iam.PolicyDocument({ statements }) },
  });
  for (const arn of [functionArn(''), functionArn(':*')])
    acceptFinding(role, wildcardFinding(stack, arn), "The group's functions, by the prefix of their names.");
  acceptFinding(role, 'IAM5[Resource::*]', 'CloudWatch knows no resources of metrics and of alarm lists.');
  return role;
}

/** Has the functions called by an alias, where the environment has a canary. */
export function createCanary(scope: Construct, props: CanaryProps): Callable {
  const { environment, group, bundle, logGroup, functions, alarms, api } = props;
  if (!environment.canary) return unversioned;
  const stack = Stack.of(scope);
  const shifter = createFunction(scope, {
    environment,
    group,
    name: canaryName,
    description: 'Has new versions take over: first a part of the calls, then all',
    bundle,
    role: createCanaryRole(stack, props),
    logGroup,
    timeout: longest,
  });
  const { percent, minutes } = environment.canary;
  const shift = new CustomResource(scope, 'Versions', {
    serviceToken: shifter.functionArn,
    serviceTimeout: longest,
    resourceType: 'Custom::Versions',
    properties: {
      // References, so that CloudFormation changes all functions first.
      Functions: functions.map(({ functionName }) => functionName),
      Checksum: computeChecksum(stack, functions),
      Share: percent / 100,
      Minutes: minutes,
      Alarms: alarms,
      Api: api,
    },
  });
  return {
    qualifier: `:${aliasName}`,
    target(fn) {
      const alias = new LiveAlias(fn, 'Live', fn);
      alias.node.addDependency(shift);
      return alias;
    },
    orderAfter(...callers) {
      for (const { node } of callers) node.addDependency(shift);
    },
  };
}
