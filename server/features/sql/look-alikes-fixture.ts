/** The four engines that tests can run. */
export const RUN = ['mysql', 'postgresql', 'sqlite', 'duckdb'] as const;
export type Name = (typeof RUN)[number];

/** Expressions of the columns of `t` and queries of it, as people write them; those of one engine alone stand behind its name. */
export interface Likeness {
  all?: string[];
  mysql?: string[];
  postgresql?: string[];
  sqlite?: string[];
  duckdb?: string[];
}

/** All of a line mean the same. */
export const ALIKE: Likeness[] = [
  // Exact numbers round half away from zero.
  { mysql: ['round(n, 1)'], postgresql: ['round(n, 1)'], duckdb: ['round(n, 1)'] },
  { mysql: ['round(n)', 'round(n, 0)'], postgresql: ['round(n)'], duckdb: ['round(n)'] },
  { mysql: ['truncate(n, 1)'], postgresql: ['trunc(n, 1)'], duckdb: ['trunc(n, 1)'] },
  { mysql: ['truncate(n * n, 0)'], postgresql: ['trunc(n * n)'] },
  { mysql: ['round(n * 1.19, 2)'], postgresql: ['round(1.19 * n, 2)'] },
  { mysql: ['round(n / 1.19, 2)'], postgresql: ['round(n / 1.19, 2)'] },
  { mysql: ['round(n - n / 1.19, 2)'], postgresql: ['round(n - n / 1.190, 2)'] },
  { mysql: ['round(n + n / 7, 1)'], postgresql: ['round(n / 7 + n, 1)'] },
  { mysql: ['truncate(n / 0.3, 3)'], postgresql: ['trunc(n / 0.3, 3)'] },
  { mysql: ['round(a / 3, 2)'], postgresql: ['round(a / 3.0, 2)'] },
  { mysql: ['round(n / nullif(n, 0), 4)'], postgresql: ['round(n / nullif(n, 0), 4)'] },
  { mysql: ['cast(n / 1.19 as decimal(12, 2))'], postgresql: ['(n / 1.19)::numeric(12, 2)'] },
  {
    mysql: ['select c, sum(round(n / 1.19, 2)) as v from t group by c'],
    postgresql: ['select c, sum(round(n / 1.19, 2)) as v from t group by c'],
  },
  {
    mysql: ['date_add(d, interval 30 day)', 'cast(d + interval 30 day as date)'],
    postgresql: [
      "(d + interval '30 days')::date",
      'd + 30',
      "d + interval '30 days'",
      "d + 'P30D'::interval",
    ],
  },
  {
    mysql: ['ts + interval 90 minute', 'date_add(ts, interval 5400 second)'],
    postgresql: ["ts + 'PT1H30M'::interval", "ts + interval '01:30:00'"],
  },
  {
    mysql: ['date_sub(d, interval 18 month)', 'd + interval -18 month'],
    postgresql: ["d - 'P1Y6M'::interval", "d + 'P-1Y-6M'::interval"],
  },
  {
    mysql: ['datediff(ts, d)', 'to_days(ts) - to_days(d)', 'datediff(cast(ts as date), d)'],
    postgresql: ['ts::date - d', 'date(ts) - d'],
    duckdb: ['cast(ts as date) - d'],
  },
  {
    mysql: ['timestampdiff(second, d, ts)'],
    postgresql: [
      'extract(epoch from ts - d)',
      'trunc(extract(epoch from (ts - d)))',
      "date_part('epoch', ts - d)",
      'floor(extract(epoch from ts - d))',
    ],
  },
  {
    mysql: ['timestampdiff(minute, d, ts)'],
    postgresql: ['trunc(extract(epoch from ts - d) / 60)'],
  },
  {
    mysql: ['timestampdiff(hour, d, p)'],
    postgresql: ['trunc(extract(epoch from p - d) / 3600)'],
  },
  { mysql: ['timestampdiff(second, ts, p)'], postgresql: ['trunc(extract(epoch from p - ts))'] },
  {
    mysql: ['timestampdiff(day, ts, p)'],
    postgresql: [
      'extract(day from p - ts)',
      "date_part('day', p - ts)",
      'trunc(extract(epoch from p - ts) / 86400)',
    ],
  },
  { mysql: ['timestampdiff(year, ts, p)'], postgresql: ['extract(year from age(p, ts))'] },
  { mysql: ['timestampdiff(year, d, ts)'], postgresql: ["date_part('year', age(ts, d))"] },
  {
    mysql: ['timestampdiff(year, d, curdate())'],
    postgresql: ['extract(year from age(d))', "date_part('year', age(current_date, d))"],
  },
  { mysql: ['timestampdiff(day, d, curdate())'], postgresql: ['current_date - d'] },
  {
    mysql: ['unix_timestamp(z)'],
    postgresql: ['extract(epoch from z)', 'floor(extract(epoch from z))'],
  },
  { mysql: ["date_format(d, '%Y-%m')"], postgresql: ["to_char(d, 'YYYY-MM')"] },
  {
    mysql: ["datediff('2026-06-30', d)", "to_days('2026-06-30') - to_days(d)"],
    postgresql: ["'2026-06-30'::date - d", "date '2026-06-30' - d"],
  },

  {
    all: [
      "b is null or b = ''",
      "nullif(b, '') is null",
      "coalesce(b, '') = ''",
      "case when b = '' then null else b end is null",
    ],
  },
  { all: ["b is not null and b <> ''", "nullif(b, '') is not null", "coalesce(b, '') <> ''"] },
  {
    all: [
      'a is null or a = 0 or a = 7',
      'coalesce(a, 0) in (0) or a = 7',
      'nullif(a, 0) is null or a = 7',
    ],
  },
  {
    all: [
      'select a from t where a = 1 union select a from t where a = 2',
      'select distinct a from t where a in (1, 2)',
      'select a from t where a = 2 union select a from t where a = 1',
      'select a from t where a = 1 or a = 2 group by a',
    ],
  },
  {
    all: [
      'select id, c from t where a > 1 union select id, c from t where c > 1 union select id, c from t where b is null',
      'select distinct id, c from t where b is null or a > 1 or c > 1',
    ],
  },
  {
    all: [
      'select x.b from t x left join t y on y.id = x.a where x.c > 1 union select x.b from t x left join t y on y.id = x.a where x.a > 7',
      'select distinct x.b from t x left join t y on y.id = x.a where x.c > 1 or x.a > 7',
    ],
  },
  { all: ['select a from t where a > 1 union select a from t', 'select distinct a from t'] },
  {
    all: [
      'select x.id, y.b from t y right join t x on y.id = x.a where y.id is not null',
      'select x.id, y.b from t x join t y on y.id = x.a',
      'select x.id, y.b from t x left join t y on y.id = x.a where y.id is not null',
    ],
  },
  { all: ['nullif(a, 0)', 'case when a = 0 then null else a end'] },
  {
    all: [
      'coalesce(a, 0)',
      'case when a is null then 0 else a end',
      'case when a is not null then a else 0 end',
    ],
  },
  {
    mysql: ["if(a > 1, 'x', if(a > 0, 'y', 'z'))"],
    all: ["case when a > 1 then 'x' when a > 0 then 'y' else 'z' end"],
  },
  {
    mysql: ['flag > 0', 'flag <> 0', 'flag'],
    sqlite: ['flag > 0', 'flag'],
    postgresql: ['flag', 'flag = true'],
    duckdb: ['flag'],
  },
  {
    mysql: ['flag is true'],
    postgresql: ['flag is true', 'coalesce(flag, false)'],
    sqlite: ['coalesce(flag, 0)'],
    duckdb: ['flag is true'],
  },
  { mysql: ['a <> 0 and a'], all: ['a <> 0'] },
  { mysql: ['f > n'], sqlite: ['f > n'], postgresql: ['(f > (n)::double precision)'] },
  { mysql: ['a * f'], sqlite: ['a * f'], postgresql: ['((a)::double precision * f)'] },
  { mysql: ['f > 0'], postgresql: ['(f > (0)::double precision)'] },
  { mysql: ['pow(a, 2)'], postgresql: ['power((a)::double precision, (2)::double precision)'] },
  { mysql: ['greatest(a, c)'], sqlite: ['max(a, c)'] },
  { mysql: ["concat('x', a)"], postgresql: ["'x' || (a)::text", "'x' || a"] },
  {
    mysql: ["concat(ifnull(b, ''), ifnull(e, ''))"],
    postgresql: ['concat(b, e)'],
    sqlite: ["coalesce(b, '') || coalesce(e, '')"],
    duckdb: ['concat(b, e)'],
  },
  { mysql: ["b like concat('%', e, '%')"], postgresql: ["b like '%' || e || '%'"] },
  {
    mysql: [
      'select x.id from t x where !exists(select 1 from t y where y.a = x.id limit 1)',
      'select x.id from t x where not exists (select 1 from t y where y.a = x.id)',
    ],
    postgresql: [
      'select x.id from t x left join t y on y.a = x.id where y.a is null',
      'select x.id from t x where not exists (select 1 from t y where y.a = x.id)',
    ],
  },
  {
    mysql: ["date_format(d, '%Y-%m')"],
    postgresql: [
      "to_char(d::timestamp, 'YYYY-MM')",
      "to_char((d)::timestamp without time zone, 'YYYY-MM'::text)",
    ],
  },
  {
    mysql: ["date_format(ts, '%d.%m.%Y %H:%i:%S')"],
    postgresql: ["to_char(ts, 'dd.mm.yyyy hh24:mi:ss')"],
    sqlite: ["strftime('%d.%m.%Y %H:%M:%S', ts)"],
  },
  { mysql: ["date_format(p, '%Y%m%d %H:%i')"], postgresql: ["to_char(p, 'YYYYMMDD HH24:MI')"] },
  { mysql: ["concat_ws('-', b, e)"], postgresql: ["concat_ws('-', b, e)"] },
  { mysql: ['ts + interval 1 hour'], postgresql: ["ts + '01:00:00'::interval"] },
  { mysql: ['ts + interval 90 minute'], postgresql: ["'01:30:00'::interval + ts"] },
  { mysql: ['d + interval 1 week'], postgresql: ["d + '7 days'::interval"] },
  { mysql: ['d + interval 12 month'], postgresql: ["d + '1 year'::interval"] },
  { mysql: ['date_sub(d, interval 1 day)'], postgresql: ['d - 1'], duckdb: ['d - 1'] },
  {
    mysql: ["d >= '2020-2-29'", "d >= '20200229'"],
    postgresql: ["d >= '2020-2-29'", "d >= '2020-02-29'"],
    sqlite: ["d >= '2020-02-29'"],
  },
  { mysql: ['date(ts)'], postgresql: ['ts::date'], duckdb: ['ts::date'] },
  { all: ['f > 1e1', 'f > 10'] },
  { mysql: ['(a, c) = (1, 2)'], postgresql: ['(a, c) = (1, 2)', 'a = 1 and c = 2'] },
  { postgresql: ['lpad(b, 3)'], mysql: ["lpad(b, 3, ' ')"], duckdb: ["lpad(b, 3, ' ')"] },
  { all: ['n / 100.0'], mysql: ['n / 100'], postgresql: ['n / 100'] },
  { mysql: ["trim(both ' ' from b)"], all: ['trim(b)'] },
  { mysql: ['d + interval -1 day'], postgresql: ["d - interval '1 day'"] },
  { all: ['coalesce(null, a)', 'a'] },
  { all: ['a is null and c is null', 'coalesce(a, c) is null'] },
  { postgresql: ['greatest(a, 1)'], duckdb: ['greatest(1, a)'] },
  {
    all: [
      'a > 1 and c > 1 or a > 1 and c is null',
      'a > 1 and (c > 1 or c is null)',
      '(c > 1 or c is null) and (a > 1 or a > 1 and c > 7)',
    ],
  },
  { mysql: ["concat(a, c, '')"], postgresql: ["a || '' || c"], duckdb: ["a || '' || c"] },
  {
    all: ['select id from t', 'select id from t where true', 'select id from t where 1 = 1'],
  },
  {
    all: [
      'select id from t where id in (select a from t union all select c from t)',
      'select id from t where id in (select c as z from t union all select a from t)',
    ],
  },
  {
    all: [
      'select x.id, y.b from t x left join t y on y.id = x.a left join (select distinct c from t) z on z.c = x.c',
      'select x.id, y.b from t x left join (select distinct c from t) z on z.c = x.c left join t y on y.id = x.a',
    ],
  },
  {
    all: [
      'select x.id, y.b from t x left join t y on y.id = x.a where y.c > 1',
      'select x.id, y.b from t x join t y on y.id = x.a where y.c > 1',
      'select x.id, y.b from t y right join t x on y.id = x.a and y.c > 1 where y.c is not null',
    ],
  },
  {
    all: [
      'select id from t where exists (select 1 from t x where x.a = t.c)',
      'select id from t where exists (select * from t x where x.a = t.c)',
      'select id from t where exists (select x.id from t x where t.c = x.a limit 1)',
      'select id from t where exists (select distinct x.id from t x where t.c = x.a)',
    ],
  },
  {
    all: [
      'select id from t where c in (select a from t)',
      'select id from t where c in (select x.a as z from t x)',
      'select id from t where c = any (select a from t)',
      'select id from t where exists (select 1 from t x where x.a = t.c)',
      'with q as (select a from t) select id from t where c in (select a from q)',
      'select id from t where exists (select 1 from (select a as k from t) x where x.k = t.c)',
    ],
  },
  {
    all: [
      'select id from t where id not in (select id from t where a > 1)',
      'select id from t where id <> all (select x.id from t x where x.a > 1)',
      'select t.id from t where not exists (select 1 from t x where x.id = t.id and x.a > 1)',
      'select t.id from t left join t x on x.id = t.id and x.a > 1 where x.id is null',
      'with q as (select * from (select id, a from t) i where a > 1) select t.id from t left join q on q.id = t.id where q.id is null',
    ],
  },
  {
    all: [
      'select t.id from t where not exists (select 1 from t x where x.a = t.c)',
      'select t.id from t left join t x on x.a = t.c where x.a is null',
      'select t.id from t left join t x on x.a = t.c where x.id is null',
      'select t.id from t left join (select a as k from t) x on x.k = t.c where x.k is null',
    ],
  },
  {
    all: [
      'select id from t where a in (select c from t) or id < 5',
      'select id from t where id < 5 or exists (select 1 from t x where x.c = t.a)',
    ],
  },
  {
    all: [
      'select id, a + 1 as k from t where c > 1 and a > 0',
      'with q as (select id, a + 1 as k, c from t where a > 0) select id, k from q where c > 1',
      'with q as (select id, a + 1 as k, c from t where a > 0) select * from (select id, k from q where c > 1) z',
      'select q.id, q.k from (select id, a + 1 as k, c from t where a > 0) q where q.c > 1',
    ],
  },
  {
    all: [
      'select x.id, y.a from t x join t y on x.id = y.c where y.a > 1',
      'select x.id, y.a from t y join t x on x.id = y.c where y.a > 1',
      'with p as (select a, c from t where a > 1) select x.id, p.a from p join t x on x.id = p.c',
    ],
  },
  {
    all: [
      'select x.id, y.a from t x left join t y on x.id = y.c and y.a > 1',
      'select x.id, y.a from t x left join (select a, c from t where a > 1) y on x.id = y.c',
    ],
  },
  {
    all: [
      'select k, count(*) as z from (select a + 1 as k from t where c > 1) q group by k',
      'select a + 1, count(*) from t where c > 1 group by a + 1',
    ],
  },
  {
    all: [
      'select y.id, x.a from t x right join t y on x.c = y.id',
      'select y.id, x.a from t y left join t x on x.c = y.id',
    ],
  },
  {
    mysql: ['select id from t order by id limit 0, 3'],
    postgresql: ['select id from t order by id limit 3 offset 0'],
    all: ['select id from t order by id limit 3'],
  },
  {
    mysql: ['select a, count(*) as k from t group by a having k > 24'],
    all: ['select a, count(*) as k from t group by a having count(*) > 24'],
  },
  {
    mysql: ['select count(case when a > 1 then 1 end) from t'],
    postgresql: ['select count(*) filter (where a > 1) from t'],
    sqlite: ['select count(*) filter (where a > 1) from t'],
  },
  { mysql: ['select sum(flag) from t'], postgresql: ['select sum(flag::int) from t'] },
  {
    all: [
      'select distinct a from t where a is not null order by a limit 3',
      'select a from t where a is not null group by a order by a limit 3',
    ],
  },
  { all: ['select distinct a from t', 'select a from t group by a'] },
  { all: ['select id from t where a > 1 and c <> 0 order by a desc, c, id limit 9'] },
  { all: ['select id from t where not (a <> 2) order by a, id limit 9'] },
  {
    all: ['select id from t order by a is null, a, id limit 9'],
    mysql: ['select id from t order by isnull(a), a, id limit 9'],
    postgresql: ['select id from t order by a is null, a nulls first, id limit 9'],
    sqlite: ['select id from t order by a is null, a nulls last, id limit 9'],
  },
  { all: ['select count(*) from t', 'select count(1) from t', 'select count(id) from t'] },
  {
    all: [
      'select id, lag(a) over (order by id) from t',
      'select id, lag(a, 1) over (order by id) from t',
    ],
  },
  {
    all: [
      'select id, count(*) over (partition by a, c) from t',
      'select id, count(*) over (partition by c, a) from t',
    ],
  },
  {
    all: ['select id, sum(id) over (order by id rows between 1 preceding and current row) from t'],
  },
  { all: ['select id from t where 1 = 1 and a > 1', 'select id from t where a > 1'] },
  {
    all: ['select a from t union all select c from t', 'select c from t union all select a from t'],
  },
  {
    mysql: ['select a, id from t order by a, id limit 5'],
    postgresql: ['select a, id from t order by a nulls first, id limit 5'],
    duckdb: ['select a, id from t order by a nulls first, id limit 5'],
    sqlite: ['select a, id from t order by a, id limit 5'],
  },
];

