// Schemas that people and organizations have in common.
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
      description: 'A member is an active person of an active organization.',
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
    validThrough: z.iso
      .date()
      .optional()
      .meta({ description: 'The last valid day; absent when the certification never expires.' }),
    standing: z.enum(['Valid', 'InGrace']),
  })
  .meta({ id: 'HeldCertification', description: 'A valid certification.' });
