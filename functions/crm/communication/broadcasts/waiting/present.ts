// The event that a draft waits for, in the interface's form.
import type { SendWhen } from '../../../../../shared/broadcasts/send-when.ts';

export const presentSendWhen = (sendWhen: SendWhen) => ({
  event: sendWhen.event,
  billId: sendWhen.billId === undefined ? null : Number(sendWhen.billId),
  ...{ committeeId: sendWhen.committeeId ?? null, positionId: sendWhen.positionId ?? null },
  ...{ withoutRelease: sendWhen.withoutRelease ?? false, expiresOn: sendWhen.expiresOn },
  ...{ setBy: sendWhen.setBy, setDate: sendWhen.setDate },
  ...{ happened: sendWhen.happened ?? null, heldBack: sendWhen.heldBack ?? null },
  ended: sendWhen.ended ?? null,
});
