// What people and organizations show alike.
import * as z from 'zod';

export const reference = z.guid().toLowerCase();

export const TrainingPerson = z
  .strictObject({
    id: z.uuid(),
    name: z.string().meta({ example: 'Grace Whitehorse' }),
    firstName: z.string().optional(),
    lastName: z.string().optional(),
    email: z.string().optional(),
    title: z.string().optional(),
    imageThumbUrl: z.string().optional(),
    organizationId: z.uuid().optional(),
    organizationName: z.string().optional(),
    kind: z.enum(['member', 'nonMember']).meta({
      description: 'A member is an active person who belongs to an active organization.',
    }),
    isActive: z.boolean(),
  })
  .meta({ id: 'TrainingPerson' });

export const HeldCertification = z
  .strictObject({
    id: z.uuid(),
    awardId: z.uuid(),
    awardName: z.string(),
    certificateNumber: z.string(),
    validThrough: z.iso.date().optional().meta({ description: 'The last valid day; absent for ever.' }),
    standing: z.enum(['Valid', 'InGrace']),
  })
  .meta({ id: 'HeldCertification', description: 'A certification in force.' });

export const EffectiveManager = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    email: z.string().optional(),
    of: z.enum(['person', 'organization']).meta({
      description: 'Whether they are set for the person, or for an organization.',
    }),
    organizationId: z.uuid().optional().meta({ description: 'The organization they are set for.' }),
    organizationName: z.string().optional(),
  })
  .meta({ id: 'EffectiveManager' });

export const ManagerRequest = z
  .object({ managerId: reference.meta({ description: 'A person of the directory.' }) })
  .meta({ id: 'ManagerRequest' });
