// What must not be lost: the table and its key, changes that a function failed to process, and mails.
import { rm } from 'node:fs/promises';
import type { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseEnvironment } from '../../infra/aws/environment/environment.ts';
import { addStacks, type BuiltPlatform, createApp } from '../../infra/aws/stacks/assembly.ts';
import { buildEmptyPlatform, loadFewParts } from './deployment/empty-platform.ts';
import { createEmptyBundle } from './deployment/synthesize-stacks.ts';
import { listResourcesByType, type Template as Plain, type Resource, toText } from './deployment/template.ts';
import { listActions, listResources, listStatements } from './policy.ts';

const env = { account: '123456789012', region: 'eu-west-1' };

// An app of forty stacks is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
let built: BuiltPlatform;
beforeAll(async () => {
  folder = await createEmptyBundle();
  built = buildEmptyPlatform(folder, await loadFewParts());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const apps = new Map<string, App>();

/** The app of the environment `prod` as it is declared. */
function buildApp(declared: Readonly<Record<string, unknown>>): App {
  const key = JSON.stringify(declared);
  const app = apps.get(key) ?? createApp();
  if (!apps.has(key)) addStacks(app, parseEnvironment('prod', { prod: { ...env, ...declared } }), built);
  apps.set(key, app);
  return app;
}

/** One of its stacks. */
function buildStack(name: string, declared: Readonly<Record<string, unknown>> = {}): Plain {
  const app = buildApp(declared);
  const stack = app.node.findChild(`rostrum-prod-${name}`);
  return Template.fromStack(stack as Parameters<typeof Template.fromStack>[0]).toJSON() as Plain;
}
const getOnly = (template: Plain, type: string): Resource =>
  listResourcesByType(template, type)[0]?.[1] ?? expect.fail(`There is no ${type}`);

describe("the table's key", () => {
  it('is one of AWS by default, because a key of the account costs', () => {
    const data = buildStack('data');
    expect(getOnly(data, 'AWS::DynamoDB::Table').Properties).not.toHaveProperty('SSESpecification');
    expect(listResourcesByType(data, 'AWS::KMS::Key')).toEqual([]);
  });

  it('of the account is retained, rotated, and usable only through DynamoDB', () => {
    const data = buildStack('data', { tableKey: 'of the account' });
    expect(getOnly(data, 'AWS::DynamoDB::Table').Properties.SSESpecification).toEqual({
      KMSMasterKeyId: { 'Fn::GetAtt': ['TableKey', 'Arn'] },
      SSEEnabled: true,
      SSEType: 'KMS',
    });
    const key = getOnly(data, 'AWS::KMS::Key');
    expect(key).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { EnableKeyRotation: true },
    });
    // DynamoDB Developer Guide, "Encryption at rest": the conditions of the key policy.
    const policy = JSON.stringify(key.Properties.KeyPolicy);
    expect(policy).toContain(
      '"StringEquals":{"kms:CallerAccount":"123456789012","kms:ViaService":"dynamodb.eu-west-1.amazonaws.com"}',
    );
  });

  it('does not change any other property of the table', () => {
    const tableOf = (declared: Readonly<Record<string, unknown>>) =>
      getOnly(buildStack('data', declared), 'AWS::DynamoDB::Table').Properties;
    const { SSESpecification, ...rest } = tableOf({ tableKey: 'of the account' });
    expect(rest).toEqual(tableOf({}));
  });
});

