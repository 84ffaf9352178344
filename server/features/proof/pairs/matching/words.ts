/** The words that abbreviations in names stand for. */
const ABBREVIATIONS = new Map<string, readonly string[]>(
  Object.entries({
    acc: ['account'],
    acct: ['account'],
    addr: ['address'],
    amt: ['amount'],
    attr: ['attribute'],
    avg: ['average'],
    bal: ['balance'],
    cat: ['category', 'catalogue', 'catalog'],
    cd: ['code'],
    cfg: ['config', 'configuration'],
    cmt: ['comment'],
    cnt: ['count'],
    ctry: ['country'],
    cty: ['city', 'county'],
    curr: ['currency', 'current'],
    cust: ['customer'],
    dept: ['department'],
    desc: ['description'],
    descr: ['description'],
    dob: ['birthdate'],
    doc: ['document'],
    dt: ['date'],
    dtl: ['detail'],
    emp: ['employee'],
    grp: ['group'],
    hdr: ['header'],
    img: ['image'],
    inv: ['invoice', 'inventory'],
    itm: ['item'],
    lang: ['language'],
    lkp: ['lookup'],
    lat: ['latitude'],
    ln: ['line'],
    lng: ['longitude'],
    loc: ['location'],
    lon: ['longitude'],
    mfr: ['manufacturer'],
    mgr: ['manager'],
    msg: ['message'],
    mst: ['master'],
    nbr: ['number'],
    nm: ['name'],
    no: ['number'],
    num: ['number'],
    ord: ['order'],
    org: ['organisation', 'organization'],
    param: ['parameter'],
    pct: ['percent', 'percentage'],
    perm: ['permission'],
    pmt: ['payment'],
    pos: ['position'],
    prc: ['price'],
    prod: ['product'],
    prop: ['property'],
    pwd: ['password'],
    qty: ['quantity'],
    ref: ['reference'],
    reg: ['region', 'registration'],
    req: ['request', 'requirement'],
    sched: ['schedule'],
    seq: ['sequence'],
    shpmt: ['shipment'],
    stat: ['status', 'statistic'],
    supp: ['supplier'],
    tel: ['telephone', 'phone'],
    trans: ['transaction'],
    trx: ['transaction'],
    txn: ['transaction'],
    txt: ['text'],
    typ: ['type'],
    usr: ['user'],
    val: ['value'],
    whs: ['warehouse'],
  }),
);

/** One short form for all words with a common abbreviation, so that they share a key. */
const SHORT = new Map<string, string>();
for (const [short, longs] of ABBREVIATIONS) {
  for (const long of longs) if (!SHORT.has(long)) SHORT.set(long, short);
  if (!SHORT.has(short)) SHORT.set(short, SHORT.get(longs[0]!)!);
}

/** Prefixes and suffixes that mark a name as that of a table, view or routine. */
const AFFIXES = new Set('t tb tbl tab table v vw view mv mview f fn func p sp usp proc'.split(' '));

const OPPOSITES = new Set(
  [
    ['in', 'out'],
    ['input', 'output'],
    ['open', 'closed'],
    ['old', 'new'],
    ['first', 'last'],
    ['min', 'max'],
    ['start', 'end'],
    ['begin', 'end'],
    ['buy', 'sell'],
    ['buyer', 'seller'],
    ['debit', 'credit'],
    ['read', 'write'],
    ['left', 'right'],
    ['source', 'target'],
    ['sent', 'received'],
    ['sender', 'receiver'],
    ['public', 'private'],
    ['internal', 'external'],
    ['primary', 'secondary'],
    ['before', 'after'],
    ['enabled', 'disabled'],
    ['parent', 'child'],
    ['incoming', 'outgoing'],
    ['import', 'export'],
    ['daily', 'monthly'],
    ['planned', 'actual'],
    ['get', 'set'],
    ['add', 'remove'],
    ['create', 'drop'],
    ['insert', 'delete'],
    ['insert', 'update'],
    ['update', 'delete'],
  ].flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]),
);

/** A table and its copy for one of these purposes are different things, whatever columns they share. Alike ones stand together. */
const PURPOSES = new Map(
  [
    'archive archived arch backup bak bkp deleted copy',
    'history hist log audit',
    'tmp temp staging stg draft',
    'test',
    'error',
  ].flatMap((alike) => alike.split(' ').map((word) => [word, alike] as const)),
);

