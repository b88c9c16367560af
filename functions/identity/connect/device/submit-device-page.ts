// POST /device
import { findActiveClient } from '../../../../shared/auth/clients/clients.ts';
import { countAttempt } from '../../../../shared/auth/throttles/throttle-store.ts';
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

/** Every code is counted before it is read, for the person or the browser and for the network (RFC 8628 5.1). */
export const handler = pageLambda(submitDevicePage, async ({ body, platform, request, now, texts }) => {
  const { userCode: entered = '' } = body;
  const code = parseUserCode(entered);
  const showAgain = (fault: string) => renderDeviceForm(texts, entered, fault);
  if (code === undefined) return showAgain(texts.device.malformed);
  const current = await findCurrentSession(platform, request.headers, now);
  const browser = hashCookieToken(readCookie(request.headers.cookie, 'rostrum-browser') ?? '');
  const attempt = await countAttempt(
    platform,
    {
      ...{ account: current?.user.id ?? browser, address: request.address },
      // An attacker can enter valid codes of an own device as often as they like.
      ...{ purpose: 'device code', learnsAddress: false, clearsFailures: false },
    },
    now,
  );
  if ('retryAfter' in attempt)
    return showAgain(texts.device.tooMany({ minutes: Math.ceil(attempt.retryAfter / 60) }));
  const found = await findDeviceOfUserCode(platform, code, now);
  const client = found && (await findActiveClient(platform, found.item.clientId));
  if (!found || !client) return showAgain(texts.device.unknown);
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
