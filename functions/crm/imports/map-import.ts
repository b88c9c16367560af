// PUT /api/v1/Imports/{id}/Mapping
import { conflict, throwIfInvalid } from '../../../shared/errors/failure.ts';
import { lambda } from '../../../shared/http/lambda.ts';
import { ok, write } from '../../../shared/http/reply.ts';
import { mapImport } from './contract.ts';
import { nextImport } from './record/import.ts';
import { applyMapping } from './record/mapping.ts';
import { listOwnFields } from './record/own-fields.ts';
import { assertMayImport, presentImport } from './record/present.ts';
import { requireStoredImport, updateImport } from './record/store.ts';

export const handler = lambda(mapImport, async (context) => {
  const { tenant, params, body, now, ifMatch } = context;
  const { item } = await requireStoredImport(tenant, params.id);
  assertMayImport(context, item.kind);
  if (item.status !== 'ready')
    throw conflict(`Columns can be mapped while the import is ready, but it is ${item.status}.`, 'id');
  const customFields = await listOwnFields(tenant, item.kind);
  const { columns, faults } = applyMapping(item.kind, item.columns, body.columns ?? [], customFields);
  throwIfInvalid(faults);
  const dateOrder = body.dateOrder === undefined ? item.dateOrder : (body.dateOrder ?? undefined);
  const after = nextImport(item, { columns, dateOrder, check: undefined }, now);
  return write(
    [updateImport(tenant, item, after, ifMatch)],
    ok(presentImport(after), { version: after.version, isComposed: true }),
  );
});
