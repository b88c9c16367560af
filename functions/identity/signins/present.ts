// An attempt to sign in as the interface presents it.
import { type SignInItem, signIns } from '../../../shared/auth/throttles/sign-in-log.ts';
import type { Partition, Position, TenantStore } from '../../../shared/data/store.ts';
import { writeCsv } from '../../../shared/reports/csv.ts';
import { escapeCsvFormula } from '../../../shared/reports/escape-csv-formula.ts';

export const presentSignIn = (entry: SignInItem) => {
  const { id, createdDate, step, outcome, kind, subjectId, name, address, userAgent } = entry;
  return {
    id,
    createdDate,
    step,
    outcome,
    kind,
    ...(subjectId !== undefined && { subjectId }),
    ...(name !== undefined && { name }),
    address,
    ...(userAgent !== undefined && { userAgent }),
  };
};

/** The titles of the columns, and the value of each in a row. */
const columns = {
  Time: ({ createdDate }) => createdDate,
  Step: ({ step }) => step,
  Outcome: ({ outcome }) => outcome,
  Kind: ({ kind }) => kind,
  Name: ({ name }) => name,
  Subject: ({ subjectId }) => subjectId,
  Address: ({ address }) => address,
  'User agent': ({ userAgent }) => userAgent,
  Id: ({ id }) => id,
} as const satisfies Readonly<Record<string, (entry: SignInItem) => string | undefined>>;

/** Attempts as CSV with a row of titles. */
export const writeSignInCsv = (entries: readonly SignInItem[]): Uint8Array =>
  writeCsv([
    Object.keys(columns),
    ...entries.map((entry) => Object.values(columns).map((read) => escapeCsvFormula(read(entry) ?? ''))),
  ]);

/** Where the attempts of one subject continue after an entry. */
export const signInPosition = (tenant: TenantStore, log: Partition<SignInItem>, id: string): Position => ({
  gsi1pk: log.name,
  gsi1sk: id,
  pk: signIns(tenant).name,
  sk: id,
});
