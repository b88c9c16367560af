// Amazon SES as the sender of mails: the identity they come from, how SES handles them, and which roles may send.
import { ArnFormat, CfnOutput, Fn, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as ses from 'aws-cdk-lib/aws-ses';
import type { Environment } from './environment.ts';
import { fixLogicalId } from './fixed-id.ts';
import { getPrefix } from './names.ts';

/** Whether SES sends the mails: a sender is declared, and no mail server. */
export const sendsBySes = ({ mail }: Environment): boolean => mail !== undefined && mail.url === undefined;

/** `Example <office@example.org>` -> `office@example.org`. */
const parseAddress = (from: string): string => /<([^<>]+)>$/.exec(from)?.[1] ?? from;
const parseDomain = (from: string): string => parseAddress(from).split('@').at(-1) ?? '';

/**
 * The rules for sending: only over TLS, no further mail to an address that bounced or complained, and what becomes of a mail
 * is reported. They belong to the identity, so a sender need not name them.
 */
function createMailRules(stack: Stack, environment: Environment): ses.ConfigurationSet {
  const rules = new ses.ConfigurationSet(stack, 'MailRules', {
    configurationSetName: getPrefix(environment),
    tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
    reputationMetrics: true,
    suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
  });
  rules.addEventDestination('Events', {
    // SES sends events to the default bus only (Amazon SES Developer Guide, EventBridge destinations).
    destination: ses.EventDestination.eventBus(
      events.EventBus.fromEventBusName(stack, 'DefaultBus', 'default'),
    ),
    events: [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT, ses.EmailSendingEvent.DELIVERY],
  });
  return rules;
}

/**
 * Creates the identity, the sender's domain, unless the account has it. SES signs with its own keys (Easy DKIM) once the
 * three records of the output are in the domain's DNS. It is retained when the stack is deleted: others may use it.
 */
export function addMailIdentity(stack: Stack, environment: Environment): void {
  const { mail } = environment;
  if (!mail || mail.identity === 'already there') return;
  const identity = new ses.EmailIdentity(stack, 'MailIdentity', {
    identity: ses.Identity.domain(parseDomain(mail.from)),
    configurationSet: createMailRules(stack, environment),
  });
  fixLogicalId(identity, 'MailIdentity');
  identity.applyRemovalPolicy(RemovalPolicy.RETAIN);
  new CfnOutput(stack, 'MailRecords', {
    description: `CNAME records for the DNS of ${parseDomain(mail.from)}: SES sends once it sees them`,
    value: Fn.join(
      '; ',
      identity.dkimRecords.map(({ name, value }) => `${name} -> ${value}`),
    ),
  });
}

/** Permission to send mail, from the environment's sender only. */
export function buildSendStatement(stack: Stack, environment: Environment): iam.PolicyStatement {
  const from = environment.mail?.from ?? '';
  const named = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
  return new iam.PolicyStatement({
    sid: 'SendMail',
    actions: ['ses:SendEmail', 'ses:SendRawEmail'],
    resources: [
      named('identity', parseDomain(from)),
      named('identity', parseAddress(from)),
      named('configuration-set', getPrefix(environment)),
    ],
    conditions: { StringEquals: { 'ses:FromAddress': parseAddress(from) } },
  });
}
