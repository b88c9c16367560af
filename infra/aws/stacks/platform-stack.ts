// What runs in the background: functions called by the table's stream, the bus, the schedule or the push channel.
import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { duePrefix } from '../../../shared/data/due-partition.ts';
import { subscribersKeyPattern } from '../../../shared/data/tenant/access-scope.ts';
import type { ScheduleTrigger, Trigger } from '../../../shared/platform/trigger.ts';
import { type TriggeredFunction, triggeredFunctionSeconds } from '../../contracts/triggered-functions.ts';
import { acceptFinding, wildcardFinding } from '../access/nag.ts';
import {
  createsSesIdentities,
  createsSesTenants,
  type FunctionNeeds,
  getSecretNeeds,
  managesApiKeys,
  scansTable,
  sendsMail,
  sendsPushMessages,
  servesDueWork,
  visitsTenants,
} from '../access/needs.ts';
import { createRole } from '../access/roles.ts';
import { buildScanStatement } from '../access/table-statements.ts';
import { listBackgroundAlarmNames } from '../alarms/alarms-background.ts';
import type { Bundle } from '../bundling/bundle.ts';
import { createCanary } from '../canary/canary.ts';
import type { Environment } from '../environment/environment.ts';
import { fixLogicalId } from '../environment/fixed-id.ts';
import { getDeadLettersName, getFunctionName, toPascalCase } from '../environment/names.ts';
import { deadLetterDays } from '../environment/retention-days.ts';
import { createChangeBus } from '../functions/change-bus.ts';
import { createFunction, createLogGroup } from '../functions/functions.ts';
import {
  buildIdentityStatements,
  buildSendStatements,
  buildTenantStatements,
  listMailRules,
  type MailStatement,
  sendsBySes,
} from '../functions/mail-sender.ts';
import { addDiscardedSource, addStreamSources, createDiscardedQueue } from '../functions/stream-sources.ts';
import { buildApiKeyStatements } from '../gateway/api-key-statements.ts';
import { createPushApi } from '../gateway/push-api.ts';

export interface PlatformStackProps extends StackProps {
  readonly environment: Environment;
  /** The platform's, and those of tenants that have their own. */
  readonly tables: readonly dynamodb.Table[];
  readonly handlers: readonly TriggeredFunction[];
  readonly bundleFor: (name: string) => Bundle;
  readonly canaryBundle: Bundle;
}

/** The queue for calls of the bus and the clock that failed, and for messages of other queues. */
const createDeadLetterQueue = (scope: Construct, environment: Environment): sqs.Queue =>
  new sqs.Queue(scope, 'DeadLetters', {
    queueName: getDeadLettersName(environment),
    retentionPeriod: Duration.days(deadLetterDays),
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });

/**
 * For the bus and the schedule a call is done when Lambda has accepted it. Lambda retries what the function then throws,
 * twice and for six hours at most, and sends it to the queue (Lambda Developer Guide, asynchronous invocation).
 */
const configureRetries = (fn: lambda.IFunction, deadLetters: sqs.Queue): void =>
  fn.configureAsyncInvoke({
    retryAttempts: 2,
    maxEventAge: Duration.hours(6),
    onFailure: new SqsDestination(deadLetters),
  });

const addSchedule = (
  scope: Construct,
  target: lambda.IFunction,
  { everyMinutes }: ScheduleTrigger,
  deadLetters: sqs.Queue,
): events.Rule =>
  new events.Rule(scope, 'Schedule', {
    schedule: events.Schedule.rate(Duration.minutes(everyMinutes)),
    targets: [new LambdaFunction(target, { retryAttempts: 2, deadLetterQueue: deadLetters })],
  });

/** Calls the function for events of the environment's mails, which SES sends to the account's default bus. */
function addMailEvents(
  scope: Construct,
  target: lambda.IFunction,
  environment: Environment,
  deadLetters: sqs.Queue,
): void {
  if (!sendsBySes(environment)) return;
  new events.Rule(scope, 'MailEvents', {
    eventPattern: {
      source: ['aws.ses'],
      detail: {
        eventType: ['Bounce', 'Complaint', 'Delivery'],
        mail: { tags: { 'ses:configuration-set': [...listMailRules(environment)] } },
      },
    },
    targets: [new LambdaFunction(target, { retryAttempts: 10, deadLetterQueue: deadLetters })],
  });
}

function describeTrigger(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'stream':
      return "Called by the table's stream";
    case 'change':
      return `Called for changes of ${trigger.of.join(', ')}`;
    case 'schedule':
      return `Every ${trigger.everyMinutes} minutes`;
    case 'mail':
      return 'What SES reports about mails';
    case 'discarded':
      return 'Changes that were not taken from the stream';
    case 'socket':
      return `The push channel's ${trigger.route}`;
  }
}

