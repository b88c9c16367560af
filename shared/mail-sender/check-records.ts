// Checks the DNS records of a tenant's own sender.
import { isPublicDomain, type LookUp, withLookUp } from './look-up.ts';
import { type CheckedRecord, judgeRecord, type SenderRecord } from './sender-records.ts';

/** The parents of a domain that may have its DMARC policy: those with two labels or more (RFC 7489 6.6.3). */
function listParents(domain: string): readonly string[] {
  const labels = domain.split('.');
  return labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
}

/** The policy of a domain without one of its own is that of the domain above. */
async function findInheritedPolicy(
  record: SenderRecord,
  domain: string,
  lookUp: LookUp,
): Promise<CheckedRecord | undefined> {
  for (const parent of listParents(domain)) {
    const checked = judgeRecord(record, await lookUp('TXT', `_dmarc.${parent}`));
    if (checked.status !== 'missing') return checked.status === 'correct' ? checked : undefined;
  }
  return undefined;
}

async function checkRecord(record: SenderRecord, domain: string, lookUp: LookUp): Promise<CheckedRecord> {
  const { type, name, purpose } = record;
  const checked = judgeRecord(record, await lookUp(type, name));
  if (checked.status !== 'missing') return checked;
  if (purpose === 'dmarc') return (await findInheritedPolicy(record, domain, lookUp)) ?? checked;
  const doubled = `${name}.${domain}`;
  const elsewhere = judgeRecord(record, await lookUp(type, doubled));
  return elsewhere.status === 'correct' ? { ...checked, misplacedAt: doubled } : checked;
}

/** The records as DNS has them now. It takes as long as `LOOK_UP_MILLISECONDS` at most. */
export async function checkRecords(
  records: readonly SenderRecord[],
  domain: string,
): Promise<readonly CheckedRecord[]> {
  if (!isPublicDomain(domain)) return records.map((record) => judgeRecord(record, []));
  return withLookUp((lookUp) => Promise.all(records.map((record) => checkRecord(record, domain, lookUp))));
}
