// Definitions as drop-down lists of existing callers: ids and names.
import * as z from 'zod';

/** An entry of a drop-down list. */
export const DefinitionChoice = z
  .strictObject({ id: z.uuid(), name: z.string() })
  .meta({ id: 'DefinitionChoice', description: 'An entry of a drop-down list.' });

/** The parameter that callers send; definitions are the same on every day. */
export const choicesParams = z.object({
  date: z.iso.date().meta({ description: 'The day of the caller. The list is the same for every day.' }),
});

/** The active ones, in their order. */
export const presentChoices = (
  definitions: readonly {
    readonly id: string;
    readonly name: string;
    readonly isActive?: boolean | undefined;
  }[],
): z.infer<typeof DefinitionChoice>[] =>
  definitions.flatMap(({ id, name, isActive }) => (isActive === false ? [] : [{ id, name }]));
