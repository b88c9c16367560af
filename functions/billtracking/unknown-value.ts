// Error details for values that name something that does not exist.
import type { ErrorDetail } from '../../shared/errors/failure.ts';
import { stateById } from '../../shared/legislature/states.ts';

/** A value that names nothing that exists. */
export const unknownValue = (target: string, message: string): ErrorDetail => ({
  code: 'UNKNOWN_VALUE',
  message,
  target,
});

/** Validates the FIPS code of a state; 0 is the Congress of the United States, absent is valid. */
export const validateStateId = (stateId: number | undefined, target = 'stateId'): ErrorDetail[] =>
  stateId === undefined || stateById(stateId)
    ? []
    : [unknownValue(target, `${target} must be the FIPS code of a state, or 0, but was ${stateId}.`)];
