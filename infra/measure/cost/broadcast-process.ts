// A fresh process that sends one broadcast to its end and reports its peak memory in MB. Arguments: the tenant, the id of the
// broadcast.
import { setTimeout } from 'node:timers/promises';
import { handler } from '../../../functions/crm/jobs/run-broadcasts/handler.ts';
import { findBroadcast } from '../../../shared/broadcasts/store.ts';
import { openTenantStore } from '../../../shared/data/store.ts';
import { parseTenantCode } from '../../../shared/data/tenant/tenant-code.ts';
import { reportPeak } from './function-memory.ts';

const [tenantCode = '', id = ''] = process.argv.slice(2);
const code = parseTenantCode(tenantCode);
if (!code) throw new Error(`${tenantCode} is not a valid tenant code`);
const tenant = openTenantStore(code);
const event = {
  Records: [
    {
      eventName: 'MODIFY' as const,
      dynamodb: {
        Keys: { pk: { S: `T#${tenantCode}#BROADCAST#${id}` }, sk: { S: 'STEP' } },
        NewImage: { type: { S: 'broadcast-step' } },
      },
    },
  ],
};
while ((await findBroadcast(tenant, id))?.status !== 'sent') {
  await handler(event);
  await setTimeout(1000);
}
reportPeak();
