// An election term: what a request makes of it, the order, and its form in the interface.
import {
  type ElectionTermContent,
  type ElectionTermItem,
  electionTerms,
} from '../../../../shared/directory/committees/committee-definitions.ts';
import { compareTexts } from '../../../../shared/lists/sort.ts';
import { type PresentedKind, presentRecord } from '../definitions/definition.ts';
import type { ElectionTermInput } from './contract.ts';

/** The latest first. */
export const compareElectionTerms = (a: ElectionTermContent, b: ElectionTermContent): number =>
  compareTexts(b.startDate, a.startDate) || compareTexts(a.name, b.name);

/** The content that a request asks for. */
export const buildElectionTerm = ({
  name,
  startDate,
  endDate,
  isActive = true,
}: ElectionTermInput): ElectionTermContent => ({
  name,
  startDate,
  endDate,
  ...(isActive ? {} : { isActive }),
});

/** The election term in the interface's form. */
export const presentElectionTerm = (electionTerm: ElectionTermItem, tenantCode: string) => ({
  ...presentRecord(electionTerm, tenantCode),
  startDate: electionTerm.startDate,
  endDate: electionTerm.endDate,
});

export const electionTermKind: PresentedKind<
  ElectionTermContent,
  ElectionTermItem['type'],
  ReturnType<typeof presentElectionTerm>
> = {
  kind: electionTerms,
  path: '/api/v1/electionterm',
  parameter: 'electionTermId',
  present: presentElectionTerm,
};
