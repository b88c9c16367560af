// Accounts: links, second factors, passkeys, tenants of a user, logout, and what an association sets for sign-ins.

import { generateKeyPairSync } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import {
  type AccountLinkItem,
  isExpired,
  linkLifetimes,
  putLink,
} from '../../functions/identity/account/link.ts';
import {
  AccountMailTextInput,
  longestSubject,
  longestText,
} from '../../functions/identity/account-mail-texts/contract.ts';
import {
  buildCode,
  isOver,
  mailedCodeDigits,
  mailedCodeSeconds,
  maxCodeTries,
} from '../../functions/identity/connect/interactions/mailed-code.ts';
import {
  findPendingSignOut,
  insertPendingSignOut,
  signOutSeconds,
} from '../../functions/identity/connect/signout/provider-sign-out.ts';
import { logoutTokenSeconds } from '../../functions/identity/federation/logout-token.ts';
import { checkPasskeyLimit, maxPasskeys } from '../../functions/identity/passkeys/answer.ts';
import { listAllUsers, maxUsersRead } from '../../functions/identity/scim/users/find.ts';
import { createRecoveryCodes, recoveryCodeCount } from '../../functions/identity/second-factor/factor.ts';
import {
  computeCode,
  digits,
  findCodeStep,
  getStep,
  stepSeconds,
} from '../../functions/identity/second-factor/totp.ts';
import { type LogoutNoticeItem, noticeAttempts } from '../../functions/identity/sessions/logout-notice.ts';
import { buildLogoutClaims, tokenSeconds } from '../../functions/identity/sessions/send-logout.ts';
import { maxTenantClients } from '../../functions/identity/tenant-clients/tenant-client.ts';
import { addTenant, buildUser, maxTenants } from '../../functions/identity/users/user.ts';
import {
  findRecentStanding,
  isUsable,
  longestAccessAge,
  rememberStanding,
} from '../../shared/auth/access/recent-standing.ts';
import { maxStepUpRules, SignInPolicyInput } from '../../shared/auth/access/tenant-fields.ts';
import { acceptAssertion, assertionLifetime } from '../../shared/auth/clients/client-assertion.ts';
import { minPasswordLength, validatePassword } from '../../shared/auth/passwords/passwords.ts';
import { isStale as isKeyStale, maxKeyAge } from '../../shared/auth/tokens/published-keys.ts';
import {
  isStale as isClientStale,
  maxAge as maxClientAge,
} from '../../shared/auth/tokens/revoked-clients.ts';
import { clockSkew } from '../../shared/auth/tokens/tokens.ts';
import { computeDelay, isExhausted } from '../../shared/jobs/attempts.ts';
import { accepts, buildId, fits } from './fits.ts';
import {
  atLeast,
  atMost,
  before,
  computes,
  later,
  many,
  oneMillisecond,
  type PromisedNumber,
  start,
  text,
  triedBy,
} from './promised-number.ts';
import { listSent } from './sent-requests.ts';
import { findWritten, platform, platformWith, tenant, tenantListing } from './stores-without-database.ts';

const identity = 'docs/interface/identity.md';
const day = 86_400_000;

const isOpen = (purpose: AccountLinkItem['purpose'], milliseconds: number): boolean => {
  const { expires } = findWritten(putLink(platform, 'token', { purpose, of: 'u', bound: 'b' }, start));
  const item = {
    type: 'account-link',
    purpose,
    of: 'u',
    bound: 'b',
    expires: String(expires),
    ttl: 0,
  } as const;
  return !isExpired(item, later(milliseconds));
};

const key = new Uint8Array(20).fill(7);
/** The first moment of a step. */
const stepStart = new Date(Math.ceil(start.getTime() / 30_000) * 30_000);
const code = computeCode(key, getStep(stepStart));

const isCodeOpen = (tries: number, milliseconds: number): boolean =>
  !isOver({ tries, endsAt: start.getTime() / 1000 + mailedCodeSeconds }, later(milliseconds));

const passkey = { id: '', publicKey: '', counter: 0, transports: [], name: '', createdDate: '' };

const notice: LogoutNoticeItem = {
  ...{ type: 'logout-notice', id: 'n', clientId: 'c', userId: 'u', sessionId: 's' },
  ...{ tries: 1, dueAt: start.getTime(), ttl: 0 },
};

const user = (tenants: number) => ({
  ...buildUser('u', { userName: 'ada' }, start),
  tenants: many(tenants, (index) => `t${index}`),
});

/** A password of so many characters that is neither a word nor a pattern. */
const buildPassword = (length: number): string => 'vQ7#mZ2!xL9@'.padEnd(length, 'pW4%').slice(0, length);

