import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokensOf } from '../../../../../connectors/core/sql/sql-tokens.ts';
import { ENGINES } from '../../../../../connectors/engines.ts';
import { connectorOf } from '../../../../../connectors/registry.ts';
import { layOut } from './lay-out.ts';

type EngineName = keyof typeof ENGINES;
const engineOf = (name: EngineName) => connectorOf(ENGINES[name].id);

/** Programs as somebody may have written them in one line, and with which lines they are shown. */
const PROGRAMS: readonly [engine: EngineName, text: string, laidOut: string][] = [
  [
    'mysql',
    `BEGIN DECLARE c CURSOR FOR SELECT id FROM t WHERE x=a; DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; END;
     next: LOOP FETCH c INTO b; IF done THEN LEAVE next; ELSEIF b<-1 THEN SET a=if(b>1,2,-3); ELSE ITERATE next; END IF; END LOOP;
     UPDATE u SET c=c+1 WHERE id = b AND x BETWEEN 1 AND 2 or y=-1;
     CASE a WHEN 1 THEN SET b = case when a then 'END;  IF' else 2 end; ELSE SET b = 3; END CASE;
     WHILE a > 0 DO SET a = a-1; END WHILE; REPEAT SET a = a+1; UNTIL a > 10 END REPEAT; END`,
    `BEGIN
  DECLARE c CURSOR FOR
    SELECT id
    FROM t
    WHERE x = a;
  DECLARE EXIT HANDLER FOR SQLEXCEPTION
  BEGIN
    ROLLBACK;
  END;
  next: LOOP
    FETCH c INTO b;
    IF done THEN
      LEAVE next;
    ELSEIF b<-1 THEN
      SET a = if(b > 1, 2, -3);
    ELSE
      ITERATE next;
    END IF;
  END LOOP;
  UPDATE u
  SET c = c + 1
  WHERE id = b
    AND x BETWEEN 1 AND 2
    or y=-1;
  CASE a
    WHEN 1 THEN
      SET b = case when a then 'END;  IF' else 2 end;
    ELSE
      SET b = 3;
  END CASE;
  WHILE a > 0 DO
    SET a = a - 1;
  END WHILE;
  REPEAT
    SET a = a + 1;
  UNTIL a > 10
  END REPEAT;
END`,
  ],
  [
    'postgresql',
    `DECLARE r integer:=0; o orders%ROWTYPE; BEGIN FOR i IN 1..3 LOOP r:=r+i; END LOOP;
     FOR o IN SELECT * FROM orders q LEFT JOIN x ON x.a=q.a ORDER BY 1 LOOP NULL; END LOOP; <<l>> BEGIN r := q.a[1]; END;
     RETURN QUERY SELECT a::int, b->>'c' FROM t; INSERT INTO x(a) SELECT 1 FROM y ON CONFLICT DO NOTHING;
     EXCEPTION WHEN others THEN RAISE EXCEPTION 'no %', $$  a;  $$; END;`,
    `DECLARE
  r integer := 0;
  o orders%ROWTYPE;
BEGIN
  FOR i IN 1..3 LOOP
    r := r + i;
  END LOOP;
  FOR o IN
    SELECT *
    FROM orders q
    LEFT JOIN x ON x.a = q.a
    ORDER BY 1
  LOOP
    NULL;
  END LOOP;
  <<l>>
  BEGIN
    r := q.a[1];
  END;
  RETURN QUERY
    SELECT a::int, b->>'c'
    FROM t;
  INSERT INTO x(a)
  SELECT 1
  FROM y
  ON CONFLICT DO NOTHING;
EXCEPTION
  WHEN others THEN
    RAISE EXCEPTION 'no %', $$  a;  $$;
END;`,
  ],
  [
    'sqlServer',
    `CREATE PROCEDURE dbo.p @a int, @b nvarchar(20) OUTPUT AS BEGIN SET XACT_ABORT ON SET NOCOUNT ON; SET ANSI_NULLS ON UPDATE t SET a=1 IF @a > 1 BEGIN SELECT @b=[a  name] FROM t WHERE id = @a END
     ELSE SET @b = N'none' BEGIN TRY UPDATE t SET a=1 WHERE b=2 INSERT INTO q(a) SELECT 1 END TRY BEGIN CATCH THROW; END CATCH
     IF @a=1 SET @a=2 ELSE IF @a=3 SET @a+=4 ELSE BEGIN EXEC p 1 END RETURN 0 END`,
    `CREATE PROCEDURE dbo.p @a int, @b nvarchar(20) OUTPUT AS
BEGIN
  SET XACT_ABORT ON
  SET NOCOUNT ON;
  SET ANSI_NULLS ON
  UPDATE t
  SET a = 1
  IF @a > 1
  BEGIN
    SELECT @b = [a  name]
    FROM t
    WHERE id = @a
  END
  ELSE
    SET @b = N'none'
  BEGIN TRY
    UPDATE t
    SET a = 1
    WHERE b = 2
    INSERT INTO q(a)
    SELECT 1
  END TRY
  BEGIN CATCH
    THROW;
  END CATCH
  IF @a = 1
    SET @a = 2
  ELSE IF @a = 3
    SET @a += 4
  ELSE
  BEGIN
    EXEC p 1
  END
  RETURN 0
END`,
  ],
  [
    'oracle',
    `FUNCTION f(a NUMBER) RETURN NUMBER IS r NUMBER := 0; PROCEDURE q IS BEGIN NULL; END;
     BEGIN IF a > 1 THEN r := a*2; ELSIF a=0 THEN raise_application_error(-20001, q'[no  ;]'); END IF;
     SELECT count(*) INTO r FROM t WHERE t.y IN(1,2) AND EXISTS (SELECT 1 FROM a_rather_long_name u WHERE u.a = t.b(+) AND u.c > 1);
     RETURN r; EXCEPTION WHEN OTHERS THEN RETURN NULL; END f;`,
    `FUNCTION f(a NUMBER) RETURN NUMBER IS
  r NUMBER := 0;
  PROCEDURE q IS
  BEGIN
    NULL;
  END;
BEGIN
  IF a > 1 THEN
    r := a * 2;
  ELSIF a = 0 THEN
    raise_application_error(-20001, q'[no  ;]');
  END IF;
  SELECT count(*) INTO r
  FROM t
  WHERE t.y IN (1, 2)
    AND EXISTS (
      SELECT 1
      FROM a_rather_long_name u
      WHERE u.a = t.b(+)
        AND u.c > 1
    );
  RETURN r;
EXCEPTION
  WHEN OTHERS THEN
    RETURN NULL;
END f;`,
  ],
  [
    'sqlite',
    `BEGIN UPDATE a SET b = 1 WHERE c = NEW.d; SELECT RAISE(ABORT, 'x') WHERE NEW.a < 0; END`,
    `BEGIN
  UPDATE a
  SET b = 1
  WHERE c = NEW.d;
  SELECT RAISE(ABORT, 'x')
  WHERE NEW.a < 0;
END`,
  ],
];

