// What the CDK CLI runs (cdk.json): the app of the environment chosen by `-c environment=<name>` (default dev), or of
// the pipeline.
import { App } from 'aws-cdk-lib';
import { ConfigurationError, parseEnvironment } from './environment/environment.ts';
import { assemble, buildPlatform } from './stacks/assembly.ts';
import { parsePipeline, pipelineName } from './stacks/pipeline.ts';
import { assemblePipeline } from './stacks/pipeline-assembly.ts';

const context = new App({ autoSynth: false }).node;

async function buildApp(name: string): Promise<App> {
  const environments: unknown = context.tryGetContext('environments');
  if (name === pipelineName) {
    const pipeline = parsePipeline(context.tryGetContext(pipelineName), environments);
    return assemblePipeline(pipeline, await buildPlatform(undefined, pipeline.environments));
  }
  const { app } = await assemble(parseEnvironment(name, environments));
  return app;
}

try {
  const app = await buildApp(String(context.tryGetContext('environment') ?? 'dev'));
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
