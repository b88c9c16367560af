// Presents credits.
import { pick } from '../../../../shared/values/pick.ts';
import type { CreditItem } from '../training-record/training-record.ts';

/** Credits in a response. */
export const presentCredit = (credit: CreditItem) => ({
  ...pick(credit, ['id', 'personId', 'creditTypeId']),
  creditType: credit.creditTypeName,
  ...pick(credit, [
    'credits',
    'earnedDate',
    'source',
    'attendanceMode',
    'courseId',
    'courseName',
    'classId',
    'className',
  ]),
  ...pick(credit, [
    'registrationId',
    'reportedCreditId',
    'provider',
    'externalId',
    'note',
    'overrideReason',
    'voidedDate',
    'voidReason',
  ]),
  ...pick(credit, ['createdDate', 'modifiedDate']),
});
