// The rules of credits: what a granted one is, how it is voided, and how credits are summed.
import { conflict } from '../../../../shared/errors/failure.ts';
import type { CompletionItem, CreditItem } from '../training-record.ts';

/** What a credit is made of, beside what the system keeps. */
export type CreditInput = Omit<
  CreditItem,
  'type' | 'version' | 'createdDate' | 'modifiedDate' | 'schemaVersion' | `void${string}`
>;

/** What a completion is made of, beside what the system keeps. */
export type CompletionInput = Omit<
  CompletionItem,
  'type' | 'version' | 'createdDate' | 'modifiedDate' | 'schemaVersion' | `void${string}`
>;

const initialMetadata = (now: Date) => ({
  version: 1,
  createdDate: now.toISOString(),
  modifiedDate: now.toISOString(),
  schemaVersion: 1 as const,
});

/** Newly granted credits. */
export const buildCredit = (grant: CreditInput, now: Date): CreditItem => ({
  ...grant,
  type: 'credit',
  ...initialMetadata(now),
});

/** A newly recorded completion. */
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
 * The credits or the completion, voided: they stay on record and count for nothing.
 * @throws Failure 409 when they are voided already
 */
export function voidRecord<T extends CreditItem | CompletionItem>(
  before: T,
  { by, reason, day, now }: VoidInput,
): T {
  if (before.voidedDate !== undefined)
    throw conflict(
      `This ${before.type} was voided on ${before.voidedDate} already: ${before.voidReason ?? 'no reason was given'}.`,
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

/** Whether credits or a completion still count. */
export const isNotVoided = ({ voidedDate }: { readonly voidedDate?: string | undefined }): boolean =>
  voidedDate === undefined;

/** Decimals of two places sum exactly in hundredths. */
export const toHundredths = (credits: number): number => Math.round(credits * 100);

/** The exact sum of credits, two decimals. */
export const sumCredits = (credits: readonly number[]): number =>
  credits.reduce((sum, one) => sum + toHundredths(one), 0) / 100;

/** Whether a day lies between two others, both included; a bound that is absent does not bound. */
export const isWithinPeriod = (
  day: string,
  { startDate, endDate }: { readonly startDate?: string | undefined; readonly endDate?: string | undefined },
): boolean => (startDate === undefined || day >= startDate) && (endDate === undefined || day <= endDate);