const state = 's'.repeat(22);
const browser = 'b'.repeat(43);
const pendingSignOut = () => insertPendingSignOut(platform, state, browser, {}, start);

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

/** Whether an assertion of a client is used up that ends after so many seconds. */
async function isAssertionTaken(seconds: number): Promise<boolean> {
  process.env.ISSUER ??= 'https://id.example';
  const { x = '', y = '' } = await exportJWK(pair.publicKey);
  const known = { kid: 'e', use: 'sig', kty: 'EC', crv: 'P-256', alg: 'ES256' } as const;
  const jwk = { ...known, x, y };
  const assertion = await new SignJWT({
    ...{ iss: 'client', sub: 'client', aud: process.env.ISSUER, jti: 'one' },
    exp: Math.round(start.getTime() / 1000 + seconds),
  })
    .setProtectedHeader({ alg: 'ES256', kid: 'e' })
    .sign(pair.privateKey);
  const by = { clientId: 'client', keys: [jwk] };
  return (await listSent(() => acceptAssertion(platform, by, assertion, start))).length === 1;
}

export const accountNumbers: readonly PromisedNumber[] = [
  {
    says: { [identity]: 'comes back, once and within ten minutes' },
    promised: 10,
    declared: signOutSeconds / 60,
    exercised: before(async (minutes) => {
      process.env.ISSUER ??= 'https://id.example';
      const headers = { cookie: `rostrum-browser=${browser}; __Host-rostrum-browser=${browser}` };
      const at = later(minutes * 60_000);
      return (await findPendingSignOut(platformWith(pendingSignOut()), state, headers, at)) !== undefined;
    }, oneMillisecond.minutes),
  },
  {
    says: { [identity]: 'not older than ten minutes' },
    promised: 10,
    declared: logoutTokenSeconds / 60,
    exercised: triedBy(
      'test/identity/openid/federated-sign-out.test.ts',
      'may be ten minutes old, and half a minute more for clocks that differ',
    ),
  },
  {
    says: { [identity]: 'The old and the new address each get a link, valid for a day' },
    promised: 1,
    declared: linkLifetimes['confirm-new-email'] / 86_400,
    exercised: before((days) => isOpen('confirm-new-email', days * day), oneMillisecond.days),
  },
  {
    says: { [identity]: 'The old and the new address each get a link, valid for a day' },
    promised: 1,
    declared: linkLifetimes['confirm-old-email'] / 86_400,
    exercised: before((days) => isOpen('confirm-old-email', days * day), oneMillisecond.days),
  },
  {
    says: { [identity]: 'It is valid for an hour, works once' },
    promised: 1,
    declared: linkLifetimes['reset-password'] / 3600,
    exercised: before((hours) => isOpen('reset-password', hours * 3_600_000), oneMillisecond.hours),
  },
  {
    says: {
      [identity]: ['chooses a password there, within seven days', 'a mail with a link, valid for seven days'],
    },
    promised: 7,
    declared: linkLifetimes['accept-invitation'] / 86_400,
    exercised: before((days) => isOpen('accept-invitation', days * day), oneMillisecond.days),
  },
  {
    says: { [identity]: 'RFC 6238: six digits, 30 seconds' },
    promised: 6,
    declared: digits,
    exercised: computes(() => computeCode(key, getStep(stepStart)).length),
  },
  {
    says: { [identity]: ['six digits, 30 seconds', 'a step of 30 seconds early or late'] },
    promised: 30,
    declared: stepSeconds,
    exercised: [
      // The code works for its own step and the one after it, and from the step before it on.
      before(
        (seconds) =>
          findCodeStep(key, code, later((30 + seconds) * 1000, stepStart), undefined) !== undefined,
        oneMillisecond.seconds,
      ),
      atMost(
        (seconds) => findCodeStep(key, code, later(seconds * -1000, stepStart), undefined) !== undefined,
        oneMillisecond.seconds,
      ),
    ],
  },
  {
    says: {
      [identity]: [
        'a QR code, and ten recovery codes',
        'and gives ten recovery codes, as an authenticator does',
        'the key as text, and ten recovery codes',
      ],
    },
    promised: 10,
    declared: recoveryCodeCount,
    exercised: computes(() => new Set(createRecoveryCodes().codes).size),
  },
  {
    says: { [identity]: 'An account has at most ten: one more is refused' },
    promised: 10,
    declared: maxPasskeys,
    exercised: atMost((count) => accepts(() => checkPasskeyLimit(many(count - 1, () => passkey)))),
  },
  {
    says: { [identity]: 'there are at most twenty' },
    promised: 20,
    declared: maxStepUpRules,
    exercised: atMost((count) =>
      fits(
        SignInPolicyInput,
        'stepUp',
        many(count, () => ({ permissions: ['identity.users.write'] })),
      ),
    ),
  },
  {
    says: { [identity]: 'up to 5 seconds, 0 by default' },
    promised: 5,
    declared: longestAccessAge,
    exercised: [
      atMost((seconds) => fits(SignInPolicyInput, 'accessMaxAge', seconds)),
      before((seconds) => isUsable(longestAccessAge, 0, seconds * 1000), oneMillisecond.seconds),
    ],
  },
  {
    says: { [identity]: 'up to 5 seconds, 0 by default' },
    promised: 0,
    declared: 0,
    exercised: computes(() => {
      const standing = { settings: undefined, subject: undefined, revoked: undefined };
      rememberStanding(tenant.code, 'token', standing);
      return findRecentStanding(tenant.code, 'token') === undefined ? 0 : 1;
    }),
  },
  {
    says: { [identity]: 'A user may enter at most 30 tenants' },
    promised: 30,
    declared: maxTenants,
    exercised: atMost((count) => accepts(() => addTenant(user(count - 1), 'another'))),
  },
  {
    says: { [identity]: 'A tenant has at most 50 such clients at a time' },
    promised: 50,
    declared: maxTenantClients,
    exercised: triedBy(
      'test/identity/tenants/tenant-clients.test.ts',
      'is one of at most 50 of its tenant; one that is removed leaves its place',
    ),
  },
  {
    says: { [identity]: "the access tokens that it has in people's names end within a minute" },
    promised: 1,
    declared: maxClientAge / 60_000,
    exercised: atMost((minutes) => !isClientStale(0, minutes * 60_000), oneMillisecond.minutes),
  },
  {
    says: { 'docs/data.md': 'token verification, with the tenant, every five minutes' },
    promised: 5,
    declared: maxKeyAge / 60_000,
    exercised: atMost((minutes) => !isKeyStale(0, minutes * 60_000), oneMillisecond.minutes),
  },
  {
    says: { [identity]: 'valid for two minutes. Every attempt has another one' },
    promised: 2,
    declared: tokenSeconds / 60,
    exercised: computes(() => {
      const { iat, exp } = buildLogoutClaims(notice, 'https://id.example', start);
      return (exp - iat) / 60;
    }),
  },
  {
    says: { [identity]: 'Its `exp` lies at most five minutes ahead' },
    promised: 5,
    declared: assertionLifetime / 60,
    exercised: [
      // A clock that differs by half a minute is forgiven.
      atMost(async (minutes) => isAssertionTaken(minutes * 60 + clockSkew), 1 / 60),
    ],
  },
  {
    says: { [identity]: 'of at most 200 characters without required fields' },
    promised: 200,
    declared: longestSubject,
    exercised: atMost((count) => fits(AccountMailTextInput, 'subject', text(count))),
  },
  {
    says: { [identity]: 'A text has at most 5,000 characters' },
    promised: 5000,
    declared: longestText,
    exercised: atMost((count) => fits(AccountMailTextInput, 'text', text(count))),
  },
  {
    says: { [identity]: 'six digits for people who sign in once a year' },
    promised: 6,
    declared: mailedCodeDigits,
    exercised: computes(() => buildCode().length),
  },
  {
    says: { [identity]: 'A code works once, for ten minutes' },
    promised: 10,
    declared: mailedCodeSeconds / 60,
    exercised: before((minutes) => isCodeOpen(0, minutes * 60_000), oneMillisecond.minutes),
  },
  {
    says: { [identity]: 'After five wrong attempts another one must be requested' },
    promised: 5,
    declared: maxCodeTries,
    exercised: atLeast((tries) => !isCodeOpen(tries, 0)),
  },
  {
    says: { [identity]: 'it is sent again after half a minute' },
    promised: 0.5,
    declared: noticeAttempts.delayAfter(1) / 60_000,
    exercised: computes(() => computeDelay(noticeAttempts, 1, 0.5) / 60_000),
  },
  {
    says: { [identity]: 'then twice as long each time, nine times in about two hours' },
    promised: 9,
    declared: noticeAttempts.maxAttempts,
    exercised: atLeast((tries) => isExhausted(noticeAttempts, { tries })),
  },
  {
    says: { [identity]: 'read all users, at most 2,000' },
    promised: 2000,
    declared: maxUsersRead,
    exercised: atMost((count) =>
      accepts(() => listAllUsers(tenantListing(many(count, (id) => ({ id: buildId(id) }))))),
    ),
  },
  {
    says: { 'docs/identity.md': 'passwords have at least 12 characters' },
    promised: 12,
    declared: minPasswordLength,
    exercised: atLeast(async (length) => (await validatePassword(buildPassword(length), 'ada')).length === 0),
  },
];
