// Licenses of a person: what a board issued, and until when (docs/interface/training.md#licenses).

import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { type ErrorDetail, throwIfInvalid } from '../../../../shared/errors/failure.ts';
import { contentHash } from '../../../../shared/values/content-hash.ts';
import { inputOrCurrent } from '../../input-values.ts';
import { foldName } from '../../listing/fold-name.ts';

export const licenseStatuses = ['Active', 'Inactive', 'Suspended', 'Revoked'] as const;

/** What requests say of a license. Days are YYYY-MM-DD. */
export interface LicenseContent {
  /** The board that issued it, such as `Florida Board of Nursing`. */
  readonly board: string;
  /** The state or province, such as FL or CA-ON. */
  readonly jurisdiction: string;
  /** The profession, by the code that the board uses, such as RN. */
  readonly profession: string;
  readonly number: string;
  readonly issuedDate?: string | undefined;
  /** The last valid day. */
  readonly expiryDate?: string | undefined;
  readonly status: (typeof licenseStatuses)[number];
}

/** A stored license. */
export interface LicenseItem extends LicenseContent, VersionedRecord {
  readonly type: 'license';
  readonly id: string;
  readonly personId: string;
  /** Identifies board and number; names the claim that keeps a second license from having both. */
  readonly numberKey: string;
}

/** A request; absent fields keep their value, null clears it. */
export type LicenseInput = {
  readonly [N in keyof LicenseContent]?: LicenseContent[N] | null | undefined;
};

/** The most licenses of a person. */
export const maxLicenses = 50;

/** A board as it is compared: regardless of case, accents and spaces. */
export const toBoardKey = (board: string): string => contentHash(foldName(board));
/** Identifies a number of a board. */
export const toNumberKey = ({ board, number }: Pick<LicenseContent, 'board' | 'number'>): string =>
  contentHash([foldName(board), foldName(number)]);

const validateDays = ({ issuedDate, expiryDate }: LicenseContent): ErrorDetail[] =>
  issuedDate !== undefined && expiryDate !== undefined && expiryDate < issuedDate
    ? [
        {
          code: 'OUT_OF_RANGE',
          message: `expiryDate must not be before issuedDate, but ${expiryDate} is before ${issuedDate}.`,
          target: 'expiryDate',
        },
      ]
    : [];

/** The license with the input applied. @throws Failure 400 */
export function applyLicenseInput(
  before: LicenseItem | undefined,
  input: LicenseInput,
  { id, personId, now }: { readonly id: string; readonly personId: string; readonly now: Date },
): LicenseItem {
  const moment = now.toISOString();
  const content: LicenseContent = {
    board: input.board ?? before?.board ?? '',
    jurisdiction: input.jurisdiction ?? before?.jurisdiction ?? '',
    profession: input.profession ?? before?.profession ?? '',
    number: input.number ?? before?.number ?? '',
    issuedDate: inputOrCurrent(input.issuedDate, before?.issuedDate),
    expiryDate: inputOrCurrent(input.expiryDate, before?.expiryDate),
    status: input.status ?? before?.status ?? 'Active',
  };
  throwIfInvalid(validateDays(content));
  return {
    ...content,
    type: 'license',
    id,
    personId,
    numberKey: toNumberKey(content),
    version: (before?.version ?? 0) + 1,
    createdDate: before?.createdDate ?? moment,
    modifiedDate: moment,
    schemaVersion: 1,
  };
}

/** Whether a license has expired by a day; one without a last day does not expire. */
export const isLicenseExpired = ({ expiryDate }: Pick<LicenseContent, 'expiryDate'>, day: string): boolean =>
  expiryDate !== undefined && expiryDate < day;
