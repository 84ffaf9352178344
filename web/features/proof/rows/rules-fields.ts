import type { ComparisonRules } from '../../../../contract/proof/rows.ts';

/** The rules as they are typed: lists a line each, nothing as an empty text. */
export interface RulesFields {
  leaveOut: string[];
  key: string[];
  /** `source = target`, a line each. */
  columns: string;
  whereSource: string;
  whereTarget: string;
  tolerance: string | number;
  precision: string | number;
  ignoreCase: boolean;
  ignoreTrailingBlanks: boolean;
  emptyIsNull: boolean;
}

export const fieldsOf = (rules: ComparisonRules): RulesFields => ({
  leaveOut: rules.leave_out,
  key: rules.key ?? [],
  columns: rules.columns.map(({ source, target }) => `${source} = ${target}`).join('\n'),
  whereSource: rules.where_source ?? '',
  whereTarget: rules.where_target ?? '',
  tolerance: rules.float_tolerance ?? '',
  precision: rules.time_precision ?? '',
  ignoreCase: rules.ignore_case,
  ignoreTrailingBlanks: rules.ignore_trailing_blanks,
  emptyIsNull: rules.empty_is_null,
});

const numberOf = (value: string | number): number | null => (value === '' ? null : Number(value));

/** @returns null where a line of the columns is not of the form `source = target` */
export function rulesOf(fields: RulesFields): ComparisonRules | null {
  const columns = [];
  for (const line of fields.columns.split('\n').map((one) => one.trim())) {
    if (line === '') continue;
    const [source, target, more] = line.split('=').map((part) => part.trim());
    if (!source || !target || more !== undefined) return null;
    columns.push({ source, target });
  }
  return {
    leave_out: fields.leaveOut,
    key: fields.key.length > 0 ? fields.key : null,
    columns,
    where_source: fields.whereSource.trim() || null,
    where_target: fields.whereTarget.trim() || null,
    float_tolerance: numberOf(fields.tolerance),
    time_precision: numberOf(fields.precision),
    ignore_case: fields.ignoreCase,
    ignore_trailing_blanks: fields.ignoreTrailingBlanks,
    empty_is_null: fields.emptyIsNull,
  };
}
