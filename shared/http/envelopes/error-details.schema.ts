// What the four refusal envelopes have in common, as schemas: the codes and the single fault.
import * as z from 'zod';
import { errorCatalogue, errorDetailCodes } from '../../errors/catalogue.ts';

/** A code of the catalogue. */
export const ErrorCodeSchema = z.enum(Object.keys(errorCatalogue)).meta({
  id: 'ErrorCode',
  description: 'What went wrong; codes are stable. Each is explained at /errors/{code}.',
});

const ErrorDetailCodeSchema = z
  .enum(Object.keys(errorDetailCodes))
  .meta({ id: 'FaultCode', description: 'What is wrong with one value of the request.' });

/** The person or program that reads it finds the value at fault by this name. */
const target = z.string().meta({ description: 'The field or parameter at fault, dotted when nested.' });

/** One thing wrong with a request, as areas A, C and D tell it. */
export const ErrorDetailSchema = z
  .strictObject({ code: ErrorDetailCodeSchema, message: z.string(), target })
  .meta({ id: 'Fault', description: 'One value at fault.' });

/** The same, as area B tells it. */
export const CrmErrorDetailSchema = z
  .strictObject({ field: target, message: z.string(), code: ErrorDetailCodeSchema })
  .meta({ id: 'FieldFault', description: 'One value at fault.' });

/** The request's id, to be named when asking for help. */
export const requestId = z.string().meta({ description: 'The id of the request, also in X-Request-Id.' });
