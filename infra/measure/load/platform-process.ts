// The platform under load in a separate process, so that its memory is measured without that of the load generator.
import { permissionNames } from '../../../shared/auth/permissions/permissions.ts';
import { CommandError } from '../../command/command-error.ts';
import { startMeasuredPlatform } from '../bench/measured/measured-platform.ts';
import { prepareBursts } from './prepare-bursts.ts';
import { type Memory, type ProcessRequest, type StartedPlatform, withPush } from './under-load.ts';

const hasPush = process.argv.includes(withPush);
const platform = await startMeasuredPlatform((what) => process.send?.({ step: what }), { hasPush }).catch(
  refuse,
);
const { serving, dynamodb, tableName, tenant, limitedTenant } = platform;

/** Ends with what a person can fix, such as a missing Java; other errors are shown whole. */
async function refuse(error: unknown): Promise<never> {
  if (!(error instanceof CommandError)) throw error;
  await new Promise((sent) => process.send?.({ refusal: error.message }, sent));
  process.exit(1);
}

/** Memory in bytes, after the garbage was collected. */
function readMemory(): Memory {
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss, heapUsed };
}

process.on('message', async (request: ProcessRequest) => {
  if (request === 'memory') process.send?.({ memory: readMemory() });
  else
    process.send?.({
      bursts: await prepareBursts(tenant, limitedTenant, {
        ...request,
        templateId: serving.demo.values.classId ?? '',
      }),
    });
});
process.on('disconnect', async () => {
  await platform.stop();
  process.exit(0);
});

const started: StartedPlatform = {
  address: serving.address,
  urls: serving.urls,
  values: serving.demo.values,
  token: await platform.tokenFor(permissionNames),
  dynamodb,
  tableName,
};
process.send?.({ started });
