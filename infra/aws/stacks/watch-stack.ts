// The monitoring of an environment: its alarms, the topic they notify, and its dashboard.

import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Area } from '../../../shared/http/areas.ts';
import type { TriggeredFunction } from '../../contracts/triggered-functions.ts';
import { createAlarm } from '../alarms/alarms.ts';
import { backgroundAlarms } from '../alarms/alarms-background.ts';
import { requestAlarms } from '../alarms/alarms-requests.ts';
import { tableAlarms } from '../alarms/alarms-table.ts';
import { createDashboard } from '../alarms/dashboard.ts';
import type { Environment } from '../environment/environment.ts';
import { fixLogicalId } from '../environment/fixed-id.ts';
import { getPrefix } from '../environment/names.ts';

export interface WatchStackProps extends StackProps {
  readonly environment: Environment;
  /** The areas that have a stack. */
  readonly areas: readonly Area[];
  /** The background functions that are deployed. */
  readonly handlers: readonly TriggeredFunction[];
}

/**
 * The topic that alarms notify. It is not encrypted: it carries only the texts of alarms, and CloudWatch could not publish
 * to a topic encrypted with AWS's managed key.
 */
function createTopic(stack: Stack, environment: Environment): sns.Topic {
  const topic = new sns.Topic(stack, 'Alarms', {
    topicName: `${getPrefix(environment)}-alarms`,
    displayName: `Rostrum ${environment.name}`,
    enforceSSL: true,
  });
  fixLogicalId(topic, 'Alarms');
  // The policy that refuses other than TLS replaces the default one, by which CloudWatch could publish (Amazon SNS Developer
  // Guide, "Allow CloudWatch alarms to publish to a topic").
  topic.addToResourcePolicy(
    new PolicyStatement({
      sid: 'AlarmsPublish',
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  if (environment.alarmMail) topic.addSubscription(new EmailSubscription(environment.alarmMail));
  return topic;
}

/** The monitoring stack. It finds everything by name, so it can be created, changed and removed separately. */
export class WatchStack extends Stack {
  constructor(scope: Construct, id: string, props: WatchStackProps) {
    const { environment, areas, handlers, ...rest } = props;
    super(scope, id, rest);
    const topic = createTopic(this, environment);
    const definitions = [
      ...requestAlarms(environment, areas),
      ...tableAlarms(environment),
      ...backgroundAlarms(environment, handlers),
    ];
    const alarms = definitions.map((alarm) => createAlarm(this, topic, environment, alarm));
    createDashboard(this, { environment, areas, handlers, alarms });
    new CfnOutput(this, 'AlarmTopic', {
      description: 'The topic that alarms notify: subscribe to it, or set alarmMail in cdk.json',
      value: topic.topicArn,
    });
  }
}
