// The bus that calls functions for single changes: a pipe reads them from the table's stream, and a rule per function
// selects its own. A stream serves only two readers; a bus serves any number.
import { Duration, type Stack } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as events from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import * as pipes from 'aws-cdk-lib/aws-pipes';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { buildStreamFilter, type ChangeTrigger } from '../../shared/platform/trigger.ts';
import type { Environment } from './environment.ts';
import { getChangesName } from './names.ts';

const eventSource = 'rostrum.table';

/** The part of a change that is sent over the bus: never an image, which may exceed the size of an event. */
const eventTemplate = JSON.stringify({
  eventName: '<$.eventName>',
  dynamodb: {
    Keys: '<$.dynamodb.Keys>',
    NewImage: { type: '<$.dynamodb.NewImage.type>' },
  },
}).replace(/"(<\$\.dynamodb\.[^"]+>)"/g, '$1');

/** The bus of an environment. */
export interface ChangeBus {
  /** Calls the function for its changes. The rule has the function's `name`, by which its metrics are found. */
  subscribe(scope: Construct, target: lambda.IFunction, name: string, trigger: ChangeTrigger): void;
}

/** Creates the bus with the pipe that feeds it the changes of these triggers. */
export function createChangeBus(
  stack: Stack,
  environment: Environment,
  table: dynamodb.Table,
  deadLetters: sqs.Queue,
  triggers: readonly ChangeTrigger[],
): ChangeBus {
  const streamArn = table.tableStreamArn;
  if (!streamArn) throw new Error('The table has no stream');
  const bus = new events.EventBus(stack, 'Changes', { eventBusName: getChangesName(environment) });
  const role = new iam.Role(stack, 'ChangesPipeRole', {
    assumedBy: new iam.ServicePrincipal('pipes.amazonaws.com'),
  });
  role.addToPolicy(
    new iam.PolicyStatement({
      sid: 'ReadStream',
      actions: [
        'dynamodb:DescribeStream',
        'dynamodb:GetRecords',
        'dynamodb:GetShardIterator',
        'dynamodb:ListStreams',
      ],
      resources: [streamArn],
    }),
  );
  bus.grantPutEventsTo(role);
  deadLetters.grantSendMessages(role);
  const pipe = new pipes.CfnPipe(stack, 'ChangesPipe', {
    name: getChangesName(environment),
    roleArn: role.roleArn,
    source: streamArn,
    sourceParameters: {
      dynamoDbStreamParameters: {
        startingPosition: 'TRIM_HORIZON',
        // The most that the bus accepts at once.
        batchSize: 10,
        onPartialBatchItemFailure: 'AUTOMATIC_BISECT',
        maximumRetryAttempts: 10,
        deadLetterConfig: { arn: deadLetters.queueArn },
      },
      filterCriteria: {
        filters: groupTriggers(triggers).map((group) => ({
          pattern: JSON.stringify(buildStreamFilter(group)),
        })),
      },
    },
    target: bus.eventBusArn,
    targetParameters: {
      inputTemplate: eventTemplate,
      eventBridgeEventBusParameters: { source: eventSource, detailType: 'change' },
    },
  });
  // A pipe is refused when it is created before its role may read the stream.
  pipe.node.addDependency(role);
  return {
    subscribe(scope, target, name, trigger) {
      new events.Rule(scope, 'Changes', {
        ruleName: name,
        eventBus: bus,
        eventPattern: { source: [eventSource], detail: buildStreamFilter(trigger) },
        targets: [
          new LambdaFunction(target, {
            event: events.RuleTargetInput.fromObject({ Records: [events.EventField.fromPath('$.detail')] }),
            maxEventAge: Duration.days(1),
            retryAttempts: 10,
            deadLetterQueue: deadLetters,
          }),
        ],
      });
    },
  };
}

/**
 * What any of the triggers selects, and nothing else, because each event on the bus is paid for: one filter for each kind of
 * change, of which there are two, and a pipe has five filters at most (EventBridge User Guide, Pipes quotas).
 */
const groupTriggers = (
  triggers: readonly Pick<ChangeTrigger, 'of' | 'on'>[],
): Pick<ChangeTrigger, 'of' | 'on'>[] =>
  (['INSERT', 'MODIFY'] as const).flatMap((kind) => {
    const selecting = triggers.filter(({ on }) => on.includes(kind));
    const of = [...new Set(selecting.flatMap((trigger) => trigger.of))].sort();
    return of.length === 0 ? [] : [{ of, on: [kind] }];
  });
