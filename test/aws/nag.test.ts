// The rules of AWS Solutions (cdk-nag) over every stack, with every option of an environment turned on.
import { rm } from 'node:fs/promises';
import { App, Stack } from 'aws-cdk-lib';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Environment, parseEnvironment } from '../../infra/aws/environment/environment.ts';
import {
  addStacks,
  type BuiltPlatform,
  createApp,
  loadProjectParts,
} from '../../infra/aws/stacks/assembly.ts';
import { parsePipeline } from '../../infra/aws/stacks/pipeline.ts';
import { assemblePipeline } from '../../infra/aws/stacks/pipeline-assembly.ts';
import { buildEmptyPlatform } from './deployment/empty-platform.ts';
import { createEmptyBundle } from './deployment/synthesize-stacks.ts';

// An app of forty stacks is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
let built: BuiltPlatform;
beforeAll(async () => {
  folder = await createEmptyBundle();
  built = buildEmptyPlatform(folder, await loadProjectParts());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const region = 'eu-west-1';
const account = '123456789012';
const everything = {
  account,
  region,
  domain: { name: 'api.example.org', certificateArn: `arn:aws:acm:${region}:${account}:certificate/one` },
  pushDomain: {
    name: 'push.example.org',
    certificateArn: `arn:aws:acm:${region}:${account}:certificate/one`,
  },
  mail: { from: 'Example <office@example.org>' },
  alarmMail: 'ops@example.org',
  tableKey: 'of the account',
  metrics: 'apart',
  tenantCredentials: true,
  waf: true,
  canary: {},
  ownTables: ['acme', 'harbor-two'],
  backup: { copyRegion: 'eu-central-1', copyAccount: '210987654321' },
};
const pipeline = {
  account,
  region,
  repository: 'example/rostrum',
  connectionArn: `arn:aws:codeconnections:${region}:${account}:connection/one`,
};

/** Every finding: the rule, the construct, and the message. */
const listFindings = (app: App): readonly string[] =>
  new AwsSolutionsChecks()
    .validateScope(app)
    .violations.flatMap(({ ruleName, description, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}: ${description}`),
    );

const buildApp = (environment: Environment): App => {
  const app = createApp();
  addStacks(app, environment, built);
  return app;
};

it('finds nothing with every option turned on', () => {
  expect(listFindings(buildApp(parseEnvironment('prod', { prod: everything })))).toEqual([]);
});

it('finds nothing with no option, account or region', () => {
  expect(listFindings(buildApp(parseEnvironment('dev', { dev: {} })))).toEqual([]);
});

it.each([
  ['one account', undefined],
  ['several', '210987654321'],
])('finds nothing in the pipeline, over %s', async (_, other) => {
  const dev = other === undefined ? {} : { account: other };
  const environments = { dev, staging: {}, prod: everything };
  expect(listFindings(await assemblePipeline(parsePipeline(pipeline, environments), built))).toEqual([]);
});

it('finds a queue that accepts messages over plain HTTP', () => {
  const app = new App();
  new Queue(new Stack(app, 'stack'), 'queue');
  expect(listFindings(app).join()).toContain('AwsSolutions-SQS4 stack/queue/Resource');
});
