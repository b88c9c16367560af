// Alarms on the table: throttled requests, and failures of DynamoDB itself.
import { tableDefinition } from '../../shared/data/table-definition.ts';
import type { AlarmDefinition } from './alarms.ts';
import type { Environment } from './environment.ts';
import { sumMetrics, tableMetric } from './metrics.ts';
import { getTableName } from './names.ts';

/** The operations that the platform uses; AWS records SystemErrors by operation only. */
const operations = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'Scan',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'BatchWriteItem',
  'TransactWriteItems',
];

/** The alarms on the table. */
export function tableAlarms(environment: Environment): readonly AlarmDefinition[] {
  const tableName = getTableName(environment);
  const table = tableMetric(tableName);
  const indexes = [tableDefinition.index, tableDefinition.dueIndex].map(({ name }) =>
    tableMetric(tableName, { GlobalSecondaryIndexName: name }),
  );
  return [
    {
      name: 'TableThrottles',
      description:
        'DynamoDB throttles requests to the table: one partition has too many requests, or traffic grew too fast.',
      runbook: 'The table throttles',
      metric: sumMetrics(
        'throttled',
        [table, ...indexes].flatMap((metric) => [
          metric('ReadThrottleEvents'),
          metric('WriteThrottleEvents'),
        ]),
      ),
      threshold: 10,
    },
    {
      name: 'TableFaults',
      description: 'DynamoDB itself fails (HTTP 500) on requests to the table.',
      runbook: 'The table fails',
      metric: sumMetrics(
        'faults',
        operations.map((Operation) => tableMetric(tableName, { Operation })('SystemErrors')),
      ),
      threshold: 5,
    },
  ];
}
