// Calls the function that erases a person in all areas, as the change of an erasure does.
import { handler as erasePeople } from '../../../functions/crm/jobs/erase-people/handler.ts';

/** Goes on with the erasure of this person of the demo tenant. */
export const runErasureJob = (id: string): Promise<void> =>
  erasePeople({
    Records: [
      {
        eventName: 'MODIFY',
        dynamodb: {
          Keys: { pk: { S: `T#demo#PERSON#${id}` }, sk: { S: 'ERASURE' } },
          NewImage: { type: { S: 'person-erasure' } },
        },
      },
    ],
  });
