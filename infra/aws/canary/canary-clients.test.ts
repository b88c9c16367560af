// What the canary asks of Lambda and CloudWatch.
import { CloudWatchClient } from '@aws-sdk/client-cloudwatch';
import { LambdaClient, ResourceNotFoundException } from '@aws-sdk/client-lambda';
import { expect, it } from 'vitest';
import { createObservations, createVersions } from './canary-clients.ts';

interface Command {
  readonly input: Readonly<Record<string, unknown>>;
}
type Answer = (name: string, input: Command['input']) => object;

/** Has a client's requests answered here; returns what was asked. */
function answer(client: LambdaClient | CloudWatchClient, reply: Answer) {
  const asked: [string, Command['input']][] = [];
  Object.assign(client, {
    send: async (command: Command) => {
      const name = command.constructor.name.replace(/Command$/, '');
      asked.push([name, command.input]);
      return reply(name, command.input);
    },
  });
  return asked;
}

const region = 'eu-west-1';

it('an alias is created where there is none', async () => {
  const client = new LambdaClient({ region });
  const asked = answer(client, (name) => {
    if (name === 'UpdateAlias') throw new ResourceNotFoundException({ message: 'none', $metadata: {} });
    return {};
  });
  await createVersions(client).point('one', '1');
  expect(asked.at(-1)).toEqual(['CreateAlias', { FunctionName: 'one', Name: 'live', FunctionVersion: '1' }]);
});

it('a trial names the new version for its share, and its end names no other version', async () => {
  const client = new LambdaClient({ region });
  const asked = answer(client, () => ({ FunctionVersion: '1' }));
  const versions = createVersions(client);
  await versions.point('one', '1', { version: '2', share: 0.1 });
  await versions.point('one', '2');
  const updates = asked.filter(([name]) => name === 'UpdateAlias').map(([, input]) => input);
  expect(updates).toMatchObject([
    { FunctionVersion: '1', RoutingConfig: { AdditionalVersionWeights: { 2: 0.1 } } },
    { FunctionVersion: '2', RoutingConfig: { AdditionalVersionWeights: {} } },
  ]);
});

it('versions are removed, and never the function itself', async () => {
  const client = new LambdaClient({ region });
  const asked = answer(client, () => ({
    Versions: ['$LATEST', '1', '2', '3'].map((Version) => ({ Version })),
  }));
  await createVersions(client).removeOthers('one', ['2', '3']);
  expect(asked.filter(([name]) => name === 'DeleteFunction')).toEqual([
    ['DeleteFunction', { FunctionName: 'one', Qualifier: '1' }],
  ]);
});

it('errors are counted of the new version alone, of any number of functions', async () => {
  const client = new CloudWatchClient({ region });
  const asked = answer(client, (_, { MetricDataQueries }) => ({
    MetricDataResults: (MetricDataQueries as { readonly Id: string }[])
      .filter(({ Id }) => Id === 'm1')
      .map(({ Id }) => ({ Id, Values: [2, 1] })),
  }));
  const changed = Array.from({ length: 501 }, (_, index) => ({ name: `f${index}`, old: '1', new: '2' }));
  const counts = await createObservations([], undefined, client).countErrors(changed, new Date(0));
  expect(asked).toHaveLength(2);
  expect([counts.get('f0'), counts.get('f1'), counts.get('f500')]).toEqual([0, 3, 0]);
  expect(JSON.stringify(asked[0]?.[1])).toContain(
    '[{"Name":"FunctionName","Value":"f0"},{"Name":"Resource","Value":"f0:live"},{"Name":"ExecutedVersion","Value":"2"}]',
  );
});
