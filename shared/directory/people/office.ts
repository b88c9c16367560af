// A public office that a person holds or held.
import * as z from 'zod';
import { type CheckedDay, isInForce } from '../../time/in-force.ts';
import { day, line } from '../record/fields.ts';
import { toDivisionName } from './divisions.ts';

/** The branches that officials belong to. */
const OFFICE_KINDS = ['legislature', 'executive', 'municipality'] as const;
export type OfficeKind = (typeof OFFICE_KINDS)[number];

/** A stored office. */
export const OfficeContent = z.strictObject({
  id: z.uuid(),
  kind: z.enum(OFFICE_KINDS),
  role: line(100),
  state: line(50).optional(),
  district: line(100).optional(),
  jurisdiction: line(300).optional(),
  startDate: day.optional(),
  endDate: day.optional(),
  endReason: line(200).optional(),
});
export type OfficeContent = z.infer<typeof OfficeContent>;

/** The interface's form of an office. */
export const Office = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(OFFICE_KINDS),
    role: z.string().meta({
      description:
        'A chamber (upper, lower, or legislature where there is only one) or the name of the office.',
      example: 'upper',
    }),
    state: z.string().nullable().meta({ example: 'MD' }),
    district: z.string().nullable().meta({ example: '12' }),
    jurisdiction: z.string().nullable().meta({ description: 'The jurisdiction by its Open Civic Data id.' }),
    startDate: z.iso.date().nullable(),
    endDate: z.iso.date().nullable(),
    endReason: z.string().nullable(),
    isActive: z.boolean().meta({ description: 'Whether today is within the dates, both included.' }),
  })
  .meta({ id: 'Office', description: 'A public office that a person holds or held.' });
export type Office = z.infer<typeof Office>;

/** The branch an office belongs to, from its role: the chambers are legislative, a mayor is municipal. */
export function getOfficeKind(role: string): OfficeKind {
  if (['upper', 'lower', 'legislature'].includes(role)) return 'legislature';
  return role === 'mayor' ? 'municipality' : 'executive';
}

/** The office in the interface's form. */
export function presentOffice(office: OfficeContent, today: CheckedDay): Office {
  return {
    id: office.id,
    kind: office.kind,
    role: office.role,
    state: office.state ?? null,
    district: office.district ?? null,
    jurisdiction: office.jurisdiction ?? null,
    startDate: office.startDate ?? null,
    endDate: office.endDate ?? null,
    endReason: office.endReason ?? null,
    isActive: isInForce(office, today),
  };
}

/** The kind of district in which a chamber's members are elected. */
const districtKinds: Readonly<Record<string, string>> = { upper: 'sldu', lower: 'sldl', legislature: 'sldu' };

const federalJurisdiction = /^ocd-jurisdiction\/country:us\/government$/;

/** The district of its state that elects a legislator: `sldu:31`; undefined where the whole state does. */
export function deriveDistrict({
  role,
  district,
  jurisdiction = '',
}: Pick<OfficeContent, 'role' | 'district' | 'jurisdiction'>): string | undefined {
  if (!district) return undefined;
  // Senators of the United States represent their whole state.
  if (federalJurisdiction.test(jurisdiction))
    return role === 'upper' ? undefined : `cd:${toDivisionName(district)}`;
  return `${districtKinds[role] ?? 'sldu'}:${toDivisionName(district)}`;
}
