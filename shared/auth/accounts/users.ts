// Stored users of the platform.

import type { Key, PlatformStore } from '../../data/store.ts';
import type { VersionedRecord } from '../../data/versioned-record.ts';

/** A stored user. Their permissions in a tenant are in their access record there (SubjectItem). */
export interface UserItem extends VersionedRecord {
  readonly type: 'user';
  readonly id: string;
  readonly userName: string;
  readonly email?: string | undefined;
  /**
   * The address that may open the account: the person opened a link that was mailed to it, or an administrator of the platform
   * stated it. What a tenant or its directory writes never becomes one.
   */
  readonly trustedEmail?: { readonly address: string; readonly by: 'person' | 'platform' } | undefined;
  /** argon2id in PHC form; absent until an invited user has chosen a password. */
  readonly passwordHash?: string | undefined;
  /** Since when a code is needed besides the password (ISO 8601 UTC); absent while it is not. */
  readonly secondFactorSince?: string | undefined;
  readonly disabled: boolean;
  /** Codes of the tenants the user may enter. */
  readonly tenants: readonly string[];
  /** The open invitation: SHA-256 of its token, when it expires (ISO 8601), and how often the user was invited, once by default. */
  readonly invitation?:
    | {
        readonly hash: string;
        readonly expires: string;
        readonly sent?: number;
        /** Whether it ended when the user was disabled; it stays so that its link can say that. */
        readonly isEnded?: true;
      }
    | undefined;
  /** For tenants the user was removed from recently: the moment (epoch seconds) before which tokens stay revoked. */
  readonly left?: Readonly<Record<string, number>> | undefined;
  /** Before when every sign-in of the person has ended, in all tenants (epoch seconds): a new password, for one. */
  readonly revokedBefore?: number | undefined;
}

/** The address of a user: the one that is stored, or the user name if it is an address; undefined without one. */
export const getMailAddress = ({
  trustedEmail,
  email,
  userName,
}: Pick<UserItem, 'trustedEmail' | 'email' | 'userName'>): string | undefined =>
  trustedEmail?.address ?? email ?? (/^[^\s@]+@[^\s@]+$/.test(userName) ? userName : undefined);

/** Whether the person has confirmed the address of the account. */
export const hasConfirmedAddress = ({ trustedEmail }: Pick<UserItem, 'trustedEmail'>): boolean =>
  trustedEmail?.by === 'person';

export const userKey = (platform: PlatformStore, id: string): Key<UserItem> =>
  platform.key(`USER#${id}`, 'USER');
