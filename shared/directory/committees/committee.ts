// A committee and its memberships: the stored content, and the committee in the interface's form. Association and
// legislative committees are one type of record.
import * as z from 'zod';
import {
  auditFields,
  day,
  ExternalId,
  Link,
  LinkView,
  line,
  type PresentContext,
  presentLink,
  type RecordMetadata,
} from '../record/fields.ts';

/** Whether the committee belongs to the association or to a legislature. */
const COMMITTEE_KINDS = ['association', 'legislative'] as const;

/** The chambers of a legislature; `legislature` is both together, or the only one. */
const CHAMBERS = ['upper', 'lower', 'legislature'] as const;

/** How many voting members a meeting needs: a majority of them, a percentage of them, or a number. */
export const QuorumContent = z.discriminatedUnion('rule', [
  z.strictObject({ rule: z.literal('majority') }),
  z.strictObject({ rule: z.literal('percent'), percent: z.int().min(1).max(100) }),
  z.strictObject({ rule: z.literal('members'), members: z.int().min(1) }),
]);
export type QuorumContent = z.infer<typeof QuorumContent>;

/** The quorum in the interface's form. */
const Quorum = z
  .strictObject({
    rule: z.enum(['majority', 'percent', 'members']),
    percent: z.int().nullable().meta({ description: 'Of the voting members; with the rule percent.' }),
    members: z.int().nullable().meta({ description: 'The number; with the rule members.' }),
  })
  .meta({ id: 'QuorumRule', description: 'How many voting members a meeting needs.' });

/** The stored content of a committee, without its id and dates. */
export const CommitteeContent = z.strictObject({
  name: line(300),
  description: line(2000).optional(),
  kind: z.enum(COMMITTEE_KINDS),
  chamber: z.enum(CHAMBERS).optional(),
  state: line(50).optional(),
  classification: line(50).optional(),
  /** What kind of committee the association calls it, such as Standing; some positions are of some types only. */
  committeeType: line(50).optional(),
  organizationId: z.uuid().optional(),
  parentId: z.uuid().optional(),
  /** A majority where it is absent. */
  quorum: QuorumContent.optional(),
  otherNames: z.array(line(300)).max(200).optional(),
  links: z.array(Link).max(100).optional(),
  externalIds: z.array(ExternalId).max(100).optional(),
  isActive: z.boolean().optional(),
});
export type CommitteeContent = z.infer<typeof CommitteeContent>;

/** A committee as the interface presents one (docs/interface/crm.md#committee-fields). */
export const Committee = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Ways and Means' }),
    description: z.string().nullable(),
    kind: z.enum(COMMITTEE_KINDS),
    chamber: z.enum(CHAMBERS).nullable(),
    state: z.string().nullable().meta({ example: 'MD' }),
    classification: z.string().nullable().meta({ example: 'subcommittee' }),
    committeeType: z.string().nullable().meta({
      description: 'What the association calls this kind of committee.',
      example: 'Standing',
    }),
    organizationId: z.uuid().nullable(),
    parentId: z.uuid().nullable().meta({ description: 'The committee this one is a part of.' }),
    quorum: Quorum,
    otherNames: z.array(z.string()),
    links: z.array(LinkView),
    externalIds: z.array(ExternalId),
    ...auditFields,
  })
  .meta({ id: 'Committee', description: 'A committee of the association or of a legislature.' });
export type Committee = z.infer<typeof Committee>;

/** The stored content of a membership: one term of a person in a position of a committee. */
export const MembershipContent = z.strictObject({
  committeeId: z.uuid(),
  personId: z.uuid(),
  role: line(100),
  positionId: z.uuid().optional(),
  electionTermId: z.uuid().optional(),
  regionId: z.uuid().optional(),
  /** The vacancy that it fills. */
  vacancyId: z.uuid().optional(),
  /** Tells the terms of a person in a role apart; absent for the one that an import or an earlier version wrote. */
  termKey: line(150).optional(),
  /** Whether the position is held together with others: co-chair. */
  isShared: z.boolean().optional(),
  startDate: day.optional(),
  endDate: day.optional(),
  endReason: line(500).optional(),
  /** The day it was voided. A voided membership was never true, and counts nowhere. */
  voidedDate: day.optional(),
  voidReason: line(500).optional(),
});
export type MembershipContent = z.infer<typeof MembershipContent>;

/** The quorum in the interface's form: a majority, unless the committee has another rule. */
export const presentQuorum = (quorum: QuorumContent = { rule: 'majority' }): z.infer<typeof Quorum> => ({
  percent: null,
  members: null,
  ...quorum,
});

/** The committee in the interface's form. */
export function presentCommittee(
  committee: CommitteeContent & RecordMetadata,
  { tenantCode }: Pick<PresentContext, 'tenantCode'>,
): Committee {
  return {
    id: committee.id,
    name: committee.name,
    description: committee.description ?? null,
    kind: committee.kind,
    chamber: committee.chamber ?? null,
    state: committee.state ?? null,
    classification: committee.classification ?? null,
    committeeType: committee.committeeType ?? null,
    organizationId: committee.organizationId ?? null,
    parentId: committee.parentId ?? null,
    quorum: presentQuorum(committee.quorum),
    otherNames: committee.otherNames ?? [],
    links: (committee.links ?? []).map(presentLink),
    externalIds: committee.externalIds ?? [],
    createdDate: committee.createdDate,
    modifiedDate: committee.modifiedDate,
    isActive: committee.isActive ?? true,
    tenantId: tenantCode,
  };
}
