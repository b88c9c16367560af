// A person as an import takes one.
import { PersonContent } from '../../directory/people/person.ts';
import { divisionForm, isUnusableDivision } from '../../legislature/division-fault.ts';

/** What is stored already may name divisions that an earlier version took. */
export const ImportedPerson = PersonContent.superRefine(({ externalIds = [] }, context) => {
  for (const [index, externalId] of externalIds.entries())
    if (isUnusableDivision(externalId))
      context.addIssue({
        code: 'custom',
        path: ['externalIds', index, 'identifier'],
        message: `must be ${divisionForm}`,
      });
});
