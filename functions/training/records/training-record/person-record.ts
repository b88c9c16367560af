// Loads the training record of a person: credits, completions, award registrations, certifications.
import type { TenantStore } from '../../../../shared/data/store.ts';
import { followMerges } from '../../../../shared/merges/follow-merges.ts';
import type { AwardRegistrationItem, CertificationItem } from './certification.ts';
import {
  type CompletionItem,
  type CreditItem,
  type EvaluationHoldItem,
  recordSortPrefixes,
  trainingRecord,
} from './training-record.ts';

/** A training record without class registrations. */
export interface PersonRecord {
  readonly credits: readonly CreditItem[];
  readonly completions: readonly CompletionItem[];
  readonly awardRegistrations: readonly AwardRegistrationItem[];
  readonly certifications: readonly CertificationItem[];
  /** Credits and completions that wait for the evaluation of a class. */
  readonly evaluationHolds: readonly EvaluationHoldItem[];
}

type RecordItem =
  | CreditItem
  | CompletionItem
  | AwardRegistrationItem
  | CertificationItem
  | EvaluationHoldItem;

const filterByType = <T extends RecordItem['type']>(items: readonly RecordItem[], type: T) =>
  items.filter((item): item is Extract<RecordItem, { type: T }> => item.type === type);

/**
 * The record of a person: one query from award registrations to credits, whose sort keys are adjacent. About half a
 * read unit per ten entries.
 */
export async function loadPersonRecord(
  tenant: TenantStore,
  personId: string,
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<PersonRecord> {
  const items = await followMerges(tenant).queryAll(trainingRecord<RecordItem>(tenant, personId), {
    from: recordSortPrefixes.awardRegistration,
    to: `${recordSortPrefixes.credit}~`,
    consistent,
  });
  return {
    credits: filterByType(items, 'credit'),
    completions: filterByType(items, 'completion'),
    awardRegistrations: filterByType(items, 'award-registration'),
    certifications: filterByType(items, 'certification'),
    evaluationHolds: filterByType(items, 'evaluation-hold'),
  };
}
