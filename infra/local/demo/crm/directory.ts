// What directory.json says: people, organizations and committees of the demo tenants, and the legislature of their state.
import * as z from 'zod';
import { CommitteeContent } from '../../../../shared/directory/committees/committee.ts';
import {
  ElectionTermContent,
  RegionContent,
} from '../../../../shared/directory/committees/committee-definitions.ts';
import { CommitteePositionContent } from '../../../../shared/directory/committees/committee-position.ts';
import { VacancyContent } from '../../../../shared/directory/committees/committee-vacancy.ts';
import { OrganizationContent } from '../../../../shared/directory/organizations/organization.ts';
import { OfficeContent } from '../../../../shared/directory/people/office.ts';
import { PersonContent } from '../../../../shared/directory/people/person.ts';
import { CustomFieldContent, fieldOwners } from '../../../../shared/directory/record/custom-field.ts';
import type { SourceRecord } from '../../../../shared/directory/writing/upsert.ts';
import { readDemoFile } from '../steps/references.ts';

const Legislature = z.strictObject({
  state: z.string(),
  /** Names by chamber and key, such as `lower-housing`. They are real ones. */
  committees: z.record(z.string(), z.string()),
  /**
   * By name: the real sponsors of the real bills, as the public list of Open States has them, and invented ones of
   * districts that no state has, who sponsor and vote on the sample bills.
   */
  members: z.record(
    z.string(),
    z.strictObject({
      ...{ role: z.string(), district: z.string(), party: z.string() },
      /** Only invented ones, who get the letters of the demo's campaign. */
      hasEmail: z.literal(true).optional(),
    }),
  ),
});

/** Records by key, from which their ids are made; `organization` and `parent` are keys, too. */
const Directory = z.strictObject({
  organizations: z.record(
    z.string(),
    OrganizationContent.omit({ parentId: true }).extend({
      parent: z.string().optional(),
      values: z.record(z.string(), z.string()).default({}),
    }),
  ),
  people: z.record(
    z.string(),
    PersonContent.extend({
      name: z.string(),
      organization: z.string(),
      /** The first day of the position in the organization. */
      since: z.iso.date(),
      office: OfficeContent.omit({ id: true }).optional(),
      /** Values of custom fields by key. */
      values: z.record(z.string(), z.string()).default({}),
    }),
  ),
  committees: z.record(
    z.string(),
    CommitteeContent.omit({ kind: true, organizationId: true }).extend({
      organization: z.string(),
      /** Roles by key of the person. */
      members: z.record(z.string(), z.string()),
      /** Terms that are over. */
      formerMembers: z
        .array(
          z.strictObject({
            person: z.string(),
            role: z.string(),
            startDate: z.iso.date(),
            endDate: z.iso.date(),
          }),
        )
        .default([]),
      /** Vacant seats by key; `position` is the key of one. */
      vacancies: z
        .record(
          z.string(),
          VacancyContent.pick({ openedOn: true, reason: true, fillBy: true }).extend({
            position: z.string(),
          }),
        )
        .default({}),
    }),
  ),
  /** Positions of committees by key, in the order of their rank. */
  positions: z.record(z.string(), CommitteePositionContent.omit({ rank: true })),
  electionTerms: z.record(z.string(), ElectionTermContent),
  regions: z.record(z.string(), RegionContent),
  /** Custom fields by key, in the order of their groups. */
  customFields: z.record(
    z.enum(fieldOwners),
    z.record(z.string(), CustomFieldContent.omit({ sequence: true })),
  ),
  legislature: Legislature,
});
export type Directory = z.output<typeof Directory>;

/** The directories by code of the tenant. */
export const readDirectories = () => readDemoFile('directory.json', z.record(z.string(), Directory));

/** The id of the record that a key such as `person:ada` names. */
export type IdOf = (reference: string) => string;
export type Records<C> = readonly SourceRecord<C>[];
