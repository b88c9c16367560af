// The pipeline as a CDK app: its own stack, and in it a stage for each environment.
import { readFile } from 'node:fs/promises';
import type { App, AppProps } from 'aws-cdk-lib';
import * as z from 'zod';
import { type BuiltPlatform, createApp } from './assembly.ts';
import { type Pipeline, pipelineName } from './pipeline.ts';
import { PipelineStack } from './pipeline-stack.ts';

/** The name of its stack. */
export const pipelineStackName = `rostrum-${pipelineName}`;

/** Reads the version of the project's CDK CLI. */
async function readCliVersion(): Promise<string> {
  const file = new URL('../../../node_modules/aws-cdk/package.json', import.meta.url);
  return z.object({ version: z.string() }).parse(JSON.parse(await readFile(file, 'utf8'))).version;
}

/** Builds the app of the pipeline. It uses neither AWS nor the network. */
export async function assemblePipeline(
  pipeline: Pipeline,
  built: BuiltPlatform,
  props: AppProps = {},
): Promise<App> {
  const app = createApp(props);
  const { account, region } = pipeline;
  new PipelineStack(app, pipelineStackName, {
    stackName: pipelineStackName,
    description: 'Rostrum: builds, tests and deploys',
    env: { account, region },
    pipeline,
    built,
    cliVersion: await readCliVersion(),
  });
  return app;
}
