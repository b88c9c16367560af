// POST /api/v1/Batches/People
import { seesEmails } from '../../../shared/auth/access/email-visibility.ts';
import { permissionDenied } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { writePeopleInBatch } from './contract.ts';
import { peopleKind } from './people-kind.ts';
import { writeBatch } from './write-batch.ts';

export const handler = lambda(writePeopleInBatch, async (context) => {
  const { key, operation } = context.body;
  if (key === 'email' && operation !== 'create' && !seesEmails(context))
    throw permissionDenied('crm.emails.read');
  return writeBatch(writePeopleInBatch, context, peopleKind);
});
