import { describe, expect, it } from 'vitest';
import { ENGINES } from '../../../../../../connectors/engines.ts';
import {
  sampleColumn,
  sampleTable,
  sampleTrigger,
} from '../../../../../../tests/support/sample-definitions.ts';
import { findBetween } from '../compare-fixture.ts';

const CLOCK = 'CURRENT_TIMESTAMP';
const tableOf = (value: string, nullable: boolean, trigger?: [text: string, when: string | null]) =>
  sampleTable(
    [
      sampleColumn('id', { nullable: false, identity: true }),
      sampleColumn('at', {
        canonical: { kind: 'timestamp', precision: null, zone: false },
        nullable,
        default: value,
      }),
    ],
    {
      primaryKey: { name: '', columns: ['id'] },
      triggers: trigger
        ? [
            sampleTrigger({
              name: 'stamp',
              events: ['update'],
              text: `BEGIN ${trigger[0]} END`,
              condition: trigger[1],
            }),
          ]
        : [],
    },
  );

describe('what ON UPDATE CURRENT_TIMESTAMP becomes on SQLite', () => {
  const said = async (text: string, when: string | null, nullable = false) => {
    const found = await findBetween(
      { source: ENGINES.mysql.id, target: ENGINES.sqlite.id },
      tableOf(`${CLOCK} ON UPDATE ${CLOCK}`, nullable),
      tableOf(CLOCK, nullable, [text, when]),
    );
    return found
      .filter(({ code }) => /^(column.onUpdate|trigger)/.test(code))
      .map(({ severity, detail }) => `${severity} ${detail.code}`);
  };
  const done = ['info definition.triggerDoesIt', 'info definition.triggerTakesOver'];
  const lost = ['warning definition.onUpdateLost', 'warning definition.triggerAdded'];
  const stamp = `UPDATE t SET at = ${CLOCK} WHERE id = NEW.id;`;

  it.each<[string, string, string | null]>([
    ['always', stamp, null],
    ['by the number of the row', `UPDATE t SET at = ${CLOCK} WHERE rowid = NEW.rowid;`, null],
    ['where nobody sets the time', stamp, 'WHEN NEW.at IS OLD.at'],
    ['where nobody sets the time, in quotes', stamp, 'WHEN (OLD."at" IS NEW."at")'],
    ['where nobody sets a time that is never NULL', stamp, 'WHEN NEW.at = OLD.at'],
    [
      'with milliseconds',
      "UPDATE t SET at = strftime('%Y-%m-%d %H:%M:%f', 'now') WHERE id = OLD.id;",
      null,
    ],
  ])('is named where a trigger does it: %s', async (_name, text, when) => {
    expect(await said(text, when)).toEqual(done);
  });

  it.each<[string, string, string | null]>([
    ['to other rows', `UPDATE t SET at = ${CLOCK} WHERE at = NEW.at;`, null],
    ['where somebody sets the time', stamp, 'WHEN NEW.at IS NOT OLD.at'],
    ['where another column stays', stamp, 'WHEN NEW.id IS OLD.id'],
  ])('is lost where a trigger does it otherwise: %s', async (_name, text, when) => {
    expect(await said(text, when)).toEqual(lost);
  });

  it('is lost for NULL, which does not equal itself', async () => {
    expect(await said(stamp, 'WHEN NEW.at = OLD.at', true)).toEqual(lost);
    expect(await said(stamp, 'WHEN NEW.at IS OLD.at', true)).toEqual(done);
  });

  it('counts no column called rowid as the number of the row', async () => {
    const target = tableOf(CLOCK, false, [
      `UPDATE t SET at = ${CLOCK} WHERE rowid = NEW.rowid;`,
      null,
    ]);
    const found = await findBetween(
      { source: ENGINES.mysql.id, target: ENGINES.sqlite.id },
      tableOf(`${CLOCK} ON UPDATE ${CLOCK}`, false),
      { ...target, columns: [...target.columns, sampleColumn('rowid')] },
    );
    expect(found.find(({ code }) => code === 'column.onUpdate')?.severity).toBe('warning');
  });
});
