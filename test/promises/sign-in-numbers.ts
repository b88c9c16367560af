// Sessions, codes, grants and tokens of applications.

import { codeSeconds, insertCode, rememberedSeconds } from '../../functions/identity/connect/grants/codes.ts';
import {
  consentSeconds,
  findConsent,
  recordConsent,
} from '../../functions/identity/connect/grants/consents.ts';
import {
  type DeviceCodeItem,
  deviceCodeSeconds,
  findDeviceCode,
  insertDeviceCode,
  pollSeconds,
  rememberedDeviceSeconds,
} from '../../functions/identity/connect/grants/device-codes.ts';
import {
  findGrant,
  type GrantItem,
  graceSeconds,
  idleSeconds,
  insertGrant,
  isGrantLive,
  judgeToken,
  longestSeconds,
  parseRefreshToken,
  type RenewedGrant,
  rotateGrant,
} from '../../functions/identity/connect/grants/grants.ts';
import {
  findPushedRequest,
  pushedRequestSeconds,
  pushRequest,
} from '../../functions/identity/connect/requests/pushed-requests.ts';
import { assertExchangeable } from '../../functions/identity/connect/tokens/code-exchange.ts';
import { judgePoll } from '../../functions/identity/connect/tokens/device-poll.ts';
import {
  buildSession,
  isRecent,
  isSessionLive,
  recentSeconds,
  rememberedSessionSeconds,
  sessionSeconds,
} from '../../functions/identity/sessions/session.ts';
import { renewalSeconds } from '../../infra/admin/sign-in-commands.ts';
import type { ClientItem } from '../../shared/auth/clients/clients.ts';
import {
  type Counter,
  selectCounters,
  spend,
  type Window,
  windowSeconds,
} from '../../shared/auth/throttles/sign-in-throttle.ts';
import {
  atLeast,
  atMost,
  before,
  computes,
  later,
  oneMillisecond,
  type PromisedNumber,
  start,
  triedBy,
} from './promised-number.ts';
import { findWritten, platform, platformWith, secondsToLive } from './stores-without-database.ts';

const identity = 'docs/interface/identity.md';
const day = 86_400_000;
const authTime = start.getTime() / 1000;

const authorization = {
  ...{ clientId: 'client', userId: 'user', tenantCode: 'promised', scopes: [], sessionId: 'session' },
  ...{ authTime, amr: ['pwd'] },
} as const;
const code = { ...authorization, redirectUri: 'https://app.example/back' };
const exchangedAt = (now: Date): boolean => {
  const stored = findWritten(insertCode(platform, 'code', code, start));
  const item = { type: 'authorization-code', ...code, expiresAt: Number(stored.expiresAt), ttl: 0 } as const;
  assertExchangeable(item, client, { redirectUri: code.redirectUri, codeVerifier: undefined }, now);
  return true;
};
const client: ClientItem = {
  ...{ type: 'client', id: 'client', name: 'App', tenantCode: 'promised', secrets: [], scopes: [] },
  ...{ status: 'active', version: 1, createdDate: '', modifiedDate: '', schemaVersion: 1 },
};
const accepts = (check: () => boolean): boolean => {
  try {
    return check();
  } catch {
    return false;
  }
};

const grantId = '00000000-0000-4000-8000-000000000001';
const begin = () => insertGrant(platform, grantId, authorization, start);
const readGrant = ({ change }: RenewedGrant): Promise<GrantItem | undefined> =>
  findGrant(platformWith(change), grantId, start);

/** How the first token of a grant stands some time after it was replaced. */
async function judgeReplaced(seconds: number) {
  const begun = begin();
  const grant = await readGrant(begun);
  if (!grant) throw new Error('The grant has begun');
  const secret = parseRefreshToken(begun.refreshToken)?.secret ?? '';
  const rotated = await readGrant(rotateGrant(platform, grant, secret, start));
  if (!rotated) throw new Error('The grant goes on');
  return judgeToken(rotated, secret, later(seconds * 1000)).kind;
}

/** Whether a grant that is used every day lives some days after it began. */
async function livesWhenUsed(days: number): Promise<boolean> {
  let grant = await readGrant(begin());
  for (let used = 1; used < days && grant; used += 1) {
    const now = later(used * day);
    grant = await findGrant(platformWith(rotateGrant(platform, grant, 'secret', now).change), grantId, now);
  }
  return grant !== undefined && isGrantLive(grant, later(days * day));
}

