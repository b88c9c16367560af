// Schemas of declared experience (docs/interface/training.md#experience).
import * as z from 'zod';

/** The longest declaration, in characters. */
export const maxDeclarationLength = 2000;

export const ExperienceDeclarationText = z.string().trim().max(maxDeclarationLength).nullish().meta({
  description:
    'Where and when the experience that is required was gained. Needed where experience is a prerequisite and is declared.',
});

export const ExperienceDeclaration = z
  .strictObject({
    text: z.string(),
    experience: z.array(z.string()).meta({ description: 'What was required, as it was named then.' }),
    declaredBy: z.string().meta({ description: 'The subject of a token, or anonymous.' }),
    declaredByName: z.string().optional(),
    declaredDate: z.iso.datetime(),
  })
  .meta({
    id: 'ExperienceDeclaration',
    description: 'What was declared about required experience; it never changes.',
  });