/** They look alike, and some engine gives something else for some of them. */
export const LOOK_ALIKES: Likeness[] = [
  // How much time has passed.
  {
    mysql: [
      'timestampdiff(second, ts, d)',
      'timestampdiff(second, p, ts)',
      'timestampdiff(minute, ts, p)',
      'timestampdiff(hour, ts, p)',
      'timestampdiff(day, p, ts)',
      'timestampdiff(day, d, p)',
      'timestampdiff(week, ts, p)',
      'timestampdiff(month, ts, p)',
      'timestampdiff(year, p, ts)',
      'timestampdiff(second, d, z)',
      'timestampdiff(year, ts, d)',
      'year(ts) - year(d)',
      'unix_timestamp(ts)',
      'unix_timestamp(d)',
      'timestampdiff(minute, d, ts) / 2',
    ],
    postgresql: [
      'extract(epoch from p - ts)',
      'extract(epoch from p - ts)::int',
      'floor(extract(epoch from p - ts))',
      'floor(extract(epoch from ts - d) / 60)',
      'round(extract(epoch from ts - d) / 60)',
      '(extract(epoch from ts - d) / 60)::int',
      'extract(epoch from ts - d) / 60',
      'extract(epoch from ts - d)::int / 60',
      'trunc(extract(epoch from p - ts) / 61)',
      'trunc(extract(epoch from d - ts) / 60)',
      'trunc(extract(epoch from ts - p) / 60)',
      'trunc(extract(epoch from p - ts) / 60)',
      'trunc(extract(epoch from p - ts) / 604800)',
      'extract(hour from p - ts)',
      'extract(minute from ts - d)',
      'extract(second from ts - d)',
      'extract(day from ts - p)',
      'extract(day from z - ts)',
      'extract(month from age(p, ts))',
      'extract(year from age(ts, p))',
      'extract(year from age(d, ts))',
      'extract(year from age(ts))',
      'extract(year from ts) - extract(year from d)',
      'extract(epoch from z - ts)',
      'extract(epoch from ts)',
      'extract(epoch from d)',
      'trunc(extract(epoch from ts - d) / 60) / 2',
      "to_char(d, 'YYYY-MM HH24')",
    ],
  },
  // Quotients of DuckDB are floats, which are a little less than some halves.
  {
    mysql: ['round((n + 7.45) / 2, 2)'],
    postgresql: ['round((n + 7.45) / 2, 2)'],
    duckdb: ['round((n + 7.45) / 2, 2)'],
  },
  {
    all: [
      'nullif(b, e) is null',
      'b is null or b = e',
      "b = ''",
      "coalesce(b, '') = 'x'",
      "coalesce(b, 'x') = ''",
      "coalesce(b, e) = ''",
      "coalesce(b, e, '') = ''",
      "nullif(b, '') = 'x'",
      "not (b = '')",
    ],
  },
  {
    all: [
      'select a from t where a = 1 union all select a from t where a = 2',
      'select a from t where a in (1, 2)',
      'select a from t where a = 1 union select c from t where a = 2',
      'select a from t where a = 1 union select a from t x where exists (select 1 from t y where y.c = x.a)',
      'select max(a) from t where a < 2 union select max(a) from t where a > 2',
      'select distinct max(a) from t where a < 2 or a > 2',
      'select count(*) over () from t where a = 1 union select count(*) over () from t where a = 2',
      'select distinct count(*) over () from t where a in (1, 2)',
      'select a from (select a from t where a > 1 limit 3) q union select a from (select a from t where c > 1 limit 3) q',
      'select x.id from t x where x.c in (select a from t where a > 1 union select a from t where c > 1)',
      'select x.id from t x where x.c in (select a from t where a > 1 or c > 1)',
      'select x.id, y.b from t y right join t x on y.id = x.a where y.b is not null',
      'select x.id, y.b from t y right join t x on y.id = x.a where x.id is not null',
    ],
  },
  {
    all: [
      'select t.id from t left join (select x.id, y.id as k from t x left join t y on y.a = x.id) q on q.id = t.c where q.id is null',
      'select t.id from t left join (select x.id, y.id as k from t x left join t y on y.a = x.id) q on q.id = t.c where q.k is null',
      'select t.id from t where not exists (select 1 from t x left join t y on y.a = x.id where x.id = t.c)',
    ],
  },
  {
    postgresql: [
      'select t.id, (select count(q.k) from t x left join (select y.id, t.id as k from t y where y.a > 1) q on q.id = x.c) as n from t where t.id < 9',
      'select t.id, (select count(*) from t x left join t y on y.id = x.c and y.a > 1) as n from t where t.id < 9',
      'select t.id, (select count(t.id) from t x left join t y on y.id = x.c and y.a > 1) as n from t where t.id < 9',
      'select t.id, (select count(y.id) from t x left join t y on y.id = x.c and y.a > 1) as n from t where t.id < 9',
    ],
    sqlite: [
      'select t.id, (select count(q.k) from t x left join (select y.id, t.id as k from t y where y.a > 1) q on q.id = x.c) as n from t where t.id < 9',
      'select t.id, (select count(*) from t x left join t y on y.id = x.c and y.a > 1) as n from t where t.id < 9',
      'select t.id, (select count(t.id) from t x left join t y on y.id = x.c and y.a > 1) as n from t where t.id < 9',
      'select t.id, (select count(y.id) from t x left join t y on y.id = x.c and y.a > 1) as n from t where t.id < 9',
    ],
  },
  {
    all: [
      'coalesce(a, c) is null',
      'a is null or c is null',
      'a is null',
      'coalesce(a, c) is not null',
      'greatest(a, c) is null',
    ],
  },
  {
    all: [
      'a > 1 and c > 1 or a > 1',
      'a > 1 and c > 1 or a > 2 and c is null',
      '(a > 1 or c > 1) and (a > 1 or c is null)',
      'a > 1 or (c > 1 and c is null)',
      'a > 1 or c > 1 or c is null',
    ],
  },
  { all: ["concat(a, '')", 'a', "concat(b, '', e)", "concat(b, ' ', e)"] },
  {
    all: [
      'select x.id, y.b from t x left join t y on y.id = x.a where coalesce(y.c, 2) > 1',
      'select x.id, y.b from t x join t y on y.id = x.a where coalesce(y.c, 2) > 1',
      'select x.id, y.b from t x left join t y on y.id = x.a where y.c > 1 or x.c > 1',
      'select x.id, y.b from t x join t y on y.id = x.a where y.c > 1 or x.c > 1',
      'select x.id, y.b from t x left join t y on y.id = x.a and y.c > 1',
      'select x.id, y.b from t x left join t y on y.id = x.a where not (y.c is null and x.a > 1)',
      'select x.id, z.b from t x left join t y on y.id = x.a left join t z on z.id = y.c',
      'select x.id, z.b from t x left join t z on z.id = x.c left join t y on y.id = z.a',
    ],
  },
  {
    all: [
      'select id from t where not (c in (select a from t))',
      'select id from t where not (c in (select a from t where a is not null))',
      'select id from t where c not in (select a from t where a > 1)',
      'select id from t where c <> all (select a from t where a > 1)',
      'select id from t where not exists (select 1 from t x where x.a = t.c and x.a > 1)',
      'select id from t where (c in (select a from t where a > 1)) is null',
      'select id from t where (exists (select 1 from t x where x.a = t.c and x.a > 1)) is null',
    ],
  },
  {
    all: [
      'select id, c in (select a from t where a > 1) as k from t',
      'select id, exists (select 1 from t x where x.a = t.c and x.a > 1) as k from t',
      'select id, case when c in (select a from t where a > 1) then 1 else 0 end as k from t',
    ],
  },
  {
    all: [
      'select id from t where c in (select max(a) from t)',
      'select id from t where c in (select a from t group by a having count(*) > 26)',
      'select id from t where c = all (select a from t where a > 7)',
      'select id from t where c <> any (select a from t)',
      'select id from t where a in (select b from t)',
      'select id from t where exists (select 1 from t x where x.b = t.a)',
    ],
    sqlite: ['select id from t where c in (select a from t order by id limit 2)'],
    postgresql: ['select id from t where c in (select a from t order by id limit 2)'],
    duckdb: ['select id from t where c in (select a from t order by id limit 2)'],
  },
  {
    all: [
      'select t.id from t left join t x on x.a = t.c where x.c is null',
      'select t.id from t left join t x on x.a = t.c and x.c is null where x.a is null',
      'select t.id from t left join t x on x.a = t.c where x.b is null',
      'select t.id from t left join t x on x.a = t.c where x.a is null or x.c > 1',
      'select t.id, x.c from t left join t x on x.a = t.c where x.a is null',
      'select t.id from t left join t x on coalesce(x.a, 1) = t.c where x.a is null',
      'select t.id from t left join t x on x.a = t.c or x.a is null where x.a is null',
      'select t.id from t join t x on x.a = t.c where x.a is null',
    ],
  },
  {
    all: [
      'select q.a, count(*) as k from (select distinct a, c from t) q group by q.a',
      'select q.a, count(*) as k from (select a, c from t) q group by q.a',
      'select q.id from (select id, row_number() over (order by id) as r, a from t) q where q.a > 1 and q.r > 90',
      'select q.id from (select id, row_number() over (order by id) as r, a from t where a > 1) q where q.r > 90',
      'select q.k from (select max(a) as k from t where c > 1) q where q.k > 1',
      'select q.k from (select a as k, c from t where c > 1) q where q.k > 1',
    ],
  },
  {
    all: [
      'select x.id, q.k from t x left join (select c, 1 as k from t where a > 1) q on q.c = x.id',
      'select x.id, 1 as k from t x left join t y on y.c = x.id and y.a > 1',
      'select x.id, q.k from t x left join (select c, coalesce(a, 0) as k from t) q on q.c = x.id',
      'select x.id, coalesce(q.a, 0) as k from t x left join (select c, a from t) q on q.c = x.id',
      'select x.id, q.a from t x left join (select c, a from t) q on q.c = x.id where q.a > 1',
      'select x.id, q.a from t x left join (select c, a from t where a > 1) q on q.c = x.id',
    ],
  },
  {
    all: [
      'select x.id, y.id from t x join t y on x.c = y.a where x.a > 1',
      'select x.id, y.id from t x join t y on x.c = y.a where y.a > 1',
      'select y.id, x.id from t x join t y on x.c = y.a where x.a > 1',
    ],
  },
  {
    all: [
      'coalesce(f, 1) / 2',
      'coalesce(f, c) / c',
      'case when a > 1 then f else 1 end / 2',
      'nullif(coalesce(f, 3), 0) / 2',
      'coalesce(f, 1) / f',
      'select q.v / 2 as v from (select coalesce(f, 1) as v from t) q',
      'select (select max(coalesce(x.f, 1)) from t x where x.a = t.a) / 2 as v from t',
    ],
  },
  {
    all: [
      "coalesce(cast(null as date), 'none')",
      "coalesce(cast(null as integer), 'none')",
      "coalesce(null, 'none')",
      'upper(cast(null as date))',
      'upper(null)',
      "case when a > 1 then cast(null as date) else 'none' end",
      "select cast(null as date) as v from t union all select 'none' from t",
      "select null as v from t union all select 'none' from t",
    ],
  },
  {
    all: [
      "cast('x' as char(3))",
      "cast(cast('x' as char(3)) as varchar(9))",
      "'x'",
      'cast(b as char(3))',
      "cast('x' as char(3)) = 'x '",
      "cast('x y' as char(3)) = 'x y '",
    ],
    postgresql: [
      "cast('x' as char(3))::text",
      'cast(b as char(3))::text',
      "coalesce(cast(b as char(3)), 'zzz')::text",
      "concat(cast(b as char(3)), 'x')",
      "concat(cast(b as char(3))::text, 'x')",
      "concat(code, 'x')",
      "concat(code::text, 'x')",
      "code like 'A'",
      "code::text like 'A'",
      'octet_length(code)',
      'octet_length(code::text)',
      "code = 'A '",
      "code::text = 'A '",
      "'x  '::char(3) = 'x'",
      "length('x  '::char(3))",
    ],
  },
  {
    all: [
      'ceiling(n) - u',
      'floor(n) - u',
      'ceiling(u) - 9',
      'b like substr(b, 1, 2)',
      "b like concat(substr(b, 1, 2), '%')",
      'b like e',
      "b like concat('%', e, '%')",
      "b like '%x%'",
    ],
    mysql: ["b like 'ab\\\\'"],
    postgresql: ["b like 'ab\\'"],
  },
  {
    all: [
      "+a = '1'",
      "a = '1'",
      'a = 1',
      "a + 0 = '1'",
      "cast(a + 0 as integer) = '1'",
      "abs(a) = '1'",
      "cast(abs(a) as integer) = '1'",
      "cast(1.5 as decimal(10,1)) = '1.50'",
      "1.5 = '1.50'",
      'b = a',
      'b = +a',
      'b = a + 0',
      'b = cast(a + 0 as integer)',
      'b in (a, c)',
      'b in (+a, +c)',
      "select q.v from (select a + 0 as v from t) q where q.v = '1'",
      "select q.v from (select a as v from t) q where q.v = '1'",
      'select q.v from (select a + 0 as v from t) q where q.v = 1',
    ],
  },
  {
    all: [
      'j = \'{"a":1,"b":2}\'',
      'j <> \'{"a":1,"b":2}\'',
      "j = 'x'",
      "case when j = '[]' then 1 end",
      "nullif(j, '[]') is null",
      'j in (\'[]\', \'{"b":2,"a":1}\')',
      'select j, count(*) as k from t group by j',
      'select distinct j from t',
      'select count(distinct j) as k from t',
      'select q.id from (select id, j from t) q where q.j = \'[]\' or q.j = \'{"b":2,"a":1}\'',
      'select q.id from (select id, b, a from t) q where q.b = q.a',
      'select q.id from (select id, z, ts from t) q where q.z = q.ts',
      'select id, count(*) over (partition by j) as k from t',
      'select j from t union select j from t where a > 1',
      'select x.id, y.id from t x join t y on x.j = y.j',
      'select id from t where j in (select x.j from t x where x.a > 1)',
      'select id, row_number() over (order by j, id) as r from t where j is not null',
    ],
  },
  {
    all: [
      "en = 'low'",
      "en < 'low'",
      "en between 'high' and 'low'",
      "coalesce(en, 'x') < 'low'",
      'select id from t where en is not null order by en, id limit 9',
      'select id, row_number() over (order by en, id) as r from t where en is not null',
      'select max(en) as m, min(en) as n from t',
      "select id from t order by coalesce(en, 'x'), id limit 9",
      'select q.en from (select en, id from t where en is not null) q order by q.en, q.id limit 9',
    ],
  },
  {
    mysql: [
      "date_format(d, '%Y Q')",
      "date_format(d, '%Y-%m')",
      "date_format(d, '%y-%m')",
      "date_format(d, '%Y-%c')",
      "date_format(ts, '%H:%i')",
      "date_format(ts, '%h:%i')",
      "date_format(ts, '%H:%m')",
      "date_format(d, '%H:%i')",
      "date_format(z, '%Y-%m-%d %H')",
      "date_format(b, '%Y')",
      "date_format(d, '%Y%j')",
      "date_format(ts, '%s%s')",
      "date_format(d, '%d%d')",
      "date_format(d, '%YMM')",
      "date_format(d, '%Y-%%')",
      'select x.id from t x where !exists(select 1 from t y where y.a = x.id) = x.a',
      'select x.id from t x where not (exists (select 1 from t y where y.a = x.id) = x.a)',
      'select x.id from t x where !exists(select 1 from t y where y.a = x.c)',
    ],
    postgresql: [
      "to_char(d::timestamp, 'YYYY Q')",
      "to_char(d, 'YYYY-MM')",
      "to_char(d, 'YY-MM')",
      "to_char(d, 'YYYY-FMMM')",
      "to_char(ts, 'HH24:MI')",
      "to_char(ts, 'HH12:MI')",
      "to_char(ts, 'HH:MI')",
      "to_char(ts, 'HH24:MM')",
      "to_char(d, 'HH24:MI')",
      "to_char(z, 'YYYY-MM-DD HH24')",
      "to_char(d, 'YYYYDDD')",
      "to_char(ts, 'SSSS')",
      "to_char(ts, 'SSSSS')",
      "to_char(d, 'DDDD')",
      "to_char(d, 'YYYYMM')",
      "to_char(d, 'MONTH')",
      "to_char(d, 'DDth')",
      "to_char(a, '99')",
      'select x.id from t x left join t y on y.a = x.id where y.b is null',
      'select x.id from t x left join t y on y.a = x.c where y.a is null',
    ],
  },
  {
    mysql: ["''", "(not '') is not true", 'not (not b)', 'not (not n)', 'b', 'n'],
    duckdb: ["''", "cast('[]' as json) = '[]'", 'b', 'n'],
    sqlite: ["''", 'not (not n)', 'n', "b = '12'"],
    postgresql: ["''", "cast('[ ]' as jsonb) = '[]'", "'[ ]' = '[]'"],
  },
  { mysql: ['b + 1'], sqlite: ['b + 1'], postgresql: ['b || 1'], duckdb: ['b || 1'] },
  { all: ['f / c', 'a / c', 'a * 100 / c', '100.0 * a / c', 'a * 1.0 / 2', 'n / nullif(c, 0)'] },
  { all: ['a > 1 = c > 1', '(a > 1) = (c > 1)', 'a & 2 = 2', '(a & 2) = 2'] },
  {
    all: [
      'select id, -id as a from t order by a + 0, id limit 5',
      'select id, -id as a from t order by a, id limit 5',
      'select c, max(id) as a from t group by c having a > 100',
      'select c, max(id) as a from t group by c having max(id) > 100',
    ],
  },
  {
    all: [
      'select id from t where exists (select 1 from t x where x.a = t.c limit 0)',
      'select id from t where exists (select max(x.id) from t x where x.a = t.c)',
      'select id from t where exists (select 1 from t x where x.a = t.c group by x.c having count(*) > 12)',
    ],
  },
  { all: ['n / 3', 'a / 3', 'a / 3.0', 'n / 2', 'n / 100', 'f / 3', 'a / 2'] },
  { all: ['power(a, 2)', 'power(a, c)', 'sqrt(f)', 'ln(f)'] },
  {
    mysql: ["trim('ab' from b)", "trim('x' from b)"],
    postgresql: ["trim('ab' from b)", "btrim(b, 'x')"],
    sqlite: ["trim(b, 'ab')", "trim(b, 'x')"],
    duckdb: ["trim(b, 'ab')", "trim(b, 'x')"],
  },
  { all: ['substr(b, 1, a)', 'substr(b, 2)', 'substr(b, 2, 3)', 'substr(b, -2)'] },
  { postgresql: ["substring(b, '2')"], mysql: ['substring(b, 2)'] },
  { all: ['left(b, -1)', 'left(b, a)', 'right(b, -1)', 'right(b, 2)', 'left(b, 2)'] },
  { all: ["lpad(b, a, 'z')", "lpad(b, 3, 'z')", 'reverse(b)', "replace(b, 'x', 'z')"] },
  { all: ['ascii(b)', "concat_ws('-', b, n)", 'lower(b)', 'upper(b)'] },
  {
    mysql: ['cast(a as unsigned)', 'cast(a as signed)', 'cast(b as signed)', 'cast(n as signed)'],
    all: ['cast(a as integer)', 'cast(b as integer)', 'cast(n as integer)', 'cast(f as integer)'],
  },
  {
    mysql: ['cast(n as char)', 'cast(f as char)', 'cast(flag as char)', 'cast(ts as char)'],
    all: ['cast(n as text)', 'cast(f as text)', 'cast(flag as text)', 'cast(ts as text)'],
  },
  {
    all: ['cast(ts as date)', 'cast(d as date)', 'cast(n as decimal(10,1))', 'cast(n as decimal)'],
  },
  {
    mysql: ['cast(b as char(3))', 'cast(b as char)'],
    all: ['cast(b as varchar(3))', 'cast(b as char)', 'cast(b as char(5))'],
    postgresql: ["b::char(5) || '!'", "b::varchar(5) || '!'"],
    duckdb: ["b::char(5) || '!'", "b::varchar(5) || '!'"],
  },
  {
    postgresql: ['f::real', 'f'],
    duckdb: ['f::real'],
    sqlite: ['cast(f as real)'],
    all: ['n'],
  },
  {
    mysql: ['cast(g as signed)', 'cast(m as signed)', 'cast(m as decimal(5,1))'],
    all: [
      'g',
      'cast(g as integer)',
      'cast(g as bigint)',
      'cast(m as integer)',
      'cast(m as bigint)',
    ],
    postgresql: [
      'g::smallint',
      'a::smallint',
      'm::numeric(5,1)',
      'm::numeric(20,2)',
      '(g + 1)::int',
    ],
    duckdb: ['m::decimal(5,1)', 'cast(m as decimal(3,2))'],
  },
  {
    mysql: ['cast(p as datetime)', 'cast(p as datetime(0))', 'cast(p as datetime(3))', 'p'],
    postgresql: ['p', 'p::timestamp(0)', 'p::timestamp(3)', 'p::timestamp(6)'],
    duckdb: ['p'],
  },
  {
    mysql: ['ts > now()', 'year(now())', 'cast(now() as date)'],
    postgresql: ['ts > now()', 'now()::date'],
  },
  { all: ['d + 1', 'd - 1', "d - cast('2000-01-01' as date)", 'ts - ts', 'ts + 1'] },
  {
    mysql: ['ts + interval 1 month'],
    postgresql: ["ts + interval '1 m'", "ts + interval '1 mon'", "ts + interval '30 days'"],
  },
  { mysql: ['b = 12', 'b = 1.6', 'b > 5'], sqlite: ['b = 12', 'b = 1.6', 'b > 5'] },
  { all: ["flag = 'yes'", "flag = 'true'", "flag = '1'", "flag = 'no'"] },
  { all: ["b like 'x%'", "b like '%|%%' escape '|'", "b like '_'", "code like 'A'"] },
  { postgresql: ["b ilike 'x%'"], duckdb: ["b ilike 'x%'"], sqlite: ["b like 'x%'"] },
  {
    all: ["concat('x', n)", "concat('x', flag)", "concat('x', ts)", "concat(b, 'x')"],
    postgresql: ["'x' || n", "'x' || flag", "'x' || ts", "b || 'x'"],
    sqlite: ["'x' || n", "'x' || flag", "'x' || ts", "b || 'x'"],
    duckdb: ["'x' || n", "'x' || flag", "'x' || ts", "b || 'x'"],
  },
  { all: ["'1' || a + 1", "a * 2 || '0'", 'a | c & 4', 'a & 1 = 1', 'a | c', 'a & c'] },
  { all: ["ts <= '2000-01-01'", "ts <= '2000-01-01 00:00:00'", "ts <= '2000-1-1'", 'd = ts'] },
  { all: ["d >= '2020-2-29'", "d >= '2020-02-29'", "d >= '20200229'"] },
  { all: ['greatest(a, c)', 'least(a, c)', 'coalesce(a, c)', 'coalesce(c, a)'] },
  { all: ['a % 3', 'mod(a, 3)', '-a % 3', 'n % 2', 'a % c'] },
  { all: ['(a, c) = (1, 2)', '(a, c) in ((1, 2))', '(a, c) in ((1, 2), (2, 1))'] },
  { mysql: ["b = x'78'"], sqlite: ["b = x'78'", "b = 'x'"], postgresql: ["b = 'x'"] },
  { all: ['a = null', 'a is null', 'a in (1, null)', 'a not in (1, null)', 'a <> 1'] },
  { all: ['a between 1 and 7', 'a between 7 and 1', 'a not between 1 and 7'] },
  { all: ['flag is true', 'flag', 'flag is not true', 'not flag', 'flag is false'] },
  { all: ['a = 1 or c = 2 and a > 0', '(a = 1 or c = 2) and a > 0', 'not (a = 1 or c = 2)'] },
  { all: ["case a when null then 'x' else 'z' end", "case when a is null then 'x' else 'z' end"] },
  { all: ['round(n, 1)', 'round(f)', 'floor(n)', 'floor(f)', 'ceiling(n)', 'abs(n)', 'sign(n)'] },
  { all: ['length(b)', 'char_length(b)', 'length(code)', 'octet_length(b)'] },
  { mysql: ["'a\\n'", "'a\\\\n'"], postgresql: ["'a\\n'", "E'a\\n'", "E'a\\\\n'"] },
  {
    all: [
      'select a, id from t order by a, id limit 5',
      'select a, id from t order by a desc, id limit 5',
      'select id, row_number() over (order by a, id) as r from t',
      'select id, first_value(a) over (order by a) as r from t',
    ],
  },
  {
    all: [
      'select id from t where c in (select a from t)',
      'select id from t where c not in (select a from t)',
      'select id from t where not exists (select 1 from t x where x.a = t.c)',
      'select id from t where exists (select count(*) from t x where x.a = t.c)',
      'select id from t where exists (select 1 from t x where x.a = t.c)',
    ],
  },
  {
    all: [
      'select x.id, y.id from t x left join t y on y.a = x.id and x.c > 1',
      'select x.id, y.id from t x left join t y on y.a = x.id where x.c > 1',
      'select x.id, y.id from t x join t y on y.a = x.id and x.c > 1',
      'select x.id, y.id from t x right join t y on y.a = x.id and x.c > 1',
    ],
  },
  {
    all: [
      'select a from t where id < 3 union select c from t where id < 8 intersect select id from t where id > 5',
      'select a from t union select c from t',
      'select a from t union all select c from t',
      'select a from t except select c from t',
    ],
  },
  {
    all: [
      'select sum(case when a > 100 then n else 0 end) from t',
      'select sum(case when a > 100 then n end) from t',
      'select count(case when a > 1 then 1 else 0 end) from t',
      'select count(case when a > 1 then 1 end) from t',
    ],
  },
  {
    all: [
      'select avg(a) from t',
      'select avg(n) from t',
      'select avg(f) from t',
      'select sum(n) from t',
      'select sum(distinct a) from t',
      'select sum(a) from t',
    ],
  },
  { all: ['select count(distinct a) from t', 'select count(a) from t', 'select count(*) from t'] },
  {
    all: [
      'select id, sum(a) over (order by id) from t',
      'select id, sum(a) over (order by id rows between 1 preceding and current row) from t',
      'select id, sum(a) over (order by id rows between unbounded preceding and unbounded following) from t',
      'select id, sum(a) over (order by c) from t',
      'select id, sum(a) over () from t',
    ],
  },
  {
    all: [
      'select q.k / 3 from (select n as k from t) q',
      'select q.k from (select a as k from t union select c from t) q',
      'select q.k from (select a as k from t union all select c from t) q',
    ],
  },
  {
    all: [
      'select id from t order by id limit 3 offset 5',
      'select id from t order by id limit 5 offset 3',
      'select id from t order by id limit 3',
    ],
  },
];
