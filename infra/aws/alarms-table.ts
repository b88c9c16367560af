// What is watched of the table: requests it throttles, and its own faults.
import { tableDefinition } from '../../shared/data/table-definition.ts';
import type { Watched } from './alarms.ts';
import { ofTable, sumOf } from './metrics.ts';
import type { Environment } from './environment.ts';
import { tableNameOf } from './names.ts';

/** What the platform asks of the table; SystemErrors is kept by operation alone. */
const operations = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
];

/** What is watched of the table. */
export function watchedOfTable(environment: Environment): readonly Watched[] {
  const tableName = tableNameOf(environment);
  const table = ofTable(tableName);
  const index = ofTable(tableName, { GlobalSecondaryIndexName: tableDefinition.index.name });
  return [
    {
      name: 'TableThrottles',
      says: 'DynamoDB throttles requests to the table: one partition is asked too much, or all of it grew too fast.',
      runbook: 'The table throttles',
      metric: sumOf(
        'throttled',
        [table, index].flatMap((metric) => [metric('ReadThrottleEvents'), metric('WriteThrottleEvents')]),
      ),
      threshold: 10,
    },
    {
      name: 'TableFaults',
      says: 'DynamoDB itself fails (HTTP 500) on requests to the table.',
      runbook: 'The table fails',
      metric: sumOf(
        'faults',
        operations.map((Operation) => ofTable(tableName, { Operation })('SystemErrors')),
      ),
      threshold: 5,
    },
  ];
}