const session = { id: 's', userId: 'u', address: '', userAgent: undefined, authTime, amr: ['pwd'] } as const;
const lasts = (isRemembered: boolean, milliseconds: number): boolean =>
  isSessionLive(buildSession({ ...session, isRemembered }, start), later(milliseconds));

const place = { userId: 'user', clientId: 'client', tenantCode: 'promised' };

/** What a device gets some time after it has its codes, and has asked with what is stored then. */
async function askLater(milliseconds: number, set: Partial<DeviceCodeItem> = {}): Promise<string> {
  const { deviceCode, changes } = insertDeviceCode(platform, { clientId: 'client', scopes: [] }, start);
  const [own] = changes;
  const found = own && (await findDeviceCode(platformWith(own), deviceCode));
  if (!found) throw new Error('The device has a code');
  const result = judgePoll({ ...found.item, ...set }, later(milliseconds));
  return result.kind === 'refused' ? result.code : result.kind;
}
const polledAt = start.getTime();

const attempt = { account: 'ada', address: '203.0.113.7' };

/** Whether the last of so many attempts is counted, some seconds after the others. */
function isCounted(
  name: Counter['name'],
  count: number,
  { seconds = 0, isKnownAddress = false, strikes = 0 } = {},
): boolean {
  const counter = selectCounters(attempt, isKnownAddress).find((each) => each.name === name);
  if (!counter) throw new Error(`There is no counter ${name}`);
  let window: Window | undefined = strikes > 0 ? { attempts: 5, endsAt: authTime, strikes } : undefined;
  for (let tried = 1; tried < count; tried += 1) {
    const result = spend(window, counter, authTime);
    if (!result.allowed) return false;
    ({ window } = result);
  }
  return spend(window, counter, authTime + seconds).allowed;
}

