// Alarms on the table: throttled requests, and failures of DynamoDB itself.
import { tableDefinition } from '../../../shared/data/table-definition.ts';
import type { Environment } from '../environment/environment.ts';
import { getTableName, listOwnTables, toPascalCase } from '../environment/names.ts';
import type { AlarmDefinition } from './alarms.ts';
import { sumMetrics, tableMetric } from './metrics.ts';

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

/** The alarms on the platform's table, and on each that a tenant has of its own. */
export const tableAlarms = (environment: Environment): readonly AlarmDefinition[] => [
  ...alarmsOn('Table', 'the table', getTableName(environment)),
  ...listOwnTables(environment).flatMap(({ code, name }) =>
    alarmsOn(`Table${toPascalCase(code)}`, `the table of ${code}`, name),
  ),
];

/** The alarms on one table. */
function alarmsOn(prefix: string, what: string, tableName: string): readonly AlarmDefinition[] {
  const table = tableMetric(tableName);
  const indexes = [tableDefinition.index, tableDefinition.dueIndex].map(({ name }) =>
    tableMetric(tableName, { GlobalSecondaryIndexName: name }),
  );
  return [
    {
      name: `${prefix}Throttles`,
      description: `DynamoDB throttles requests to ${what}: one partition has too many requests, or traffic grew too fast.`,
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
      name: `${prefix}Faults`,
      description: `DynamoDB itself fails (HTTP 500) on requests to ${what}.`,
      runbook: 'The table fails',
      metric: sumMetrics(
        'faults',
        operations.map((Operation) => tableMetric(tableName, { Operation })('SystemErrors')),
      ),
      threshold: 5,
    },
  ];
}
