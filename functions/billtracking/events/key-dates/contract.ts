// Importing the deadlines of a legislature from its calendar (docs/interface/billtracking.md#key-dates).
import * as z from 'zod';
import { endpoint } from '../../../../shared/http/endpoint.ts';
import { keyDates } from '../../../../shared/legislature/event-types.ts';
import { successEnvelope } from '../../envelopes.ts';
import { MAX_DEADLINES, MAX_FILE_LENGTH } from './read-deadlines.ts';

const ImportedKeyDate = z
  .strictObject({
    row: z.string().meta({ description: 'The line of the CSV, or the UID in the calendar.' }),
    outcome: z.enum(['CREATED', 'UPDATED', 'UNCHANGED', 'REFUSED']),
    eventId: z.uuid().nullable(),
    title: z.string().nullable(),
    date: z.iso.date().nullable(),
    keyDate: z.enum(keyDates).nullable(),
    reason: z.string().nullable().meta({ description: 'Why it was refused.' }),
  })
  .meta({ id: 'ImportedKeyDate' });

export const importKeyDates = endpoint({
  area: 'billtracking',
  tags: ['Bill Events & Calendar'],
  method: 'POST',
  path: '/api/1.0/bill/event/key-dates/import',
  summary: 'Import key dates from a CSV or an iCalendar file',
  description: `A CSV has the columns \`date\` (YYYY-MM-DD) and \`title\`, and may have \`keyDate\` (${keyDates.join(', ')}; DEADLINE by default), \`description\` and \`id\`; an iCalendar file (RFC 5545) has events. A deadline is recognised by its \`id\` or UID, or else by its title: imported again, it moves when its day has changed and stays as it is otherwise. What is not in the file stays. At most ${MAX_DEADLINES} deadlines; all are written in one transaction, and rows that are refused keep none of the others back.`,
  body: z
    .object({
      stateId: z.int().min(0).max(99).meta({ description: 'FIPS code; 0 is the Congress.', example: 53 }),
      sessionId: z.int().min(1).nullish().meta({ description: 'The session whose deadlines they are.' }),
      content: z
        .string()
        .min(1)
        .max(MAX_FILE_LENGTH)
        .meta({ description: 'The text of the file: a CSV, or an iCalendar file.' }),
    })
    .meta({ id: 'KeyDateImportRequest' }),
  responses: {
    200: { description: 'What became of each row.', body: successEnvelope(z.array(ImportedKeyDate)) },
  },
  ifMatch: 'ignored',
  access: { permission: 'billtracking.events.write', token: 'tenant' },
  budget: { roundTrips: 14, readUnits: 60, writeUnits: 29 },
  example: {
    body: {
      stateId: 53,
      sessionId: 5302,
      content:
        'date,title,keyDate\n2027-02-19,Last day to read in committee reports,DEADLINE\n2027-03-10,House of origin cutoff,CROSSOVER\n',
    },
  },
});
