// What a draft says of earlier broadcasts, and whom it excludes.
import type { Caller } from '../../../../shared/auth/access/access.ts';
import { checkAudience } from '../../../../shared/broadcasts/audience.ts';
import {
  type BroadcastItem,
  type Excluded,
  type FollowUp,
  isUnsent,
} from '../../../../shared/broadcasts/broadcast.ts';
import { findBroadcast } from '../../../../shared/broadcasts/store.ts';
import type { TenantStore } from '../../../../shared/data/store.ts';
import type { ErrorDetail } from '../../../../shared/errors/failure.ts';
import { unknownId } from '../../../../shared/errors/unknown-id.ts';
import type { BroadcastInput } from './contract.ts';

type EarlierInput = Pick<BroadcastInput, 'followUp' | 'excluded'>;

/** Who is excluded; undefined where nothing is named. */
export function findExcluded({ excluded }: EarlierInput): Excluded | undefined {
  const { listIds = [], groupIds = [], broadcastIds = [] } = excluded ?? {};
  return listIds.length + groupIds.length + broadcastIds.length === 0
    ? undefined
    : { listIds, groupIds, broadcastIds };
}

const refuse = (message: string, target: string): ErrorDetail[] => [{ code: 'NOT_ALLOWED', message, target }];

/** What is wrong with an earlier broadcast: it is unknown, or a draft, also one that waits, which has no recipients. */
function checkFound(broadcast: BroadcastItem | null | undefined, id: string, target: string): ErrorDetail[] {
  if (!broadcast) return [unknownId('broadcast', id, target)];
  return isUnsent(broadcast) ? refuse(`${broadcast.name} was not sent yet.`, target) : [];
}

/** What is wrong with the broadcast that is followed: it must have counted what its recipients are chosen by. */
function checkCounted(
  { name, tracksOpens, tracksClicks }: BroadcastItem,
  { recipients }: FollowUp,
): ErrorDetail[] {
  const target = 'followUp.recipients';
  if (recipients.endsWith('opened') && !tracksOpens) return refuse(`${name} does not count opens.`, target);
  if (recipients.endsWith('clicked') && !tracksClicks)
    return refuse(`${name} does not count clicks.`, target);
  return [];
}

/** What is wrong with the earlier broadcasts, and the lists and groups that are excluded. One round trip. */
export async function checkEarlier(
  context: { readonly tenant: TenantStore; readonly caller: Caller },
  input: EarlierInput,
): Promise<ErrorDetail[]> {
  const { tenant } = context;
  const { followUp } = input;
  const { listIds, groupIds, broadcastIds } = findExcluded(input) ?? {
    ...{ listIds: [], groupIds: [], broadcastIds: [] },
  };
  const [audience, followed, ...excluded] = await Promise.all([
    checkAudience(context, { listIds, groupIds }, 'excluded.'),
    followUp && findBroadcast(tenant, followUp.broadcastId),
    ...broadcastIds.map((id) => findBroadcast(tenant, id)),
  ]);
  return [
    ...audience,
    ...(followUp ? checkFound(followed, followUp.broadcastId, 'followUp.broadcastId') : []),
    ...(followUp && followed ? checkCounted(followed, followUp) : []),
    ...broadcastIds.flatMap((id, index) =>
      checkFound(excluded[index], id, `excluded.broadcastIds[${index}]`),
    ),
  ];
}
