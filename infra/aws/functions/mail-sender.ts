// Amazon SES as the sender of mails: the identity they come from, how SES handles them, and which roles may send.
import { ArnFormat, CfnOutput, Fn, RemovalPolicy, type Stack } from 'aws-cdk-lib';
import * as events from 'aws-cdk-lib/aws-events';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as ses from 'aws-cdk-lib/aws-ses';
import { environmentTag, getMailRules, parseAddress } from '../../../shared/mail-sender/mail-system.ts';
import type { Environment } from '../environment/environment.ts';
import { fixLogicalId } from '../environment/fixed-id.ts';
import { getPrefix } from '../environment/names.ts';

/** Whether SES sends the mails: a sender is declared, and no mail server. */
export const sendsBySes = ({ mail }: Environment): boolean => mail !== undefined && mail.url === undefined;

const parseDomain = (from: string): string => parseAddress(from).split('@').at(-1) ?? '';

/** The configuration sets: of tenants' mails, and of those about accounts. */
export const listMailRules = (environment: Environment): readonly string[] =>
  (['tenants', 'accounts'] as const).map((of) => getMailRules({ prefix: getPrefix(environment) }, of));

/**
 * The rules for sending: only over TLS, no further mail to an address that bounced or complained, and what becomes of a mail
 * is reported. Each mail names them, so they hold as well where the account had the identity before.
 */
function createMailRules(
  stack: Stack,
  environment: Environment,
  { id, of }: { readonly id: string; readonly of: 'accounts' | 'tenants' },
): ses.ConfigurationSet {
  const pool = environment.mail?.pools?.[of];
  const rules = new ses.ConfigurationSet(stack, id, {
    configurationSetName: getMailRules({ prefix: getPrefix(environment) }, of),
    tlsPolicy: ses.ConfigurationSetTlsPolicy.REQUIRE,
    reputationMetrics: true,
    suppressionReasons: ses.SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    ...(pool !== undefined && {
      dedicatedIpPool: ses.DedicatedIpPool.fromDedicatedIpPoolName(stack, `${id}Pool`, pool),
    }),
  });
  rules.addEventDestination('Events', {
    // SES sends events to the default bus only (Amazon SES Developer Guide, EventBridge destinations).
    destination: ses.EventDestination.eventBus(
      events.EventBus.fromEventBusName(stack, `${id}DefaultBus`, 'default'),
    ),
    events: [ses.EmailSendingEvent.BOUNCE, ses.EmailSendingEvent.COMPLAINT, ses.EmailSendingEvent.DELIVERY],
  });
  return rules;
}

/**
 * Creates the rules, and the identity, the sender's domain, unless the account has it. SES signs with its own keys (Easy DKIM) once
 * the three records of the output are in the domain's DNS. It is retained when the stack is deleted: others may use it.
 */
