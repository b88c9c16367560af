// The longest name of a user or client: names are part of sort keys, which DynamoDB limits to 1024 bytes.
import { foldUserName } from '../../../shared/auth/throttles/sign-in-throttle.ts';

/** The most bytes of a folded name, so that a sort key also has room for an id and a tenant's code. */
const maxNameBytes = 800;

/** Whether a name fits into a key. Folding can make a name many times longer (Unicode NFKC). */
export const isShortEnough = (name: string): boolean => Buffer.byteLength(foldUserName(name)) <= maxNameBytes;

/** The error of a name that does not fit. */
export const nameTooLong = {
  message: `The name must have at most ${maxNameBytes} bytes in its normal form (Unicode NFKC).`,
  params: { code: 'OUT_OF_RANGE' },
};
