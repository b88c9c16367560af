// Authorization codes: each stands for one consent, works once and for a minute (RFC 6749 4.1.2, RFC 9700 2.1.1).
import { createHash, randomBytes } from 'node:crypto';
import type { Authentication } from '../../../../shared/auth/sign-in/authentication-context.ts';
import { type Change, put, update } from '../../../../shared/data/changes.ts';
import type { Key, PlatformStore } from '../../../../shared/data/store.ts';

/** How long a code works, in seconds. */
export const codeSeconds = 60;

/**
 * How long a used code is remembered, in seconds: as long as a token that it gave may live, so that using it again ends
 * that.
 */
export const rememberedSeconds = 7200;

/** Who may do what: what a code becomes, and a grant after it. */
export interface Authorization extends Authentication {
  readonly clientId: string;
  readonly userId: string;
  readonly tenantCode: string;
  readonly scopes: readonly string[];
  readonly nonce?: string | undefined;
  /** The session in which the person proved who they are. */
  readonly sessionId: string;
  /** The key that must prove the token request (RFC 9449 5 and 10); absent where any may. */
  readonly dpopJkt?: string | undefined;
}

/** A stored code, under its hash. */
export interface CodeItem extends Authorization {
  readonly type: 'authorization-code';
  readonly redirectUri: string;
  readonly codeChallenge?: string | undefined;
  /** The grant that it becomes; absent in a code of an earlier version. */
  readonly plannedGrantId?: string | undefined;
  /** The grant that it became; absent until it is used. */
  readonly grantId?: string | undefined;
  /** Epoch seconds. */
  readonly expiresAt: number;
  readonly ttl: number;
}

const hash = (code: string): string => createHash('sha256').update(code, 'utf8').digest('base64url');

const codeKey = (platform: PlatformStore, code: string): Key<CodeItem> =>
  platform.key(`CODE#${hash(code)}`, 'CODE');

/** A new code of 256 random bits. */
export const generateCode = (): string => randomBytes(32).toString('base64url');

/** Inserts a code. */
export function insertCode(
  platform: PlatformStore,
  code: string,
  content: Omit<CodeItem, 'type' | 'grantId' | 'expiresAt' | 'ttl'>,
  now: Date,
): Change {
  const expiresAt = Math.floor(now.getTime() / 1000) + codeSeconds;
  return put(codeKey(platform, code), {
    type: 'authorization-code',
    ...content,
    expiresAt,
    ttl: expiresAt + rememberedSeconds,
  });
}

/** The stored code; undefined when there is none. */
export const findCode = (platform: PlatformStore, code: string): Promise<CodeItem | undefined> =>
  platform.get(codeKey(platform, code), { consistent: true });

/** Marks a code as used; of two requests at once the second is decided again, and finds it used. */
export const useCode = (platform: PlatformStore, code: string, grantId: string): Change =>
  update(
    codeKey(platform, code),
    { set: { grantId } },
    {
      condition: {
        expression: 'attribute_exists(pk) AND attribute_not_exists(#grantId)',
        names: { '#grantId': 'grantId' },
      },
      onConflict: 'retry',
    },
  );
