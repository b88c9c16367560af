// Tables of tenants: each is made, protected, streamed, backed up and watched as the platform's, and a tenant's role reaches its
// own and no other (docs/aws.md#tables-of-tenants).
import { rm } from 'node:fs/promises';
import { Stack } from 'aws-cdk-lib';
import { Template as Synthesized } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConfigurationError, parseEnvironment } from '../../infra/aws/environment/environment.ts';
import { addStacks, createApp, loadProjectParts } from '../../infra/aws/stacks/assembly.ts';
import { buildEmptyPlatform } from './deployment/empty-platform.ts';
import { createEmptyBundle } from './deployment/synthesize-stacks.ts';
import { listResourcesByType, type Template, toText } from './deployment/template.ts';
import { allows, listStatements } from './policy.ts';

// An app of all stacks is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const parse = (declared: object) =>
  parseEnvironment('prod', { prod: { account: '123456789012', region: 'eu-west-1', ...declared } });
let folder: string;
const templates = new Map<string, Template>();
beforeAll(async () => {
  folder = await createEmptyBundle();
  const app = createApp();
  const declared = {
    ownTables: ['acme', 'oak-two'],
    tenantCredentials: true,
    backup: { copyRegion: 'eu-central-1' },
  };
  addStacks(app, parse(declared), buildEmptyPlatform(folder, await loadProjectParts()));
  for (const stack of app.node.children)
    if (Stack.isStack(stack))
      templates.set(
        stack.stackName.replace('rostrum-prod-', ''),
        Synthesized.fromStack(stack).toJSON() as Template,
      );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const getTemplate = (name: string): Template =>
  templates.get(name) ?? expect.fail(`There is no stack ${name}`);
const list = (stack: string, type: string) => listResourcesByType(getTemplate(stack), type);
const arn = (table: string) => `arn:<AWS::Partition>:dynamodb:eu-west-1:123456789012:table/${table}`;

describe('the tables', () => {
  it('have the same definition, recovery, protection and stream, and fixed ids', () => {
    const tables = list('data', 'AWS::DynamoDB::Table');
    expect(tables.map(([id, { Properties }]) => [id, Properties.TableName])).toEqual([
      ['Table', 'rostrum-prod'],
      ['TableAcme', 'rostrum-prod.acme'],
      ['TableOakTwo', 'rostrum-prod.oak-two'],
    ]);
    const [shared, ...own] = tables.map(
      ([
        ,
        {
          Properties: { TableName: _, ...rest },
          ...resource
        },
      ]) => ({
        ...rest,
        policy: resource.DeletionPolicy,
      }),
    );
    for (const table of own) expect(table).toEqual(shared);
    expect(shared).toMatchObject({ DeletionProtectionEnabled: true, policy: 'RetainExceptOnCreate' });
  });

  it('have their streams read by the same functions, and their changes sent over the same bus', () => {
    const streams = (values: readonly unknown[]) => values.map(toText).sort();
    const mappings = list('platform', 'AWS::Lambda::EventSourceMapping')
      .map(([, { Properties }]) => Properties)
      .filter(({ StartingPosition }) => StartingPosition !== undefined);
    const pipes = list('platform', 'AWS::Pipes::Pipe').map(([, { Properties }]) => Properties);
    expect(new Set(streams(mappings.map(({ EventSourceArn }) => EventSourceArn))).size).toBe(3);
    expect(new Set(mappings.map(({ FunctionName }) => toText(FunctionName))).size).toBe(1);
    expect(streams(pipes.map(({ Source }) => Source))).toEqual(
      streams(mappings.map(({ EventSourceArn }) => EventSourceArn)),
    );
    expect(pipes.map(({ Name }) => Name)).toEqual([
      'rostrum-prod-changes',
      'rostrum-prod-changes.acme',
      'rostrum-prod-changes.oak-two',
    ]);
    expect(new Set(pipes.map(({ Target }) => toText(Target))).size).toBe(1);
  });

  it('are backed up and watched', () => {
    const selected = list('backup', 'AWS::Backup::BackupSelection').flatMap(
      ([, { Properties }]) => (Properties.BackupSelection as { readonly Resources: unknown[] }).Resources,
    );
    expect(selected.map(toText)).toEqual(
      ['rostrum-prod', 'rostrum-prod.acme', 'rostrum-prod.oak-two'].map(arn),
    );
    const alarms = JSON.stringify(list('watch', 'AWS::CloudWatch::Alarm'));
    for (const name of ['TableAcmeThrottles', 'TableOakTwoFaults', 'OwnPipesFailures'])
      expect(alarms).toContain(`rostrum-prod-${name}`);
  });

  it('are known to every function that uses the table', () => {
    for (const stack of ['crm', 'platform'])
      for (const [id, { Properties }] of list(stack, 'AWS::Lambda::Function'))
        expect(Properties.Environment, id).toMatchObject({ Variables: { OWN_TABLES: 'acme,oak-two' } });
  });
});

describe("the role of one tenant's session", () => {
  const statements = () => {
    const role = list('crm', 'AWS::IAM::Role').find(([id]) => id.startsWith('OneTenantWrite'))?.[1];
    return role ? listStatements(role) : [];
  };
  const may = (action: string, table: string, leadingKeys = ['T#acme#PERSON#1']) =>
    allows(statements(), {
      action: `dynamodb:${action}`,
      resource: arn(table),
      leadingKeys,
      sessionTags: { tenant: 'acme' },
    });

  it("reaches the tenant's own table and the platform's, with the tenant's keys only", () => {
    for (const action of [
      'GetItem',
      'BatchGetItem',
      'Query',
      'PutItem',
      'ConditionCheckItem',
      'BatchWriteItem',
    ])
      for (const table of ['rostrum-prod', 'rostrum-prod.acme']) {
        expect(may(action, table), `${action} ${table}`).toBe(true);
        expect(may(action, table, ['T#oak-two#PERSON#1'])).toBe(false);
      }
    expect(may('Query', 'rostrum-prod.acme/index/gsi1')).toBe(true);
  });

  it("reaches no other tenant's table, not even with keys of its own", () => {
    expect(may('GetItem', 'rostrum-prod.oak-two')).toBe(false);
    expect(may('PutItem', 'rostrum-prod.acme-two')).toBe(false);
  });
});

it('a role for all tenants reaches their tables, and no table of another environment', () => {
  const role = list('platform', 'AWS::IAM::Role').find(([id]) => id.startsWith('SweepReportsRole'))?.[1];
  const may = (table: string) =>
    allows(role ? listStatements(role) : [], {
      action: 'dynamodb:Query',
      resource: arn(table),
      leadingKeys: ['T#acme#REPORT'],
    });
  expect([may('rostrum-prod'), may('rostrum-prod.acme'), may('rostrum-prod2')]).toEqual([true, true, false]);
});

it('codes are valid, each is named once, and there are at most ten', () => {
  for (const ownTables of [
    ['Acme'],
    ['acme', 'acme'],
    Array.from({ length: 11 }, (_, index) => `tenant-${index}`),
  ])
    expect(() => parse({ ownTables })).toThrow(ConfigurationError);
});
