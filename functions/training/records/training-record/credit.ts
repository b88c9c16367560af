// The rules of credits and completions: how they are built, voided and summed.
import type { VersionedRecord } from '../../../../shared/data/versioned-record.ts';
import { conflict } from '../../../../shared/errors/failure.ts';
import type { CompletionItem, CreditItem } from './training-record.ts';

/** The attributes of new credits, without those that the system sets. */
export type CreditInput = Omit<CreditItem, 'type' | keyof VersionedRecord | `void${string}`>;

/** The attributes of a new completion, without those that the system sets. */
export type CompletionInput = Omit<CompletionItem, 'type' | keyof VersionedRecord | `void${string}`>;

const initialMetadata = (now: Date): VersionedRecord => ({
  version: 1,
  createdDate: now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1,
});

/** Builds new credits. */
export const buildCredit = (grant: CreditInput, now: Date): CreditItem => ({
  ...grant,
  type: 'credit',
  ...initialMetadata(now),
});

/** Builds a new completion. */
export const buildCompletion = (record: CompletionInput, now: Date): CompletionItem => ({
  ...record,
  type: 'completion',
  ...initialMetadata(now),
});

/** Who voids something, when and why. */
export interface VoidInput {
  /** The subject. */
  readonly by: string;
  readonly reason: string;
  /** YYYY-MM-DD in the tenant's time zone. */
  readonly day: string;
  readonly now: Date;
}

/**
 * The voided credits or completion: they stay on record and do not count.
 * @throws Failure 409 when they were already voided
 */
export function voidRecord<T extends CreditItem | CompletionItem>(
  before: T,
  { by, reason, day, now }: VoidInput,
): T {
  if (before.voidedDate !== undefined)
    throw conflict(
      `This ${before.type} was already voided on ${before.voidedDate}: ${before.voidReason ?? 'no reason was given'}.`,
    );
  return {
    ...before,
    voidedDate: day,
    voidedBy: by,
    voidReason: reason,
    version: before.version + 1,
    modifiedDate: now.toISOString(),
  };
}

/** The attributes that voiding sets. */
export const voidAttributes = ({
  voidedDate,
  voidedBy,
  voidReason,
  version,
  modifiedDate,
}: CreditItem | CompletionItem) => ({
  set: { voidedDate, voidedBy, voidReason, version, modifiedDate },
});

/** Whether credits or a completion still count. */
export const isNotVoided = ({ voidedDate }: { readonly voidedDate?: string | undefined }): boolean =>
  voidedDate === undefined;

/** "4 General and 1.5 Ethics" */
export const formatCredits = (
  credits: readonly { readonly credits: number; readonly creditTypeName: string }[],
): string =>
  new Intl.ListFormat('en').format(
    credits.map(({ credits: amount, creditTypeName }) => `${amount} ${creditTypeName}`),
  );

/** Whether a day is within a period, both days inclusive; an absent bound is open. */
export const isWithinPeriod = (
  day: string,
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
): boolean => (startDate === undefined || day >= startDate) && (endDate === undefined || day <= endDate);
