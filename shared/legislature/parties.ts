// One name for each party, which sources spell in several ways.

/** Other spellings, in lower case, of the party names of Open States. */
const partyAliases: Readonly<Record<string, string>> = {
  d: 'Democratic',
  dem: 'Democratic',
  democrat: 'Democratic',
  'democratic party': 'Democratic',
  r: 'Republican',
  rep: 'Republican',
  'republican party': 'Republican',
  i: 'Independent',
  ind: 'Independent',
};

/** The name of a party. A party without known aliases keeps its spelling. */
export const partyName = (party: string): string => partyAliases[party.trim().toLowerCase()] ?? party.trim();
