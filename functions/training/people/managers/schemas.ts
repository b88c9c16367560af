// Schemas of managers, for people and for organizations.
import * as z from 'zod';

export const EffectiveManager = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    email: z.string().optional(),
    of: z.enum(['person', 'organization']).meta({
      description: 'Whether the manager is assigned to the person or to an organization.',
    }),
    organizationId: z
      .uuid()
      .optional()
      .meta({ description: 'The organization that the manager is assigned to.' }),
    organizationName: z.string().optional(),
  })
  .meta({ id: 'EffectiveManager' });

export const ManagerRequest = z
  .object({ managerId: z.guid().toLowerCase().meta({ description: 'A person of the directory.' }) })
  .meta({ id: 'ManagerRequest' });
