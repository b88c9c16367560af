// Groups of people (hubs): what a group is, and who sees it (docs/interface/groups.md).
import * as z from 'zod';

/** Who sees a group: also callers without a token, everybody of the tenant, or only its members. */
export const groupVisibilities = ['public', 'tenant', 'members'] as const;

/** What is stored about a group. */
export const GroupContent = z.strictObject({
  name: z.string(),
  description: z.string().optional(),
  imageThumbUrl: z.string().optional(),
  visibility: z.enum(groupVisibilities),
  /** The people who change the group and its members; each is a member. */
  ownerIds: z.array(z.string()),
  /** Whoever passes these rules is a member, too; as requests have them. */
  filterBody: z.record(z.string(), z.unknown()).optional(),
  isActive: z.boolean().optional(),
});
export type GroupContent = z.infer<typeof GroupContent>;

/** The most owners of a group. */
export const MAX_OWNERS = 20;
