// The machinery of all four areas under generated requests, with endpoints that only the tests have.
import { startFixture } from '../machinery/fixture.ts';
import { buildRecordEndpoints } from '../machinery/records.ts';
import { fuzz } from './suite.ts';

/** One endpoint fails on purpose. */
const sound = buildRecordEndpoints().filter(({ name }) => name !== 'breakDown');

fuzz(sound, async () => {
  const fixture = await startFixture();
  return {
    port: fixture.port,
    tenant: 'alder',
    values: {},
    tokenFor: () => fixture.token(),
    stop: () => fixture.stop(),
  };
});
