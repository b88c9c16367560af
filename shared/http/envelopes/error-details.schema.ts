// The schemas that the four error envelopes share: the codes and the single detail.
import * as z from 'zod';
import { errorCatalogue, errorDetailCodes } from '../../errors/catalogue.ts';

/** A code of the catalogue. */
export const ErrorCodeSchema = z.enum(Object.keys(errorCatalogue)).meta({
  id: 'ErrorCode',
  description: 'The error code. Codes are stable; each is explained at /errors/{code}.',
});

const ErrorDetailCodeSchema = z
  .enum(Object.keys(errorDetailCodes))
  .meta({ id: 'FaultCode', description: 'The code of one invalid value of the request.' });

const target = z.string().meta({ description: 'The invalid field or parameter, dotted when nested.' });

/** One invalid value of a request, in the form of areas A, C and D. */
export const ErrorDetailSchema = z
  .strictObject({ code: ErrorDetailCodeSchema, message: z.string(), target })
  .meta({ id: 'Fault', description: 'One invalid value.' });

/** The same in the form of area B. */
export const CrmErrorDetailSchema = z
  .strictObject({ field: target, message: z.string(), code: ErrorDetailCodeSchema })
  .meta({ id: 'FieldFault', description: 'One invalid value.' });

/** The request's id, to be quoted in a support request. */
export const requestId = z.string().meta({ description: 'The id of the request, also in X-Request-Id.' });
