// Everything that memberships of committees refer to: positions, election terms and regions.
import * as z from 'zod';
import type { TenantStore } from '../../data/store.ts';
import { type DefinitionKind, listAllDefinitions } from '../record/definition-store.ts';
import { day, line } from '../record/fields.ts';
import type { StoredRecord } from '../record/stored.ts';
import type { CommitteePositionItem } from './committee-position.ts';

/** The stored content of an election term, such as 2026–2027. */
export const ElectionTermContent = z.strictObject({
  name: line(100),
  startDate: day,
  endDate: day,
  isActive: z.boolean().optional(),
});
export type ElectionTermContent = z.infer<typeof ElectionTermContent>;
export type ElectionTermItem = ElectionTermContent & StoredRecord<'election-term'>;

export const electionTerms: DefinitionKind<ElectionTermContent, ElectionTermItem['type']> = {
  type: 'election-term',
  what: 'election term',
};

/** The stored content of a region that members represent. */
export const RegionContent = z.strictObject({
  name: line(100),
  isActive: z.boolean().optional(),
});
export type RegionContent = z.infer<typeof RegionContent>;
export type RegionItem = RegionContent & StoredRecord<'region'>;

export const regions: DefinitionKind<RegionContent, RegionItem['type']> = {
  type: 'region',
  what: 'region',
};

/** A tenant's definitions. */
export interface CommitteeDefinitions {
  readonly positions: readonly CommitteePositionItem[];
  readonly electionTerms: readonly ElectionTermItem[];
  readonly regions: readonly RegionItem[];
}

/** All definitions of a tenant. One query. */
export async function loadCommitteeDefinitions(tenant: TenantStore): Promise<CommitteeDefinitions> {
  const all = await listAllDefinitions<CommitteePositionItem | ElectionTermItem | RegionItem>(tenant);
  return {
    positions: all.filter((item) => item.type === 'committee-position'),
    electionTerms: all.filter((item) => item.type === 'election-term'),
    regions: all.filter((item) => item.type === 'region'),
  };
}