describe('a change that a function failed to process', () => {
  const mail = { from: 'Example <office@example.org>' };
  const platform = () => buildStack('platform', { mail });
  const queue = '<DeadLetters,Arn>';

  // AWS Lambda Developer Guide, "Using AWS Lambda with Amazon DynamoDB": batch item failures, on-failure.
  it('from a stream or a queue is reported by itself; a stream halves its batch, bounds retries and age, and tells a queue', () => {
    const mappings = listResourcesByType(platform(), 'AWS::Lambda::EventSourceMapping');
    expect(mappings.length).toBeGreaterThan(1);
    for (const [id, { Properties }] of mappings) {
      expect(Properties.FunctionResponseTypes, id).toEqual(['ReportBatchItemFailures']);
      if (toText(Properties.EventSourceArn).includes('Discarded')) continue;
      expect(Properties, id).toMatchObject({
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: 30,
        MaximumRecordAgeInSeconds: 12 * 3600,
        StartingPosition: 'TRIM_HORIZON',
      });
      expect(JSON.stringify(Properties.DestinationConfig), id).toContain('DiscardedChanges');
    }
  });

  it('that is told of by position is read again from the stream, while it has it, by a function that calls of the queue retry', () => {
    const queue = listResourcesByType(platform(), 'AWS::SQS::Queue').find(
      ([, { Properties }]) => Properties.QueueName === 'rostrum-prod-discarded-changes',
    )?.[1];
    expect(queue?.Properties).toMatchObject({ VisibilityTimeout: 360, MessageRetentionPeriod: 14 * 86_400 });
    expect(JSON.stringify(queue?.Properties.RedrivePolicy)).toContain('DeadLetters');
    const reader = listResourcesByType(platform(), 'AWS::Lambda::EventSourceMapping').find(
      ([, { Properties }]) => toText(Properties.EventSourceArn).includes('Discarded'),
    )?.[1];
    expect(toText(reader?.Properties.FunctionName)).toContain('KeepChanges');
  });

  it('on its way to the bus is retried alone by the pipe, and goes to the dead-letter queue', () => {
    const { SourceParameters } = getOnly(platform(), 'AWS::Pipes::Pipe').Properties as {
      readonly SourceParameters: { readonly DynamoDBStreamParameters: Readonly<Record<string, unknown>> };
    };
    const { DeadLetterConfig, ...stream } = SourceParameters.DynamoDBStreamParameters;
    expect(stream).toMatchObject({
      OnPartialBatchItemFailure: 'AUTOMATIC_BISECT',
      MaximumRetryAttempts: 10,
      MaximumRecordAgeInSeconds: 43_200,
    });
    expect(JSON.stringify(DeadLetterConfig)).toContain('DeadLetters');
  });

  // AWS Lambda Developer Guide, "Asynchronous invocation": the bus and the schedule do not receive a function's error.
  it('from the bus, the schedule or SES is retried twice by Lambda, and goes to the dead-letter queue', () => {
    const template = platform();
    const called = built.parts.handlers.filter(
      ({ trigger: { kind } }) => kind === 'change' || kind === 'schedule' || kind === 'mail',
    );
    const configs = listResourcesByType(template, 'AWS::Lambda::EventInvokeConfig').map(
      ([, { Properties }]) => Properties,
    );
    const nameOf = (reference: unknown) => {
      const { FunctionName } = template.Resources[toText(reference).slice(1, -1)]?.Properties ?? {};
      return String(FunctionName).replace('rostrum-prod-platform-', '');
    };
    expect(configs.map(({ FunctionName }) => nameOf(FunctionName)).sort()).toEqual(
      called.map(({ name }) => name).sort(),
    );
    for (const config of configs) {
      expect(config).toMatchObject({ MaximumRetryAttempts: 2, MaximumEventAgeInSeconds: 21_600 });
      expect(JSON.stringify(config.DestinationConfig)).toContain('DeadLetters');
    }
  });

  it('goes to the dead-letter queue too when it never reached the function', () => {
    const rules = listResourcesByType(platform(), 'AWS::Events::Rule');
    expect(rules.length).toBeGreaterThan(5);
    for (const [id, { Properties }] of rules)
      expect(JSON.stringify(Properties.Targets), id).toContain('"DeadLetterConfig"');
  });

  it('may be sent to the queue by every function, which may do nothing else with it', () => {
    const template = platform();
    const about = listResourcesByType(template, 'AWS::IAM::Policy')
      .flatMap(([, policy]) => listStatements(policy))
      .filter((statement) => listResources(statement).includes(queue));
    expect(about.length).toBeGreaterThan(5);
    for (const statement of about)
      for (const action of listActions(statement))
        expect(['sqs:SendMessage', 'sqs:GetQueueAttributes', 'sqs:GetQueueUrl']).toContain(action);
  });
});

