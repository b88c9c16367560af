// POST /api/v1/Batches/Organizations
import { lambda } from '../../../shared/http/lambda.ts';
import { writeOrganizationsInBatch } from './contract.ts';
import { organizationsKind } from './organizations-kind.ts';
import { writeBatch } from './write-batch.ts';

export const handler = lambda(writeOrganizationsInBatch, (context) =>
  writeBatch(writeOrganizationsInBatch, context, organizationsKind),
);
