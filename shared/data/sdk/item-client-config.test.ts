// Where the client is configured for items alone, and that its address is the SDK's.
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { createItemClientConfig } from './item-client-config.ts';

const env = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's' };
const timeouts = { connectionTimeout: 1000, requestTimeout: 3000 };
const findAddress = (more: NodeJS.ProcessEnv) =>
  createItemClientConfig({ ...env, ...more }, timeouts).endpointProvider?.({} as never)?.url.href;

it.each([
  'us-east-1',
  'us-west-2',
  'eu-central-1',
  'ap-southeast-4',
  'ca-west-1',
  'sa-east-1',
  'me-south-1',
  'il-central-1',
  'mx-central-1',
  'af-south-1',
  'ap-northeast-3',
])('has the address that the SDK has in %s', async (region) => {
  const { config } = new DynamoDBClient({ region });
  const { url } = config.endpointProvider({
    Region: region,
    UseFIPS: false,
    UseDualStack: false,
    AccountIdEndpointMode: 'disabled',
  });
  expect(findAddress({ AWS_REGION: region })).toBe(url.href);
});

it('takes the address from the environment, the one of DynamoDB before the one of all services', () => {
  expect(findAddress({ AWS_ENDPOINT_URL: 'http://all:1' })).toBe('http://all:1/');
  expect(findAddress({ AWS_ENDPOINT_URL: 'http://all:1', AWS_ENDPOINT_URL_DYNAMODB: 'http://one:2' })).toBe(
    'http://one:2/',
  );
});

it.each([
  ['by the switch', { DYNAMODB_SDK: 'default' }],
  ['with a profile', { AWS_PROFILE: 'admin' }],
  ['without keys', { AWS_SECRET_ACCESS_KEY: undefined }],
  ['without a region', { AWS_REGION: undefined }],
  ['in another partition', { AWS_REGION: 'cn-north-1' }],
  ['in a region with domains of its own', { AWS_REGION: 'us-iso-east-1' }],
  ['with FIPS', { AWS_USE_FIPS_ENDPOINT: 'true' }],
])('leaves everything to the SDK %s', (_, more) => {
  expect(createItemClientConfig({ ...env, ...more }, timeouts)).toEqual({});
});
