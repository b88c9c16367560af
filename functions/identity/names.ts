// How long the name of a user or client may be: names stand in sort keys, which DynamoDB holds to 1024 bytes.
import { foldUserName } from '../../shared/auth/sign-in-throttle.ts';

/** The most bytes of a folded name, so that an id and a tenant's code have room beside it. */
const maxNameBytes = 800;

/** Whether a name has room in a key. Folding can make a name many times longer (Unicode NFKC). */
export const isShortEnough = (name: string): boolean => Buffer.byteLength(foldUserName(name)) <= maxNameBytes;

/** The refusal of a name that has not. */
export const nameTooLong = {
  message: `The name takes more than ${maxNameBytes} bytes in its normal form (Unicode NFKC).`,
  params: { code: 'OUT_OF_RANGE' },
};
