// The credits of the people of organizations, summed for each organization and credit type.

import { allValid } from '../../../../shared/errors/failure.ts';
import { sumAmounts } from '../../../../shared/money/amount.ts';
import { reportParameters } from '../definition/parameters.ts';
import { resolvePeriod } from '../definition/period.ts';
import { defineReport, idColumn, type Row } from '../definition/report.ts';
import { loadCreditScope, readCredits } from '../sources/credits.ts';
import {
  belongsTo,
  loadOrganizations,
  loadPeople,
  organizationSubtree,
  resolveOrganization,
} from '../sources/people.ts';

/** The credits of one type that a person earned for the organization they belonged to. */
interface Share {
  /** Empty for people without an organization. */
  readonly organizationId: string;
  readonly organization: string;
  readonly partOf: string;
  readonly creditType: string;
  readonly person: string;
  readonly credits: number;
}

/** Merges shares of the same person, organization and type, so that fewer rows are stored. */
function mergeShares(shares: readonly Share[]): Share[] {
  const found = Map.groupBy(shares, ({ organizationId, organization, creditType, person }) =>
    JSON.stringify([organizationId, organization, creditType, person]),
  );
  return [...found.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    return [{ ...first, credits: sumAmounts(same.map(({ credits }) => credits)) }];
  });
}

/** Sums the shares: one row for each organization and credit type, with the number of people. */
function sumShares(read: readonly Row[]) {
  const groups = Map.groupBy(read, ({ organizationId, organization, creditType }) =>
    JSON.stringify([organizationId ?? '', organization, creditType]),
  );
  return [...groups.values()].map((rows) => ({
    organization: String(rows[0]?.organization ?? ''),
    partOf: String(rows[0]?.partOf ?? ''),
    creditType: String(rows[0]?.creditType ?? ''),
    people: new Set(rows.map(({ person }) => person)).size,
    credits: sumAmounts(rows.map(({ credits }) => Number(credits))),
    organizationId: String(rows[0]?.organizationId || '') || undefined,
  }));
}

export const creditsByOrganization = defineReport({
  name: 'CreditsByOrganization',
  title: 'Credits earned by organization',
  description:
    'The credits that the people of each organization earned, by type. Credits count for the organization to which the person belonged when they were granted.',
  parameters: reportParameters.CreditsByOrganization,
  columns: {
    organization: { title: 'Organization', kind: 'text', width: 32 },
    partOf: { title: 'Part of', kind: 'text', width: 26 },
    creditType: { title: 'Credit type', kind: 'text', width: 14 },
    people: { title: 'People', kind: 'number', width: 9 },
    credits: { title: 'Credits', kind: 'number', width: 10 },
    organizationId: idColumn('Organization id'),
  },
  totals: { sum: ['credits'], per: 'creditType' },
  order: ['organization', 'creditType'],
  finish: sumShares,
  async loadScope({ organizationId, ...range }, { tenant, settings, asOf }) {
    const period = resolvePeriod(range, settings, asOf);
    const [organization, all, ahead] = await allValid([
      resolveOrganization(tenant, organizationId),
      loadOrganizations(tenant),
      loadCreditScope(tenant, { period }),
    ]);
    const organizations = organization && organizationSubtree(all, organization.id);
    const subject = organization && `${organization.name} and those below it`;
    return { ...ahead, subject, period, organizations, all };
  },
  async *rows(_, { tenant, asOf }, about, from) {
    const { all, organizations, period } = about;
    for await (const { rows: credits, done, next } of readCredits(tenant, { period }, about, asOf, from)) {
      const unknown = credits.filter(({ organizationId }) => organizationId === undefined);
      const people = await loadPeople(
        tenant,
        unknown.map(({ personId }) => personId),
      );
      const shares = credits.flatMap((credit): Share[] => {
        const id = credit.organizationId ?? people.get(credit.personId)?.organizationId;
        if (!belongsTo(organizations, id)) return [];
        const organization = id === undefined ? undefined : all.get(id);
        const parent = organization?.parentId === undefined ? undefined : all.get(organization.parentId);
        return [
          {
            organizationId: organization?.id ?? '',
            organization: organization?.name ?? 'No organization',
            partOf: parent?.name ?? '',
            creditType: credit.creditTypeName,
            person: credit.personId,
            credits: credit.credits,
          },
        ];
      });
      yield { rows: mergeShares(shares).map((share) => ({ ...share })), done, next };
    }
  },
});
