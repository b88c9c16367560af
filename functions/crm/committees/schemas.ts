// What requests say about a committee (docs/interface/crm.md#committee-fields).
import * as z from 'zod';
import { externalIdsField, linksField } from '../contact-schemas.ts';
import { idField, optionalField, textField } from '../fields.ts';

const fields = {
  description: textField(2000).meta({ example: 'Prepares the annual convention.' }),
  committeeType: textField(50).meta({
    description: 'What the association calls this kind of committee; some positions are of some types only.',
    example: 'Standing',
  }),
  organizationId: idField().meta({ description: 'The organization that the committee belongs to.' }),
  parentId: idField().meta({ description: 'The committee that this one is a part of.' }),
  otherNames: z.array(z.string().trim().min(1).max(300)).max(200).nullish(),
  links: linksField(),
  externalIds: externalIdsField(),
};

/** A whole committee. */
export const CommitteeRequest = z
  .object({
    name: z.string().trim().min(1).max(300).meta({ example: 'Convention Committee' }),
    ...fields,
  })
  .meta({ id: 'CommitteeRequest' });

/** Fields of a committee. */
export const CommitteeFieldsRequest = z
  .object({ name: optionalField(z.string().trim().max(300)), ...fields })
  .meta({ id: 'CommitteeFieldsRequest', description: 'Fields of a committee.' });
export type CommitteeInput = z.output<typeof CommitteeFieldsRequest>;
