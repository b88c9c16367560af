// The function that continues broadcasts, in a separate process for tests that kill it, as if so many minutes had passed. It
// prints `ended` once the broadcast has no run. `<broadcast id> <minutes>`
import { handler as sweepBroadcasts } from '../../functions/crm/jobs/sweep-broadcasts/handler.ts';
import { broadcastRuns } from '../../shared/broadcasts/store.ts';
import { openTenantStore } from '../../shared/data/store.ts';
import { parseTenantCode } from '../../shared/data/tenant/tenant-code.ts';

const [id = '', minutes = '0'] = process.argv.slice(2);
const code = parseTenantCode('demo');
if (!code) throw new Error('demo is not a valid tenant code');
const tenant = openTenantStore(code);
const later = () => new Date(Date.now() + Number(minutes) * 60_000);

while (await tenant.get(broadcastRuns.key(tenant, id), { consistent: true }))
  await sweepBroadcasts(undefined, undefined, later);
process.stdout.write('ended\n');
process.exit(0);
