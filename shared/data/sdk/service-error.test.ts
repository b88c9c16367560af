// Errors of DynamoDB, and how often a request is repeated because of them, are the same as with the SDK's own protocol.
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { expectSame, own, type Reply, sdk, success } from '../../../test/machinery/compare-clients.ts';

// The SDK waits a random part of a time before it repeats a request: none of it here.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const wire = { pk: { S: 'x' }, n: { N: '12' }, bytes: { B: 'AQI=' }, set: { BS: ['AQI='] } };
const Key = { pk: 'a', sk: 'b' };
const TableName = 't';
const prefix = 'com.amazonaws.dynamodb.v20120810#';
const errors: Readonly<Record<string, Reply>> = {
  'a failed condition with its item': {
    statusCode: 400,
    body: JSON.stringify({ __type: `${prefix}ConditionalCheckFailedException`, message: 'no', Item: wire }),
  },
  'a cancelled transaction': {
    statusCode: 400,
    body: JSON.stringify({
      __type: `${prefix}TransactionCanceledException`,
      Message: 'cancelled',
      CancellationReasons: [
        { Code: 'None', Message: null },
        { Code: 'ConditionalCheckFailed', Item: wire, Message: 'm' },
      ],
    }),
  },
  'an unknown error': {
    statusCode: 400,
    body: JSON.stringify({ __type: 'com.amazon.coral.validate#ValidationException', message: 'v' }),
  },
  'an error with a capital message': {
    statusCode: 400,
    body: JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message: 'denied' }),
  },
  'a code in the body': {
    statusCode: 400,
    body: JSON.stringify({ Code: 'ResourceNotFoundException:http://x', extra: 1 }),
  },
  'a code in a header': {
    statusCode: 400,
    headers: { 'x-amzn-errortype': 'ResourceInUseException,x' },
    body: '{"message":""}',
  },
  'no code': { statusCode: 404, body: '{}' },
  'no body': { statusCode: 403, body: '' },
  'a body that is not JSON': { statusCode: 200, body: '<html>' },
};

it.each(Object.entries(errors))('%s: throws what the SDK throws', async (_, reply) => {
  await expectSame(() => new GetCommand({ TableName, Key }), [reply]);
});

const failures: Readonly<Record<string, Reply | Error>> = {
  'a server error': {
    statusCode: 500,
    body: JSON.stringify({ __type: `${prefix}InternalServerError`, message: 'i' }),
  },
  'a broken server': { statusCode: 503, body: '' },
  throttling: {
    statusCode: 400,
    body: JSON.stringify({ __type: `${prefix}ThrottlingException`, message: 't' }),
  },
  'too much': {
    statusCode: 400,
    body: JSON.stringify({ __type: `${prefix}ProvisionedThroughputExceededException` }),
  },
  'a lost connection': Object.assign(new Error('reset'), { code: 'ECONNRESET', name: 'TimeoutError' }),
  'no host': Object.assign(new Error('none'), { code: 'ENOTFOUND' }),
  'another failure': new Error('other'),
  'a clock that is late': {
    statusCode: 400,
    headers: { date: new Date(Date.now() + 3_600_000).toUTCString() },
    body: JSON.stringify({
      __type: 'com.amazon.coral.service#InvalidSignatureException',
      message: 'Signature not yet current',
    }),
  },
};

it.each(Object.entries(failures))(
  '%s: is retried as often as by the SDK, and then the same error',
  async (_, failure) => {
    // Both clients say whether they corrected their clock, which a millisecond between two attempts would decide.
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const command = () => new GetCommand({ TableName, Key });
    const ignoringTime = (outcome: unknown) =>
      JSON.parse(JSON.stringify(outcome), (key, value) => (key === 'totalRetryDelay' ? undefined : value));
    for (const replies of [[failure], [failure, success({ Item: wire })]])
      expect(ignoringTime(await own.run(command(), replies))).toEqual(
        ignoringTime(await sdk.run(command(), replies)),
      );
  },
);