/** `addresses` → `address`, `categories` → `category`; words that only look like plurals stay. */
function singular(word: string): string {
  if (word.length < 4 || /(ss|us|is|ws)$/.test(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word;
  if (/(ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}
const IRREGULAR = new Map([
  ['people', 'person'],
  ['children', 'child'],
  ['statuses', 'status'],
  ['indices', 'index'],
]);

/** The words of a name in lower case and in the singular: CustomerOrders, CUSTOMER_ORDERS → customer, order. */
export function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1_$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => IRREGULAR.get(word) ?? singular(word));
}

/** A key that a word shares with its abbreviations. Equal keys need not mean equal words: invoice and inventory share `inv`. */
export const shortOf = (word: string): string => SHORT.get(word) ?? word;

/** Whether the first word is an abbreviation of the second, such as `cust` of `customer`. */
export const isShortFor = (one: string, other: string): boolean => {
  const longs = ABBREVIATIONS.get(one);
  if (longs === undefined) return false;
  const others = ABBREVIATIONS.get(other) ?? [other];
  return longs.some((long) => others.includes(long));
};

export const isSameWord = (one: string, other: string): boolean =>
  one === other || isShortFor(one, other) || isShortFor(other, one);

/** Names of columns that people use for the same, in words. */
const SYNONYMS = [
  ['first name', 'given name', 'forename', 'firstname', 'fname'],
  ['last name', 'family name', 'surname', 'lastname', 'lname'],
  ['birthday', 'birthdate', 'birth date', 'date of birth', 'born', 'dob'],
  ['death date', 'date of death', 'died'],
  ['zip', 'zip code', 'zipcode', 'postcode', 'postal code'],
  ['mail', 'email', 'e mail'],
  ['created', 'created at', 'created on', 'create date', 'creation date', 'date created'],
  ['modified', 'changed', 'updated', 'last update', 'update date', 'modification date'].flatMap(
    (name) => [name, `${name} at`, `${name} on`, `last ${name}`],
  ),
].map((names) => new Set(names));

export function areSynonyms(one: readonly string[], other: readonly string[]): boolean {
  const [name, theirs] = [one.join(' '), other.join(' ')];
  return SYNONYMS.some((names) => names.has(name) && names.has(theirs));
}

/** Words without the prefix and suffix that names of the schema share. */
export function withoutAffixes(words: readonly string[], own: ReadonlySet<string>): string[] {
  const isAffix = (word: string | undefined) =>
    word !== undefined && (AFFIXES.has(word) || own.has(word));
  let [start, end] = [0, words.length];
  if (end - start > 1 && isAffix(words[start])) start += 1;
  if (end - start > 1 && isAffix(words[end - 1])) end -= 1;
  return words.slice(start, end);
}

/** Least number and share of a schema's names that must begin or end with the same word. */
const COMMON = { names: 4, share: 0.7 };

/** The words that most names of a schema begin or end with. */
export function findAffixes(names: readonly (readonly string[])[]): Set<string> {
  const found = new Set<string>();
  for (const at of [0, -1]) {
    const counts = new Map<string, number>();
    for (const words of names) {
      const word = words.length > 1 ? words.at(at) : undefined;
      if (word !== undefined) counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    for (const [word, count] of counts)
      if (count >= COMMON.names && count / names.length >= COMMON.share) found.add(word);
  }
  return found;
}

/** Whether the words mean different things: opposites, or one is the archive, log … of the other. */
export function areApart(one: readonly string[], other: readonly string[]): boolean {
  const left = one.filter((word) => !other.some((its) => isSameWord(word, its)));
  const right = other.filter((word) => !one.some((its) => isSameWord(word, its)));
  const opposed = (word: string, its: string) =>
    OPPOSITES.has(`${word} ${its}`) ||
    ['in', 'un', 'non', 'dis'].some((not) => word === not + its || its === not + word);
  if (left.some((word) => right.some((its) => opposed(word, its)))) return true;
  return hasPurposeBut(left, other) !== hasPurposeBut(right, one);
}

/** Whether words tell a purpose that a name does not tell already: `audit` and `audit_log` are one thing. */
const hasPurposeBut = (words: readonly string[], name: readonly string[]): boolean => {
  const known = new Set(name.map((word) => PURPOSES.get(word)));
  return words.some((word) => PURPOSES.has(word) && !known.has(PURPOSES.get(word)));
};
