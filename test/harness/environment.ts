// Gives each test file the same environment, whatever earlier files in the process left: the variables the run began
// with, the AWS SDK pointed at the run's DynamoDB Local, credentials that mean nothing elsewhere.
import { join } from 'node:path';
import { inject } from 'vitest';
import { setHashCost } from '../../shared/auth/passwords/passwords.ts';

declare global {
  /** The environment variables that the process began with; test files share processes. */
  var initialEnvironment: NodeJS.ProcessEnv | undefined;
}

globalThis.initialEnvironment ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!Object.hasOwn(globalThis.initialEnvironment, name)) delete process.env[name];

const endpoint = inject('dynamodb');
Object.assign(process.env, globalThis.initialEnvironment, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
  // Two test files at once and their database share few cores.
  DYNAMODB_TIMEOUT: '20000',
  // Processes that tests start load the same modules; compiled once, a start takes half the time.
  NODE_COMPILE_CACHE: join(inject('runFolder'), 'compiled'),
  // CDK validates every template that is synthesized, which takes three quarters of the time and only prints warnings.
  // Those of the whole deployment are validated once (test/aws/deployment/deployment.ts).
  CDK_VALIDATION: 'false',
});
// No test may use a developer's own AWS profile.
for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_ENDPOINT_URL']) delete process.env[name];
// Files share a process: passwords.test.ts, which proves the cost, puts it back for itself.
setHashCost('none');
