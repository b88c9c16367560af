// What a run decided about each person, listed by outcome and name.
import { type Change, insert } from '../../../../shared/data/changes.ts';
import type { Partition, TenantStore } from '../../../../shared/data/store.ts';
import { foldForSort } from '../../../../shared/lists/fold-for-sort.ts';
import { partitionName } from './awarding.ts';

export const awardingOutcomes = ['awarded', 'refused'] as const;
export type AwardingOutcome = (typeof awardingOutcomes)[number];

/** What was decided about one person. */
export interface AwardingResultItem {
  readonly type: 'awarding-result';
  readonly personId: string;
  readonly personName?: string | undefined;
  /** In a preview, whether they would get it. */
  readonly isAwarded: boolean;
  readonly certificationId?: string | undefined;
  readonly certificateNumber?: string | undefined;
  readonly validThrough?: string | undefined;
  readonly error?:
    | {
        readonly code: string;
        readonly message: string;
        readonly details: readonly {
          readonly code: string;
          readonly message: string;
          readonly target: string;
        }[];
      }
    | undefined;
  readonly ttl: number;
}

const resultPrefix = 'RESULT#';

/** The results of a run: those who got the award, then those who did not, each by name. */
export const awardingResults = (tenant: TenantStore, id: string): Partition<AwardingResultItem> =>
  tenant.partition(partitionName(id));

/** The range of the results with an outcome, or of all. */
export const rangeOfResults = (outcome: AwardingOutcome | undefined) => {
  const prefix = outcome === undefined ? resultPrefix : `${resultPrefix}${outcome}#`;
  // '$' follows '#', with which the prefix ends.
  return { from: prefix, to: `${prefix.slice(0, -1)}$` };
};

export const resultSort = ({
  isAwarded,
  personName,
  personId,
}: Pick<AwardingResultItem, 'isAwarded' | 'personName' | 'personId'>): string =>
  `${resultPrefix}${isAwarded ? 'awarded' : 'refused'}#${foldForSort(personName ?? '')}#${personId}`;

/** Stores what was decided about a person. The erasure of the person finds it by the listing. */
export const putResult = (tenant: TenantStore, id: string, result: AwardingResultItem): Change =>
  insert(tenant.key<AwardingResultItem>(partitionName(id), resultSort(result)), result, {
    listed: { listing: tenant.listing(`AWARDING-RESULTS-OF#${result.personId}`), sort: id },
  });
