// The access tokens of tools: each is for one tool, which is one course of one tenant. The table has their hashes.
import { createHash } from 'node:crypto';
import { clockSkew } from '../../../../shared/auth/tokens/tokens.ts';
import { type Change, ifAbsent, put } from '../../../../shared/data/changes.ts';
import type { Key, TenantStore } from '../../../../shared/data/store.ts';
import type { Failure } from '../../../../shared/errors/failure.ts';
import { hashToken } from '../../../../shared/subscriptions/subscription.ts';

/** How long a token lasts, in seconds. */
export const toolTokenLifetime = 3600;

/** An access token that was issued. */
export interface ToolTokenItem {
  readonly type: 'lti-token';
  readonly courseId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  /** Epoch seconds, in real time. */
  readonly ttl: number;
}

/** An assertion that was used; stored until it has expired. */
interface UsedAssertionItem {
  readonly type: 'lti-assertion';
  readonly courseId: string;
  readonly ttl: number;
}

const partitionName = (courseId: string): string => `LTI#${courseId}`;

export const toolTokenKey = (tenant: TenantStore, courseId: string, token: string): Key<ToolTokenItem> =>
  tenant.key(partitionName(courseId), `TOKEN#${hashToken(token)}`);

export const insertToolToken = (
  tenant: TenantStore,
  token: string,
  item: Omit<ToolTokenItem, 'type'>,
): Change => put(toolTokenKey(tenant, item.courseId, token), { type: 'lti-token', ...item });

/** Uses an assertion up. @param used thrown where it was used before */
export const useAssertion = (
  tenant: TenantStore,
  { courseId, clientId }: Pick<ToolTokenItem, 'courseId' | 'clientId'>,
  { jti, exp }: { readonly jti: string; readonly exp: number },
  used: Failure,
): Change => {
  const hash = createHash('sha256').update(`${clientId} ${jti}`).digest('base64url');
  return put(
    tenant.key<UsedAssertionItem>(partitionName(courseId), `ASSERTION#${hash}`),
    { type: 'lti-assertion', courseId, ttl: Math.ceil(exp) + clockSkew },
    { condition: ifAbsent, onConflict: used },
  );
};
