// A fresh process that makes one export and reports its peak memory in MB. Arguments: the tenant, the id of the export.
import { handler } from '../../../functions/crm/jobs/run-exports/handler.ts';
import { reportPeak } from './function-memory.ts';

const [tenantCode = '', id = ''] = process.argv.slice(2);
await handler({
  Records: [
    {
      eventName: 'INSERT',
      dynamodb: {
        Keys: { pk: { S: `T#${tenantCode}#EXPORT#${id}` }, sk: { S: 'STEP' } },
        NewImage: { type: { S: 'export-step' } },
      },
    },
  ],
});
reportPeak();
