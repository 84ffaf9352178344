import { NumberInput, type NumberInputProps } from '@mantine/core';
import {
  type Control,
  type FieldPathByValue,
  type FieldValues,
  useController,
} from 'react-hook-form';

interface Props<Values extends FieldValues> extends Omit<NumberInputProps, 'name'> {
  control: Control<Values>;
  name: FieldPathByValue<Values, number>;
  /** What is kept of one that is shown. */
  per?: number;
}

/** A number of a form. While nothing that is a number is typed, the number before stays. */
export function NumberField<Values extends FieldValues>({
  control,
  name,
  per = 1,
  ...input
}: Props<Values>) {
  const { field } = useController({ control, name });
  return (
    <NumberInput
      allowDecimal={false}
      {...input}
      {...field}
      value={field.value / per}
      onChange={(shown) =>
        typeof shown === 'number' && field.onChange(per === 1 ? shown : Math.round(shown * per))
      }
    />
  );
}
