// An attempt to sign in as the interface presents it.
import { type SignInItem, signIns } from '../../../shared/auth/sign-in-log.ts';
import type { Partition, Position, TenantStore } from '../../../shared/data/store.ts';

export const presentSignIn = (entry: SignInItem) => {
  const { id, createdDate, step, outcome, kind, subjectId, name, address, userAgent } = entry;
  return {
    id,
    createdDate,
    step,
    outcome,
    kind,
    ...(subjectId !== undefined && { subjectId }),
    ...(name !== undefined && { name }),
    address,
    ...(userAgent !== undefined && { userAgent }),
  };
};

/** Where the attempts of one subject continue after an entry. */
export const signInPosition = (tenant: TenantStore, log: Partition<SignInItem>, id: string): Position => ({
  gsi1pk: log.name,
  gsi1sk: id,
  pk: signIns(tenant).name,
  sk: id,
});