describe('mail', () => {
  const from = 'Example <office@example.org>';
  const senders = (declared: Readonly<Record<string, unknown>>) => {
    const functions = listResourcesByType(buildStack('platform', declared), 'AWS::Lambda::Function');
    return functions
      .map(([, { Properties }]) => JSON.parse(JSON.stringify(Properties.Environment)).Variables)
      .filter((variables) => 'MAIL_FROM' in variables);
  };

  const arn = 'arn:<AWS::Partition>:ses:eu-west-1:123456789012';
  /** What the functions may do in SES, by the name of the statement, and how many of them may. */
  const listSesStatements = () => {
    const policies = listResourcesByType(buildStack('platform', { mail: { from } }), 'AWS::IAM::Policy');
    const statements = policies
      .flatMap(([, policy]) => listStatements(policy))
      .filter((statement) => listActions(statement).some((action) => action.startsWith('ses:')))
      .map((statement) => ({
        actions: listActions(statement),
        resources: listResources(statement),
        condition: statement.Condition,
      }));
    return [...Map.groupBy(statements, (statement) => JSON.stringify(statement)).values()].map(
      ([first, ...others]) => ({ ...first, functions: others.length + 1 }),
    );
  };

  it('is sent by SES, from the environment’s sender, or for tenants from the domains that it set up for them', () => {
    // The fifth one sets up the domains of tenants.
    expect(senders({ mail: { from } })).toEqual(
      Array(5).fill(
        expect.objectContaining({
          ...{ MAIL_BY: 'ses', MAIL_FROM: from, MAIL_RULES: 'rostrum-prod' },
          MAIL_ARN: expect.objectContaining({ 'Fn::Join': expect.anything() }),
        }),
      ),
    );
    const sending = listSesStatements().filter(({ actions }) => /Send/.test(String(actions)));
    const tagged = { StringEquals: { 'aws:ResourceTag/rostrum': 'rostrum-prod' } };
    expect(sending).toEqual([
      {
        actions: ['ses:SendEmail', 'ses:SendRawEmail'],
        resources: [`${arn}:identity/example.org`, `${arn}:identity/office@example.org`],
        condition: { StringEquals: { 'ses:FromAddress': 'office@example.org' } },
        functions: 4,
      },
      {
        actions: ['ses:SendEmail', 'ses:SendRawEmail'],
        resources: ['rostrum-prod', 'rostrum-prod-accounts'].map(
          (name) => `${arn}:configuration-set/${name}`,
        ),
        functions: 4,
      },
      // Service Authorization Reference, Amazon SES v2: SendEmail has ses:TenantName, SendRawEmail has not.
      {
        ...{ actions: ['ses:SendEmail'], resources: [`${arn}:identity/*`], functions: 4 },
        condition: { StringLike: { 'ses:TenantName': 'rostrum-prod-*' } },
      },
      { actions: ['ses:SendRawEmail'], resources: [`${arn}:identity/*`], condition: tagged, functions: 4 },
    ]);
  });

  it('may create tenants with the prefix of the environment in SES, and domains with its tag, and delete nothing', () => {
    const making = listSesStatements().filter(({ actions }) => !/Send/.test(String(actions)));
    const tagging = { StringEquals: { 'aws:RequestTag/rostrum': 'rostrum-prod' } };
    expect(making).toEqual(
      expect.arrayContaining([
        {
          actions: [
            ...['ses:CreateTenant', 'ses:GetTenant', 'ses:CreateTenantResourceAssociation'],
            'ses:UpdateReputationEntityPolicy',
          ],
          ...{ resources: [`${arn}:tenant/rostrum-prod-*`], functions: 5 },
        },
        {
          ...{ actions: ['ses:TagResource'], condition: tagging },
          ...{ resources: [`${arn}:tenant/rostrum-prod-*`], functions: 5 },
        },
        {
          actions: ['ses:UpdateReputationEntityPolicy'],
          resources: ['arn:<AWS::Partition>:ses:eu-west-1:aws:reputation-policy/standard'],
          functions: 5,
        },
        {
          ...{ actions: ['ses:CreateEmailIdentity', 'ses:TagResource'], condition: tagging },
          ...{ resources: [`${arn}:identity/*`], functions: 1 },
        },
      ]),
    );
    expect(JSON.stringify(making)).not.toMatch(/Delete|"ses:\*"|:ses:[^"]*:\*"/);
  });

  it('is signed by SES for the sender’s domain, whose identity is retained, and sent only over TLS', () => {
    const base = buildStack('base', { mail: { from } });
    expect(getOnly(base, 'AWS::SES::EmailIdentity')).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { EmailIdentity: 'example.org' },
    });
    const rules = listResourcesByType(base, 'AWS::SES::ConfigurationSet').map(
      ([, { Properties }]) => Properties,
    );
    expect(rules.map(({ Name }) => Name)).toEqual(['rostrum-prod', 'rostrum-prod-accounts']);
    for (const properties of rules)
      expect(properties).toMatchObject({
        DeliveryOptions: { TlsPolicy: 'REQUIRE' },
        ReputationOptions: { ReputationMetricsEnabled: true },
        SuppressionOptions: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
      });
  });

  it('about accounts goes by a pool of its own where one is declared', () => {
    const base = buildStack('base', { mail: { from, pools: { accounts: 'sign-in' } } });
    const rules = listResourcesByType(base, 'AWS::SES::ConfigurationSet').map(
      ([, { Properties }]) => Properties,
    );
    expect(rules.map(({ Name, DeliveryOptions }) => [Name, DeliveryOptions])).toEqual([
      ['rostrum-prod', { TlsPolicy: 'REQUIRE' }],
      ['rostrum-prod-accounts', { TlsPolicy: 'REQUIRE', SendingPoolName: 'sign-in' }],
    ]);
  });

  // Amazon SES Developer Guide, "Set up an Amazon EventBridge destination": only the default bus.
  it.each([
    ['has its own identity', undefined],
    ['has one that was there, as the second environment of an account', 'already there'],
  ])('of an environment that %s is reported by SES to the one function that notes bounces', (_, identity) => {
    const mail = { from, ...(identity && { identity }) };
    const destinations = listResourcesByType(
      buildStack('base', { mail }),
      'AWS::SES::ConfigurationSetEventDestination',
    );
    expect(destinations).toHaveLength(2);
    for (const [, { Properties }] of destinations) {
      expect(Properties.EventDestination).toMatchObject({
        MatchingEventTypes: expect.arrayContaining(['bounce', 'complaint', 'delivery']),
      });
      expect(JSON.stringify(Properties.EventDestination)).toContain('event-bus/default');
    }
    const rules = listResourcesByType(buildStack('platform', { mail }), 'AWS::Events::Rule');
    const reported = rules.filter(([, { Properties }]) =>
      JSON.stringify(Properties.EventPattern ?? '').includes('aws.ses'),
    );
    expect(reported).toHaveLength(1);
    expect(JSON.stringify(reported[0]?.[1].Properties.EventPattern)).toContain(
      '"ses:configuration-set":["rostrum-prod","rostrum-prod-accounts"]',
    );
    expect(JSON.stringify(reported[0]?.[1].Properties.Targets)).toContain('ReceiveMailEvents');
  });

  it('creates no identity where the account has one', () => {
    const base = buildStack('base', { mail: { from, identity: 'already there' } });
    expect(listResourcesByType(base, 'AWS::SES::EmailIdentity')).toEqual([]);
  });

  it('is sent by a mail server where one is declared, and then nothing of SES is created', () => {
    const senderRecords = [
      {
        purpose: 'dkim',
        type: 'CNAME',
        name: 'm._domainkey.{domain}',
        value: 'm.example.net',
        isRequired: true,
      },
    ];
    const mail = { from, url: 'smtp://mail.example.org:587', senderRecords };
    const variables = senders({ mail });
    expect(variables.map(({ MAIL_SENDER_RECORDS }) => JSON.parse(MAIL_SENDER_RECORDS))).toEqual(
      Array(5).fill(senderRecords),
    );
    // The password in the address is for those that send.
    expect(variables.filter(({ SMTP_URL }) => SMTP_URL === mail.url)).toHaveLength(4);
    expect(JSON.stringify([buildStack('base', { mail }), buildStack('platform', { mail })])).not.toMatch(
      /AWS::SES|ses:Send/,
    );
  });

  it('waits in the outbox where no sender is declared', () => {
    expect(senders({})).toEqual([]);
  });
});

