// What the CDK CLI runs (cdk.json): the app of the environment that `-c environment=<name>` chooses, dev unless said.
import { App } from 'aws-cdk-lib';
import { assemble } from './assembly.ts';
import { ConfigurationError, environmentOf } from './environment.ts';

const context = new App({ autoSynth: false }).node;

try {
  const name: unknown = context.tryGetContext('environment') ?? 'dev';
  const { app } = await assemble(environmentOf(String(name), context.tryGetContext('environments')));
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