export const signInNumbers: readonly PromisedNumber[] = [
  {
    says: {
      [identity]: 'gives the current one for 20 seconds more',
      'docs/decisions.md': 'A refresh token that was replaced gives the current one for 20 seconds more',
    },
    promised: 20,
    declared: graceSeconds,
    exercised: atMost(
      async (seconds) => (await judgeReplaced(seconds)) === 'repeated',
      oneMillisecond.seconds,
    ),
  },
  {
    says: { [identity]: 'A grant that is not used for 30 days ends' },
    promised: 30,
    declared: idleSeconds / 86_400,
    exercised: before(
      async (days) =>
        (await findGrant(platformWith(begin().change), grantId, later(days * day))) !== undefined,
      oneMillisecond.days,
    ),
  },
  {
    says: { [identity]: 'every grant after 180 days' },
    promised: 180,
    declared: longestSeconds / 86_400,
    exercised: before(livesWhenUsed, oneMillisecond.days),
  },
  {
    says: { [identity]: 'A code works once, for 60 seconds' },
    promised: 60,
    declared: codeSeconds,
    exercised: before((seconds) => accepts(() => exchangedAt(later(seconds * 1000))), oneMillisecond.seconds),
  },
  {
    says: { 'docs/data.md': 'exchange; kept for two hours so that a second use is seen' },
    promised: 2,
    declared: rememberedSeconds / 3600,
    exercised: computes(
      () => (secondsToLive(insertCode(platform, 'code', code, start), start) - codeSeconds) / 3600,
    ),
  },
  {
    says: { [identity]: 'which both work for 900 seconds' },
    promised: 900,
    declared: deviceCodeSeconds,
    exercised: before(
      async (seconds) => (await askLater(seconds * 1000)) === 'AUTHORIZATION_PENDING',
      oneMillisecond.seconds,
    ),
  },
  {
    says: { 'docs/identity.md': 'renews it where it ends within a minute' },
    promised: 1,
    declared: renewalSeconds / 60,
    exercised: triedBy(
      'test/identity/sign-in/sign-in-command.test.ts',
      'is renewed where it ends within a minute, and not before',
    ),
  },
  {
    says: { 'docs/data.md': 'kept for an hour after its end so that it says' },
    promised: 1,
    declared: rememberedDeviceSeconds / 3600,
    exercised: computes(() => {
      const [own] = insertDeviceCode(platform, { clientId: 'client', scopes: [] }, start).changes;
      return own && (secondsToLive(own, start) - deviceCodeSeconds) / 3600;
    }),
  },
  {
    says: { [identity]: '`device_code` every 5 seconds and gets' },
    promised: 5,
    declared: pollSeconds,
    exercised: before(
      async (seconds) => (await askLater(seconds * 1000, { polledAt })) === 'SLOW_DOWN',
      oneMillisecond.seconds,
    ),
  },
  {
    says: { [identity]: 'the device waits 5 seconds longer' },
    promised: 5,
    declared: pollSeconds,
    exercised: before(async (seconds) => {
      const result = judgePoll(
        {
          ...{ type: 'device-code', version: 1, clientId: 'client', scopes: [], userCodeHash: '' },
          ...{
            status: 'pending',
            interval: pollSeconds,
            expiresAt: Number.POSITIVE_INFINITY,
            ttl: 0,
            polledAt,
          },
        },
        later(0),
      );
      const slower = result.kind === 'refused' ? result.set : undefined;
      return (await askLater((pollSeconds + seconds) * 1000, slower)) === 'SLOW_DOWN';
    }, oneMillisecond.seconds),
  },
  {
    says: { [identity]: 'works once, for 90 seconds' },
    promised: 90,
    declared: pushedRequestSeconds,
    exercised: before(async (seconds) => {
      const { uri, change } = pushRequest(platform, { client_id: 'client' }, true, start);
      const found = await findPushedRequest(platformWith(change), uri, 'client', later(seconds * 1000));
      return found !== undefined;
    }, oneMillisecond.seconds),
  },
  {
    says: { [identity]: 'consent is remembered for a year' },
    promised: 1,
    declared: consentSeconds / 86_400 / 365,
    exercised: before(async (years) => {
      const recorded = platformWith(recordConsent(platform, place, ['openid'], start));
      return (await findConsent(recorded, place, later(years * 365 * day))) !== undefined;
    }, oneMillisecond.days / 365),
  },
  {
    says: { [identity]: 'A session lasts 12 hours', 'docs/identity.md': 'again after 12 hours' },
    promised: 12,
    declared: sessionSeconds / 3600,
    exercised: before((hours) => lasts(false, hours * 3_600_000), oneMillisecond.hours),
  },
  {
    says: {
      [identity]: '12 hours, or 30 days where the person chooses that',
      'docs/identity.md': '12 hours, or 30 days',
    },
    promised: 30,
    declared: rememberedSessionSeconds / 86_400,
    exercised: before((days) => lasts(true, days * day), oneMillisecond.days),
  },
  {
    says: {
      [identity]: [
        'whoever ends another sign-in there has signed in within the last ten minutes',
        'does the same for people: whoever has signed in within the last ten minutes',
        'A session that is older than ten minutes asks for the password first',
      ],
    },
    promised: 10,
    declared: recentSeconds / 60,
    exercised: atMost((minutes) => isRecent({ authTime, amr: ['pwd'] }, authTime + minutes * 60), 1 / 60),
  },
  {
    says: { [identity]: 'five wrong ones of a person or a browser' },
    promised: 5,
    declared: selectCounters(attempt, false)[0]?.limit ?? 0,
    exercised: [
      atMost((count) => isCounted('account-and-address', count)),
      atMost((count) => isCounted('account-and-address', count, { isKnownAddress: true })),
    ],
  },
  {
    says: { [identity]: 'and 50 of a network, and then a wait' },
    promised: 50,
    declared: selectCounters(attempt, false)[1]?.limit ?? 0,
    exercised: atMost((count) => isCounted('address', count)),
  },
  {
    says: {
      [identity]: [
        'and then a wait of a quarter of an hour',
        'delay the owner by a quarter of an hour at most',
      ],
      'docs/identity.md': 'delay the owner by a quarter of an hour',
    },
    // A quarter.
    promised: 1,
    declared: windowSeconds / 900,
    exercised: [
      atLeast((quarters) => isCounted('account-and-address', 6, { seconds: quarters * 900 }), 1 / 900),
      // At the owner's own address it stays so, however often the window was used up.
      atLeast(
        (quarters) =>
          isCounted('account-and-address', 6, { seconds: quarters * 900, isKnownAddress: true, strikes: 5 }),
        1 / 900,
      ),
    ],
  },
];
