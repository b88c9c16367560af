// Points the AWS SDK of a test file at the run's DynamoDB Local, with credentials that mean nothing elsewhere.
import { inject } from 'vitest';

const endpoint = inject('dynamodb');
Object.assign(process.env, {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
  AWS_ENDPOINT_URL_DYNAMODB: endpoint,
  AWS_ENDPOINT_URL_DYNAMODB_STREAMS: endpoint,
  // Two test files at once and their database share few cores.
  DYNAMODB_TIMEOUT: '20000',
});
// A developer's own profile must reach no test.
for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_ENDPOINT_URL']) delete process.env[name];
