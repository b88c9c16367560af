// The pipeline: what it builds, what it runs before anything is deployed, where it deploys, and what needs approval.
import { rm } from 'node:fs/promises';
import type { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../../infra/aws/environment/environment.ts';
import type { BuiltPlatform } from '../../infra/aws/stacks/assembly.ts';
import { parsePipeline } from '../../infra/aws/stacks/pipeline.ts';
import { assemblePipeline, pipelineStackName } from '../../infra/aws/stacks/pipeline-assembly.ts';
import { buildEmptyPlatform, loadFewParts } from './deployment/empty-platform.ts';
import { createEmptyBundle } from './deployment/synthesize-stacks.ts';

const declared = {
  account: '123456789012',
  region: 'eu-west-1',
  repository: 'example/rostrum',
  connectionArn: 'arn:aws:codeconnections:eu-west-1:123456789012:connection/one',
};
const environments = { dev: {}, staging: {}, prod: { account: '210987654321', region: 'us-east-1' } };

interface Action {
  readonly Name: string;
  readonly ActionTypeId: { readonly Category: string; readonly Provider: string };
  readonly Configuration: Readonly<Record<string, string>>;
  readonly RunOrder: number;
}
interface PipelineStage {
  readonly Name: string;
  readonly Actions: readonly Action[];
}

// An app of forty stacks is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let folder: string;
let built: BuiltPlatform;
let app: App;
let template: Template;

const buildTemplate = (of: App): Template => {
  const stack = of.node.findChild(pipelineStackName);
  return Template.fromStack(stack as Parameters<typeof Template.fromStack>[0]);
};
const listStages = (): readonly PipelineStage[] =>
  Object.values(template.findResources('AWS::CodePipeline::Pipeline'))[0]?.Properties.Stages;
const getStage = (name: string): PipelineStage =>
  listStages().find(({ Name }) => Name === name) ?? expect.fail(`There is no stage ${name}`);

beforeAll(async () => {
  folder = await createEmptyBundle();
  built = buildEmptyPlatform(folder, await loadFewParts());
  app = await assemblePipeline(parsePipeline(declared, environments), built);
  template = buildTemplate(app);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the pipeline', () => {
  it('runs source, tests and its own update before dev, staging and prod', () => {
    expect(listStages().map(({ Name }) => Name)).toEqual([
      'Source',
      'Build',
      'UpdatePipeline',
      'Assets',
      'dev',
      'staging',
      'prod',
    ]);
  });

  it('reads the source from the repository through the connection', () => {
    expect(getStage('Source').Actions).toMatchObject([
      {
        ActionTypeId: { Provider: 'CodeStarSourceConnection' },
        Configuration: {
          ConnectionArn: declared.connectionArn,
          FullRepositoryId: 'example/rostrum',
          BranchName: 'main',
        },
      },
    ]);
  });

  it('runs every check and test before it synthesizes, on the system they are written for', () => {
    const projects = Object.values(template.findResources('AWS::CodeBuild::Project'));
    const build = projects.find(({ Properties }) => JSON.stringify(Properties.Source).includes('.ci/run'));
    const { commands } = JSON.parse(build?.Properties.Source.BuildSpec).phases.build;
    expect(commands).toEqual(['./.ci/run', 'npm run synth -- -c environment=pipeline']);
    // What it passes on; the bundles are built elsewhere (deployment-artifacts.ts).
    const { artifacts } = JSON.parse(build?.Properties.Source.BuildSpec);
    expect(JSON.stringify(artifacts)).toContain('"base-directory":"cdk.out"');
    expect(build?.Properties.Environment.Image).toMatch(/node:24-bookworm$/);
  });

  it("updates itself with the project's CDK CLI", () => {
    expect(JSON.stringify(template.toJSON())).toMatch(/aws-cdk@2\.\d+\.\d+/);
  });

  it('needs an approval for prod, and for nothing before', () => {
    const approvals = listStages().flatMap(({ Name, Actions }) =>
      Actions.filter(({ ActionTypeId }) => ActionTypeId.Category === 'Approval').map((action) => [
        Name,
        action.RunOrder,
      ]),
    );
    expect(approvals).toEqual([['prod', 1]]);
    for (const { ActionTypeId, RunOrder } of getStage('prod').Actions)
      if (ActionTypeId.Provider === 'CloudFormation') expect(RunOrder).toBeGreaterThan(1);
  });

  it('deploys every stack of every environment, under the names that npm run deploy gives them', () => {
    for (const { name, account, region } of parsePipeline(declared, environments).environments) {
      const deployed = getStage(name)
        .Actions.filter(({ ActionTypeId }) => ActionTypeId.Provider === 'CloudFormation')
        .map(({ Configuration }) => Configuration.StackName);
      for (const short of [
        'data',
        'base',
        'training',
        'crm',
        'identity',
        'billtracking',
        'platform',
        'watch',
      ])
        expect(deployed).toContain(`rostrum-${name}-${short}`);
      expect(JSON.stringify(getStage(name)), name).toContain(`-${account}-${region}`);
    }
  });

  // AWS CodePipeline User Guide, quotas: 50 actions in a stage.
  it('stays within the quotas of CodePipeline', () => {
    for (const { Actions } of listStages()) expect(Actions.length).toBeLessThanOrEqual(50);
  });
});

describe('the log', () => {
  it('is one for all builds, and retained for a month', () => {
    for (const [id, { Properties }] of Object.entries(template.findResources('AWS::CodeBuild::Project')))
      expect(Properties.LogsConfig?.CloudWatchLogs, id).toMatchObject({
        Status: 'ENABLED',
        GroupName: { Ref: expect.any(String) },
      });
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
  });
});

describe('what passes between the steps', () => {
  const bucket = (of: Template) => Object.values(of.findResources('AWS::S3::Bucket'))[0];

  it('is stored in a private, encrypted bucket for a month', () => {
    expect(bucket(template)?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      LifecycleConfiguration: { Rules: [{ ExpirationInDays: 30, Status: 'Enabled' }] },
    });
    const policies = JSON.stringify(template.findResources('AWS::S3::BucketPolicy'));
    expect(policies).toContain('"aws:SecureTransport":"false"');
  });

  it('is encrypted with a shareable key, which costs, only where other accounts need it', async () => {
    const encryptionOf = (of: Template) => JSON.stringify(bucket(of)?.Properties.BucketEncryption);
    expect(encryptionOf(template)).toContain('aws:kms');
    const alone = await assemblePipeline(parsePipeline(declared, { dev: {}, staging: {}, prod: {} }), built);
    expect(encryptionOf(buildTemplate(alone))).toContain('AES256');
    buildTemplate(alone).resourceCountIs('AWS::KMS::Key', 0);
  });
});

describe('a pipeline in cdk.json', () => {
  it.each([
    ['that is not there', undefined, environments, /^cdk\.json declares no pipeline: set context\.pipeline/],
    [
      'with a wrong repository',
      { ...declared, repository: 'x' },
      environments,
      /pipeline\.repository: owner\/name/,
    ],
    [
      'without its connection',
      { ...declared, connectionArn: undefined },
      environments,
      /pipeline\.connectionArn/,
    ],
    ['without staging', declared, { dev: {}, prod: {} }, /There is no environment staging/],
  ])('%s is refused in words', (_, pipeline, all, message) => {
    expect(() => parsePipeline(pipeline, all)).toThrow(ConfigurationError);
    expect(() => parsePipeline(pipeline, all)).toThrow(message);
  });
});
