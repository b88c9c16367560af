// The pipeline: reads the source, runs every test, and deploys dev, staging and, after an approval, prod.
import { Aws, Duration, RemovalPolicy, Stack, type StackProps, Stage } from 'aws-cdk-lib';
import * as codebuild from 'aws-cdk-lib/aws-codebuild';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as pipelines from 'aws-cdk-lib/pipelines';
import type { Construct } from 'constructs';
import { acceptFinding, wildcardFinding } from '../access/nag.ts';
import { fixLogicalId } from '../environment/fixed-id.ts';
import { addStacks, type BuiltPlatform } from './assembly.ts';
import { type Pipeline, pipelineName } from './pipeline.ts';

export interface PipelineStackProps extends StackProps {
  readonly pipeline: Pipeline;
  readonly built: BuiltPlatform;
  /** The version of the CDK CLI that the pipeline installs to update itself. */
  readonly cliVersion: string;
}

/** The image that .ci/run is written for: Debian with Node. */
const buildImage = 'public.ecr.aws/docker/library/node:24-bookworm';

/**
 * The bucket for what the pipeline passes from step to step: sources and templates. Everything can be built again, so it
 * expires after a month. Another account can only read it when it is encrypted with a key that can be shared.
 */
function createArtifactBucket(stack: Stack, isShared: boolean): s3.Bucket {
  const key = isShared
    ? new kms.Key(stack, 'ArtifactKey', { enableKeyRotation: true, removalPolicy: RemovalPolicy.DESTROY })
    : undefined;
  const bucket = new s3.Bucket(stack, 'Artifacts', {
    ...(key
      ? { encryption: s3.BucketEncryption.KMS, encryptionKey: key, bucketKeyEnabled: true }
      : { encryption: s3.BucketEncryption.S3_MANAGED }),
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    enforceSSL: true,
    lifecycleRules: [
      { expiration: Duration.days(30), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy: RemovalPolicy.RETAIN,
  });
  fixLogicalId(bucket, 'Artifacts');
  return bucket;
}

/** One log group for all builds; CodeBuild's own would never expire. */
const createLogGroup = (stack: Stack): logs.LogGroup =>
  new logs.LogGroup(stack, 'Log', {
    logGroupName: '/rostrum/pipeline',
    retention: logs.RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });

/** Accepts the findings of cdk-nag about what CDK Pipelines creates, whose roles CDK defines. */
function acceptPipelineFindings(
  stack: Stack,
  codePipeline: pipelines.CodePipeline,
  artifacts: s3.Bucket,
): void {
  acceptFinding(
    artifacts,
    'S1',
    'It contains what passes between steps, for a month; CodePipeline records who ran what.',
  );
  acceptFinding(
    codePipeline,
    'CB4',
    "A build's output goes to the artifact bucket, which sets its own encryption.",
  );
  acceptFinding(
    codePipeline,
    'CB5',
    'The tests run on Debian, which .ci/run is written for; CodeBuild offers no such image.',
  );
  const reason =
    'CDK Pipelines grants its steps what they need of artifacts, logs, reports and bootstrap roles.';
  for (const action of [
    ...['s3:GetObject*', 's3:GetBucket*', 's3:List*', 's3:DeleteObject*', 's3:Abort*'],
    ...['kms:ReEncrypt*', 'kms:GenerateDataKey*'],
  ])
    acceptFinding(codePipeline, `IAM5[Action::${action}]`, reason);
  const { account, region } = stack;
  const builds = `arn:${Aws.PARTITION}:logs:${region}:${account}:log-group:/aws/codebuild/`;
  const reports = `arn:${Aws.PARTITION}:codebuild:${region}:${account}:report-group/`;
  const projects = codePipeline.node
    .findAll()
    .filter((construct) => construct instanceof codebuild.Project)
    .map(({ projectName }) => projectName);
  for (const arn of [
    ...['*', `arn:*:iam::${account}:role/*`, `${artifacts.bucketArn}/*`, `${builds}*`, `${reports}*`],
    ...projects.flatMap((name) => [`${builds}${name}:*`, `${reports}${name}-*`]),
  ])
    acceptFinding(codePipeline, wildcardFinding(stack, arn), reason);
}

/** The stack of the pipeline, which first updates itself: a change to it needs no command. */
export class PipelineStack extends Stack {
  constructor(scope: Construct, id: string, { pipeline, built, cliVersion, ...props }: PipelineStackProps) {
    super(scope, id, props);
    const { repository, branch, connectionArn, environments } = pipeline;
    const isShared = environments.some(({ account }) => account !== pipeline.account);
    const artifacts = createArtifactBucket(this, isShared);
    const codePipeline = new pipelines.CodePipeline(this, 'Pipeline', {
      pipelineName: 'rostrum',
      artifactBucket: artifacts,
      crossAccountKeys: isShared,
      cliVersion,
      codeBuildDefaults: { logging: { cloudWatch: { logGroup: createLogGroup(this) } } },
      // One action for each of some two hundred bundles would exceed the limit of a stage.
      publishAssetsInParallel: false,
      synth: new pipelines.ShellStep('Build and test', {
        input: pipelines.CodePipelineSource.connection(repository, branch, { connectionArn }),
        commands: ['./.ci/run', `npm run synth -- -c environment=${pipelineName}`],
        primaryOutputDirectory: 'cdk.out',
      }),
      synthCodeBuildDefaults: {
        buildEnvironment: {
          buildImage: codebuild.LinuxBuildImage.fromDockerRegistry(buildImage),
          computeType: codebuild.ComputeType.LARGE,
        },
        timeout: Duration.hours(2),
      },
    });
    for (const environment of environments) {
      const { name, account, region } = environment;
      const stage = new Stage(this, name, { env: { account, region } });
      addStacks(stage, environment, built);
      const pre =
        name === 'prod' ? [new pipelines.ManualApprovalStep('Approve', { comment: 'Deploy to prod?' })] : [];
      codePipeline.addStage(stage, { pre });
    }
    codePipeline.buildPipeline();
    acceptPipelineFindings(this, codePipeline, artifacts);
  }
}
