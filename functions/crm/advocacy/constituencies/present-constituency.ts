// A constituency in the interface's form.

import type { TenantStore } from '../../../../shared/data/store.ts';
import {
  type ConstituencyItem,
  countConstituents,
} from '../../../../shared/directory/officials/constituency.ts';
import { listSeatHolders } from '../../../../shared/directory/officials/official-entries.ts';
import {
  electsLegislators,
  getConstituencyKind,
  getDivisionName,
  getDivisionState,
} from '../../../../shared/directory/people/divisions.ts';
import { nameConstituency } from '../../../../shared/legislature/constituency-name.ts';
import { findState } from '../../../../shared/legislature/constituents.ts';
import { officeOn } from '../../../../shared/legislature/official-seat.ts';
import { presentRepresentative } from '../people/representation.ts';
import type { ConstituencyEntry } from './contract.ts';

/** Who holds the seats of a constituency on a day. One query for those that elect legislators. */
async function loadHolders(tenant: TenantStore, division: string, today: string) {
  const state = findState(division);
  if (!state || !electsLegislators(getConstituencyKind(division))) return [];
  return (await listSeatHolders(tenant, division)).flatMap((entry) => {
    const office = officeOn(entry, today);
    return office ? [presentRepresentative(entry, office, state)] : [];
  });
}

/** The constituency of a row. */
export async function presentConstituency(
  tenant: TenantStore,
  row: ConstituencyItem,
  today: string,
): Promise<ConstituencyEntry> {
  const { division } = row;
  const kind = getConstituencyKind(division);
  const { total, active } = countConstituents(row, today);
  return {
    ...{ division, kind, name: nameConstituency(division) },
    state: getDivisionState(division) ?? null,
    district: kind === 'state' ? null : getDivisionName(division) || null,
    ...{ activePeople: active, allPeople: total },
    officials: await loadHolders(tenant, division, today),
  };
}
