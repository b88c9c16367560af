// What feeds functions from the tables' streams, and from the queue of what they did not take of them.
import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type * as dynamodb from 'aws-cdk-lib/aws-dynamodb';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { type StreamTrigger, streamMaxAgeHours, streamRetries } from '../../../shared/platform/trigger.ts';
import { triggeredFunctionSeconds } from '../../contracts/triggered-functions.ts';
import type { Environment } from '../environment/environment.ts';
import { fixLogicalId } from '../environment/fixed-id.ts';
import { getDiscardedName } from '../environment/names.ts';
import { deadLetterDays } from '../environment/retention-days.ts';
import { listStreamArns, toTableSuffix } from './change-bus.ts';

/** The queue for positions in the stream of what a function did not take: another function reads it again and sets it aside. */
export function createDiscardedQueue(
  scope: Construct,
  environment: Environment,
  deadLetters: sqs.Queue,
): sqs.Queue {
  const queue = new sqs.Queue(scope, 'DiscardedChanges', {
    queueName: getDiscardedName(environment),
    retentionPeriod: Duration.days(deadLetterDays),
    encryption: sqs.QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    // Six times the function's (Lambda Developer Guide, "Configuring a queue to use with Lambda").
    visibilityTimeout: Duration.seconds(6 * triggeredFunctionSeconds),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 100 },
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  fixLogicalId(queue, 'DiscardedChanges');
  return queue;
}

/** Lets a role read the streams. */
const buildReadStreamStatement = (streamArns: readonly string[]): iam.PolicyStatement =>
  new iam.PolicyStatement({
    sid: 'ReadStream',
    actions: [
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
    ],
    resources: [...streamArns],
  });

/** Calls the function with what others did not take of the streams. */
export function addDiscardedSource(
  fn: lambda.Function,
  target: lambda.IFunction,
  role: iam.Role,
  tables: readonly dynamodb.Table[],
  discarded: sqs.Queue,
): void {
  role.addToPolicy(buildReadStreamStatement(listStreamArns(tables)));
  discarded.grantConsumeMessages(role);
  const mapping = new lambda.EventSourceMapping(fn, 'Discarded', {
    target,
    eventSourceArn: discarded.queueArn,
    batchSize: 1,
    reportBatchItemFailures: true,
  });
  mapping.node.addDependency(role);
}

/**
 * Feeds the function the records of the stream that match its filters. It reports what has to come again. A batch on which it
 * ends otherwise is halved until the record is alone; what fails more often than allowed goes to the queue.
 */
export function addStreamSources(
  fn: lambda.Function,
  target: lambda.IFunction,
  role: iam.Role,
  tables: readonly dynamodb.Table[],
  trigger: StreamTrigger,
  discarded: sqs.Queue,
) {
  const streamArns = listStreamArns(tables);
  role.addToPolicy(buildReadStreamStatement(streamArns));
  for (const [index, eventSourceArn] of streamArns.entries()) {
    const mapping = new lambda.EventSourceMapping(fn, `Stream${toTableSuffix(tables[index])}`, {
      target,
      eventSourceArn,
      startingPosition: lambda.StartingPosition.TRIM_HORIZON,
      batchSize: trigger.batchSize ?? 100,
      // Half a batch may merge otherwise than the whole one did (shared/change-feed/merge-bursts.ts), so that an update is sent
      // again behind a later one: better than a batch that ends the function and holds up everybody.
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: streamRetries,
      maxRecordAge: Duration.hours(streamMaxAgeHours),
      ...(trigger.filters && {
        filters: trigger.filters.map((filter) => lambda.FilterCriteria.filter({ ...filter })),
      }),
      onFailure: new SqsDlq(discarded),
    });
    // A mapping is refused when it is created before its role may read the stream.
    mapping.node.addDependency(role);
  }
}
