// A code by mail in the place of the password, where a tenant of the person allows it: for members who sign in once a year.
// It works once, for ten minutes, in the browser that requested it (docs/interface/identity.md#codes-by-mail).
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { type UserItem, userKey } from '../../../../shared/auth/accounts/users.ts';
import { hasSecondFactor } from '../../../../shared/auth/sign-in/second-factor.ts';
import { allowsMailedCodes } from '../../../../shared/auth/sign-in/sign-in-policy.ts';
import { logSignIn, type SignInOutcome } from '../../../../shared/auth/throttles/sign-in-log.ts';
import { countAttempt } from '../../../../shared/auth/throttles/throttle-store.ts';
import type { Change } from '../../../../shared/data/changes.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import { parseTenantCode } from '../../../../shared/data/tenant/tenant-code.ts';
import { type Reply, type Write, write } from '../../../../shared/http/reply.ts';
import { fingerprintReset } from '../../account/link.ts';
import { buildCodeMail, mailUser } from '../../account/mails.ts';
import { getAuthTime, listRevocations } from '../../sessions/session.ts';
import { listTenantAccess, replaceUser, userByName } from '../../users/store.ts';
import { updateUser } from '../../users/user.ts';
import { completeFirstFactor, type SignInContext } from './complete-sign-in.ts';
import { buildPageContext, type InteractionReply, type InteractionView } from './continue.ts';
import type { MailedCode, ProvedIdentity } from './interaction.ts';
import { renderMailedCode, renderSignIn } from './pages.ts';
import { listEnterable } from './progress.ts';
import { replaceInteraction } from './store.ts';

/** How long a code works, in seconds. */
export const mailedCodeSeconds = 600;

/** How often a wrong code may be entered before another one must be requested. */
export const maxCodeTries = 5;

/** How many digits a code has: 20 bits, of which five may be tried (NIST SP 800-63B, 5.1.3.2). */
export const mailedCodeDigits = 6;

/** A new code. */
export const buildCode = (): string =>
  String(randomInt(10 ** mailedCodeDigits)).padStart(mailedCodeDigits, '0');

/** Whether a code works no longer. */
export const isOver = ({ endsAt, tries }: Pick<MailedCode, 'endsAt' | 'tries'>, now: Date): boolean =>
  endsAt * 1000 <= now.getTime() || tries >= maxCodeTries;

/** What the pages send. */
export interface MailedCodeForm {
  readonly userName?: string | undefined;
  readonly code?: string | undefined;
  readonly remember?: string | undefined;
}

type CodeReply = Reply<200, string> | Write<InteractionReply>;

const hashCode = (interactionId: string, code: string): string =>
  createHash('sha256').update(`${interactionId}\n${code}`).digest('base64url');

const isEqual = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/** The user who gets a code; undefined for all other names. */
async function findReceiver(platform: PlatformStore, userName: string): Promise<UserItem | undefined> {
  const user = await userByName(platform, userName);
  const accesses = user ? await listTenantAccess(platform, user) : [];
  const isAllowed = listEnterable(accesses).some(({ settings }) => allowsMailedCodes(settings));
  return user && !user.disabled && user.trustedEmail && isAllowed ? user : undefined;
}

/** Mails a code, and asks for it; the page is the same for every name. */
export async function requestMailedCode(
  { platform, request, now, newId }: SignInContext,
  view: InteractionView,
  { userName = '' }: MailedCodeForm,
): Promise<CodeReply> {
  const { texts } = view;
  const page = await buildPageContext(platform, view);
  const showAgain = (fault: string) =>
    renderSignIn(page, { userName, fault, isAgain: view.current !== undefined });
  if (userName.trim() === '') return showAgain(texts.mailedCode.missingName);
  const attempt = await countAttempt(
    platform,
    { account: userName, purpose: 'mailed code', address: request.address, canSucceed: false },
    now,
  );
  if ('retryAfter' in attempt)
    return showAgain(texts.mailedCode.tooMany({ minutes: Math.ceil(attempt.retryAfter / 60) }));
  const user = await findReceiver(platform, userName);
  const code = buildCode();
  const mailedCode: MailedCode = {
    hash: hashCode(view.interaction.id, code),
    userName: userName.trim(),
    ...(user && { userId: user.id, bound: fingerprintReset(user) }),
    tries: 0,
    endsAt: Math.floor(now.getTime() / 1000) + mailedCodeSeconds,
  };
  return write(
    [
      replaceInteraction(platform, view.interaction, { mailedCode }),
      ...(await mailUser(platform, user, buildCodeMail(texts, user?.userName ?? userName, code), {
        now,
        newId,
      })),
    ],
    renderMailedCode(page),
  );
}

/** The user of a code that is right; undefined where the password or the address changed since, or the user is disabled. */
async function findCodeUser(platform: PlatformStore, { userId, bound }: MailedCode) {
  const user = await platform.get(userKey(platform, userId ?? 'nobody'), { consistent: true });
  return user && !user.disabled && fingerprintReset(user) === bound ? user : undefined;
}

/** Who reads the address has confirmed it. */
const confirmAddress = (platform: PlatformStore, user: UserItem, now: Date): Change[] =>
  user.trustedEmail?.by === 'platform'
    ? [
        replaceUser(
          platform,
          user,
          updateUser(user, { trustedEmail: { ...user.trustedEmail, by: 'person' } }, now),
        ),
      ]
    : [];

/** Checks the code: a session, the second factor where the person has one, or the page again. */
export async function submitMailedCode(
  context: SignInContext,
  view: InteractionView,
  { code = '', remember }: MailedCodeForm,
): Promise<CodeReply> {
  const { platform, request, now } = context;
  const { interaction } = view;
  const { mailedCode } = interaction;
  const page = await buildPageContext(platform, view);
  if (!mailedCode || isOver(mailedCode, now))
    return write(
      [replaceInteraction(platform, interaction, { mailedCode: undefined })],
      renderSignIn(page, {
        userName: mailedCode?.userName,
        fault: view.texts.mailedCode.over,
        isAgain: view.current !== undefined,
      }),
    );
  const user = await findCodeUser(platform, mailedCode);
  const isRight = isEqual(hashCode(interaction.id, code.replace(/\s/g, '')), mailedCode.hash);
  const log = (outcome: SignInOutcome) =>
    logSignIn(
      platform,
      (user?.tenants ?? []).flatMap((tenant) => parseTenantCode(tenant) ?? []),
      {
        ...{ step: 'sign-in', outcome, kind: user ? 'user' : 'unknown' },
        ...(user && { subjectId: user.id, name: user.userName }),
        ...{ address: request.address, userAgent: request.headers['user-agent'] },
      },
      now,
    );
  if (!isRight || !user) {
    await log(user ? 'wrong-code' : 'unknown-user');
    const tries = mailedCode.tries + 1;
    return write(
      [replaceInteraction(platform, interaction, { mailedCode: { ...mailedCode, tries } })],
      renderMailedCode(page, view.texts.mailedCode.wrong),
    );
  }
  const accesses = await listTenantAccess(platform, user);
  const identity: ProvedIdentity = {
    ...{ userId: user.id, amr: ['otp'], isMailed: true, isRemembered: remember === 'yes' },
    authTime: getAuthTime(now, listRevocations(user, accesses)),
  };
  await log(hasSecondFactor(user) ? 'code-required' : 'succeeded');
  const used = { ...view, interaction: { ...interaction, mailedCode: undefined } };
  const { changes, reply } = await completeFirstFactor(context, identity, { view: used, user, accesses });
  return write([...changes, ...confirmAddress(platform, user, now)], reply);
}