it.each(PROGRAMS)('a program of %s has a line for each statement', (name, text, laidOut) => {
  expect(layOut(text, engineOf(name))).toBe(laidOut);
  expect(layOut(laidOut, engineOf(name))).toBe(laidOut);
});

it('comments stay where they are: behind something, or on a line of their own', () => {
  const text = `-- first\nBEGIN /* a */ NULL; -- it's nothing\n\n   -- next\n  a := /* b */ 1\n-- within\n+ 2;\nEND`;
  expect(layOut(text, engineOf('oracle'))).toBe(
    `-- first\nBEGIN /* a */\n  NULL; -- it's nothing\n  -- next\n  a := /* b */ 1\n    -- within\n    + 2;\nEND`,
  );
});

it('what goes on to the end of the text stays as it is', () => {
  for (const text of ["BEGIN a := 'x; END", 'BEGIN /* END'])
    expect(layOut(text, engineOf('oracle'))).toBeNull();
});

const PIECES =
  `BEGIN|END|IF|THEN|ELSE|ELSIF|LOOP|WHILE|DO|FOR|CASE|WHEN|DECLARE|EXCEPTION|REPEAT|UNTIL|AS|IS|CREATE|SELECT|FROM|WHERE|
AND|OR|BETWEEN|UPDATE|SET|INSERT|VALUES|JOIN|LEFT|UNION|WITH|TRY|CATCH|ATOMIC|NOT|a|b1|1|2.5|1..3|'x  y'|"q"|[c d]|\`e\`|$$ f $$|:p|@v|(|)|(|)|,|;|;|.|
:=|=|<|<>|-|--|+|*|/|/* g */|-- h\n|#|%|::|<<|>>|:|~|\\|\r\n|\n| `
    .replaceAll('|\n', '|')
    .split('|');
const texts = fc
  .array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom('', ' ', '  ', '\n')), {
    maxLength: 40,
  })
  .map((some) => some.flat().join(''));

describe.each(Object.keys(ENGINES) as EngineName[])('of any text of %s', (name) => {
  const engine = engineOf(name);
  const tokens = (text: string) =>
    [...tokensOf(text, engine.sql)].filter(({ kind }) => kind !== 'blank');

  it('nothing but blanks is changed, strings and comments not at all', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const laidOut = layOut(text, engine);
        if (laidOut === null) return;
        const words = (some: string) => tokens(some).map((token) => token.text.trimEnd());
        expect(words(laidOut)).toEqual(words(text));
        expect(laidOut.split('\n').every((line) => line.trim() !== '' || laidOut === '')).toBe(
          true,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('how it was laid out before makes no difference', () => {
    fc.assert(
      fc.property(texts, (text) => {
        if (tokens(text).some(({ kind }) => kind === 'comment')) return;
        const inLine = [...tokensOf(text, engine.sql)]
          .map((token) => (token.kind === 'blank' ? ' ' : token.text))
          .join('');
        const laidOut = layOut(text, engine);
        expect(layOut(inLine, engine)).toBe(laidOut);
        if (laidOut !== null) expect(layOut(laidOut, engine)).toBe(laidOut);
      }),
      { numRuns: 2_000 },
    );
  });
});

it.each(['BEGIN ', 'IF a THEN ', '(SELECT a FROM '])(
  'a text of nothing but %s stays small',
  (word) => {
    const text = word.repeat(4_000);
    expect(layOut(text, engineOf('postgresql'))!.length).toBeLessThan(20 * text.length);
  },
);