describe('log lines', () => {
  it('are retained as long as the environment declares, in every log group', () => {
    for (const name of ['training', 'crm', 'identity', 'billtracking', 'platform']) {
      const groups = listResourcesByType(buildStack(name, { logDays: 90 }), 'AWS::Logs::LogGroup');
      expect(groups.length, name).toBeGreaterThan(0);
      for (const [id, { Properties }] of groups) expect(Properties.RetentionInDays, `${name} ${id}`).toBe(90);
    }
  });

  it('of every function go to one of these groups', () => {
    for (const name of ['crm', 'platform'])
      for (const [id, { Properties }] of listResourcesByType(
        buildStack(name, { logDays: 90 }),
        'AWS::Lambda::Function',
      ))
        expect(Properties.LoggingConfig, `${name} ${id}`).toMatchObject({
          LogGroup: { Ref: expect.any(String) },
        });
  });
});

describe('metrics of the log lines', () => {
  const variablesIn = (declared: Readonly<Record<string, unknown>>) =>
    listResourcesByType(buildStack('crm', declared), 'AWS::Lambda::Function').map(
      ([, { Properties }]) => JSON.parse(JSON.stringify(Properties.Environment)).Variables,
    );

  it('are created only where an environment declares them, because each costs', () => {
    for (const variables of variablesIn({ metrics: 'apart' }))
      expect(variables).toMatchObject({ METRICS: 'apart', METRICS_NAMESPACE: 'rostrum-prod' });
    for (const variables of variablesIn({})) expect(variables).not.toHaveProperty('METRICS');
  });
});