/** The platform's own keys that a function uses, if it uses any. */
const getPlatformKeyPatterns = ({ scope }: Trigger): readonly string[] =>
  scope === 'subscribers' ? [subscribersKeyPattern] : ['P#*'];

/** What functions find their work by, of the platform's own keys: the index of what is due, or the directory of tenants. */
const getReadOnlyKeyPatterns = (sources: Bundle['sources']): readonly string[] => [
  ...(servesDueWork(sources) ? [`${duePrefix}*`] : []),
  ...(visitsTenants(sources) ? ['P#TENANTS'] : []),
];

/** What a function may do in SES. */
const listMailStatements = (
  stack: Stack,
  environment: Environment,
  sources: Bundle['sources'],
): readonly MailStatement[] =>
  sendsBySes(environment)
    ? [
        ...(sendsMail(sources) ? buildSendStatements(stack, environment) : []),
        ...(createsSesTenants(sources) ? buildTenantStatements(stack, environment) : []),
        ...(createsSesIdentities(sources) ? buildIdentityStatements(stack, environment) : []),
      ]
    : [];

/** The stack of the platform's own functions, each with a role of its own. */
export class PlatformStack extends Stack {
  constructor(scope: Construct, id: string, props: PlatformStackProps) {
    const { environment, tables, handlers, bundleFor, canaryBundle, ...rest } = props;
    super(scope, id, rest);
    const logGroup = createLogGroup(this, environment, 'platform');
    const deadLetters = createDeadLetterQueue(this, environment);
    fixLogicalId(deadLetters, 'DeadLetters');
    acceptFinding(deadLetters, 'SQS3', 'It is the dead-letter queue itself.');
    const discarded = createDiscardedQueue(this, environment, deadLetters);
    const changes = handlers.flatMap(({ trigger }) => (trigger.kind === 'change' ? [trigger] : []));
    const bus = createChangeBus(this, environment, tables, deadLetters, changes);
    const push = createPushApi(this, environment);
    const created = handlers.map(({ name, trigger }) => {
      const bundle = bundleFor(name);
      const needs: FunctionNeeds = {
        scope: trigger.scope === 'tenant' ? 'tenant' : 'platform',
        writes: true,
        throttles: false,
        ...getSecretNeeds(bundle.sources),
      };
      const role = createRole(this, toPascalCase(name), needs, {
        environment,
        logGroup,
        platformKeyPatterns: () => getPlatformKeyPatterns(trigger),
        readOnlyKeyPatterns: getReadOnlyKeyPatterns(bundle.sources),
      });
      if (scansTable(bundle.sources)) role.addToPolicy(buildScanStatement(this, environment));
      const isSender = sendsPushMessages(bundle.sources);
      if (isSender) push.grantSend(role);
      for (const { statement, reason } of listMailStatements(this, environment, bundle.sources)) {
        role.addToPolicy(statement);
        if (reason === undefined) continue;
        for (const arn of statement.resources) acceptFinding(role, wildcardFinding(this, arn), reason);
      }
      if (managesApiKeys(bundle.sources))
        for (const statement of buildApiKeyStatements(this)) {
          role.addToPolicy(statement);
          for (const arn of statement.resources.filter((resource) => resource.includes('*')))
            acceptFinding(
              role,
              wildcardFinding(this, arn),
              'API Gateway chooses the ids of keys and plans, and IAM knows no others.',
            );
        }
      const fn = createFunction(this, {
        environment,
        group: 'platform',
        name,
        description: describeTrigger(trigger),
        bundle,
        role,
        logGroup,
        variables: isSender ? push.variables : undefined,
        // A connecting client waits for the function.
        timeout: Duration.seconds(trigger.kind === 'socket' ? 15 : triggeredFunctionSeconds),
      });
      return { name, trigger, fn, role };
    });
    const callable = createCanary(this, {
      environment,
      group: 'platform',
      bundle: canaryBundle,
      logGroup,
      functions: created.map(({ fn }) => fn),
      alarms: listBackgroundAlarmNames(environment, handlers),
    });
    for (const { name, trigger, fn, role } of created) {
      const target = callable.target(fn);
      if (trigger.kind === 'stream') addStreamSources(fn, target, role, tables, trigger, discarded);
      else if (trigger.kind === 'discarded') addDiscardedSource(fn, target, role, tables, discarded);
      else if (trigger.kind === 'socket') push.addRoute(target, trigger);
      else {
        configureRetries(target, deadLetters);
        if (trigger.kind === 'change')
          bus.subscribe(fn, target, getFunctionName(environment, 'platform', name), trigger);
        else if (trigger.kind === 'mail') addMailEvents(fn, target, environment, deadLetters);
        else addSchedule(fn, target, trigger, deadLetters);
      }
      callable.orderAfter(...fn.node.children.filter((child) => child !== fn.node.defaultChild));
    }
  }
}
