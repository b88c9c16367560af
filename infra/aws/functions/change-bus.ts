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
import {
  buildStreamFilter,
  type ChangeTrigger,
  streamMaxAgeHours,
} from '../../../shared/platform/trigger.ts';
import type { Environment } from '../environment/environment.ts';
import { getChangesName, listOwnPipes } from '../environment/names.ts';

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

/** The streams of these tables. */
export const listStreamArns = (tables: readonly dynamodb.Table[]): string[] =>
  tables.map(({ tableStreamArn }) => {
    if (!tableStreamArn) throw new Error('A table has no stream');
    return tableStreamArn;
  });

/** What follows the id of a construct for each table: nothing for the platform's, `Acme` for that of the tenant `acme`. */
export const toTableSuffix = (table: dynamodb.Table | undefined): string =>
  table?.node.id.replace(/^Table/, '') ?? '';

/** Creates the bus with the pipes that feed it the changes of these triggers. */
export function createChangeBus(
  stack: Stack,
  environment: Environment,
  tables: readonly dynamodb.Table[],
  deadLetters: sqs.Queue,
  triggers: readonly ChangeTrigger[],
): ChangeBus {
  const streamArns = listStreamArns(tables);
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
      resources: streamArns,
    }),
  );
  bus.grantPutEventsTo(role);
  deadLetters.grantSendMessages(role);
  const names = [getChangesName(environment), ...listOwnPipes(environment)];
  for (const [index, source] of streamArns.entries()) {
    const pipe = new pipes.CfnPipe(stack, `ChangesPipe${toTableSuffix(tables[index])}`, {
      name: names[index],
      roleArn: role.roleArn,
      source,
      sourceParameters: {
        dynamoDbStreamParameters: {
          startingPosition: 'TRIM_HORIZON',
          // The most that the bus accepts at once.
          batchSize: 10,
          onPartialBatchItemFailure: 'AUTOMATIC_BISECT',
          maximumRetryAttempts: 10,
          maximumRecordAgeInSeconds: streamMaxAgeHours * 3600,
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
  }
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
