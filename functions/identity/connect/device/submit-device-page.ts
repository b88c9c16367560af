// POST /device
import { findActiveClient } from '../../../../shared/auth/clients.ts';
import { countAttempt } from '../../../../shared/auth/throttle-store.ts';
import { pageLambda } from '../../pages/page-lambda.ts';
import { hashCookieToken, readCookie } from '../../sessions/cookies.ts';
import { findCurrentSession } from '../../sessions/store.ts';
import { findDeviceOfUserCode } from '../grants/device-codes.ts';
import { formatUserCode, parseUserCode } from '../grants/user-code.ts';
import { beginInteraction } from '../interactions/begin.ts';
import type { InteractionGoal } from '../interactions/interaction.ts';
import { getBrandTenant } from '../interactions/progress.ts';
import { submitDevicePage } from './contract.ts';
import { renderDeviceForm } from './pages.ts';

/** The same for a code that never was, one that has expired and one that was answered. */
const unknownCode =
  'This code is wrong, has expired, or was answered already. Compare it with the device, or begin again there.';

/** Every code is counted before it is read, for the person or the browser and for the network (RFC 8628 5.1). */
export const handler = pageLambda(submitDevicePage, async ({ body, platform, request, now }) => {
  const { userCode: entered = '' } = body;
  const code = parseUserCode(entered);
  if (code === undefined) return renderDeviceForm(entered, 'A code has eight letters, such as WDJB-MJHT.');
  const current = await findCurrentSession(platform, request.headers, now);
  const browser = hashCookieToken(readCookie(request.headers.cookie, 'rostrum-browser') ?? '');
  const attempt = await countAttempt(
    platform,
    {
      ...{ account: current?.user.id ?? browser, address: request.address },
      ...{ purpose: 'device code', learnsAddress: false },
    },
    now,
  );
  if ('retryAfter' in attempt)
    return renderDeviceForm(
      entered,
      `Too many wrong codes were entered. Wait ${Math.ceil(attempt.retryAfter / 60)} minutes, then try again.`,
    );
  const found = await findDeviceOfUserCode(platform, code, now);
  const client = found && (await findActiveClient(platform, found.item.clientId));
  if (!found || !client) return renderDeviceForm(entered, unknownCode);
  await attempt.succeeded();
  const goal: InteractionGoal = {
    kind: 'device',
    request: { clientId: client.id, scopes: found.item.scopes, prompt: ['consent'], acrValues: [] },
    device: { codeHash: found.codeHash, userCode: formatUserCode(code) },
  };
  return beginInteraction(
    platform,
    { ...goal, brandOf: getBrandTenant(goal, client) },
    request.headers,
    current,
    now,
  );
});
