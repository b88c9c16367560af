// Mails that a caller sends to an address of their own choice are limited, so that a stranger cannot be flooded with them.
import { createHash } from 'node:crypto';
import { type Change, update } from '../data/changes.ts';
import type { TenantStore } from '../data/store.ts';
import { type Failure, tooManyRequests } from '../errors/failure.ts';

/** How many mails of one purpose an address gets from a tenant in a day (UTC), from all callers. */
export const maxRequestedMails = 5;

const daySeconds = 86_400;

/** The change that counts such a mail; add it to the transaction that sends it. */
export function countRequestedMail(
  tenant: TenantStore,
  { purpose, address }: { readonly purpose: 'consent' | 'invitation' | 'sign-up'; readonly address: string },
  onConflict: Failure,
  now: Date,
): Change {
  interface RequestedMailItem {
    readonly type: 'requested-mails';
    readonly count: number;
    readonly ttl: number;
  }
  // As addresses are compared: spaces and spelling make no other address of one.
  const folded = address.normalize('NFKC').trim().toLowerCase();
  const hash = createHash('sha256').update(`${purpose}\n${folded}`).digest('base64url');
  const key = tenant.key<RequestedMailItem>(`REQUESTED-MAILS#${hash}`, now.toISOString().slice(0, 10));
  const ttl = Math.floor(now.getTime() / 1000) + 2 * daySeconds;
  return update(
    key,
    { set: { type: 'requested-mails', ttl }, add: { count: 1 } },
    {
      condition: {
        expression: 'attribute_not_exists(pk) OR #count < :most',
        names: { '#count': 'count' },
        values: { ':most': maxRequestedMails },
      },
      onConflict,
    },
  );
}

/** The same for an invitation to a tenant. @throws Failure 429 when it is committed beyond the limit */
export const countInvitation = (tenant: TenantStore, address: string, now: Date): Change =>
  countRequestedMail(
    tenant,
    { purpose: 'invitation', address },
    tooManyRequests(
      `${address} got ${maxRequestedMails} invitations today, which is the maximum; send another one tomorrow.`,
      daySeconds - (Math.floor(now.getTime() / 1000) % daySeconds),
    ),
    now,
  );