export function addMailIdentity(stack: Stack, environment: Environment): void {
  const { mail } = environment;
  if (!mail) return;
  const configurationSet = createMailRules(stack, environment, { id: 'MailRules', of: 'tenants' });
  createMailRules(stack, environment, { id: 'AccountMailRules', of: 'accounts' });
  if (mail.identity === 'already there') return;
  const identity = new ses.EmailIdentity(stack, 'MailIdentity', {
    identity: ses.Identity.domain(parseDomain(mail.from)),
    configurationSet,
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

/** A statement, and why it names resources that it does not know. */
export interface MailStatement {
  readonly statement: iam.PolicyStatement;
  readonly reason?: string;
}

type Conditions = Readonly<Record<string, Readonly<Record<string, string>>>>;

function createStatementBuilder(stack: Stack, environment: Environment) {
  const prefix = getPrefix(environment);
  const from = environment.mail?.from ?? '';
  const arn = (resource: string, resourceName: string) =>
    stack.formatArn({ service: 'ses', resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME });
  return {
    resources: {
      own: [arn('identity', parseDomain(from)), arn('identity', parseAddress(from))],
      rules: listMailRules(environment).map((name) => arn('configuration-set', name)),
      identities: arn('identity', '*'),
      tenants: arn('tenant', `${prefix}-*`),
      policy: stack.formatArn({
        ...{ service: 'ses', account: 'aws', resource: 'reputation-policy', resourceName: 'standard' },
        arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
      }),
    },
    conditions: {
      from: { StringEquals: { 'ses:FromAddress': parseAddress(from) } },
      ofTenant: { StringLike: { 'ses:TenantName': `${prefix}-*` } },
      tagged: { StringEquals: { [`aws:ResourceTag/${environmentTag}`]: prefix } },
      tagging: { StringEquals: { [`aws:RequestTag/${environmentTag}`]: prefix } },
    },
    may: (
      sid: string,
      actions: readonly string[],
      resources: readonly string[],
      { conditions, reason }: { readonly conditions?: Conditions; readonly reason?: string } = {},
    ): MailStatement => ({
      statement: new iam.PolicyStatement({
        ...{ sid, actions: actions.map((action) => `ses:${action}`), resources: [...resources] },
        ...(conditions && { conditions }),
      }),
      ...(reason !== undefined && { reason }),
    }),
  };
}

/**
 * Permission to send mail: from the environment's sender, and for tenants from what SES has associated with them, which SES checks
 * itself. SendRawEmail knows no tenant (Service Authorization Reference, Amazon SES v2), so there the domain has the tag of
 * the environment.
 */
export function buildSendStatements(stack: Stack, environment: Environment): readonly MailStatement[] {
  const { may, resources, conditions } = createStatementBuilder(stack, environment);
  const reason = 'The domains of tenants, which the condition limits to those that this environment set up.';
  return [
    may('SendMail', ['SendEmail', 'SendRawEmail'], resources.own, { conditions: conditions.from }),
    may('SendByRules', ['SendEmail', 'SendRawEmail'], resources.rules),
    may('SendForTenants', ['SendEmail'], [resources.identities], {
      ...{ conditions: conditions.ofTenant, reason },
    }),
    may('SendRawForTenants', ['SendRawEmail'], [resources.identities], {
      ...{ conditions: conditions.tagged, reason },
    }),
  ];
}

const tenantsReason =
  'The tenants of this environment in SES, which have names with its prefix and ids of SES.';

/** Permission to create tenants in SES, with the environment's rules, its sender, and the policy that stops them alone. */
export function buildTenantStatements(stack: Stack, environment: Environment): readonly MailStatement[] {
  const { may, resources, conditions } = createStatementBuilder(stack, environment);
  return [
    may(
      'MakeSesTenants',
      ['CreateTenant', 'GetTenant', 'CreateTenantResourceAssociation', 'UpdateReputationEntityPolicy'],
      [resources.tenants],
      { reason: tenantsReason },
    ),
    may('TagSesTenants', ['TagResource'], [resources.tenants], {
      ...{ conditions: conditions.tagging, reason: tenantsReason },
    }),
    may('UseReputationPolicy', ['UpdateReputationEntityPolicy'], [resources.policy]),
    may('ShareWithTenants', ['CreateTenantResourceAssociation'], [...resources.own, ...resources.rules]),
  ];
}

/** Permission to create the domains of tenants in SES, and to let tenants use them. */
export function buildIdentityStatements(stack: Stack, environment: Environment): readonly MailStatement[] {
  const { may, resources, conditions } = createStatementBuilder(stack, environment);
  const reason = 'Tenants name domains that no template knows.';
  const all = [resources.identities];
  return [
    may('MakeDomains', ['CreateEmailIdentity', 'TagResource'], all, {
      ...{ conditions: conditions.tagging, reason },
    }),
    may('ReadDomains', ['GetEmailIdentity', 'CreateTenantResourceAssociation'], all, { reason }),
    may('SetEnvelopeDomains', ['PutEmailIdentityMailFromAttributes'], all, {
      ...{ conditions: conditions.tagged, reason },
    }),
  ];
}
