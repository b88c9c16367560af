// Finds the request of a link.
import { type ActiveTenant, tenantByCode } from '../../../../shared/auth/access/tenant-by-code.ts';
import type { PlatformStore } from '../../../../shared/data/store.ts';
import type { MailingListItem } from '../../../../shared/directory/lists/mailing-list.ts';
import { tenantTime } from '../../../../shared/schedule/tenant-clock.ts';
import { loadOpenLists, readSignUpToken, type SignUp } from './sign-up.ts';

export interface FoundSignUp extends ActiveTenant {
  readonly signUp: SignUp;
  /** The lists of the request that are open by now. */
  readonly lists: readonly MailingListItem[];
}

/** The request of a link; undefined for one that is invalid, too old, or for lists that are open no more. */
export async function findSignUp(
  platform: PlatformStore,
  { tenantCode, token }: { readonly tenantCode: string; readonly token: string },
  now: Date,
): Promise<FoundSignUp | undefined> {
  const found = await tenantByCode(platform, tenantCode);
  const signUp = found && (await readSignUpToken(found.tenant, token, tenantTime(found.settings, now)));
  if (!signUp) return undefined;
  const lists = (await loadOpenLists(found.tenant)).filter(({ id }) => signUp.listIds.includes(id));
  return lists.length === 0 ? undefined : { ...found, signUp, lists };
}
